# Runs KUnit suites of the series on the kernel of $config, and looks at what they
# say; sourced by the cases that do. A case that did not run counts as failed.
# shellcheck shell=bash disable=SC2154
. "$(dirname "${BASH_SOURCE[0]}")/guest.sh"

# Half a section and more of RAM, for the cases with an altmap and with an early section.
ram="3520M\$0x124000000"

# run NAME GLOB [ARGUMENT...]: arguments of the kernel.
run() {
	local name=$1 glob=$2 kernel
	shift 2
	echo 'write /dev/kmsg KUnit has run' >"$work/plan"
	kernel=$("$top/scripts/build" 7.3 series "$config")
	MEM=${MEM:-6G} APPEND="kunit.enable=1 kunit.autorun=1 kunit.filter_glob=$glob $*" \
		CONSOLE=$(console "$name") "$top/scripts/vm" "$kernel" "$work/plan"
}

console() {
	echo "$logs/test-7.3-series-$config-$1.log"
}

results() {
	tr -d '\r' <"$(console "$1")" | sed -E 's/^\[[^]]*\] //'
}

# counts NAME NUMBERS: a parameter is a case of its own.
counts() {
	results "$1" | grep -E '^ *(not )?ok |# (Totals|zone_device|memcpy):'
	results "$1" | grep -qxF "# Totals: $2"
}

# passes NAME CASE: a case that was skipped has more on its line.
passes() {
	results "$1" | grep -E "^ +(not )?ok [0-9]+ $2( |\$)"
	results "$1" | grep -qE "^ +ok [0-9]+ $2\$"
}

memcpy_suite() {
	ok "$config: the guest runs the memcpy suite" run memcpy 'memcpy.memcpy_nontemporal*'
	ok "$config: memcpy_nontemporal(): variable sizes" passes memcpy memcpy_nontemporal_test
	ok "$config: memcpy_nontemporal(): constant sizes" passes memcpy memcpy_nontemporal_const_test
}

pages_suite() {
	ok "$config: the guest runs the zone_device suite" run pages zone_device \
		"numa=fake=2U memmap=$ram zone_device_kunit.ram=$ram"
	ok "$config: struct pages: all types, orders, altmap, ranges" \
		counts pages 'pass:84 fail:0 skip:6 total:90'
}
