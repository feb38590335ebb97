#!/bin/bash
# Tests and documents in the series cost production nothing: the patches that only
# bring those leave each object of mm/, and of what else the series touches, as it was.
. "$(dirname "$0")/prefix.sh"
. "$(dirname "$0")/objects.sh"

name=7.3
src=$build/src/$name/prefix
others=(kernel/padata.o lib/string.o arch/x86/lib/usercopy_64.o)

# What no production kernel is made of, and the lines that offer it.
brings_only_tests() {
	! sed -n 's|^+++ b/||p' "$1" | grep -qvxE \
		'(Documentation|tools/testing)/.*|.*/tests/.*|.*_test(_c)?\.c|mm/(Kconfig|Makefile)|MAINTAINERS'
}

# The objects after the first NUMBER patches, one line each: its sum and name.
sums() {
	local out
	check_out "$name" "$1"
	# shellcheck disable=SC2046
	out=$(FM_SRC=$src "$top/scripts/build" "$name" prefix production mm/ $(objects "$name" "$src")) || return
	(cd "$out" && ar t mm/built-in.a | cat - <(printf '%s\n' "${others[@]}") | xargs sha256sum)
}

# same BEFORE AFTER: and there is something to compare.
same() {
	sums "$1" >"$work/before" && sums "$2" >"$work/after" || return
	wc -l <"$work/after"
	[ "$(wc -l <"$work/after")" -gt 50 ] && diff "$work/before" "$work/after"
}

number=0
for patch in "$top/$(base_field "$name" 4)"/*.patch; do
	number=$((number + 1))
	! brings_only_tests "$patch" ||
		ok "${patch##*/} changes no object of production" same $((number - 1)) "$number"
done
done_testing
