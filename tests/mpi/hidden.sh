#!/bin/bash
# tests/mpi/hidden.sh BUILD_DIR - two histories that differ in one thing only are two states: hidden.c has the places
# where a rank may keep something, in memory, the processor, the system and MPI.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -O1 -o "$work/hidden" tests/mpi/hidden.c -lm || exit 1
cd "$work" || exit 2

expect 'where nothing is kept, histories meet' 0 '^ +7 states \(4 outcomes\)' "$tool" run -n 3 -a states ./hidden nothing
"$tool" run --once -n 3 ./hidden 2> /dev/null | sed -n 's/^.*place \([a-z0-9_]*\)$/\1/p' > places
ok 'there are places' [ "$(wc -l < places)" -gt 70 ]
while read -r place; do
    [ "$place" != nothing ] || continue
    "${guard[@]}" "$tool" run -n 3 -a states --check-names --keep-going ./hidden "$place" > out 2>&1 < /dev/null
    ok "$place: exit code 1" [ $? = 1 ]
    for first in 1 2; do
        ok "$place: $first may be the first" grep -q "^error\[assertion\].*first != $first" out
    done
done < places
finish
