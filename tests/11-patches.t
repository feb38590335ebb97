#!/bin/bash
# Each patch as a mail: checkpatch --strict, the series file, kernel-doc of the
# files it touches. Patches carry no sign-off until a person posts them.
. "$(dirname "$0")/tap.sh"

all_are_listed() {
	diff <(cd "$1" && ls [0-9]*.patch) <(grep -v '^#' "$1/series")
}

names_its_package() {
	head -n 1 "$1/series" | grep -qE '^# linux-source-[0-9.]+ [0-9]'
}

# As many patches as it says, and none that it does not mention.
has_cover_letter() {
	local letter=$1/0000-cover-letter.txt count
	count=$(grep -vc '^#' "$1/series")
	head -n 1 "$letter" | grep -F "[PATCH 00/$count] " && grep -qE "^ ([0-9]+-)?$count  " "$letter"
}

checkpatch() {
	(cd "$src" && perl scripts/checkpatch.pl --strict --codespell --quiet \
		--codespellfile "$work/dictionary" --ignore MISSING_SIGN_OFF "$1")
}

subject_fits() {
	local subject
	subject=$(sed -n '/^Subject: /,/^$/{s/^Subject: \[PATCH\] //;/^$/d;p}' "$1" | tr -d '\n')
	echo "$subject"
	[ ${#subject} -le 72 ] && [[ $subject != *. ]]
}

# The base's own complaints are not ours.
kernel_doc() {
	local file new=0
	while read -r file; do
		! diff <(complaints "$base" "$file") <(complaints "$src" "$file") |
			grep '^>' || new=1
	done < <(sed -n 's|^+++ b/\(.*\.[ch]\)$|\1|p' "$dir"/*.patch | sort -u)
	return $new
}

complaints() {
	(cd "$1" && scripts/kernel-doc -none -Wall "$2" 2>&1) |
		sed -E 's/^(Warning|Error): ([^:]+):[0-9]+/\1: \2/' | sort
}

need perl=perl codespell=codespell python3=python3
# checkpatch looks for it where it was before codespell 2.
dictionary=$(dpkg -L codespell 2>/dev/null | grep '/dictionary\.txt$') ||
	dictionary=/usr/share/codespell/dictionary.txt
# "nd" is the bus of NVDIMMs.
grep -v '^nd->' "$dictionary" >"$work/dictionary"
names="7.3 7.2"
[ -z "${PATCHES:-}" ] || names=${BASE:-7.3}
for name in $names; do
	dir=$(realpath -m "${PATCHES:-$top/$(base_field "$name" 4)}")
	src=$("$top/scripts/src" "$name" series) && base=$("$top/scripts/src" "$name" base) || exit 1
	ok "$name: the series file lists every patch" all_are_listed "$dir"
	ok "$name: the series file names its base package" names_its_package "$dir"
	ok "$name: the cover letter is about these patches" has_cover_letter "$dir"
	for patch in "$dir"/*.patch; do
		ok "$name: checkpatch --strict of ${patch##*/}" checkpatch "$patch"
		ok "$name: subject of ${patch##*/}" subject_fits "$patch"
	done
	ok "$name: kernel-doc has nothing new to say" kernel_doc
done
done_testing
