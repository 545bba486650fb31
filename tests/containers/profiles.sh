#!/bin/bash
# tests/containers/profiles.sh BUILD - in containers, everything is as outside.
#
# The rules of Docker and Podman are those that they apply if nothing else is said
# (*.rules). With bubblewrap, more is taken away.
. tests/lib/check.bash
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
confined=$build/tests/containers/confined
cp examples/mpi/{sum-race,gather-deadlock,heat}.c "$tmp"
cat >"$tmp/where.c" <<'END'
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>
static char data[100000];
static void *early;
__attribute__((constructor)) static void begin(void)
{
    early = mmap(NULL, 1 << 22, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
int main(int argc, char **argv)
{
    int rank, got;
    char here[4096] = "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    assert(readlink("/proc/self/exe", here, sizeof here - 1) > 0 && strstr(here, "/where"));
    printf("%p %p %p %p %p %p %p %p\n", (void *)data, (void *)here, malloc(100), malloc(1 << 24),
           (void *)printf, early, (void *)argv, (void *)getauxval(AT_RANDOM));
    fflush(stdout);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(got == 1);
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return argc > 5;
}
END
cd "$tmp" || exit 1
for p in sum-race gather-deadlock heat where; do
    "$tool" cc -g -w -o $p $p.c -lm || exit 1
done
"$tool" cc -g -w -no-pie -o low where.c && mkdir where.d && mv low where.d/where-low

each() { # NAME COMMAND...: what is right everywhere; the command runs another in there
    local name=$1; shift
    expect "$name: doctor finds all that is needed" 0 'verdicts are exact' "$@" "$tool" doctor
    expect "$name: a correct program is verified" 0 '^verified' "$@" "$tool" run -n 2 ./heat
    expect "$name: a deadlock is found" 1 'error.deadlock' "$@" "$tool" run -n 3 ./gather-deadlock
    expect "$name: an assertion fails" 1 'assertion: in 1 of 2' "$@" "$tool" run -n 3 ./sum-race
    ok "$name: there is a trace" [ -s sum-race-1.mzt ]
    expect "$name: it is replayed" 1 'sum-race.c:' "$@" "$tool" replay sum-race-1.mzt
    expect "$name: two processes find the same" 1 'assertion: in 1 of 2' "$@" "$tool" run -j 2 -n 3 ./sum-race
    expect "$name: addresses are the same in each process" 1 'assertion: in 1 of 2' "$@" "$tool" run -n 3 ./where
    expect "$name: also those of a program at fixed ones" 1 'assertion: in 1 of 2' "$@" "$tool" run -n 3 where.d/where-low
}

where() { # what the ranks have printed of addresses, in a replay
    "$@" replay --show-output where-1.mzt 2>/dev/null | grep -o '0x.*' | sort -u
}

for rules in docker podman; do
    inside=("$confined" "$root/tests/containers/$rules.rules")
    each $rules "${inside[@]}"
    where "${inside[@]}" "$tool" >first
    where "${inside[@]}" "$tool" >second
    (ulimit -s unlimited; where "${inside[@]}" "$tool" >third)
    where "$tool" >outside
    ok "$rules: the addresses are told" [ -s first ]
    for other in second third outside; do
        ok "$rules: and again ($other)" cmp -s first $other
    done
    expect "$rules: a trace from outside is replayed inside" 1 'sum-race.c:' \
        sh -c "$tool run -n 3 ./sum-race >/dev/null; ${inside[*]} $tool replay sum-race-1.mzt"
    expect "$rules: gdb needs more, which is said" 4 'fix: docker or podman' \
        "${inside[@]}" "$tool" replay sum-race-1.mzt --gdb
done

# What is missing is named.
expect 'without seccomp that is said' 4 'does not let us watch system calls' \
    "$confined" <(echo 'errno 1 seccomp') "$tool" run -n 2 ./heat
expect 'and the doctor says so' 4 '! system calls +seccomp is forbidden' \
    "$confined" <(echo 'errno 1 seccomp') "$tool" doctor
expect 'without memfd_create that is said' 2 'cannot make shared memory' \
    "$confined" <(echo 'errno 1 memfd_create') "$tool" run -n 2 ./heat
expect 'close_range is not needed' 0 '^verified' \
    "$confined" <(echo 'errno 38 close_range') "$tool" run -n 2 ./heat
expect 'nor is rseq, nor prctl' 0 '^verified' \
    "$confined" <(echo 'errno 1 personality rseq') "$tool" run -n 2 ./heat

without="bubblewrap (bwrap) is not installed, or namespaces are forbidden"
base=(bwrap --ro-bind / / --bind "$tmp" "$tmp" --chdir "$tmp" --dev /dev --unshare-user --unshare-net --cap-drop ALL)
if ! "${base[@]}" true 2>/dev/null; then
    skip 20 "$without"
else
    chmod 777 "$tmp"
    each 'nobody, read-only' "${base[@]}" --proc /proc --tmpfs /dev/shm --tmpfs /sys --uid 65534 --gid 65534
    expect 'no /proc: that is said' 2 'there is no /proc here' "${base[@]}" --tmpfs /proc "$tool" run -n 2 ./heat
    expect 'and by the doctor' 4 '! /proc +not mounted' "${base[@]}" --tmpfs /proc "$tool" doctor
    cp "$root/examples/litmus/"*.lit . 2>/dev/null || cp "$root"/tests/litmus/matching/*.lit .
    one=$(ls ./*.lit | head -n 1)
    "$tool" litmus "$one" >outside 2>&1; code=$?
    expect 'litmus files need no /proc' $code '' "${base[@]}" --tmpfs /proc "$tool" litmus "$one"
fi
finish
