# tests/cluster/lib.bash - for the scripts here: enters a folder of its own, with programs to check; compares a search of several
# processes with that of one. To be read after tests/lib/check.bash.
# shellcheck shell=bash
find_mpich
if [ -z "$mpiexec" ] || [ ! -e "$build/mazurka-cluster.so" ]; then
    skip 1 'cluster: mpicc or mpiexec of MPICH is not installed'
    finish
fi
if ldd "$build/mazurka-cluster.so" | grep -q 'libmpi\.so\.40'; then
    skip 1 "cluster: mazurka-cluster.so was built for Open MPI; make MPICC=$mpicc -W src/cluster/relay.c"
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
static volatile int order[64];
int main(int argc, char **argv)
{
    int rank, n, got, first = 0, last = 0;
    const char *what = argc > 1 ? argv[1] : "good";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (char **v = environ; *v; v++)
        assert(strncmp(*v, "PMI", 3) && strncmp(*v, "HYD", 3) && strncmp(*v, "SLURM", 5) && strncmp(*v, "MPIR", 4) && strncmp(*v, "OMPI", 4));
    for (int i = 1; i < n && !rank; i++) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        first = i == 1 ? got : first;
        last = order[i % 64] = got; /* so that no two outcomes have the same memory */
    }
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (!rank && n == 9) /* so that there is time for a signal, also on a busy machine */
        for (volatile int i = 0; i < 250000; i++)
            ;
    if (!rank && !strcmp(what, "assert"))
        assert(first != n - 1 || last != 1);
    if (!rank && !strcmp(what, "always"))
        assert(!first);
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
{
    echo 'semantics matching'
    echo 'rank 0'
    for i in 1 2 3 4 5 6 7; do echo "  x$i = recv any"; done
    echo '  assert !(x1.source == 3 && x7.source == 1)'
    for i in 1 2 3 4 5 6 7; do printf 'rank %d\n  send 0\n' $i; done
} >wild.lit

# The verdict, the numbers and the findings, without the time.
verdict() { sed -n '/^\(verified\|violated\|incomplete\)/,$p' | sed -E 's/, [0-9.]+ s, [0-9]+ MB$//; /replaced, of/d' | sort; }
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

# What processes are there.
relays() { pgrep -P "$(pgrep -P "$1" | head -n 1)"; } # those that the launcher's proxy has started
all_explore() { # JOB: of the three relays, each has a tool, a program and its worker
    [ "$(children "$1" | wc -l)" -ge 13 ]
}
