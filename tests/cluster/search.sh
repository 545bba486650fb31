#!/bin/bash
# tests/cluster/search.sh BUILD_DIR - several processes that MPI has started are one search: the same verdict, findings and
# counts as one process; what is left is saved and resumed; what does not fit together is refused.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
. tests/cluster/lib.bash

echo 'int plugin;' >plugin.c
gcc -shared -fPIC -o plugin.so plugin.c
echo x >input

# ---- the same as one process ----

same 2 run -n 7 -a match ./wild
same 3 run -n 7 -a match --keep-going ./wild assert
same 4 run -n 7 -a match --keep-going ./wild both
same 8 run -n 6 -a match ./wild deadlock
same 2 run -n 6 -j 2 -a match --keep-going ./wild both
same 3 run -n 6 -a match --strategy random ./wild assert
same 3 run -n 6 --keep-going ./wild both
same 3 run -n 5 -a match ./wild file
same 3 run -n 8 -a match ./wild plugin # all are started again with it
same 4 litmus -a match --keep-going wild.lit
same 3 litmus -a sdpor wild.lit
same 3 litmus -a exhaustive "$root/tests/litmus/matching/probe-any.lit"
same 2 litmus -a match "$root/tests/litmus/matching/head-to-head-zero.lit"

# More receives are open than there is room for at first: all begin again.
cat >open.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, n, got[16];
    MPI_Request r[16];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (int i = 1; i < n && !rank; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r[i]);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Waitall(n - 1, r + 1, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
C
"$tool" cc -g -o open open.c || exit 2
expect 'a search that begins again with more room' 0 '720 outcomes,.* all explored' "$mpiexec" -n 3 "$tool" run -v -n 7 -a sdpor --buffering infinite --check-sharing ./open
ok 'others take part in it' grep -qE 'messages: [1-9][0-9]* items' <<<"$shown"
# Who resumes it begins with as much room, and so do the others.
cluster 3 run -n 7 -a sdpor --buffering infinite --executions 100 --check-sharing ./open >out 2>&1
ok 'it is stopped by a bound' grep -q 'to go on: .* --resume open.frontier' out
expect 'others resume it' 0 '720 outcomes,.* all explored' "$mpiexec" -n 2 "$tool" run -n 7 -a sdpor --buffering infinite --check-sharing --resume open.frontier ./open

# Random programs: some end well, most of them deadlock in some outcomes.
random() { # SEED
    awk -v seed="$1" 'BEGIN {
        srand(seed)
        print "semantics matching"
        for (r = 0; r < 5; r++) {
            print "rank " r
            for (i = 0; i < 5; i++) {
                to = int(5 * rand())
                if (rand() < 0.55)
                    print "  send " (to == r ? (r + 1) % 5 : to)
                else
                    print "  x" i " = recv any"
            }
        }
    }'
}
for seed in 1 2 3 4 5 6 7 8; do
    random $seed >random-$seed.lit
    same $((2 + seed % 3)) litmus -a match --keep-going random-$seed.lit
done

# ---- stopped, and resumed by others ----

whole='40,320 outcomes, all explored'
left() { # how many outcomes the frontier says were explored
    sed -nE 's/^all [0-9a-f]+ ([0-9]+ ){3}([0-9]+) .*/\2/p' wild.frontier
}
cluster 3 run -n 9 -a match --executions 2000 ./wild assert >out 2>&1
ok 'a bound on executions stops all processes' grep -q 'to go on: .* --resume wild.frontier' out
ok 'and is met exactly' [ "$(left)" = 2000 ]
cp wild.frontier begun
for signal in TERM USR1; do
    cp begun wild.frontier # so that there is time for the signal
    "$mpiexec" -n 3 "$tool" run -n 9 -a match --resume wild.frontier ./wild assert </dev/null >out 2>&1 &
    job=$!
    until_so all_explore $job
    relay=$(relays $job | tail -n 1)
    kill -$signal "$relay"
    wait $job
    ok "SIG$signal to any process stops the search, and what is left is saved" grep -q 'to go on: .* --resume wild.frontier' out
done
cp wild.frontier before
expect 'two processes go on with it' 1 "$whole" "$mpiexec" -n 2 "$tool" run -n 9 -a match --resume wild.frontier ./wild assert
ok 'each outcome was explored once' grep -q 'assertion.*in 720 of 40,320 outcomes' <<<"$shown"
cp before wild.frontier
expect 'one process goes on with it' 1 "$whole" "$tool" run -n 9 -j 2 -a match --resume wild.frontier ./wild assert

# ---- processes that die ----

rm -f wild.frontier
"$mpiexec" -n 3 "$tool" run -n 9 -a match --save-every 0.2 ./wild assert </dev/null >out 2>&1 &
job=$!
until_so [ -e wild.frontier ]
relay=$(relays $job | tail -n 1)
kill -KILL "$relay"
wait $job
expect 'what was saved before a process died is resumed by four' 1 "$whole" "$mpiexec" -n 4 "$tool" run -n 9 -a match --resume wild.frontier ./wild assert
ok 'nothing was lost or explored twice' grep -q 'assertion.*in 720 of 40,320 outcomes' <<<"$shown"
ok 'the frontier of a search that is complete is removed' [ ! -e wild.frontier ]

# dpor and sdpor save meanwhile, too: so often that it takes long, although it would be over at once.
sed '/x7 = recv/d; /rank 7/,$d; s/x7.source/x6.source/' wild.lit >six.lit
expect 'sdpor, saved again and again, explores all once' 1 '  720 outcomes,.* all explored' \
    "$mpiexec" -n 3 "$tool" litmus -a sdpor --save-every 0.02 six.lit
"$mpiexec" -n 3 "$tool" litmus -a sdpor --save-every 0.02 wild.lit </dev/null >out 2>&1 &
job=$!
until_so cp wild.frontier saved.frontier 2>/dev/null
relay=$(relays $job | tail -n 1)
kill -KILL "$relay"
wait $job
expect 'what sdpor has saved meanwhile is resumed' 1 '  5,040 outcomes,.* all explored' "$mpiexec" -n 2 "$tool" litmus -a sdpor --resume saved.frontier wild.lit
ok 'nothing was lost or explored twice by sdpor' grep -q 'assertion.* in 120 of 5,040 outcomes' <<<"$shown"

full='mount -t tmpfs -o size=4k tmpfs full && head -c 4096 /dev/zero >full/zeros'
mkdir full
if unshare -m sh -c "$full" 2>/dev/null; then
    expect 'a full disk is told of, and does not end the search' 0 'what is left was not saved: .*No space' \
        unshare -m sh -c "$full && $mpiexec -n 2 $tool run -n 9 -a match --save-every 0.1 -o full ./wild </dev/null"
    ok 'and all is explored' grep -q "$whole" <<<"$shown"
else
    skip 2 'cluster: this user cannot mount a small file system'
fi

# ---- what does not fit together ----

mkdir other
sed 's/first != 3/first != 2/' wild.c >other/wild.c
(cd other && "$tool" cc -g -o wild wild.c)
expect 'another program is refused' 2 'the program differs between process 0 and process 1' \
    "$mpiexec" -n 1 "$tool" run -n 9 -a match ./wild : -n 1 -wdir "$work/other" "$tool" run -n 9 -a match ./wild
expect 'other options are refused' 2 'differs between process 0 and process 1' \
    "$mpiexec" -n 1 "$tool" run -n 9 -a match ./wild : -n 1 "$tool" run -n 9 -a match --seed 4 ./wild
expect '-a odpor is refused' 2 'odpor works in one process only' "$mpiexec" -n 2 "$tool" run -n 3 -a odpor ./wild
expect '--bound is refused' 2 'bound works in one process only' "$mpiexec" -n 2 "$tool" run -n 3 -a match --bound 2 ./wild
expect 'standard input is refused' 4 'reads standard input, which only one of several processes has' "$mpiexec" -n 2 "$tool" run -n 3 ./wild stdin
expect 'other commands are refused' 2 "can share 'run' and 'litmus' only" "$mpiexec" -n 2 "$tool" list
ok 'only one process says so' [ "$(grep -c "can share" <<<"$shown")" = 1 ]
mkdir -p alone/mpi
cp "$tool" "$build/libmazurka.so" alone
ln -s "$build"/mpi/libmp* alone/mpi
expect 'a tool without the module says so' 2 'was built without MPI' "$mpiexec" -n 2 alone/mazurka run -n 3 ./wild
expect 'one process alone needs no module' 0 'verified' "$mpiexec" -n 1 alone/mazurka run -n 3 ./wild

finish
