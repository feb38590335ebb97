#!/bin/bash
# 45-guest-matrix under DEBUG_VM, lockdep and more; TIMEOUT is for slow machines.
CONFIG=debug TIMEOUT=1800 . "$(dirname "$0")/../45-guest-matrix.t"
