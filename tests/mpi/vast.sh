#!/bin/bash
# tests/mpi/vast.sh BUILD_DIR [PATTERN...] - memory that is allocated and not touched costs nothing.
cd "$(dirname "$0")/../.." || exit 2
exec tests/lib/programs "$@" -- tests/mpi/vast.c
