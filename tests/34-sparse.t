#!/bin/bash
# sparse says nothing of the series that it does not say of the base, as in production and
# with the debug options and KUnit; and it did look at each file, and finds what is wrong.
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/objects.sh"

# check VARIANT CONFIG ARGUMENT...: what sparse says is in $work/said; fails where it
# cannot run, since kbuild goes on without it then.
check() {
	local log=$logs/build-7.3-$1-$2-part.log
	FM_SRC=${src[$1]} "$top/scripts/build" 7.3 "$@" C=2 CHECK="$sparse" >"$work/out" || return
	! grep -F 'is not available or not up to date' "$log" || return
	sed -n 's|^  CHECK   ||p' "$log" | sort -u >"$work/checked"
	grep -E '^[^ ]+:[0-9]+:[0-9]+: ' "$log" | sed "s|^${src[$1]}/||" | sort -u >"$work/said"
}

# Where a line number is different the warning is not new; that a header is included by
# one more file makes none.
check_series() {
	# shellcheck disable=SC2046
	check "$1" "$2" $(objects 7.3 "${src[$1]}") || return
	sed -E 's/:[0-9]+:[0-9]+: /: /; s/\((line|at) [0-9:]+\)//g' "$work/said" | sort >"$work/$1-$2"
	cat "$work/checked" "$work/$1-$2"
	! comm -13 "$work/checked" <(sources "$1") | grep .
}

# Of the objects that there are in this configuration.
sources() {
	local object
	cd "$(cat "$work/out")" || return
	for object in $(objects 7.3 "${src[$1]}"); do
		object=${object##*:}
		[ ! -e "$object" ] || echo "${object%.o}.c"
	done | sort -u
}

nothing_new() {
	comm -13 "$work/base-$1" "$work/series-$1" >"$work/new" || return
	! grep . "$work/new"
}

finds_a_fault() {
	local folder=$work/fault
	mkdir "$folder"
	echo 'obj-y := fault.o' >"$folder/Kbuild"
	cat >"$folder/fault.c" <<-'END'
		#include <linux/compiler_types.h>
		int *fault(int __user *pointer);
		int *fault(int __user *pointer)
		{
			return pointer;
		}
	END
	check series production "M=$folder" fault.o || return
	cat "$work/said"
	grep -q 'fault\.c.*different address spaces' "$work/said"
}

declare -A src
for variant in base series; do
	src[$variant]=$("$top/scripts/src" 7.3 $variant) || exit 1
done
sparse=$("$top/scripts/sparse" "${src[base]}") || exit 1
ok "sparse runs, and finds a pointer into another address space" finds_a_fault
for config in production debug; do
	for variant in base series; do
		ok "$variant, $config: sparse looks at each file" check_series $variant $config
	done
	ok "$config: nothing that it does not say of the base" nothing_new $config
done
done_testing
