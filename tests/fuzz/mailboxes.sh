#!/bin/bash
# tests/fuzz/mailboxes.sh BUILD_DIR - random programs: every explorer against brute force. MZ_FUZZ_PROGRAMS says how many.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
fuzzer "${MZ_FUZZ_PROGRAMS:-500}" "$build/fuzz"
finish
