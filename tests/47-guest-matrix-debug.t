#!/bin/bash
# 45-guest-matrix under DEBUG_VM, lockdep and DEBUG_ATOMIC_SLEEP.
KERNEL_CONFIG=debug . "$(dirname "$0")/45-guest-matrix.t"
