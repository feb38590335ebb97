#!/bin/bash
# The tests are tested: each fault of tests/mutants is caught, and what nobody
# catches is reported.
# shellcheck source-path=SCRIPTDIR/..
. "$(dirname "$0")/../tap.sh"

# mutants FOLDER: one quick test is enough to see what becomes of others.
mutants() {
	MUTANTS=$1 KILLERS=object-code "$top/scripts/mutants"
}

# patch_line_1 SED-COMMAND: a patch that does that to the first line.
patch_line_1() {
	local source=$build/src/7.3/mutant/mm/mm_init.c
	echo 'Fault: none'
	sed "1$1" "$source" | diff -u --label a/mm/mm_init.c --label b/mm/mm_init.c "$source" - || :
}

all_caught() {
	"$top/scripts/mutants" && [ -n "$(ls "$top/tests/mutants")" ]
}

mkdir "$work/harmless" "$work/stale" "$work/different"
ok "each fault is caught" all_caught
patch_line_1 's|$| (or later)|' >"$work/harmless/comment.patch"
sed 's/SPDX/XPDS/' "$work/harmless/comment.patch" >"$work/stale/comment.patch"
sed -e 's/^Fault: .*/&\nEquivalent: yes/' "$top/tests/mutants/no-drain.patch" >"$work/different/no-drain.patch"
ok "a change of a comment is reported as not caught" \
	fails_with '^error: not caught: comment' mutants "$work/harmless"
ok "a patch that does not apply is an error" \
	fails_with 'error: comment.patch does not apply' mutants "$work/stale"
ok "a patch that changes instructions does not pass for one that does not" \
	fails_with '^error: .*the same instructions.* failed' mutants "$work/different"
done_testing
