# Boots base and series of a base kernel and compares what the guests report;
# sourced by the cases that need a guest.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"

# The reports: $reports/NAME-VARIANT-CONFIG.
reports=$build/tests/reports
mkdir -p "$reports"

# boot NAME VARIANT CONFIG DIMM...: with the plan on standard input. Fails if
# the kernel complains, or does not finish the plan.
boot() {
	local name=$1 variant=$2 config=$3 built=$3 kernel
	shift 3
	cat >"$work/plan"
	# One kernel less to build: it is the debug kernel with the series' KUnit suite.
	[ "$variant-$config" != series-debug ] || built=kunit
	kernel=$("$top/scripts/build" "$name" "$variant" "$built")
	CONSOLE=$logs/test-$name-$variant-$config.log \
		"$top/scripts/vm" "$kernel" "$work/plan" "$@" \
		>"$reports/$name-$variant-$config"
}

report() {
	cat "$reports/$1-$2-$3"
}

# agree NAME CONFIG SED-SCRIPT: what the sed script leaves of both reports.
agree() {
	report "$1" base "$2" | sed -n "$3" >"$work/base"
	report "$1" series "$2" | sed -n "$3" >"$work/series"
	[ -s "$work/base" ] && diff "$work/base" "$work/series"
}

# logs_binds NAME VARIANT CONFIG COUNT: each bind has its line, and no other has.
logs_binds() {
	report "$1" "$2" "$3" | grep '^# bind '
	[ "$(report "$1" "$2" "$3" | grep -cE '^# bind .* pages=[1-9][0-9]* ms=[0-9]+ ns=[1-9]')" = "$4" ]
}
