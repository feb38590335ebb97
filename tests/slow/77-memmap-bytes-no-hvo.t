#!/bin/bash
# 43-memmap-bytes without vmemmap optimisation: tail pages point to their head page.
KERNEL_CONFIG=no-hvo . "$(dirname "$0")/../43-memmap-bytes.t"
