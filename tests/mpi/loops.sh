#!/bin/bash
# tests/mpi/loops.sh BUILD_DIR [PATTERN...] - real programs that poll in a loop: the exploration ends, and says
# if the loop does not.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
programs "${@:2}" -- tests/mpi/loops.c tests/mpi/rounds.c
[ $# -lt 2 ] || finish
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -O1 -o "$work/loops" tests/mpi/loops.c || exit 1
cd "$work" || exit 2

# What was explored before, and by whom, does not change what a state is.
expect 'two, stopped' 3 'stopped by --executions' "$tool" run -n 3 --executions 9 ./loops two
expect 'two, resumed' 0 ' 24 outcomes, .*all explored' "$tool" run -n 3 --resume loops.frontier ./loops two
# Nor does it matter whether buffers are watched or compared, which depends on how often they were used.
"$tool" cc -g -O1 -o nbx "$root/bench/guided/hunt/nbx.c" || exit 1
for strategy in random mcts; do
    "$tool" run -n 10 -a match --strategy $strategy --executions 20 ./nbx >out
    ok "nbx, $strategy: the way to a part of the search leads there again" [ "$(grep -c 'does not fit' out)" = 0 ]
    ok "nbx, $strategy: it went on" grep -q 'stopped by --executions' out
done
# Its bug is one that samples find: they do not run into a dead end, although all ranks poll for two things by turns.
expect 'nbx: samples find the lost message' 1 'error\[assertion\]' "$tool" run -n 10 -a random --seed 1 --executions 5000 --first ./nbx
expect 'nbx: a plain run finds it' 1 'error\[assertion\]' "$tool" run -n 10 --time 5m --first ./nbx
for name in never ignored peek unsent; do
    "$tool" run -n 3 ./loops $name >/dev/null
    expect "$name, again" 1 'polls for ever' "$tool" replay loops-1.mzt
done
# Such a loop is found at once, so the search goes on.
for jobs in 1 2; do
    "$tool" run -n 3 -j $jobs ./loops either >out
    ok "either, -j $jobs: all" grep -q ' 2 outcomes, all explored' out
    ok "either, -j $jobs: both" [ "$(grep -c ': in 1 of 2 outcomes$' out)" = 2 ]
done
finish
