#!/bin/bash
# The repository itself: scripts, C files, words, and what must not be in it.
. "$(dirname "$0")/tap.sh"

tracked() {
	git -C "$top" ls-files -z -co --exclude-standard -- "$@" | xargs -0rn 1 printf "$top/%s\n"
}

shell_files() {
	tracked | while read -r file; do
		! head -c 20 "$file" | grep -q '^#!.*bash' || echo "$file"
	done
	tracked 'scripts/*.sh' 'tests/*.sh'
}

python_files() {
	tracked | while read -r file; do
		! head -c 40 "$file" | grep -q '^#!.*python3' || echo "$file"
	done
}

shell_is_clean() {
	shell_files | sort -u | xargs -d '\n' shellcheck -x -P SCRIPTDIR
}

python_compiles() {
	local file
	python_files | while read -r file; do
		python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])' "$file"
	done
}

words_are_right() {
	tracked ':!bench/results' ':!COPYING' | xargs -d '\n' \
		codespell --quiet-level=2 -L nd,damon,extraversion
}

# has_none WHAT REGEX PATHSPEC...
has_none() {
	local regex=$1
	shift
	! git -C "$top" grep -nIE -e "$regex" -- "$@"
}

files_are_short() {
	local file lines long=0
	while read -r file; do
		lines=$(wc -l <"$file")
		[ "$lines" -le 310 ] || { echo "$file: $lines lines"; long=1; }
	done < <(tracked ':!patches' ':!bench/results' ':!COPYING' ':!*.svg')
	return $long
}

need shellcheck=shellcheck codespell=codespell python3=python3 git=git
ok "shellcheck finds nothing" shell_is_clean
ok "Python parses" python_compiles
ok "codespell finds nothing" words_are_right
ok "no file outside patches is longer than about 300 lines" files_are_short
ok "no trailer that nobody gave" has_none \
	'^(Signed-off-by|Reviewed-by|Tested-by|Acked-by|Co-developed-by|Link): ' patches
ok "no address of a package archive" has_none '(https?|ftp)://[^ "]*(debian|npm)' .
done_testing
