#!/bin/bash
# Base and series boot, bind and rebind devices of 2 GiB in a guest: every bind
# logs its line with the right number of pages, no kernel complains.
. "$(dirname "${BASH_SOURCE[0]}")/guest.sh"

plan() {
	cat <<-END
		namespace region0 fsdax 2M dev
		namespace region1 devdax 2M dev
		namespace region2 devdax 2M mem
		first
		rebind all 3
	END
}

boots() {
	plan | boot "$1" "$2" production 2G 2G 2G
}

# Three devices, the first bind and three rebinds of each: twelve binds.
for name in ${NAMES:-7.3}; do
	for variant in base series; do
		ok "$name $variant: boots, binds, rebinds, no complaint" boots "$name" "$variant"
		ok "$name $variant: every bind logs its line" logs_binds "$name" "$variant" production 12
	done
	ok "$name: base and series initialise the same pages" agree "$name" production \
		's/^\(# bind .* pages=[0-9]*\).*/\1/p; s/^place/&/p'
done
done_testing
