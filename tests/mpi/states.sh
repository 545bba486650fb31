#!/bin/bash
# tests/mpi/states.sh BUILD_DIR - states of MPI programs: which histories meet again, the same findings as
# match, ranks in states of the same name that go on alike (--check-names), and several processes that share states.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -O1 -o "$work/states" tests/mpi/states.c || exit 1
"$tool" cc -g -O1 -o "$work/address" tests/verdict/programs/mem-address-text-bad.c || exit 1
for p in senders masters farm queue bound nbx kept; do
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
expect 'memory that nobody has written' 0 '^verified' "$tool" run -a states -n 1 ./states unwritten
expect 'an exchange that waits for its sends first' 0 '^ +1 state ' "$tool" run -a states --check-names -n 5 ./states exchange
expect 'large blocks' 0 '^verified' "$tool" run -a states --check-names -n 2 ./states large
expect 'an outcome of many' 1 'error\[assertion\]: rank 0: kept' "$tool" run -a states -n 5 ./states first
ok 'an outcome of many: replayed' grep -q 'replay: mazurka replay' <<<"$shown"
expect 'the memory of another rank' 1 'error\[crash\].*memory of rank 0' "$tool" run -n 3 -a states ./address
expect 'names are exact' 0 '^ +32 states' "$tool" run -a states --exact -n 6 ./senders

# ---- an interrupt ----
for seconds in 5 20 60; do # until it has found something, on a machine that may be busy
    timeout -s INT --preserve-status $seconds "$tool" run -a states -o interrupted -n 14 ./states halts > out 2>&1
    [ $? != 1 ] || break
    rm -rf interrupted
done
ok 'who interrupts is told what was found' grep -q 'error\[potential-deadlock\]' out
ok 'and can replay it' [ -s interrupted/states-1.mzt ]
ok 'and can go on' [ -s interrupted/states.frontier ]
timeout -s HUP --preserve-status 2 "$tool" run -a match -o closed -n 13 ./senders > out 2>&1 < /dev/null
ok 'who closes the terminal can go on as well' [ -s closed/senders.frontier ]

# ---- in what states differ that do not merge ----
line=$(grep -n 'order = malloc' "$root/tests/mpi/states.c" | cut -d: -f1)
call=$(grep -n 'MPI_Recv(&local' "$root/tests/mpi/states.c" | cut -d: -f1)
differs() { # WORDS ARGUMENTS...
    expect "${*:2}: $1" 0 "states do not merge: rank 0 differs in $1" "$tool" run -v -a states "${@:2}"
}
differs "a block of 256 bytes allocated at .*states.c:$line" -n 7 ./states block
differs 'the variable history' -n 7 ./states static
differs "the variable local of the function that calls at .*states.c:$call" -n 7 ./states local
expect 'a search that was stopped says it by itself' 3 'states have seldom merged so far: rank 0 differs in the variable history' \
    "$tool" run -a states --memory 20M -n 9 ./states static
expect 'nothing differs where states merge' 0 '^ +4,096 states' "$tool" run -v -n 13 ./senders
ok 'nothing differs where states merge: and nothing is said' [ "$(grep -c 'do not merge' <<<"$shown")" = 0 ]

# ---- several processes: the same, to the number of states ----
whole() { # ARGUMENTS...: all that is told, in its order
    "${guard[@]}" "$tool" run --keep-going --json - "$@" 2> err < /dev/null | node -e '
const r = JSON.parse(fs.readFileSync(0));
console.log(r.algorithm, r.verdict, r.states, r.executions, r.estimate);
for (const f of r.findings) console.log(f.kind, f.message, f.steps);'
}
shared() { # ARGUMENTS...: with two and three processes as with one
    local alone jobs
    alone=$(whole -a states "$@")
    ok "$*: something is told" grep -q '^states' <<<"$alone"
    for jobs in 2 3; do
        ok "$*: -j $jobs" [ "$alone" = "$(whole -a states --check-names -j $jobs "$@")" ]
    done
}
shared -n 8 ./senders
shared -n 10 ./masters
shared -n 4 ./farm 8
shared -n 4 ./queue 1
shared -n 4 ./bound 4
shared -n 3 ./nbx 1
shared -n 6 ./kept
for p in first print allocate shorter clock block writes late; do shared -n 6 ./states $p; done
for p in requests take; do shared -n 4 ./states $p; done
shared -n 3 ./address
expect 'a file that is opened late' 0 '^ +1,024 states' "$tool" run -a states -j 2 -n 11 ./states writes
expect 'how states differ, with -j' 0 'do not merge: rank 0 differs in the variable history' \
    "$tool" run -v -a states -j 2 -n 7 ./states static
expect 'exact, with -j' 2 'not with --exact' "$tool" run -a states -j 2 --exact -n 6 ./senders

# Stopped, and resumed with as many processes or others.
for jobs in 1 2 3; do
    rm -f senders.frontier
    expect "memory, with -j $jobs" 3 'stopped by --memory' "$tool" run -a states -j $jobs --memory 2M -n 13 ./senders
    expect "resumed after -j $jobs with -j $((jobs % 3 + 1))" 0 '^ +4,096 states \(479,001,600 outcomes\)' \
        "$tool" run -a states -j $((jobs % 3 + 1)) --resume senders.frontier -n 13 ./senders
done
rm -f senders.frontier
workers() { # of $supervisor are there: the tool's child, the first process, and two
    mapfile -t all < <(children $supervisor)
    [ ${#all[@]} -ge "$1" ]
}
begin() { # WHAT: a search that takes long, in three processes
    "${guard[@]}" "$tool" run -n 19 -a states -j 2 ./senders > out 2>&1 &
    supervisor=$!
    ok "$1: processes are there" until_so workers 4
}
begin 'a process dies'
kill -9 "${all[-1]}"
wait $supervisor
ok 'a process dies: exit 4' [ $? = 4 ]
ok 'a process dies: said' grep -q 'cannot verify .*one of the processes' out
ok 'a process dies: nothing to resume' [ ! -e senders.frontier ]
begin interrupted
kill -INT "${all[0]}"
wait $supervisor
ok 'interrupted: exit 3' [ $? = 3 ]
ok 'interrupted: how to go on' grep -q 'to go on' out
expect 'interrupted, and stopped once more' 3 'stopped by --memory' \
    "$tool" run -a states -j 2 --memory 60M --resume senders.frontier -n 19 ./senders
rm -f senders.frontier
begin 'the supervisor dies'
kill -9 "${all[0]}"
{ wait $supervisor; } 2> /dev/null
gone() {
    local pid
    for pid in "${all[@]:1}"; do [ ! -d "/proc/$pid" ] || return 1; done
}
ok 'nobody outlives the supervisor' until_so gone

# auto decides as with one process.
for jobs in 1 2; do
    expect "auto, -j $jobs: states" 0 '^ +4,096 states' "$tool" run -j $jobs -n 13 ./senders
    expect "auto, -j $jobs: outcomes" 0 '^ +5,040 outcomes, all explored' "$tool" run -v -j $jobs -n 8 ./kept
done
rm -f senders.frontier
"$tool" run -q -a match --executions 5000 -n 13 ./senders > out 2>&1
expect 'auto goes over to states when it resumes outcomes' 0 '^ +4,096 states' \
    "$tool" run -a auto --resume senders.frontier -n 13 ./senders
ok 'and nothing is left' [ ! -e senders.frontier ]

# ---- the same findings as match, on the examples ----
found() { # ARGUMENTS...: verdict and findings, without notes, which depend on the executions that are looked at
    "${guard[@]}" "$tool" run --keep-going --json - "$@" 2> err < /dev/null | node -e '
const r = JSON.parse(fs.readFileSync(0));
console.log(r.verdict);
const seen = r.findings.filter(f => f.severity !== "note").map(f => f.kind === "deadlock" ? f.kind : `${f.kind} ${f.message}`); // why it waits differs with the execution
console.log([...new Set(seen)].sort().join("\n"));'
}
for source in "$root"/examples/mpi/*.c; do
    name=$(basename "$source" .c)
    options=$(sed -n '1s/.*mazurka: *\(.*\) =>.*/\1/p' "$source" | sed 's/ -- .*//; s/{\([^,]*\),[^}]*}/\1/')
    by_match=$(found $options -a match "./$name")
    ok "$name: something is told" [ -n "$by_match" ]
    ok "$name: as match" [ "$by_match" = "$(found $options -a states --check-names "./$name")" ]
    jobs=$((5 - ${jobs:-2}))
    ok "$name: -j $jobs" [ "$(whole $options -a states "./$name")" = \
        "$(whole $options -a states --check-names -j $jobs "./$name")" ]
done

# ---- random programs ----
out=$("$build/play" --programs "${MZ_PLAY:-10}" --seed 300 --states "$tool" "$build/player"); code=$?
count "$(sed 's/^play: \([0-9]*\) as expected, \([0-9]*\) not$/\1 passed, \2 failed/' <<<"$out")" $code
finish
