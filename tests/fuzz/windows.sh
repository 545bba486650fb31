#!/bin/bash
# tests/fuzz/windows.sh BUILD_DIR - random programs with windows: every explorer against the judge of one-sided communication.
# MZ_FUZZ_PROGRAMS says how many.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
fuzzer "${MZ_FUZZ_PROGRAMS:-500}" "$build/fuzz" --windows
fuzzer "${MZ_FUZZ_PROGRAMS:-200}" "$build/fuzz" --windows --mixed
finish
