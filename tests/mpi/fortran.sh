#!/bin/bash
# tests/mpi/fortran.sh BUILD_DIR [PATTERN...] - Fortran programs: mpif.h, the modules mpi and mpi_f08, built by MPICH's
# mpif90 or by mazurka fc.
cd "$(dirname "$0")/../.." || exit 2
exec tests/lib/programs "$@" -- tests/mpi/fortran/*.f tests/mpi/fortran/*.f90
