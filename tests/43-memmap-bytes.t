#!/bin/bash
# With map=dev the memmap lies in the device. After power-off it is in the backing file: base
# and series have to have left the same bytes in every struct page, on fresh files and on
# files that were full of 0xa5. Small and large devices, two in each region, starting and
# ending in the middle of a section.
. "$(dirname "${BASH_SOURCE[0]}")/namespaces.sh"

images=$build/tests/images
regions=(
	"fsdax  2M dev 1042  devdax 2M dev 5002"
	"devdax 4K dev 1042  fsdax  4K dev 5002"
	"devdax 2M dev 1042  devdax 1G dev 5138"
	"devdax 1G dev 2114  devdax 4K dev 3002"
)

# fill FILE MIB SIZE: with 0xa5, what becomes the memmap of a namespace that begins there.
fill() {
	head -c $(($3 / 64 + 4))M /dev/zero | tr '\0' '\245' |
		dd of="$1" bs=1M oflag=seek_bytes seek=$((($2 << 20) + 8192)) conv=notrunc status=none
}

# make_file FILE FIRST BOTH fresh|filled: a DIMM for namespaces of FIRST and BOTH - FIRST MiB.
make_file() {
	rm -f "$1"
	truncate -s "$3M" "$1"
	"$top/scripts/labels" "$1"
	[ "$4" = fresh ] || { fill "$1" 0 "$2" && fill "$1" "$2" $(($3 - $2)); }
}

# Fixed addresses, one bind, power off while they are bound.
boots() {
	local first both files=()
	while read -r first both; do
		files+=("$images/$1-${#files[@]}")
		make_file "${files[-1]}" "$first" "$both" "$2" || return
	done < <(sizes)
	plan | LABELS=1 APPEND=nokaslr boot 7.3 "$1" "$config" "${files[@]}"
}

# same_bytes fresh|filled NUMBER REGION NAMESPACE RESOURCE SIZE PAGES
same_bytes() {
	local file=$(($2 % ${#regions[@]}))
	"$top/tests/compare-memmap" "$images/base-$file" "$images/series-$file" "${@:3}" "$1"
}

# A test for each device; they have the same places on both kernels.
compare() {
	local number=0 driver align region raw data size pages
	while read -r driver _ align _ region raw data size; do
		pages=1
		[ "$driver" != dax_pmem ] || pages=$((align / 4096))
		ok "$config, $1 files: $driver, $((align >> 10)) KiB, $((size >> 20)) MiB of data: the same struct pages" \
			same_bytes "$1" $number "$region" "$raw" "$data" "$size" $pages
		number=$((number + 1))
	done < <(devices series)
	ok "$config, $1 files: base and series have the same devices, all compared" same_devices $number
}

same_devices() {
	[ "$1" = $((2 * ${#regions[@]})) ] && agree 7.3 "$config" '/^place/p'
}

need python3=python3
need_space "$build" 1 "the memmaps of base and series"
mkdir -p "$images"
for files in fresh filled; do
	for variant in base series; do
		ok "$config, $files files: $variant binds" boots $variant $files
	done
	compare $files
done
rm -rf "$images"
done_testing
