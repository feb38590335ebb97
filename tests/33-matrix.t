#!/bin/bash
# The series compiles what it touches, W=1 and warnings as errors, in configurations that
# change the code of mm/mm_init.c or of the string helpers, by gcc and clang, on other
# architectures. There, what brings the template up to date for each page is no code at all.
# A kernel that is a program links, and runs the KUnit cases of the string helpers.
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/objects.sh"

# One a line: the configuration and, if need be, variables for scripts/build.
matrix() {
	cat <<-END
		production LLVM=-19
		no-hvo
		matrix/kasan
		matrix/kcsan
		matrix/kmsan LLVM=-19
		matrix/debug-vm
		matrix/page-ref
		matrix/no-numa
		matrix/no-smp
		tiny/x86-64
		tiny/i386 ARCH=i386
		tiny/uml ARCH=um
		arch/arm64 ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-
		arch/riscv64 ARCH=riscv CROSS_COMPILE=riscv64-linux-gnu-
		arch/ppc64le ARCH=powerpc CROSS_COMPILE=powerpc64le-linux-gnu-
		arch/s390x ARCH=s390 CROSS_COMPILE=s390x-linux-gnu-
		arch/loongarch ARCH=loongarch LLVM=-19
	END
}

# build CONFIG ARGUMENT...: with the variables of its line.
build() {
	local line
	line=$(matrix | grep "^$1\( \|$\)")
	# shellcheck disable=SC2086
	env FM_SRC="$src" ${line#"$1"} "$top/scripts/build" 7.3 series "$@"
}

compiles() {
	# shellcheck disable=SC2046
	build "$1" W=1 KCFLAGS=-Werror $(objects 7.3 "$src")
}

# A copy of mm_init.c as an object of its own, without what brings the template up to
# date, or with it. The names are equal, since they reach the code.
copy() {
	local folder=$work/$1-refresh
	mkdir -p "$folder"
	cat >"$folder/Kbuild" <<-'END'
		obj-y := mm_init.o
		ccflags-y := -I$(srctree)/mm
	END
	case $1 in
	with) cp "$src/mm/mm_init.c" "$folder/" ;;
	without)
		sed '/^zone_device_page_init_from_template(/,/^}/ {
			/^\tset_page_\(section\|virtual\)_from_pfn(template, .*);$/d
		}' "$src/mm/mm_init.c" >"$folder/mm_init.c"
		;;
	esac
}

instructions() {
	local config=$1 folder=$work/$2-refresh
	rm -f "$folder"/*.o "$folder"/.*.cmd
	build "$config" W=1 KCFLAGS=-Werror "M=$folder" mm_init.o >/dev/null || exit 1
	llvm-objdump-19 -dr --no-show-raw-insn "$folder/mm_init.o" | tail -n +4
}

two_lines_are_left_out() {
	diff "$work"/{with,without}-refresh/mm_init.c >"$work/left-out" || :
	cat "$work/left-out"
	[ "$(grep -c '^< ' "$work/left-out")" = 2 ] && ! grep '^> ' "$work/left-out"
}

# refresh_is WHAT ARCHITECTURE: code, or no-code.
refresh_is() {
	local found=code
	instructions "arch/$2" with >"$work/with" && instructions "arch/$2" without >"$work/without" || return
	grep -q 'zone_device_templates_init\|memmap_init_zone_device' "$work/with" || return
	! cmp "$work/with" "$work/without" || found=no-code
	[ $found = "$1" ]
}

uml_links() {
	rm -f "$uml/linux"
	build tiny/uml linux
}

# passes SUITE CASE...: on the UML kernel, the cases and all others of the suite.
passes() {
	local case
	timeout --foreground 300 "$uml/linux" mem=256M console=tty kunit_shutdown=halt \
		kunit.enable=1 kunit.autorun=1 kunit.filter_glob="$1" </dev/null >"$work/uml" 2>&1 || :
	grep -E "^(\[[^]]*\] )?( *(not )?ok |# $1: )" "$work/uml"
	for case in "${@:2}"; do
		grep -qE " ok [0-9]+ $case\$" "$work/uml" || return
	done
	grep -qE "^(\[[^]]*\] )?ok 1 $1\$" "$work/uml"
}

need llvm-objdump-19=llvm-19
src=$("$top/scripts/src" 7.3 series) || exit 1
while read -r config _; do
	ok "$config: W=1 -Werror" compiles "$config"
done < <(matrix)

copy with
copy without
ok "there are two lines that bring the template up to date" two_lines_are_left_out
for arch in arm64 riscv64 ppc64le s390x; do
	ok "$arch: no code is made of them" refresh_is no-code $arch
done
ok "loongarch: code is made of them, for page->virtual" refresh_is code loongarch

uml=$build/out/7.3/series/tiny/uml
ok "UML links" uml_links
ok "UML: KUnit's memcpy suite passes" passes memcpy memcpy_nontemporal_test memcpy_nontemporal_const_test
ok "UML: KUnit's string suite passes" passes string string_test_strlen
done_testing
