#!/bin/bash
# The KUnit suites of the series: copies by memcpy_nontemporal(), and every struct page
# that memremap_pages() makes, by the template and, under a tracer, without it. On a kernel
# with DEBUG_VM. A case that did not run counts as failed.
. "$(dirname "$0")/guest.sh"

# Half a section and more of RAM, for the cases with an altmap and with an early section.
ram="3520M\$0x124000000"

# run NAME GLOB [ARGUMENT...]: arguments of the kernel. Two CPUs share large ranges.
run() {
	local name=$1 glob=$2 kernel
	shift 2
	kernel=$("$top/scripts/build" 7.3 series kunit)
	CPUS=2 MEM=6G APPEND="kunit.enable=1 kunit.autorun=1 kunit.filter_glob=$glob $*" \
		CONSOLE=$(console "$name") "$top/scripts/vm" "$kernel" "$work/plan"
}

console() {
	echo "$logs/test-7.3-series-kunit-$1.log"
}

results() {
	tr -d '\r' <"$(console "$1")" | sed -E 's/^\[[^]]*\] //'
}

# counts NAME NUMBERS: a parameter is a case of its own.
counts() {
	results "$1" | grep -E '^ *(not )?ok |# (Totals|zone_device|memcpy):'
	results "$1" | grep -qxF "# Totals: $2"
}

passes() {
	results "$1" | grep -E "^ +ok [0-9]+ $2( |\$)"
}

echo 'write /dev/kmsg KUnit has run' >"$work/plan"
ok "the guest runs the memcpy suite" run memcpy 'memcpy.memcpy_nontemporal*'
ok "memcpy_nontemporal(): variable sizes" passes memcpy memcpy_nontemporal_test
ok "memcpy_nontemporal(): constant sizes" passes memcpy memcpy_nontemporal_const_test

ok "the guest runs the zone_device suite" run pages 'zone_device' \
	"numa=fake=2U memmap=$ram zone_device_kunit.ram=$ram"
ok "struct pages: all types, orders, altmap, ranges" counts pages 'pass:84 fail:0 skip:6 total:90'

ok "the guest runs it with the page_ref_set event on" run traced 'zone_device.zone_device_type_test' \
	"trace_event=page_ref:page_ref_set"
ok "struct pages: all types and orders, traced" counts traced 'pass:30 fail:0 skip:0 total:30'
done_testing
