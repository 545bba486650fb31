#!/bin/bash
# tests/mpi/rma.sh BUILD_DIR [PATTERN...] - windows: errors of epochs, races, and programs that are right.
cd "$(dirname "$0")/../.." || exit 2
exec tests/lib/programs "$@" -- tests/mpi/rma*.c
