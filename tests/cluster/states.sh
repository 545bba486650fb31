#!/bin/bash
# tests/cluster/states.sh BUILD_DIR - one search of states by several processes that MPI has started: the same states, outcomes and
# findings as one process; it is saved and resumed; auto goes over to it. Random programs: tests/states/fuzz.c.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
. tests/cluster/lib.bash

# What is sent is long, so that contents have numbers, and differs from history to history; there are communicators that only
# some histories make, too.
cat >vectors.c <<'C'
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int rank, size, rounds = atoi(argv[1]);
    const char *what = argc > 2 ? argv[2] : "";
    MPI_Comm comm = MPI_COMM_WORLD, some;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    long v[3] = {rank, 0, 0}, w[3] = {0};
    for (int i = 0; i < rounds * (size - 1) && !rank; i++) {
        MPI_Status s;
        MPI_Recv(w, 3, MPI_LONG, MPI_ANY_SOURCE, 0, comm, &s);
        v[1] = v[1] * 3 % 7 + w[0] * (i + 1);
        v[2] += w[2];
        MPI_Send(v, 3, MPI_LONG, s.MPI_SOURCE, 0, comm);
        if (!strcmp(what, "assert"))
            assert(v[1] != 25);
    }
    for (int i = 0; i < rounds && rank; i++) {
        MPI_Send(v, 3, MPI_LONG, 0, 0, comm);
        MPI_Recv(w, 3, MPI_LONG, 0, 0, comm, MPI_STATUS_IGNORE);
        v[0] = rank + w[1] % 4;
        v[2] = i;
    }
    if (!strcmp(what, "deadlock") && !rank && v[1] % 5 == 2)
        MPI_Recv(w, 3, MPI_LONG, 1, 9, comm, MPI_STATUS_IGNORE);
    if (!strcmp(what, "split")) {
        int x = rank, y;
        MPI_Comm_split(comm, (int)(rank ? v[0] : v[1]) % 2, rank, &some);
        MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, some);
        MPI_Comm_free(&some);
    }
    if (!strcmp(what, "cancel") && rank == 1) {
        MPI_Request r;
        MPI_Irecv(w, 3, MPI_LONG, 2, 5, comm, &r);
        MPI_Cancel(&r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    if (!strcmp(what, "file") && !rank && v[1] % 5 == 2) {
        FILE *f = fopen("input", "r");
        assert(f);
        fclose(f);
    }
    MPI_Finalize();
    return 0;
}
C
echo x >input
"$tool" cc -g -o vectors vectors.c || exit 2
litmus() { python3 "$root/bench/states/programs.py" "$@" >"$1.lit"; } # NAME ARGUMENT...
litmus tasks 4 16; litmus kept 7; litmus nbx 3; litmus queue 4 8

# ---- the same as one process ----

same 3 litmus -a states tasks.lit
same 2 litmus -a states -j 2 nbx.lit
same 4 litmus -a states --strategy random kept.lit
same 3 litmus -a auto tasks.lit # it goes over to states
same 3 litmus -a auto kept.lit # it tries them, and goes back
same 3 litmus -a states --keep-going wild.lit
same 3 run -n 8 -a states ./wild
same 4 run -n 4 -a states --keep-going ./vectors 3 assert
same 3 run -n 4 -a states --keep-going ./vectors 3 deadlock
same 2 run -n 4 -a states -j 2 ./vectors 3 split
same 3 run -n 4 -a states ./vectors 3 cancel # which is found out late: all begin again
same 3 run -n 4 -a states ./vectors 2 file   # process 0 goes on alone
same 3 run -n 4 -a states --check-names ./vectors 2 file # in which ranks have no names for a while
same 3 run -n 5 -a states --keep-going ./wild both
same 3 run -n 5 -a states --keep-going --check-sharing ./wild both
expect 'others take part' 0 'messages: [1-9][0-9]* items' "$mpiexec" -n 3 "$tool" run -v -n 4 -a states --check-sharing ./vectors 3
"$tool" cc -g -o farm "$root/bench/states/farm.c"
expect 'others take part in what auto goes over to' 0 'messages: [1-9][0-9]* items' "$mpiexec" -n 3 "$tool" run -v -n 5 --check-sharing ./farm 16
ok 'it does' grep -q '26,008 states (402,653,184 outcomes), all explored' <<<"$shown"

# ---- the table is divided ----

divided() { # PROCESSES COMMAND...
    same "$1" "$2" --check-sharing "${@:3}"
    cluster "$1" "$2" --check-sharing -v "${@:3}" >out 2>&1
    ok "$*: the table is divided" grep -q "divided among $(($1 - 1)) other process" out
}
litmus summed 12
divided 4 litmus -a states --strategy astar summed.lit # many questions, about many local states
divided 3 litmus -a states --strategy mcts -j 2 summed.lit
divided 2 litmus -a states --strategy bfs tasks.lit
divided 4 litmus -a states nbx.lit # cycles
divided 3 litmus -a states -j 2 queue.lit
divided 3 litmus -a states kept.lit
divided 3 litmus -a states --keep-going wild.lit
divided 4 run -n 4 -a states --keep-going ./vectors 3 assert
divided 2 run -n 4 -a states --keep-going -j 2 ./vectors 3 deadlock
divided 3 run -n 4 -a states ./vectors 3 split
same 3 run -n 4 -a states --check-sharing ./vectors 3 cancel # all begin again
same 3 run -n 4 -a states --check-sharing ./vectors 2 file   # process 0 goes on alone
expect 'it says so' 0 'process 0 has explored the states alone' "$mpiexec" -n 3 "$tool" run -v -n 4 -a states --check-sharing ./vectors 2 file

# Messages that are shorter than the buffer, and clocks, are found out by some process, and the program begins again in all of them.
cat >short.c <<'C'
#include <mpi.h>
#include <string.h>
static char big[3000];
int main(int argc, char **argv)
{
    int rank, size, from[9] = {0};
    double t = 0;
    MPI_Status s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(argv[1], "clock"))
        t = MPI_Wtime();
    for (int i = 0; i < 3 * (size - 1) && !rank; i++) {
        MPI_Recv(big, sizeof big, MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
        from[i] = s.MPI_SOURCE;
    }
    for (int i = 0; i < 3 && rank; i++)
        MPI_Send(big, rank == 3 && i == 2 ? 1 : 2, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return t < 0 || from[0] < 0;
}
C
"$tool" cc -g -o short short.c || exit 2
for what in length clock; do
    same 3 run -n 4 -a states --check-sharing ./short $what
    expect "others take part where the $what is found out late" 0 'messages: [1-9][0-9]* items' "$mpiexec" -n 3 "$tool" run -v -n 4 -a states --check-sharing ./short $what
done
same 3 litmus -a states --check-sharing "$root/tests/litmus/matching/loops/heartbeat-any.lit" # it looks back
cluster 3 run -n 4 -a states ./vectors 3 assert >out 2>&1
expect 'what was found can be replayed' 1 'assertion' "$tool" replay vectors-1.mzt

# ---- stopped, and resumed by others ----

numbers() { sed -nE 's/.* ([0-9,]+ states) \(([0-9,]+ outcomes)\), all explored.*/\1 .\2., all explored/p'; }
whole=$("$tool" run -n 4 -a states ./vectors 3 assert 2>&1 | numbers)
cluster 3 run -n 4 -a states --executions 40 ./vectors 3 assert >out 2>&1
ok 'a bound on executions stops all processes' grep -q 'to go on: .* --resume vectors.frontier' out
cp vectors.frontier begun
expect 'two processes go on with it' 1 "$whole" "$mpiexec" -n 2 "$tool" run -n 4 -a states --resume vectors.frontier ./vectors 3 assert
cp begun vectors.frontier
expect 'one process goes on with it' 1 "$whole" "$tool" run -n 4 -a states --resume vectors.frontier ./vectors 3 assert
"$tool" run -n 4 -a states --executions 40 ./vectors 3 assert >out 2>&1
expect 'four go on with what one has begun' 1 "$whole" "$mpiexec" -n 4 "$tool" run -n 4 -a states -j 2 --resume vectors.frontier ./vectors 3 assert

all_tools() { [ "$(children "$1" | wc -l)" -ge 10 ]; } # JOB: of the three relays, each has a tool and its worker
litmus tasks 5 20 # which takes long
for signal in TERM USR1; do
    "$mpiexec" -n 3 "$tool" litmus -a states tasks.lit </dev/null >out 2>&1 &
    job=$!
    until_so all_tools $job
    kill -$signal "$(relays $job | tail -n 1)"
    wait $job
    ok "SIG$signal to any process stops the search, and what is left is saved" grep -q 'to go on: .* --resume tasks.frontier' out
done

# ---- a process that dies ----

litmus tasks 4 18
whole=$("$tool" litmus -a states tasks.lit | numbers)
rm -f tasks.frontier
"$mpiexec" -n 3 "$tool" litmus -a states --save-every 0.05 tasks.lit </dev/null >out 2>&1 &
job=$!
until_so cp tasks.frontier saved.frontier 2>/dev/null
relay=$(relays $job | tail -n 1)
[ -z "$relay" ] || kill -KILL "$relay"
wait $job
expect 'what was saved before a process died is resumed' 0 "$whole" "$mpiexec" -n 2 "$tool" litmus -a states --resume saved.frontier tasks.lit

# ---- a process that stands still ----

litmus tasks 5 20
"$mpiexec" -n 3 "$tool" litmus -a states --check-sharing tasks.lit </dev/null >out 2>&1 &
job=$!
until_so all_tools $job
relay=$(relays $job | tail -n 1)
deputy=$(pgrep -P "$relay" | head -n 1)
sleep 0.5 # it has begun
kill -STOP "$deputy"
wait $job
ok 'a process that stands still is noticed' grep -qE 'stopped by the death of one of its processes \(process [12] has not answered for 20 seconds\)' out
ok 'and what is left is saved' grep -q 'to go on: .* --resume tasks.frontier' out

expect '--exact is refused' 2 'exact works in one process only' "$mpiexec" -n 2 "$tool" run -n 3 -a states --exact ./wild

finish
