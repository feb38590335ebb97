#!/bin/bash
# Every prefix of the series compiles what it touches, with W=1 and without a
# warning: as in production, and with the debug options and KUnit on the base where
# work happens.
. "$(dirname "$0")/prefix.sh"

# Objects to build for the files the series touches. Of headers, a few that
# include them. What is below tools/ is no part of the kernel; 44-selftest runs it.
# The tests of the sanitizers need kernels of their own, those of slow/73 to 75.
objects() {
	sed -n 's|^+++ b/||p' "$dir"/*.patch | sort -u | while read -r file; do
		[ -e "$src/$file" ] || continue
		case $file in
		tools/* | *san/*_test*.c) ;;
		*/tests/*.c) [ "$1" = production ] || echo "${file%.c}.o" ;;
		*.c) echo "${file%.c}.o" ;;
		esac
	done
	echo mm/page_alloc.o mm/memremap.o mm/huge_memory.o lib/string.o
}

compile() {
	# shellcheck disable=SC2046
	FM_SRC=$src "$top/scripts/build" "$name" prefix "$1" \
		W=1 KCFLAGS=-Werror $(objects "$1")
}

for name in 7.3 7.2; do
	dir=$top/$(base_field "$name" 4)
	src=$build/src/$name/prefix
	number=0 configs=production
	[ $name != 7.3 ] || configs='production debug'
	for patch in "$dir"/*.patch; do
		number=$((number + 1))
		ok "$name: ${patch##*/} applies after those before it" check_out "$name" "$number"
		for config in $configs; do
			ok "$name: W=1 -Werror after ${patch##*/} ($config)" compile "$config"
		done
	done
done
done_testing
