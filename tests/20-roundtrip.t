#!/bin/bash
# The patch files and the tree made of them say the same.
. "$(dirname "$0")/tap.sh"

for name in 7.3 7.2; do
	ok "$name: tree and export give the patch files again" "$top/scripts/roundtrip" "$name"
done
done_testing
