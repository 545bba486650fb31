#!/bin/bash
# tests/mpi/null.sh BUILD_DIR - does every call name the argument that is a null pointer, and not crash? null.mjs writes
# the program that tries all of them.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-null
mkdir -p "$out"
node tests/mpi/null.mjs include/mpi.h src/mpi/calls.def >"$out/null.c" && "$tool" cc -w -o "$out/null" "$out/null.c" ||
    fail 'the program with all null pointers'
cd "$out" || exit 2
expect 'every null pointer is an error that the call returns' 1 '^[0-9]{4} null pointers, 0 of them without an error' \
    "$tool" run -n 1 --once "$out/null"
ok '... and nothing else is wrong' [ "$(grep -o '^error\[[a-z-]*' <<<"$shown" | sort -u)" = $'error[invalid-argument\nerror[missing-finalize' ]
finish
