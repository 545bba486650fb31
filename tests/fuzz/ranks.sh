#!/bin/bash
# tests/fuzz/ranks.sh BUILD_DIR - random programs with ranks: every explorer against an oracle of its own. MZ_FUZZ_PROGRAMS
# says how many.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
fuzzer "${MZ_FUZZ_PROGRAMS:-300}" "$build/fuzz" --ranks
finish
