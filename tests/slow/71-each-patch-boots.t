#!/bin/bash
# Every prefix of the series is a kernel that boots, binds and rebinds.
. "$(dirname "$0")/../guest.sh"
. "$(dirname "$0")/../prefix.sh"

boots() {
	boot "$name" prefix production 1G 1G <<-END
		namespace region0 fsdax 2M dev
		namespace region1 devdax 2M dev
		first
		rebind all 2
	END
}

name=7.3
dir=$top/$(base_field "$name" 4)
export FM_SRC=$build/src/$name/prefix
number=0
for patch in "$dir"/*.patch; do
	number=$((number + 1))
	ok "$name: ${patch##*/} applies after those before it" check_out "$name" "$number"
	ok "$name: boots, binds, rebinds after ${patch##*/}" boots
done
done_testing
