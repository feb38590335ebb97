#!/bin/bash
# The series applies with git am, strictly, to every point release that the
# archive still has.
. "$(dirname "$0")/tap.sh"

for name in 7.3 7.2; do
	if ! versions=$("$top/scripts/source" "$name" list); then
		skip "$name: point releases" "none can be had"
		continue
	fi
	for version in $versions; do
		VERSION=$version ok "$name: applies to $version" \
			"$top/scripts/apply" "$name@$version"
		VERSION=$version ok "$name: round trip on $version" \
			"$top/scripts/roundtrip" "$name@$version"
	done
done
done_testing
