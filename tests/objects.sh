# Which objects the series is about: for the cases that compile them; sourced by them.
# shellcheck shell=bash disable=SC2154	# top is of tap.sh

# objects BASE SOURCE: those of the files that the series touches and SOURCE has. Of
# headers, a few that include them. What is below tools/ is no part of the kernel;
# 44-selftest runs it. The options before them are for scripts/build.
objects() {
	local file dir
	dir=$top/$(base_field "$1" 4)
	sed -n 's|^+++ b/\(.*\)\.c$|\1|p' "$dir"/*.patch | grep -v ^tools/ | sort -u | while read -r file; do
		[ ! -e "$2/$file.c" ] || echo "$(options "$file.c")$file.o"
	done
	echo mm/page_alloc.o 'ZONE_DEVICE:mm/memremap.o' 'TRANSPARENT_HUGEPAGE:mm/huge_memory.o' lib/string.o
}

# UML has X86_64, too, and none of arch/x86/lib/usercopy_64.o.
options() {
	case $1 in
	arch/x86/*) echo 'X86:X86_64:' ;;
	*/kasan_test_c.c) echo 'KASAN_KUNIT_TEST:' ;;
	*/kcsan_test.c) echo 'KCSAN_KUNIT_TEST:' ;;
	*/kmsan_test.c) echo 'KMSAN_KUNIT_TEST:' ;;
	mm/tests/*) echo 'KUNIT:ZONE_DEVICE:' ;;
	*/tests/*) echo 'KUNIT:' ;;
	kernel/padata.c) echo 'PADATA:' ;;
	esac
}
