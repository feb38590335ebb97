#!/bin/bash
# The series on a kernel with KASAN, DEBUG_VM and lockdep: no report but those that the
# tests of memcpy_nontemporal() want, and all of those.
# shellcheck source-path=SCRIPTDIR/..
. "$(dirname "$0")/../sanitizer.sh"

config=kasan
export CPUS=2 TIMEOUT=1200

binds_devices dev mem
memcpy_suite
pages_suite
ok "$config: the guest runs its tests of memcpy_nontemporal()" run_own
ok "$config: bad copies are reported, others are not" passes own kmalloc_oob_memcpy_nontemporal
done_testing
