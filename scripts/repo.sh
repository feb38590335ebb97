# Where the git repositories and work trees of a base are, and git without the
# user's settings; sourced, never run.
#
# A NAME is a base (7.3), `ksrc` (the tree KSRC names), or BASE@VERSION: that
# package version, and of its files only those the patches touch, which is
# enough to apply and export them.
# shellcheck shell=bash disable=SC2034
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

git_config=$build/gitconfig
identity='fast-memmap maintainers <fast-memmap@example.org>'

# Output must not depend on the user's settings or locale, and a tree of
# another owner must be readable.
use_own_git_config() {
	mkdir -p "$build"
	printf '[safe]\n\tdirectory = *\n[advice]\n\tdetachedHead = false\n' >"$git_config.$$"
	mv "$git_config.$$" "$git_config"
	export GIT_CONFIG_GLOBAL=$git_config GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_EXTERNAL_DIFF GIT_DIFF_OPTS
}

base_of() {
	echo "${1%%@*}"
}

repo_of() {
	echo "$build/git/$1.git"
}

# patch_dir NAME
patch_dir() {
	local base dir
	base=$(base_of "$1")
	if [ -n "${PATCHES:-}" ]; then
		realpath -m "$PATCHES"
		return
	fi
	if [ "$base" = ksrc ]; then
		base=${BASE:-$(cat "$(repo_of ksrc)/fast-memmap-line")}
	fi
	dir=$(base_field "$base" 4)
	echo "$top/$dir"
}

# patch_files DIR: the patches that the series file lists, in its order.
patch_files() {
	[ -e "$1/series" ] || return 0
	sed -e 's/#.*//' -e 's/[[:space:]].*//' -e '/^$/d' "$1/series"
}

# patches_key DIR: changes when any of the patches does.
patches_key() {
	local file
	patch_files "$1" | while read -r file; do
		[ -e "$1/$file" ] || die "$1/series lists $file, which does not exist"
		echo "$file"
		cat "$1/$file"
	done | sha256sum | cut -d' ' -f1
}

# touched_files DIR: every file the patches read or write.
touched_files() {
	patch_files "$1" | sed "s|^|$1/|" | xargs -rd '\n' \
		sed -n -e 's|^--- a/||p' -e 's|^+++ b/||p' | sort -u
}

# add_worktree REPO FOLDER COMMIT: detached, nothing checked out yet. Forced,
# since a folder removed by hand may still be registered; no `worktree prune`,
# which would also forget a tree whose clone was moved.
add_worktree() {
	git -C "$1" worktree add -q --force --detach --no-checkout "$2" "$3"
}

# format_patches REPO RANGE FOLDER: the same bytes from the same commits.
format_patches() {
	git -C "$1" format-patch -q --zero-commit --no-signature -N --full-index \
		--no-renames --no-color --diff-algorithm=myers --from="$identity" \
		-o "$3" "$2"
	{
		echo "# $(git -C "$1" log -1 --format=%s "${2%%..*}")"
		(cd "$3" && find . -name '*.patch' -printf '%P\n' | sort)
	} >"$3/series"
}

# tree_made NAME: the developer's tree exists and was checked out to the end.
tree_made() {
	local tree=$build/tree/$1
	[ -e "$tree/.git" ] || return 1
	git -C "$tree" rev-parse -q --verify HEAD >/dev/null 2>&1 ||
		git -C "$(repo_of "$1")" worktree repair "$tree" >/dev/null 2>&1
	[ -e "$(git -C "$tree" rev-parse --absolute-git-dir 2>/dev/null)/fast-memmap-made" ]
}

# pending_operation FOLDER: the git operation that is not finished there.
pending_operation() {
	local dir
	dir=$(git -C "$1" rev-parse --absolute-git-dir)
	if [ -e "$dir/rebase-apply/applying" ]; then
		echo 'git am'
	elif [ -d "$dir/rebase-apply" ] || [ -d "$dir/rebase-merge" ]; then
		echo 'git rebase'
	elif [ -e "$dir/CHERRY_PICK_HEAD" ]; then
		echo 'git cherry-pick'
	elif [ -e "$dir/MERGE_HEAD" ]; then
		echo 'git merge'
	fi
}

# unfinished_work NAME: what in the tree is not in commits of branch series.
unfinished_work() {
	local tree=$build/tree/$1 operation
	operation=$(pending_operation "$tree")
	if [ -n "$operation" ]; then
		echo "an unfinished $operation"
	elif [ "$(git -C "$tree" symbolic-ref -q HEAD)" != refs/heads/series ]; then
		echo "something else than branch series checked out"
	elif [ -n "$(git -C "$tree" --no-optional-locks status --porcelain)" ]; then
		echo "uncommitted changes"
	fi
}

# local_work NAME: what replacing the tree would lose.
# refs/fast-memmap/tree is what the tree was last made from or exported as.
local_work() {
	local repo work=
	repo=$(repo_of "$1")
	! tree_made "$1" || work=$(unfinished_work "$1")
	if [ -n "$work" ]; then
		echo "$work"
	elif [ "$(git -C "$repo" rev-parse -q --verify refs/heads/series)" != \
		"$(git -C "$repo" rev-parse -q --verify refs/fast-memmap/tree)" ]; then
		echo "commits that are not exported"
	fi
}

# tree_is NAME COMMIT BASE: local work begins from here.
tree_is() {
	local repo
	repo=$(repo_of "$1")
	printf 'update %s\n' "refs/fast-memmap/tree $2" "refs/fast-memmap/tree-base $3" |
		git -C "$repo" update-ref --stdin
	patches_key "$(patch_dir "$1")" >"$repo/fast-memmap-tree-key"
}
