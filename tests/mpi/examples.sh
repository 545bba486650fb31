#!/bin/bash
# tests/mpi/examples.sh BUILD_DIR [PATTERN...] - the programs of examples/mpi.
cd "$(dirname "$0")/../.." || exit 2
exec tests/lib/programs "$@" -- examples/mpi/*.* examples/mpi/rma/*.c examples/mpi/io/*.c
