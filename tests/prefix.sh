# The first patches of a series, as a source tree: for the cases that look at each
# patch; sourced by them.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"

# check_out BASE NUMBER: build/src/BASE/prefix gets the first NUMBER patches.
check_out() {
	local commit folder=$build/src/$1/prefix
	commit=$("$top/scripts/apply" "$1" "$2")
	[ -e "$folder/.git" ] || git -C "$("$top/scripts/src" "$1" base)" \
		worktree add -q --force --detach "$folder" "$commit"
	git -C "$folder" reset -q --hard "$commit"
}
