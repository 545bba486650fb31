#!/bin/bash
# tests/fuzz/cancels.sh BUILD_DIR - random programs with ranks that cancel sends: every explorer against the oracle.
# MZ_FUZZ_PROGRAMS says how many.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
fuzzer "${MZ_FUZZ_PROGRAMS:-200}" "$build/fuzz" --ranks --cancels
finish
