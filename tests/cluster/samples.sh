#!/bin/bash
# tests/cluster/samples.sh BUILD_DIR - samples by several processes, of one machine or started by MPI: those of one process, with
# the same counts, estimates and findings.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
. tests/cluster/lib.bash

# All that the report says of them but for the time: the estimate and its interval as well.
said() { sed -nE '/^(verified|violated|incomplete)/,$p' "$1" | sed -E 's/, [0-9.]+ s, [0-9]+ MB$//; /replaced, of|  note: /d'; }
exactly() { # WHAT COMMAND...: it says the same as what is in the file `one`
    local what=$1; shift
    "${guard[@]}" "$@" >many 2>&1 </dev/null
    if cmp -s <(said one) <(said many); then pass; else fail "$what" <(diff <(said one) <(said many)); fi
}

# Outcomes that are seen several times are counted once, whoever has seen them; the bound is met exactly.
for how in '-a random --executions 3000 --keep-going' '-a pct --executions 700 --keep-going' '-a random' '-a random --first'; do
    # shellcheck disable=SC2086
    set -- $how ./wild both
    "$tool" run -n 6 "$@" >one 2>&1 </dev/null
    ok "$how finds something" grep -q 'error\[' one
    exactly "$how with two processes" "$mpiexec" -n 2 "$tool" run -n 6 "$@"
    exactly "$how with five processes" "$mpiexec" -n 5 "$tool" run -n 6 "$@"
    exactly "$how with -j 2" "$tool" run -n 6 -j 2 "$@"
done
"$tool" run -n 7 -a random --seed 5 --executions 2000 ./wild >one 2>&1
exactly 'a seed with three processes' "$mpiexec" -n 3 "$tool" run -n 7 -a random --seed 5 --executions 2000 -j 2 ./wild
ok 'and the bound is exact' grep -q 'in 2,000 runs' many

# Litmus files: loops of polls, windows, samples without an outcome, more slots than at first.
for what in 'random matching/loops/never' 'random states/answers-again' 'pct windows/spin-race' 'pct matching/wildcard-deadlock'; do
    set -- -a "${what% *}" --executions 200 "$root/tests/litmus/${what#* }.lit"
    "${guard[@]}" "$tool" litmus "$@" >one 2>&1
    exactly "$what with three processes" "$mpiexec" -n 3 "$tool" litmus "$@"
done
{ printf 'semantics matching\nrank 0\n'
  for i in 1 2 3 4 5; do printf '  r%d = irecv any\n' $i; done
  printf '  recv 1 tag 7\n'
  for i in 1 2 3 4 5; do printf 'rank %d\n  send 0\n' $i; done; } >open.lit
"$tool" litmus open.lit -a pct --executions 300 --buffering infinite >one 2>&1
exactly 'pct begins again with more slots' "$mpiexec" -n 3 "$tool" litmus open.lit -a pct --executions 300 --buffering infinite
exactly 'pct begins again with more slots, with -j' "$tool" litmus open.lit -a pct --executions 300 --buffering infinite -j 2

# Until somebody stops it.
"$mpiexec" -n 3 "$tool" run -n 9 -a random --time 10m ./wild assert </dev/null >out 2>&1 &
job=$!
until_so all_explore $job
kill -TERM "$(relays $job | tail -n 1)"
wait $job
ok 'a signal to any process stops the samples' grep -qE 'in [0-9,]+ runs' out
ok 'and they tell of the rest' grep -qE 'about [0-9,]+ outcomes in all' out
"$tool" run -n 9 -j 2 -a random --time 10m ./wild assert </dev/null >out 2>&1 &
job=$!
two_workers() { [ "$(children $job | wc -l)" -ge 3 ]; }
until_so two_workers
kill -KILL "$(children $job | tail -n 1)"
wait $job
ok 'the death of a worker is told of' grep -q 'processes of the exploration was lost' out

# A single sample is one, and tells nothing about how many outcomes there are.
for j in 1 2; do
    "$tool" run -n 4 -a random --seed 3 --executions 1 -j $j --json one-$j ./wild >out-$j
    ok "-j $j: one run has no interval" grep -q 'one run does not tell how many outcomes there are' out-$j
done
ok 'the sample is the same with -j' cmp -s <(grep -E '"(runs|traces|verdict)"' one-1) <(grep -E '"(runs|traces|verdict)"' one-2)
ok 'it is a sample' grep -q '"runs": 1' one-1

finish
