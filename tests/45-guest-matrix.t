#!/bin/bash
# Base and series bind and rebind each kind of namespace, on one CPU and on two: fsdax and
# devdax, aligned to 4 KiB, 2 MiB and 1 GiB, the memmap on the device and in RAM, small and
# large, two in each region, starting and ending in the middle of a section. Each bind
# initialises the pages that the namespace has, no kernel complains.
. "$(dirname "${BASH_SOURCE[0]}")/namespaces.sh"

# Not multiples of a section of 128 MiB, nor of 1 GiB: what has 1 GiB pages begins and ends at
# a multiple of that. In RAM, 2 MiB have no more than 8 KiB of struct pages. Where a devdax
# namespace with 1 GiB pages in RAM does not begin at a multiple of 1 GiB, the base
# complains, so it is the first one.
regions=(
	"devdax 1G mem 3090  fsdax  4K dev 5002"
	"fsdax  4K dev 1042  devdax 2M dev 5002"
	"fsdax  2M dev 1042  devdax 4K mem 3002"
	"fsdax  1G dev 2114  devdax 2M mem 9002"
	"fsdax  4K mem 1042  devdax 1G dev 5138"
	"fsdax  2M mem 1042  devdax 4K dev 3002"
	"fsdax  1G mem 3090  fsdax  2M mem 3002"
	"devdax 4K dev 1042  fsdax  1G dev 5138"
	"devdax 2M dev 1042  fsdax  2M dev 5002"
	"devdax 1G dev 2114  fsdax  4K mem 3002"
	"devdax 4K mem 1042  fsdax  1G mem 5138"
	"devdax 2M mem 1042  devdax 2M dev 3002"
)
rebinds=2

boots() {
	local dimms
	mapfile -t dimms < <(sizes | sed 's/.* //; s/$/M/')
	{ plan && echo "rebind all $rebinds"; } |
		LABELS=1 CPUS=$2 boot 7.3 "$1" "$config" "${dimms[@]}"
}

# DRIVER DEVICE PAGES BINDS: with map=mem, what is in front of the data has struct pages, too.
expected() {
	local driver device map raw data size
	devices "$1" | while read -r driver device _ map _ raw data size; do
		[ "$map" = dev ] || size=$((data + size - raw))
		echo "$driver $device $((size / 4096)) $((1 + rebinds))"
	done | sort
}

initialised() {
	report 7.3 "$1" "$config" |
		sed -nE 's/^# bind driver=([a-z_]+) device=([a-z0-9.]+) .* pages=([0-9]+) ms=[0-9]+ ns=[1-9].*/\1 \2 \3/p' |
		sort | uniq -c | awk '{print $2, $3, $4, $1}'
}

every_bind_has_its_pages() {
	expected "$1" >"$work/expected"
	initialised "$1" >"$work/initialised"
	diff "$work/expected" "$work/initialised" &&
		[ "$(wc -l <"$work/expected")" = $((2 * ${#regions[@]})) ]
}

# From 64 MiB of struct pages on, which are those of 4 GiB, the series bypasses the caches.
small_and_large() {
	expected series | awk '
		{ kinds[$1 " " ($3 < 1048576 ? "small" : "large")]++ }
		END { for (kind in kinds) print kind, kinds[kind]; exit length(kinds) != 4 }'
}

in_mid_section() {
	local raw at=0 within=0
	while read -r _ _ _ _ _ raw _; do
		if [ $((raw % (128 << 20))) = 0 ]; then
			at=$((at + 1))
		else
			within=$((within + 1))
		fi
	done < <(devices series)
	echo "$at at the start of a section, $within within one"
	[ $at -gt 0 ] && [ $within -gt 0 ]
}

for cpus in 1 2; do
	for variant in base series; do
		ok "$config, $variant, CPUs: $cpus: boots, binds, rebinds, no complaint" boots "$variant" $cpus
		ok "$config, $variant, CPUs: $cpus: every bind has its pages" every_bind_has_its_pages "$variant"
	done
	ok "$config, CPUs: $cpus: base and series initialise the same pages" agree 7.3 "$config" \
		's/^\(# bind .* pages=[0-9]*\).*/\1/p; s/^place/&/p'
done
ok "small and large devices of both drivers" small_and_large
ok "namespaces that begin in the middle of a section" in_mid_section
done_testing
