#!/bin/bash
# tests/cluster/same.sh BUILD_DIR - the report of several processes is that of one: the same findings in the same order, shown by the
# same executions, the same notes and counts, and the verdict rests on the same. What may differ, docs/cluster.md says.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
. tests/cluster/lib.bash

# Failed assertions at two places, a deadlock, a crash, messages that nobody receives, a leak (a warning), and races of messages at three
# places (notes); which of them an outcome shows depends on the order of the messages.
cat >several.c <<'C'
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
static int receive(int tag)
{
    int got;
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return got;
}
int main(int argc, char **argv)
{
    int rank, n, first, last, x;
    MPI_Datatype type;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else {
        first = receive(0);
        for (int i = 2; i < n; i++)
            receive(0);
        last = receive(1);
        if (first == n - 1)
            MPI_Type_contiguous(first, MPI_INT, &type);
        for (int i = 2; i < n; i++)
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d %d\n", first, x);
        assert(first != 2 || last != 2);
        assert(first != 2 || x != 2);
        if (first == 1 && x == n - 1)
            *(volatile int *)0 = 1;
        if (first == n - 1 && last == 1)
            MPI_Recv(&x, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (first == n - 1 && last == 2)
            MPI_Send(&x, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
C
"$tool" cc -g -o several several.c || exit 2

report() { # FILE LAUNCHER... -- OPTIONS...: of the search in $search and $program; the exit code is in the report, too
    local file=$1 launcher=(); shift
    while [ "$1" != -- ]; do launcher+=("$1"); shift; done
    rm -f ./*.mzt "$file"
    # shellcheck disable=SC2086 # they are words
    "${guard[@]}" "${launcher[@]}" "$tool" $search "${@:2}" --json "$file" $program </dev/null >printed 2>&1
    code=$?
    [ -e "$file" ] || cp printed "$file"
    sed -i "1s/{/{\"exit\": $code,/" "$file"
}
same() { # WITHOUT SEARCH PROGRAM: the report of -j 2, -j 3, and of three processes is that of one, but for these fields
    local search=$2 program=$3
    report one.json --
    report j2.json -- -j 2
    report j3.json -- -j 3 --check-sharing
    report mpi.json "$mpiexec" -n 3 -- --check-sharing
    for many in j2 j3 mpi; do
        if "$root/tests/cluster/same.py" --without "$1" one.json $many.json >differs 2>&1; then
            pass
        else
            fail "$many: $search $program" differs
        fi
    done
}

same - 'run -n 4 -a match --keep-going' ./several
cp one.json keep.json
same - 'run -n 4 -a match' ./several
same - 'run -n 4 -a match --strict --keep-going' ./several
same - 'run -n 4 -a match --keep-going --strategy random' ./several
same - 'run -n 4 -a match --keep-going --strategy bfs' ./several
same - 'run -n 7 -a match --keep-going' './wild both'
same - 'run -n 6 -a match' './wild deadlock'
same transitions 'run -n 4 --keep-going' ./several
same transitions 'run -n 4 -a states --keep-going' ./several
same - 'run -n 2 -a exhaustive --keep-going --buffering infinite' ./several
same - 'run -n 4 -a random --executions 200 --keep-going' ./several
same - 'run -n 4 -a pct --executions 200 --keep-going --buffering infinite' ./several
# Which interleaving stands for an outcome depends on the order of the search.
same transitions,redundant,findings 'run -n 3 -a sdpor --keep-going --buffering infinite' ./several
same transitions,redundant,findings 'run -n 3 -a dpor --keep-going --buffering zero' ./several
same - 'litmus -a match --keep-going' wild.lit
same - 'litmus -a exhaustive --keep-going' "$root/tests/litmus/matching/probe-any.lit"

# Findings come in the order in which one process finds them. Notes have no number of outcomes: not all are looked at for them.
ok 'there are findings of all kinds' python3 - <<'P'
import json
r = json.load(open("keep.json"))
kinds = [f["kind"] for f in r["findings"]]
assert r["verdict"] == "violated" and r["traces"] == 36, r["traces"]
assert sorted(set(kinds)) == ["assertion", "crash", "deadlock", "message-race", "potential-deadlock", "resource-leak", "unmatched-message"], kinds
assert kinds.count("assertion") == 2 and kinds.count("message-race") == 2, kinds
for f in r["findings"]:
    assert ("outcomes" in f) == (f["severity"] == "error") and f.get("outcomes", 1) > 0, f["kind"]
    if f["severity"] == "error":
        assert f["outcomes"] < 36
P

finish
