#!/bin/bash
# tests/mpi/outcomes.sh BUILD_DIR [PATTERN...] - small programs whose outcome is open. Each names all outcomes that the
# standard allows: mazurka must find exactly these, and MPICH, asked MZ_ROUNDS times in the ways MZ_WAYS (tests/mpi/mpich),
# no other. MZ_VERBOSE says how often it shows which.
cd "$(dirname "$0")/../.." || exit 2
exec tests/lib/programs "$@" -- tests/mpi/outcomes/*.c
