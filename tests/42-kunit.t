#!/bin/bash
# The KUnit cases that the series adds, on the debug kernel.
. "$(dirname "$0")/guest.sh"

console=$logs/test-7.3-series-kunit.log

runs() {
	local kernel
	echo 'write /dev/kmsg KUnit has run' >"$work/plan"
	kernel=$("$top/scripts/build" 7.3 series debug)
	APPEND='kunit.enable=1 kunit.autorun=1 kunit.filter_glob=memcpy.memcpy_nontemporal*' \
		CONSOLE=$console "$top/scripts/vm" "$kernel" "$work/plan"
}

passes() {
	tr -d '\r' <"$console" | sed 's/^\[[^]]*\] //' | grep -E "^ +ok [0-9]+ $1( |\$)"
}

ok "the guest runs KUnit" runs
ok "memcpy_nontemporal(): variable sizes" passes memcpy_nontemporal_test
ok "memcpy_nontemporal(): constant sizes" passes memcpy_nontemporal_const_test
done_testing
