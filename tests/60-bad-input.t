#!/bin/bash
# Bad input gets one clear error and a status that is not zero, and loses nothing.
. "$(dirname "$0")/guest.sh"

make_in_own_folder() {
	BUILD=$work/build env -u FM_LOCKED -u FM_STARTED make -C "$top" --no-print-directory "$@"
}

# make drops blanks of its own arguments.
without_cases() {
	CASES=' ' make_in_own_folder replay
}

# A tree that looks like a kernel, and that no patch fits.
fake_kernel() {
	mkdir -p "$1/mm" "$1/include/linux"
	printf 'VERSION = 7\nPATCHLEVEL = 3\nSUBLEVEL = 9\nEXTRAVERSION =\nNAME = none\n' >"$1/Makefile"
	echo 'int nothing;' | tee "$1/mm/mm_init.c" >"$1/include/linux/mm.h"
	touch "$1/Kbuild" "$1/Kconfig"
}

is_unchanged() {
	[ "$(find "$1" -type f -exec sha256sum {} + | sort | sha256sum)" = "$2" ]
}

without_network() {
	XDG_CACHE_HOME=$work/cache MIRROR=http://127.0.0.1:9/none make_in_own_folder tree
}

while_locked() {
	exec {fd}>>"$work/build/.lock"
	flock "$fd"
	make_in_own_folder tree
}

guest_that() {
	local kernel
	kernel=$("$top/scripts/build" 7.3 series production)
	echo "$1" >"$work/plan"
	CONSOLE=$logs/test-bad-guest.log TIMEOUT=20 ACCEL=tcg "$top/scripts/vm" "$kernel" "$work/plan"
}

refuses_local_edits() {
	local tree=$build/tree/7.3
	[ ! -e "$tree" ] || return 1
	"$top/scripts/tree" 7.3 >/dev/null || return 1
	echo '/* mine */' >>"$tree/mm/mm_init.c"
	fails_with 'uncommitted changes' "$top/scripts/tree" 7.3 &&
		tail -n 1 "$tree/mm/mm_init.c" | grep -qxF '/* mine */'
}

remove_tree() {
	git -C "$build/tree/7.3" checkout -q mm/mm_init.c
	rm -rf "$build/tree/7.3"
}

# What a progress line finds in a log may not be there yet.
on_a_terminal() {
	cat >"$work/job" <<-END
		. "$top/scripts/common.sh"
		nothing_yet() { grep -q 'not there' "\$1"; }
		PROGRESS=nothing_yet run_logged test-terminal waiting sleep 1
		echo went on
	END
	script -qec "bash -euo pipefail $work/job" /dev/null | grep 'went on'
}

mkdir -p "$work/empty" "$work/build"
fake_kernel "$work/fake"
sum=$(find "$work/fake" -type f -exec sha256sum {} + | sort | sha256sum)

ok "unknown base" fails_with "error: unknown base '9.9'" make_in_own_folder tree BASE=9.9
ok "KSRC is no kernel" fails_with 'error: .*kernel' make_in_own_folder tree KSRC="$work/empty"
ok "KSRC does not take the patches: patch and place are named" \
	fails_with '^error: 0001-.*does not apply' make_in_own_folder tree KSRC="$work/fake"
ok "that tree is as it was" is_unchanged "$work/fake" "$sum"
ok "no network and nothing in the cache" fails_with 'error: .*cannot be reached' without_network
ok "two runs at once" fails_with 'error: another run' while_locked
ok "SIZE is nonsense" fails_with "error: SIZE is 'large'" make_in_own_folder bench SIZE=large
ok "SIZE is too small" fails_with 'error: SIZE is 1M' make_in_own_folder bench SIZE=1M
ok "REPS is zero" fails_with "error: REPS is '0'" make_in_own_folder bench REPS=0
for target in bench replay; do
	ok "SIZE does not fit in 64 bits ($target)" \
		fails_with "error: SIZE is '16777216T'" make_in_own_folder $target SIZE=16777216T
done
ok "a wildcard is no case of the replay" fails_with "error: CASES has '[*]'" make_in_own_folder replay CASES='*'
ok "a variant without a source" fails_with "error: VARIANT is 'mine'" make_in_own_folder replay VARIANT=mine
ok "a case of the replay that is none" fails_with "error: CASES has 'x'" make_in_own_folder replay CASES='0 x'
ok "no case" fails_with 'error: CASES is empty' without_cases
ok "a case that does not fit into SIZE" fails_with "error: CASES has '18', of which 512 MiB" \
	make_in_own_folder replay SIZE=512M CASES='0 18'
ok "a case that does not fit into the small devices" fails_with "error: SMALL_CASES has '18'" \
	make_in_own_folder replay SMALL_CASES=18
ok "a build folder that cannot be written" fails_with 'error: cannot write to /proc/none' \
	env -u FM_LOCKED make -C "$top" replay BUILD=/proc/none
ok "a folder of mutants that does not exist" fails_with 'error: no folder ' \
	make_in_own_folder mutants MUTANTS="$work/none"
ok "unknown configuration" fails_with "error: no configuration 'none'" \
	"$top/scripts/build" 7.3 base none
ok "a job on a terminal, with nothing to show yet" on_a_terminal
ok "ACCEL is nonsense" fails_with "error: ACCEL is 'foo'" make_in_own_folder bench ACCEL=foo
ok "unknown test" fails_with "error: no test 'none'" make_in_own_folder test TEST=none
ok "a guest that hangs" fails_with 'error: the guest did not end within 20 s' guest_that hang
ok "a guest that panics" fails_with "error: the guest's kernel panicked" guest_that panic
if [ -e "$build/tree/7.3" ]; then
	skip "local edits in the work tree" "there is a work tree, which is not ours"
else
	ok "local edits in the work tree are refused and kept" refuses_local_edits
	remove_tree
fi
done_testing
