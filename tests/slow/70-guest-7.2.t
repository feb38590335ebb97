#!/bin/bash
# 40-guest on 7.2.
NAMES=7.2 . "$(dirname "$0")/../40-guest.t"
