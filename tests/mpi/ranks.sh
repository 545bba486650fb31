#!/bin/bash
# tests/mpi/ranks.sh BUILD_DIR [PATTERN...] - ranks have clocks that are never behind what they receive, and memory
# that others cannot get at.
cd "$(dirname "$0")/../.." || exit 2
exec tests/lib/programs "$@" -- tests/mpi/ranks.c
