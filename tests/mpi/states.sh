#!/bin/bash
# tests/mpi/states.sh BUILD_DIR - states of MPI programs: which histories meet again, the same findings as
# match, and ranks in states of the same name that go on alike (--check-names).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -O1 -o "$work/states" tests/mpi/states.c || exit 1
"$tool" cc -g -O1 -o "$work/address" tests/verdict/programs/mem-address-text-bad.c || exit 1
for p in senders masters farm queue bound nbx; do
    "$tool" cc -g -O2 -o "$work/$p" "bench/states/$p.c" || exit 1
done
for p in examples/mpi/*.c; do
    "$tool" cc -g -O1 -o "$work/$(basename "$p" .c)" "$p" -lm || exit 1
done
root=$PWD
cd "$work" || exit 2

# ---- which histories meet ----
states() { # STATES ARGUMENTS...: verified, with so many states
    expect "${*:2}" 0 "^ +$1 states" "$tool" run -a states --check-names "${@:2}"
}
states '32' -n 6 ./senders
states '31' -n 10 ./masters
states '[0-9,]+' -n 3 ./farm 6
states '[0-9,]+' -n 3 ./queue 1
states '[0-9,]+' -n 3 ./bound 3
states '[0-9,]+' -n 3 ./nbx 1
for p in print allocate shorter clock; do states 16 -n 5 ./states $p; done
states '[0-9,]+' -n 4 ./states requests
states '[0-9,]+' -n 4 ./states take
expect 'a function of the program in a reduction' 0 '^verified' "$tool" run -a states --check-names -n 2 ./states reduce
expect 'large blocks' 0 '^verified' "$tool" run -a states --check-names -n 2 ./states large
expect 'an outcome of many' 1 'error\[assertion\]: rank 0: kept' "$tool" run -a states -n 5 ./states first
ok 'an outcome of many: replayed' grep -q 'replay: mazurka replay' <<<"$shown"
expect 'the memory of another rank' 1 'error\[crash\].*memory of rank 0' "$tool" run -n 3 -a states ./address
expect 'names are exact' 0 '^ +32 states' "$tool" run -a states --exact -n 6 ./senders

# ---- in what states differ that do not merge ----
line=$(grep -n 'order = malloc' "$root/tests/mpi/states.c" | cut -d: -f1)
call=$(grep -n 'MPI_Recv(&local' "$root/tests/mpi/states.c" | cut -d: -f1)
differs() { # WORDS ARGUMENTS...
    expect "${*:2}: $1" 0 "states do not merge: rank 0 differs in $1" "$tool" run -v -a states "${@:2}"
}
differs "a block of 256 bytes allocated at .*states.c:$line" -n 7 ./states block
differs 'the variable history' -n 7 ./states static
differs "the variable local of the function that calls at .*states.c:$call" -n 7 ./states local
expect 'a search that was stopped says it by itself' 3 'states do not merge: rank 0 differs in the variable history' \
    "$tool" run -a states --memory 30M -n 9 ./states static
expect 'nothing differs where states merge' 0 '^ +4,096 states' "$tool" run -v -n 13 ./senders
ok 'nothing differs where states merge: and nothing is said' [ "$(grep -c 'do not merge' <<<"$shown")" = 0 ]

# ---- the same findings as match, on the examples ----
found() { # ARGUMENTS...: verdict and findings, without notes, which depend on the executions that are looked at
    "${guard[@]}" "$tool" run --keep-going --json - "$@" 2> err < /dev/null | node -e '
const r = JSON.parse(fs.readFileSync(0));
console.log(r.verdict);
const seen = r.findings.filter(f => f.severity !== "note").map(f => `${f.kind} ${f.message}`);
console.log([...new Set(seen)].sort().join("\n"));'
}
for source in "$root"/examples/mpi/*.c; do
    name=$(basename "$source" .c)
    options=$(sed -n '1s/.*mazurka: *\(.*\) =>.*/\1/p' "$source" | sed 's/ -- .*//')
    ok "$name: as match" [ "$(found $options -a match "./$name")" = \
        "$(found $options -a states --check-names "./$name")" ]
done

# ---- random programs ----
out=$("$build/play" --programs "${MZ_PLAY:-10}" --seed 300 --states "$tool" "$build/player"); code=$?
count "$(sed 's/^play: \([0-9]*\) as expected, \([0-9]*\) not$/\1 passed, \2 failed/' <<<"$out")" $code
finish
