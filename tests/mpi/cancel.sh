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
# A receive that is cancelled has taken a message, or not; then another one takes it. All explorers see both, with each order of the messages.
cat >receive.c <<'END'
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, x = 0, y, cancelled;
    MPI_Request r;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &r);
        MPI_Cancel(&r);
        MPI_Wait(&r, &status);
        MPI_Test_cancelled(&status, &cancelled);
        if (cancelled)
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(100 * !!cancelled + 10 * x + y != atoi(argv[1]));
    }
    MPI_Finalize();
    return 0;
}
END
"$tool" cc -g -o receive receive.c || exit 2
for how in '-a match' '-a odpor --buffering infinite' '-a sdpor --buffering zero'; do
    for seen in 12 21 112 121; do
        # shellcheck disable=SC2086 # these are words
        expect "$how: $seen" 1 'assertion: in 1 of 4 outcomes' "$tool" run -n 3 $how ./receive $seen
    done
    # shellcheck disable=SC2086 # these are words
    expect "$how: not 111" 0 '4 outcomes, .*all explored' "$tool" run -n 3 $how ./receive 111
done
# Every interleaving, which is many: these are the same four.
"$tool" run -q -n 3 -a exhaustive --buffering zero --json - ./receive 12 >all.json
ok 'exhaustive has four outcomes, one of which fails' [ "$(tr -d ' ,' <all.json | grep -cxE '"(traces":4|assertions":1)')" = 2 ]

finish
