#!/bin/bash
# tests/mpi/loops.sh BUILD_DIR - real programs that poll in a loop: the exploration ends, and says
# if the loop does not.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/mpi/expect.bash
tool=$(cd "${1:-build}" && pwd)/mazurka || exit 2
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -O1 -o "$work/loops" tests/mpi/loops.c || exit 1
cd "$work" || exit 2

# How often they ask does not matter.
expect test 0 ' 1 outcome, all explored' "$tool" run -n 3 ./loops test
expect iprobe 0 ' 2 outcomes, all explored' "$tool" run -n 3 ./loops iprobe
expect 'iprobe, 4 ranks' 0 ' 6 outcomes, all explored' "$tool" run -n 4 ./loops iprobe
for name in mixed testsome; do
    expect $name 0 'outcomes, .*all explored' "$tool" run -n 3 ./loops $name
    expect "$name, -j 2" 0 'outcomes, .*all explored' "$tool" run -n 3 -j 2 ./loops $name
done
# What was explored before, and by whom, does not change what a state is.
for jobs in 1 2; do
    expect "two, 2 ranks, -j $jobs" 0 ' 4 outcomes, all explored' "$tool" run -n 2 -j $jobs ./loops two
    expect "two, 3 ranks, -j $jobs" 0 ' 112 outcomes, .*all explored' "$tool" run -n 3 -j $jobs ./loops two
done
expect 'two, stopped' 3 'stopped by --executions' "$tool" run -n 3 --executions 9 ./loops two
expect 'two, resumed' 0 ' 112 outcomes, .*all explored' "$tool" run -n 3 --resume loops.frontier ./loops two
for name in never ignored peek; do
    expect $name 1 'error\[non-termination\]: rank 0: asks again and again' "$tool" run -n 3 ./loops $name
    expect "$name, again" 1 'asks again and again' "$tool" replay loops-1.mzt
done
expect count 3 'rank 0, which asks again and again at loops.c:[0-9]* and is in another state each time' "$tool" run -n 3 ./loops count

# Its own send is what it waits for.
expect 'unsent, buffered' 0 'verified' "$tool" run -n 3 --buffering infinite ./loops unsent
expect 'unsent, not buffered' 1 'error\[non-termination\]' "$tool" run -n 3 --buffering zero ./loops unsent
expect 'unsent, either' 1 'error\[non-termination\]' "$tool" run -n 3 ./loops unsent
expect 'unsent, again' 1 'asks again and again' "$tool" replay loops-1.mzt
echo "$passed passed, $failed failed"
[ $failed = 0 ]
