#!/bin/bash
# tests/mpi/explore.sh BUILD_DIR - exploring real programs in parts and in several processes:
# stopped and resumed, with -j, with a bound or by samples, what is counted is the same.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -O1 -o "$work/explore" tests/mpi/explore.c || exit 1
"$tool" cc -g -O1 -o "$work/parting" tests/mpi/parting.c || exit 1
for p in stencil master-worker gather-deadlock polling receive-first head-to-head matrix; do
    "$tool" cc -g -O1 -o "$work/$p" "examples/mpi/$p.c" -lm || exit 1
done
cd "$work" || exit 2

field() { sed -n "s/.*\"$1\": *\"\{0,1\}\([a-z0-9-]*\).*/\1/p" | head -n 1; }
json() { "${guard[@]}" "$tool" run --json - "$@" 2> err; }
# Verdict, counts, and of each finding its kind, and in how many outcomes it shows. Which
# races of messages are noted depends on which outcomes are looked at.
digest() {
    node -e '
const r = JSON.parse(fs.readFileSync(0));
for (const k of ["verdict", "executions", "redundant", "traces", "deadlocks", "assertions"])
  console.log(`"${k}": ${r[k]}`);
for (const f of r.findings) if (f.severity !== "note") console.log(f.kind, f.outcomes);' | sort
}
seen() { # WHAT CODE PATTERN COMMAND...
    expect "$@"
    echo "$shown" >out
}

# ---- several processes: as one ----
while read -r program; do
    read -ra words <<<"-a match $program"
    one=$(json --keep-going "${words[@]}" | digest)
    ok "$program: counts something" grep -q '"executions": [1-9]' <<<"$one"
    for jobs in 2 3; do
        many=$(json --keep-going -j $jobs "${words[@]}" | digest)
        ok "$program: -j $jobs" [ "$one" = "$many" ]
    done
done <<'PROGRAMS'
-n 5 ./explore wild 2
-n 5 ./explore wild 1 3
-n 6 ./explore heap 1024
-n 6 --tracking faults ./explore heap 1024
-n 6 --memory 1M ./explore heap 1024
-n 4 ./explore lost
-n 3 ./explore count
-n 4 ./stencil
-n 4 ./master-worker
-n 4 ./gather-deadlock
-n 3 ./gather-deadlock
-n 3 ./polling
-n 2 ./head-to-head
-n 2 --buffering zero ./head-to-head
-n 3 ./receive-first
-n 4 ./matrix
-n 2 -a exhaustive ./head-to-head
-n 2 -a exhaustive ./explore wild 1 1
PROGRAMS

# Without -j, all cores take part when the search is seen to be long.
cores=$(nproc)
expect 'a long search' 1 '^ +120 outcomes, all explored' "$tool" run -v --keep-going -n 6 ./explore slow 250
ok 'a long search: in 24 outcomes' grep -q 'assertion.*: in 24 of 120 outcomes' <<<"$shown"
if [ "$cores" -gt 1 ]; then
    ok 'a long search: by all cores' grep -q " by $cores processes$" <<<"$shown"
else
    skip 1 'a long search by all cores: there is one'
fi

# Nearly every outcome is wrong, in one of a few ways: each as often as with one process.
found() { # OPTION...
    "${guard[@]}" "$tool" run -a match "$@" 2> err | grep -E 'outcomes?, |: in [0-9,]+ of ' | sed 's/, [0-9.]* s.*//' | sort
}
for options in --keep-going '' '--buffering infinite --keep-going'; do
    one=$(found $options -n 6 ./explore most 1)
    ok "most $options: 120 outcomes" grep -q '120 outcomes, all explored' <<<"$one"
    ok "most $options: the deadlock in 24" grep -Eq 'deadlock.*: in 24 of 120' <<<"$one"
    for jobs in 2 3; do
        ok "most $options: -j $jobs" [ "$one" = "$(found $options -j $jobs -n 6 ./explore most 1)" ]
    done
done
ok 'most: each assertion' [ "$(grep -c 'assertion at .*: in 24 of 120' <<<"$one")" = 2 ]
one=$(found --keep-going -n 5 ./explore most 2)
many=$(found --keep-going -n 5 -j 2 ./explore most 2)
ok 'most: 2520 outcomes' [ "$one" = "$many" ]
ok 'most: a deadlock in 630' grep -q 'deadlock .*: in 630 of 2,520 outcomes' <<<"$many"
seen 'most: the first of them ends it, -j 2' 1 'stopped by the first finding' \
    "$tool" run -n 6 -a match -j 2 --first ./explore most 2
rm -f explore.frontier
seen 'endless, -j 2' 1 'error\[non-termination\]' \
    "$tool" run -n 4 -j 2 --step-time 0.5 ./explore endless
ok 'endless, -j 2: nothing is left' grep -q 'outcomes, all explored' out
for order in 1 2; do # it comes first or last
    rm -f explore.frontier
    seen "endless $order" 1 'error\[non-termination\]' "$tool" run -n 3 --step-time 0.5 ./explore endless $order
    stopped='stopped by a rank that computes without end'
    [ $order = 1 ] || stopped='2 outcomes, all explored'
    ok "endless $order: $stopped" grep -q "$stopped" out
done
seen 'what cannot be checked, -j 2' 4 'starts a process' "$tool" run -n 4 -j 2 ./explore foreign

# ---- the last collective, which is not repeated in every outcome ----
while read -r program outcomes what; do # what shows there, and in how many outcomes
    for jobs in 1 2; do
        shown=$(found --keep-going --strict -j $jobs -n 6 ./parting "$program")
        ok "parting $program, -j $jobs: $outcomes outcomes" grep -q "^ *$outcomes outcomes, all explored" <<<"$shown"
        ok "parting $program, -j $jobs: ${what:-nothing}" \
            [ "$(grep -v explored <<<"$shown" | awk '{ sub(/:$/, "", $1); print $1 ":" $(NF - 3) }' | uniq -c | awk '{ printf " %s*%s", $1, $2 }')" = "${what:+ }$what" ]
    done
done <<'PROGRAMS'
broadcast 120 1*call-mismatch:24 1*potential-deadlock:24
roots 120 6*root-mismatch:24
damage 120 1*crash:24
leak 120 1*resource-leak:24
clocks 120
freed 36 1*request-free:36 1*resource-leak:18
PROGRAMS

# ---- a worker that dies, and a supervisor that does ----
workers() { # of $supervisor are there: the tool's child, the first process, and two
    mapfile -t all < <(children $supervisor)
    [ ${#all[@]} -ge 4 ]
}
"${guard[@]}" "$tool" run -q -n 9 -a match -j 2 ./explore wild 3 > out 2>&1 &
supervisor=$!
ok 'workers are there' until_so workers
kill -9 "${all[-1]}"
wait $supervisor
ok 'a worker dies: exit 4' [ $? = 4 ]
ok 'a worker dies: said' grep -q 'cannot verify .*one of the processes' out
ok 'a worker dies: nothing to resume' [ ! -e explore.frontier ]

"${guard[@]}" "$tool" run -q -n 9 -a match -j 2 ./explore wild 3 > out 2>&1 &
supervisor=$!
until_so workers
kill -9 "${all[0]}"
{ wait $supervisor; } 2> /dev/null
gone() {
    local pid
    for pid in "${all[@]:1}"; do [ ! -d "/proc/$pid" ] || return 1; done
}
ok 'nobody outlives the supervisor' until_so gone

# ---- stopped and resumed ----
shows() { # what was found, by all runs, and in how many outcomes
    node -e '
const r = JSON.parse(fs.readFileSync(0));
for (const f of [...r.findings, ...r.found_before ?? []])
  if (f.severity === "error") console.log(f.kind, f.file, f.line, f.outcomes);' | sort
}
in_parts() { # WHAT STEP EXPECTED CODE ARGUMENTS...: all of them, in the end
    local what=$1 step=$2 expected=$3 code=$4 got parts=1 report; shift 4
    rm -f explore.frontier
    report=$(json --executions $step "$@"); got=$?
    while [ -e explore.frontier ] && [ $parts -lt 200 ]; do
        parts=$((parts + 1))
        report=$(json --executions $step --resume explore.frontier "$@"); got=$?
    done
    ok "$what: in $parts parts, $expected outcomes" [ "$(field executions <<<"$report")" = "$expected" ]
    ok "$what: none twice" [ "$(field redundant <<<"$report")" = 0 ]
    ok "$what: parts" [ $parts -gt 3 ]
    ok "$what: exit $code, not $got" [ $got = "$code" ]
    ok "$what: findings in as many outcomes" [ "$(shows <<<"$report")" = "$(json "$@" | shows)" ]
}
in_parts wild 1 24 0 -n 5 ./explore wild 1
in_parts 'wild, more' 97 2520 0 -n 5 ./explore wild 2
in_parts 'wild, -j 2' 200 2520 0 -n 5 -j 2 ./explore wild 2
in_parts 'most, -j 2' 200 2520 1 -n 5 -j 2 ./explore most 2
in_parts 'large heaps' 10 120 0 -n 6 ./explore heap 1024
in_parts 'found early' 3 24 1 -n 5 ./explore wild 1 1
in_parts 'found early, and it ends nobody' 1 6 1 -n 4 ./explore lost
in_parts 'every finding' 100 2520 1 -n 5 --keep-going ./explore most 2
in_parts 'a look' 3 24 1 -n 4 ./explore glance
in_parts 'states' 1 4 1 -a states -n 5 ./explore most 1
for how in '-a sdpor --strategy random' '-a dpor -j 2'; do
    read -ra words <<<"$how"
    in_parts "lost, $how" 1 6 1 "${words[@]}" -n 4 ./explore lost
done

# One execution is made in a process of its own, and what is left is the whole search.
for how in '-a match' '-a states' '-a sdpor' '-a auto'; do
    read -ra words <<<"$how -n 3 ./explore glance"
    rm -f explore.frontier
    json --executions 1 "${words[@]}" > /dev/null
    report=$(json --resume explore.frontier "${words[@]}")
    ok "once, $how: goes on" [ "$(digest <<<"$report" | grep -v assertion)" = \
        "$(json "${words[@]}" | digest | grep -v assertion)" ]
    ok "once, $how: findings in as many outcomes" [ "$(shows <<<"$report")" = "$(json "${words[@]}" | shows)" ]
done

# Traces are counted on, and each is what it was when its name was printed; a kind is reported once.
rm -f explore.frontier explore-*.mzt
"$tool" run -n 5 --executions 300 ./explore most 2 > all 2> err
parts=1
while [ -e explore.frontier ] && [ $parts -lt 20 ]; do
    "$tool" run -n 5 --executions 300 --resume explore.frontier ./explore most 2 > out 2> err
    cat out >> all; parts=$((parts + 1))
done
ok "traces: $parts parts" [ $parts = 9 ]
names() { sed -n 's/^  replay: mazurka replay "\(.*\)"$/\1/p' all; }
ok 'traces: four kinds, four names' [ "$(names)" = "$(printf 'explore-%d.mzt\n' 1 2 3 4)" ]
for name in $(names); do
    ok "traces: $name shows what it did" [ "$("$tool" replay "$name" | grep -o '^error.*')" = \
        "$(grep -B100 "^  replay: .* \"$name\"\$" all | grep '^error' | tail -1)" ]
done
ok 'traces: the last run names them' [ "$(grep -c 'found before it was resumed, in .* of 2,520 outcomes; mazurka replay' out)" = 4 ]
ok 'traces: and counts them' grep -q '^violated  4 findings before it was resumed' out
ok 'traces: all outcomes' grep -q '2,520 outcomes, all explored' out

rm -f explore.frontier
seen 'stopped' 3 'to go on: the same command with --resume explore.frontier' \
    "$tool" run -n 5 --executions 100 ./explore wild 2
seen 'other arguments' 2 'changed since it was saved: the arguments' \
    "$tool" run -n 5 --resume explore.frontier ./explore wild 1
seen 'more ranks' 2 'changed since it was saved: the option -n' \
    "$tool" run -n 4 --resume explore.frontier ./explore wild 2
seen 'another program' 2 'changed since it was saved: the program,' \
    "$tool" run -n 5 --resume explore.frontier ./stencil
seen 'no frontier' 2 'is not a frontier' "$tool" run -n 5 --resume err ./explore wild 2
seen 'no file' 2 'cannot read nowhere' "$tool" run -n 5 --resume nowhere ./explore wild 2
seen 'by time' 3 'to go on' "$tool" run -n 9 --time 0.5 ./explore wild 3
seen 'no time: one execution' 3 '1 outcome, the rest is not explored' "$tool" run -n 4 --time 0.000001 ./explore wild 2
seen 'what is left of it is the whole search' 0 'verified' "$tool" run -n 4 --resume explore.frontier ./explore wild 2

# What was left out before is not forgotten.
rm -f explore.frontier
seen 'a loop of polls, stopped' 3 'to go on' "$tool" run -n 2 --executions 6 ./explore count
seen 'a loop of polls, resumed' 3 'asks again and again' \
    "$tool" run -n 2 --resume explore.frontier ./explore count
# Why it cannot be verified would be.
rm -f explore.frontier
seen 'unsupported' 4 'cannot verify' "$tool" run -n 4 ./explore foreign
ok 'unsupported: nothing to resume' [ ! -e explore.frontier ]

explores() { # what works for it has had the processor for a while
    local all
    mapfile -t all < <(children "$1")
    [ ${#all[@]} -ge 1 ] && computes "${all[-1]}"
}
interrupted() { # OPTION...: Ctrl-C, and what is left is there
    local pid code
    rm -f explore.frontier
    "$tool" run -n 9 "$@" ./explore wild 3 > out 2>&1 &
    pid=$!
    until_so explores $pid
    kill -TERM $pid
    wait $pid; code=$?
    ok "interrupted $*: exit 3, not $code" [ $code = 3 ]
    ok "interrupted $*: how to go on" grep -q 'to go on' out
    local before after
    before=$(sed -n 's/^ *\([0-9,]*\) outcomes, stopped.*/\1/p' out | tr -d ,)
    after=$(json -n 9 "$@" --executions 500 --resume explore.frontier ./explore wild 3 |
        field executions)
    ok "interrupted $*: goes on after $before, to $after" [ "${after:-0}" -ge $((before + 500)) ]
}
interrupted
interrupted -j 2

# ---- samples and bounds ----
rm -f explore.frontier
seen 'random' 3 'about [0-9,]+ outcomes in all \(95%: [0-9,]+ to [0-9,]+\), of which ([0-9.]+%|nearly all) were seen' \
    "$tool" run -n 5 -a random --seed 7 ./explore wild 2
estimate=$(sed -n 's/.*about \([0-9,]*\) outcomes in all.*/\1/p' out | tr -d ,)
ok "random: 2520, about $estimate" [ "$estimate" -gt 2200 -a "$estimate" -lt 2800 ]
"$tool" run -n 5 -a random --seed 7 ./explore wild 2 > again 2>&1
ok 'random: the same again' [ "$(grep about out)" = "$(grep about again)" ]
seen 'pct' 3 'takes 2 steps in the right order .* probability 0\.[0-9]+' \
    "$tool" run -n 5 -a pct --pct-depth 2 --executions 50 ./explore wild 2
seen 'pct finds' 1 'error\[assertion\]' "$tool" run -n 4 -a pct ./explore wild 1 3
# Four senders: one way without, as many with at most k receives that take another message.
for pair in 1:7 2:18 3:24; do
    report=$(json -n 5 --bound ${pair%:*} ./explore wild 1)
    ok "bound ${pair%:*}: ${pair#*:}" [ "$(field executions <<<"$report")" = ${pair#*:} ]
done
seen 'bound finds' 1 'error\[assertion\]' "$tool" run -n 5 --bound 1 ./explore wild 1 4
seen 'bound and resume' 2 'does not go together' \
    "$tool" run -n 5 --bound 1 --resume explore.frontier ./explore wild 1
seen 'jobs of another algorithm' 2 '--jobs is for exhaustive, dpor, sdpor, match, states, auto, random and pct' "$tool" run -n 5 -j 2 -a odpor ./explore wild 1

# ---- how often, and how far ----
seen 'how often' 1 'in 6 of 24 outcomes' "$tool" run -n 5 --keep-going ./explore wild 1 3
ok 'how often: each of two' [ "$(grep -c 'in 6 of 24 outcomes' out)" = 2 ]
seen 'a bar on a terminal' 0 'exploring .*[━╸─]+ [0-9]+%  [0-9,]+ of ~[0-9,]+ outcomes' \
    script -qec "timeout 300 '$tool' run -n 9 --time 1 ./explore wild 2 2>&1 || true" /dev/null
finish
