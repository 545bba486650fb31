#!/bin/bash
# tests/mpi/severity.sh BUILD_DIR - errors, warnings and notes: what is printed, what is in the
# JSON, and what the exit code is.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
schema=$PWD/tests/support/schema.js
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -w -o "$work/end" tests/mpi/wrong_end.c || exit 1
cd "$work" || exit 2

seen() { # WHAT CODE PATTERN ARGUMENTS...: of mazurka run
    local what=$1 code=$2 pattern=$3; shift 3
    expect "$what" "$code" "$pattern" "$tool" run "$@"
}
json() { # WHAT CODE EXPRESSION ARGUMENTS...
    local what=$1 code=$2 expression=$3 got; shift 3
    "${guard[@]}" "$tool" run --json report.json "$@" >out 2>&1; got=$?
    if [ $got = "$code" ] && python3 -c "
import json
r = json.load(open('report.json'))
assert $expression" 2>err && node "$schema" report.json >>out; then
        pass
    else
        fail "$what: exit $got instead of $code, or not: $expression" out
    fi
}

seen 'a warning is told in the verdict' 0 '^verified .*; 1 warning$' -n 2 ./end free-send
seen 'a warning has a line' 0 '^warning\[request-free\]: rank 1: MPI_Request_free' -n 2 ./end free-send
seen 'a warning can be replayed' 0 'replay: mazurka replay "end-[0-9]*.mzt"' -n 2 ./end free-send
seen 'a warning counts with --strict' 1 '^violated  1 finding$' --strict -n 2 ./end free-send
seen 'a warning with -j' 0 '^verified .*; 1 warning$' -j 2 -n 2 ./end free-send
seen 'a receive that is let go' 0 '^verified .*; 1 warning$' --keep-going -n 2 ./end free-receive
seen 'a note does not count' 0 '^verified .* MPI misuse$' --strict -n 2 ./end ignored
seen 'the order of reductions is in the verdict' 0 ' reductions in rank order, the arguments' -n 3 ./end sum
seen 'a note for each place, not for each rank' 0 '^verified' --keep-going -n 3 ./end sum
for earlier in to-abort to-deadlock; do
    seen "$earlier names the error" 1 \
        '^  earlier: rank [01], wrong_end.c:[0-9]+: MPI_Send returned MPI_ERR_RANK' -n 2 ./end $earlier
done
seen 'where main is' 1 '^  --> wrong_end.c:[0-9]+' -n 2 ./end return
seen 'where it is left' 1 'called from to_exit, wrong_end.c' -n 3 ./end exit
seen 'where it is left at once' 1 'called from to_exit_quickly, wrong_end.c' -n 2 ./end quick
seen 'in some outcomes' 1 'missing-finalize: in 1 of 2 outcomes' -n 3 ./end sometimes
seen 'all leaks of a rank, and each is there again' 1 '^violated  2 findings$' --strict --keep-going -n 3 ./end leaks

json 'severity of a warning' 0 \
    "[f['severity'] for f in r['findings']] == ['warning'] and r['verdict'] == 'verified'" -n 2 ./end free-send
json 'with --strict it is a finding' 1 \
    "[f['severity'] for f in r['findings']] == ['warning'] and r['verdict'] == 'violated'" --strict -n 2 ./end free-send
json 'severity of notes' 0 "[f['kind'] for f in r['findings']] == ['reduction-order']" --keep-going -n 3 ./end sum
json 'what was returned earlier' 1 "'MPI_ERR_RANK' in r['findings'][0]['earlier'][0]" -n 2 ./end to-abort
json 'what the verdict rests on' 0 "'reductions in rank order' in r['holds_for']" -n 3 ./end sum
json 'what it does not rest on' 0 "'reductions' not in r['holds_for']" -n 3 ./end exact

expect 'kinds by severity' 0 '^  warnings: exit code 1 with --strict$' "$tool" list
expect 'a warning explained' 0 '^request-free \(warning\): ' "$tool" explain request-free
expect 'a note explained' 0 '^ignored-error \(note\): ' "$tool" explain ignored-error
finish
