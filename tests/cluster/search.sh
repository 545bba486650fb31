#!/bin/bash
# tests/cluster/search.sh BUILD_DIR - several processes that MPI has started are one search: the same verdict, findings and
# counts as one process; what is left is saved and resumed; what does not fit together is refused.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
mpiexec=$(command -v mpiexec.mpich || command -v mpiexec)
if [ -z "$mpiexec" ] || [ ! -e "$build/mazurka-cluster.so" ]; then
    skip 1 'cluster: mpicc or mpiexec is not installed'
    finish
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

cat >wild.c <<'C'
#include <assert.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv)
{
    int rank, n, got, first = 0, last = 0;
    const char *what = argc > 1 ? argv[1] : "good";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (char **v = environ; *v; v++)
        assert(strncmp(*v, "PMI", 3) && strncmp(*v, "HYD", 3) && strncmp(*v, "SLURM", 5));
    for (int i = 1; i < n && !rank; i++) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        first = i == 1 ? got : first;
        last = got;
    }
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (!rank && n == 9) /* so that there is time for a signal */
        for (volatile int i = 0; i < 100000; i++)
            ;
    if (!rank && !strcmp(what, "assert"))
        assert(first != n - 1 || last != 1);
    if (!rank && !strcmp(what, "both"))
        assert(first != 3);
    if (!rank && (!strcmp(what, "deadlock") || !strcmp(what, "both")) && last == 2)
        MPI_Recv(&got, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!rank && !strcmp(what, "file") && last == 1) {
        FILE *f = fopen("input", "r");
        assert(f && fgetc(f) == 'x');
        fclose(f);
    }
    if (!rank && !strcmp(what, "plugin") && last == 1)
        assert(dlopen("./plugin.so", RTLD_NOW));
    if (!strcmp(what, "stdin"))
        getchar();
    MPI_Finalize();
    return 0;
}
C
"$tool" cc -g -o wild wild.c || exit 2
echo 'int plugin;' >plugin.c
gcc -shared -fPIC -o plugin.so plugin.c
echo x >input
{
    echo 'semantics matching'
    echo 'rank 0'
    for i in 1 2 3 4 5 6 7; do echo "  x$i = recv any"; done
    echo '  assert !(x1.source == 3 && x7.source == 1)'
    for i in 1 2 3 4 5 6 7; do printf 'rank %d\n  send 0\n' $i; done
} >wild.lit

# The verdict, the numbers and the findings, without the time, and without notes: which message races are noted depends on
# the order in which outcomes are seen, with -j as well.
verdict() { sed -n '/^\(verified\|violated\|incomplete\)/,$p' | sed -E 's/, [0-9.]+ s, [0-9]+ MB$//; /replaced, of|  note: /d' | sort; }
cluster() { # PROCESSES COMMAND...
    "${guard[@]}" "$mpiexec" -n "$1" "$tool" "${@:2}" </dev/null
}
same() { # PROCESSES COMMAND...
    local one many a b
    one=$("$tool" "${@:2}" 2>&1 </dev/null); a=$?
    many=$(cluster "$@" 2>&1); b=$?
    if [ $a = $b ] && [ "$(verdict <<<"$one")" = "$(verdict <<<"$many")" ]; then
        pass
    else
        fail "$*: exit $b instead of $a, or another verdict" <(diff <(verdict <<<"$one") <(verdict <<<"$many"); tail -n 5 <<<"$many")
    fi
}

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
same 2 litmus "$root/tests/litmus/matching/head-to-head.lit"

# ---- stopped, and resumed by others ----

whole='40,320 outcomes, all explored'
relays() { pgrep -P "$(pgrep -P "$1" | head -n 1)"; } # those that the launcher's proxy has started
all_explore() { # JOB: of the three relays, each has a tool, a program and its worker
    [ "$(children "$1" | wc -l)" -ge 13 ]
}
left() { # how many outcomes the frontier says were explored
    sed -nE 's/^all [0-9a-f]+ [0-9]+ ([0-9]+) .*/\1/p' wild.frontier
}
cluster 3 run -n 9 -a match --executions 2000 ./wild assert >out 2>&1
ok 'a bound on executions stops all processes' grep -q 'to go on: .* --resume wild.frontier' out
ok 'not much is explored beyond the bound' [ "$(left)" -lt 20000 ]
for signal in TERM USR1; do
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

# ---- what does not fit together ----

mkdir other
sed 's/first != 3/first != 2/' wild.c >other/wild.c
(cd other && "$tool" cc -g -o wild wild.c)
expect 'another program is refused' 2 'the program differs between process 0 and process 1' \
    "$mpiexec" -n 1 "$tool" run -n 9 -a match ./wild : -n 1 -wdir "$work/other" "$tool" run -n 9 -a match ./wild
expect 'other options are refused' 2 'differs between process 0 and process 1' \
    "$mpiexec" -n 1 "$tool" run -n 9 -a match ./wild : -n 1 "$tool" run -n 9 -a match --seed 4 ./wild
expect 'a program that is missing elsewhere is refused' 4 'process 1 has ended: .*wild' \
    "$mpiexec" -n 1 "$tool" run -n 9 -a match ./wild : -n 1 -wdir / "$tool" run -n 9 -a match ./wild
expect '-a states is refused' 2 'states works in one process only' "$mpiexec" -n 2 "$tool" run -n 3 -a states ./wild
expect '--bound is refused' 2 'bound works in one process only' "$mpiexec" -n 2 "$tool" run -n 3 -a match --bound 2 ./wild
expect 'standard input is refused' 4 'reads standard input, which only one of several processes has' "$mpiexec" -n 2 "$tool" run -n 3 ./wild stdin
expect 'other commands are refused' 2 "can share 'run' and 'litmus' only" "$mpiexec" -n 2 "$tool" list
ok 'only one process says so' [ "$(grep -c "can share" <<<"$shown")" = 1 ]
mkdir -p alone/mpi
cp "$tool" "$build/libmazurka.so" alone
ln -s "$build"/mpi/libmp* alone/mpi
expect 'a tool without the module says so' 2 'was built without MPI' "$mpiexec" -n 2 alone/mazurka run -n 3 ./wild
expect 'one process alone needs no module' 0 'verified' "$mpiexec" -n 1 alone/mazurka run -n 3 ./wild

command -v srun >/dev/null && command -v slurmd >/dev/null || skip 1 'cluster: Slurm is not installed'
finish
