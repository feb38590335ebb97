#!/bin/bash
# The series on a kernel with KMSAN: no report but those that the tests of
# memcpy_nontemporal() want, and all of those. Struct pages have more than 64 bytes there,
# for which devices have no room: map=mem.
# shellcheck source-path=SCRIPTDIR/..
. "$(dirname "$0")/../sanitizer.sh"

config=kmsan
export LLVM=-19 CPUS=1 MEM=8G TIMEOUT=1200	# two thirds of the memory are for KMSAN

binds_devices mem mem
memcpy_suite
ok "$config: the guest runs its tests of memcpy_nontemporal()" run_own
ok "$config: uninitialised bytes and their origin are copied, and nothing else is reported" \
	counts own 'pass:3 fail:0 skip:0 total:3'
done_testing
