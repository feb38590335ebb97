#!/bin/bash
# Every prefix of the series compiles what it touches, with W=1 and without a
# warning: as in production, and with the debug options and KUnit.
. "$(dirname "$0")/tap.sh"

# Objects to build for the files the series touches. Of headers, a few that
# include them.
objects() {
	sed -n 's|^+++ b/||p' "$dir"/*.patch | sort -u | while read -r file; do
		case $file in
		lib/tests/*) [ "$1" = production ] || echo "${file%.c}.o" ;;
		*.c) echo "${file%.c}.o" ;;
		esac
	done
	echo mm/page_alloc.o mm/memremap.o mm/huge_memory.o lib/string.o
}

check_out() {
	local commit
	commit=$("$top/scripts/apply" "$name" "$1")
	[ -e "$src/.git" ] || git -C "$("$top/scripts/src" "$name" base)" \
		worktree add -q --force --detach "$src" "$commit"
	git -C "$src" reset -q --hard "$commit"
}

compile() {
	# shellcheck disable=SC2046
	FM_SRC=$src "$top/scripts/build" "$name" prefix "$1" \
		W=1 KCFLAGS=-Werror $(objects "$1")
}

for name in 7.3 7.2; do
	dir=$top/$(base_field "$name" 4)
	src=$build/src/$name/prefix
	number=0
	for patch in "$dir"/*.patch; do
		number=$((number + 1))
		ok "$name: ${patch##*/} applies after those before it" check_out "$number"
		for config in production debug; do
			ok "$name: W=1 -Werror after ${patch##*/} ($config)" compile "$config"
		done
	done
done
done_testing
