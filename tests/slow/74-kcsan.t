#!/bin/bash
# The series on a kernel with KCSAN: no race but those that the tests of
# memcpy_nontemporal() make, and all of those.
# shellcheck source-path=SCRIPTDIR/..
. "$(dirname "$0")/../sanitizer.sh"

config=kcsan
export CPUS=2 TIMEOUT=1200

binds_devices dev mem
memcpy_suite
pages_suite
ok "$config: the guest runs its tests of memcpy_nontemporal()" run_own
ok "$config: races with source and destination are reported" \
	counts own 'pass:2 fail:0 skip:0 total:2'
done_testing
