#!/bin/bash
# The object code of base and series, run natively in a program, leaves the same
# bytes for every pgmap type, order, altmap and kind of range, also where threads share
# the range; while page_ref_set is traced they must not.
. "$(dirname "$0")/tap.sh"

# equal NAME CONFIG [TRACE]: and that by comparing something.
equal() {
	CONFIG=$2 TRACE=${3:-} "$top/scripts/replay" "$1" equal >"$work/equal" || return 1
	tail -n 1 "$work/equal"
	grep -qE '^equal: [1-9][0-9]{2,} combinations, .* 0 different$' "$work/equal" &&
		{ [ -n "${3:-}" ] || grep -qE ' [1-9][0-9]{2,} helpers, ' "$work/equal"; }
}

ok "7.3: equal, as in production" equal 7.3 production
ok "7.3: equal, with pointers to head pages" equal 7.3 no-hvo
ok "7.3: equal, with the debug options" equal 7.3 debug
ok "7.3: equal, and the same events while page_ref_set is traced" equal 7.3 debug 1
ok "7.2: equal, as in production" equal 7.2 production
done_testing
