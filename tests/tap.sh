# What the cases of this folder share: TAP for prove; sourced, never run.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"

count=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ok TEXT COMMAND...: one test; what a failing command printed is shown.
ok() {
	local text=$1
	shift
	count=$((count + 1))
	if ("$@") >"$work/output" 2>&1; then
		echo "ok $count - $text"
	else
		echo "not ok $count - $text"
		tail -n 30 "$work/output" | sed 's/^/# /'
	fi
}

skip() {
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

# fails_with REGEX COMMAND...: the command has to fail, and to say why.
fails_with() {
	local regex=$1 status=0
	shift
	"$@" >"$work/fails_with" 2>&1 || status=$?
	cat "$work/fails_with"
	if [ $status = 0 ]; then
		echo "it did not fail"
		return 1
	fi
	grep -qE -- "$regex" "$work/fails_with"
}

done_testing() {
	echo "1..$count"
}
