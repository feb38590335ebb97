#!/bin/bash
# Every prefix of the series compiles what it touches, with W=1 and without a
# warning: as in production, and with the debug options and KUnit on the base where
# work happens.
. "$(dirname "$0")/prefix.sh"
. "$(dirname "$0")/objects.sh"

compile() {
	# shellcheck disable=SC2046
	FM_SRC=$src "$top/scripts/build" "$name" prefix "$1" \
		W=1 KCFLAGS=-Werror $(objects "$name" "$src")
}

for name in 7.3 7.2; do
	src=$build/src/$name/prefix
	number=0 configs=production
	[ $name != 7.3 ] || configs='production debug'
	for patch in "$top/$(base_field "$name" 4)"/*.patch; do
		number=$((number + 1))
		ok "$name: ${patch##*/} applies after those before it" check_out "$name" "$number"
		for config in $configs; do
			ok "$name: W=1 -Werror after ${patch##*/} ($config)" compile "$config"
		done
	done
done
done_testing
