#!/bin/bash
# tests/mpi/cancel.sh BUILD_DIR - MPI_Cancel of sends: both outcomes are explored, and never
# does a message that was cancelled arrive.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

# Rank 0 tells rank 1 in the end whether the first message was withdrawn.
cat >cancel.c <<'END'
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, x[3] = {10, 20, 0}, got, flag, space = 1000;
    void *buffer = malloc((size_t)space);
    MPI_Status status;
    MPI_Request r;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(buffer, space);
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD); /* the receive is there: Irsend needs that */
        START(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        MPI_Cancel(&r);
        MPI_Wait(&r, &status);
        MPI_Test_cancelled(&status, &x[2]);
        if (x[2])
            MPI_Send(&x[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(&x[2], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Recv(&flag, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(got == (flag ? 20 : 10));
    }
    MPI_Buffer_detach(&buffer, &space);
    free(buffer);
    MPI_Finalize();
    return 0;
}
END
check() { # EXIT PATTERN ARGUMENTS...
    expect "$start, ${*:3}" "$1" "$2" "$tool" run -n 2 "${@:3}" ./cancel
}
for start in MPI_Isend MPI_Issend MPI_Ibsend MPI_Irsend; do
    "$build/mazurka-cc" -DSTART=$start -o cancel cancel.c || { fail "$start does not compile"; continue; }
    for buffering in zero infinite; do
        check 0 '^ *2 outcomes, all explored' -a odpor --buffering $buffering
    done
    check 0 'holds for: 2 ranks, this input, every MPI_Send buffered, or none'
    check 4 'cancels a send, which match cannot explore; -a odpor can.*cancel.c:16' -a match
    check 0 'stopped by --once' --once
done
finish
