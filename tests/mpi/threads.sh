#!/bin/bash
# tests/mpi/threads.sh BUILD_DIR - threads take their turns in the same way however a rank got to where it is: by a copy
# of its memory, by running again, or in another process. So the outcomes are the same ones. What threads receive is
# the same for explorers that count the order in which they go on, and for those that do not.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-threads
mkdir -p "$out"
"$tool" cc -pthread -g -o "$out/polls" tests/verdict/programs/thread-polls-good.c || exit 1
cd "$out" || exit 1

outcomes() { # OPTIONS...
    "${guard[@]}" "$tool" run "$@" -n 2 ./polls 2>&1 | sed -n 's/^ *\([0-9]* outcomes, [0-9]* redundant, all explored\).*/\1/p'
}
all=$(outcomes --images every)
ok 'all outcomes are explored' [ -n "$all" ]
for images in root auto; do
    ok "they are the same with --images $images" [ "$(outcomes --images $images)" = "$all" ]
done
ok 'and in two processes' [ "$(outcomes -j 2)" = "$all" ]

# Two threads wait for messages of two ranks; whichever they get, any message with tag 3 may come next.
cat >receive.c <<'C'
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
static int got[2];
static void *receive(void *which)
{
    MPI_Recv(&got[(long)which], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}
int main(int argc, char **argv)
{
    int rank, level, next = 0, last;
    pthread_t t[2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    } else {
        for (long i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, receive, (void *)i);
        for (int i = 0; i < 2; i++)
            pthread_join(t[i], NULL);
        MPI_Recv(&next, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&last, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(100 * got[0] + 10 * got[1] + next != atoi(argv[1]));
    }
    MPI_Finalize();
    return 0;
}
C
"$tool" cc -pthread -g -o receive receive.c || exit 1
for seen in 121 122 211 212; do
    expect "match: threads receive $seen" 1 'assertion: in 1 of 4 outcomes' "$tool" run -n 3 -a match ./receive $seen
    expect "odpor: threads receive $seen" 1 'assertion: in 2 of 8 outcomes' "$tool" run -n 3 -a odpor --buffering infinite ./receive $seen
done
for never in 111 112 221 222; do
    expect "match: threads never receive $never" 3 '4 outcomes, all explored' "$tool" run -n 3 -a match ./receive $never
    expect "odpor: threads never receive $never" 0 '8 outcomes, all explored' "$tool" run -n 3 -a odpor --buffering infinite ./receive $never
done
finish
