#!/bin/bash
# tests/mpi/programs.sh BUILD_DIR [PATTERN...] - programs that print the same with MPICH and with us. SAY_EXIT makes them
# end with an exit code, and so with a finding, whose output is shown.
cd "$(dirname "$0")/../.." || exit 2
exec tests/lib/programs "$@" -- tests/mpi/programs/*.c
