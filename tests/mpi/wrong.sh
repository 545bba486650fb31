#!/bin/bash
# tests/mpi/wrong.sh BUILD_DIR [PATTERN...] - is every mistake of wrong*.c found, and named right?
cd "$(dirname "$0")/../.." || exit 2
exec tests/lib/programs "$@" -- tests/mpi/wrong*.c
