#!/bin/bash
# With map=dev the memmap lies in the device. After power-off it is in the
# backing file: base and series have to have left the same bytes, for every
# struct page of an fsdax and of a devdax device of 2 GiB.
. "$(dirname "$0")/guest.sh"

images=$build/tests/images

plan() {
	cat <<-END
		namespace region0 fsdax 2M dev
		namespace region1 devdax 2M dev
		first
	END
}

# Fixed addresses, one bind of fresh files, power off while they are bound.
boots() {
	local driver
	for driver in nd_pmem dax_pmem; do
		rm -f "$images/$1-$driver"
		truncate -s 2G "$images/$1-$driver"
	done
	plan | APPEND=nokaslr boot 7.3 "$1" production "$images/$1-nd_pmem" "$images/$1-dax_pmem"
}

# field DRIVER LINE FIELD
field() {
	report 7.3 series production | sed -n "s/^$2 driver=$1 .*\b$3=\([0-9a-fx]*\).*/\1/p"
}

# Tail pages have a mask or a pointer in the place of the pgmap.
same_bytes() {
	local pages heads
	pages=$(field "$1" '# bind' pages)
	heads=$(((pages + $2 - 1) / $2))
	"$top/tests/compare-memmap" "$images/base-$1" "$images/series-$1" \
		$(($(field "$1" place resource) - $(field "$1" place region))) $heads
}

need python3=python3
mkdir -p "$images"
for variant in base series; do
	ok "$variant: binds on fresh files" boots "$variant"
done
ok "fsdax: the same bytes in each struct page" same_bytes nd_pmem 1
ok "devdax, 2 MiB: the same bytes in each struct page" same_bytes dax_pmem 512
rm -rf "$images"
done_testing
