#!/bin/bash
# tests/mpi/abis.sh BUILD_DIR - programs compiled for Open MPI's ABI and for the standard's: they come to the same.
#
# The sources of the library are the same for all ABIs, so a part of the programs is enough: those that show what
# handles, statuses, constants, attributes and errors are. Programs that Open MPI itself compiled are in launch.sh, but
# those in Fortran are here: its bindings belong to it.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash

for abi in openmpi standard; do
    export ABI=$abi
    programs -- tests/mpi/programs/*.c tests/verdict/programs/{err,cancel,mprobe,mpi5,packed,type,startall}-*.c
done
export ABI=openmpi
programs -- tests/mpi/fortran/openmpi/*.f90 tests/mpi/fortran/{callbacks,choice,deadlock,faults,files,files08,headtohead,inplace08,leak,mismatch,race,temporary}.f90
unset ABI

# Every library has every function, by both names.
functions() { nm -D --defined-only "$build/mpi/$1" | awk '$2 == "T" && $3 ~ /^P?MPI_/ { print $3 }' | sort; }
same_functions() {
    [ "$(functions libmpich.so.12 | wc -l)" -gt 1200 ] || echo 'there should be more of them'
    comm -23 <(functions libmpich.so.12) <(functions "$1")
}
silent 'functions for Open MPI' same_functions libmpi.so.40
silent 'functions for the standard ABI' same_functions libmpi_abi.so.1
finish
