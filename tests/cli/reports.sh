# reports.sh - bounds, counts, findings, JSON, schedules, colour, Ctrl-C. Sourced by
# tests/cli/check.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of tests/cli/check

# ---- programs whose numbers are known without a model checker ----

made=$tmp/made
mkdir "$made"

# Two actors of three steps that have nothing to do with each other: 6!/(3!3!) = 20
# interleavings, one trace.
cat >"$made/apart.lit" <<'END'
actor A
  local
  local
  local
actor B
  local
  local
  local
END

# Two choices and two assertions: four traces, one of them without a failure.
cat >"$made/coins.lit" <<'END'
actor A
  x = choose 2
  assert x == 0
actor B
  y = choose 2
  assert y == 0
END

# One trace fails an assertion, the other one waits for ever.
cat >"$made/either.lit" <<'END'
actor A
  x = choose 2
  assert x == 0
  r = recv nobody
  wait r
END

# An assertion that always fails, next to a deadlock that has nothing to do with it.
{
    printf 'actor X\n  assert 1 == 2\n'
    grep -v -e '^#' -e '^expect' "$lit/abba.lit"
} >"$made/both.lit"

# Nine senders and one receiver: 9! traces, more than anybody waits for.
{
    printf 'actor R\n'
    for i in 1 2 3 4 5 6 7 8 9; do printf '  r%s = recv m\n  wait r%s\n' $i $i; done
    printf 'actor S x9\n  c = send m\n  wait c\n'
} >"$made/nine.lit"
{ cat "$made/nine.lit"; printf 'actor X\n  assert 1 == 2\n'; } >"$made/nine-failing.lit"

# ---- Ctrl-C and --time; these run while the rest is tested ----

ctrl_c() {
    local a
    for a in $explorers; do
        interrupted "int-$a" litmus -a "$a" "$made/nine.lit" --json "$tmp/slow/int-$a.json"
    done
    interrupted int-found litmus "$made/nine-failing.lit"
}
out_of_time() {
    local a
    for a in $explorers; do
        slow "time-$a" litmus -a "$a" --time 300ms "$made/nine.lit" --json "$tmp/slow/time-$a.json"
    done
}
lane ctrl_c
lane out_of_time

# ---- counts ----

for a in $explorers; do
    run litmus -a "$a" "$made/apart.lit" --json -
    exits 0
    json "$out" 'j.traces === 1' 'j.deadlocks === 0' 'f.length === 0' 'j.verdict === "verified"' \
        "j.algorithm === '$a'" 'j.ranks === 2' 'j.transitions >= 6' \
        "'$brute'.split(' ').includes('$a') ? j.executions === 20 && j.redundant === 19 : j.executions >= 1" \
        "!'$brute'.split(' ').includes('$a') || (j.transitions >= 68 && j.transitions <= 120)" \
        "!'$optimal'.split(' ').includes('$a') || (j.executions === 1 && j.redundant === 0)"
    run litmus -a "$a" "$made/coins.lit" --json -
    exits 1
    json "$out" 'j.traces === 4' 'j.deadlocks === 0' 'j.verdict === "violated"' \
        'j.executions >= j.traces' 'f.length === 1' 'f[0].kind === "assertion"'
    run litmus -a "$a" "$lit/three-sends-two-recvs.lit" --json -
    exits 1
    json "$out" 'j.traces === 6' 'j.deadlocks === 6' 'f[0].kind === "deadlock"'
done

# Explorers that are not optimal say what they did in vain.
run litmus -a exhaustive "$lit/rmq-4.lit" --json -
json "$out" 'j.redundant === j.executions - j.traces' 'j.executions > j.traces' 'j.traces === 6'
run litmus -a dpor "$lit/master-worker-4.lit" --json -
json "$out" 'j.redundant + j.executions > j.traces' 'j.traces === 6'
run litmus -a dpor --sleep off "$lit/master-worker-4.lit" --json -
json "$out" 'j.redundant === j.executions - j.traces' 'j.traces === 6'

# ---- the fields of the JSON ----

run litmus "$lit/abba.lit" --json -
exits 1
silent "$err"
json "$out" 'typeof j.version === "string"' "j.program === '$lit/abba.lit'" 'j.ranks === 2' \
    'j.algorithm === "odpor"' 'j.verdict === "violated"' 'j.executions === 3' 'j.redundant === 0' \
    'j.traces === 3' 'j.transitions >= 12' 'j.deadlocks === 1' 'j.elapsed_s >= 0' 'j.peak_mb > 0' \
    'typeof j.holds_for === "string" && j.holds_for.length > 0' 'f.length === 1' \
    'f[0].kind === "deadlock"' 'f[0].message.length > 10' 'f[0].rank === 0 || f[0].rank === 1' \
    "f[0].file === '$lit/abba.lit'" 'f[0].line === [6, 13][f[0].rank]' \
    'f[0].ranks.length === 2' 'f[0].ranks.every(r => r.state === "blocked")' \
    'f[0].ranks[0].call === "await b" && f[0].ranks[0].line === 6' \
    'f[0].ranks[1].call === "await a" && f[0].ranks[1].line === 13' \
    'f[0].ranks[0].waits_for.join() === "1" && f[0].ranks[1].waits_for.join() === "0"' \
    'f[0].cycle.slice().sort().join() === "0,1"' 'f[0].steps === f[0].trace.split(" ").length' \
    'f[0].steps_before_minimizing >= f[0].steps'

run litmus "$lit/rmq-4.lit" --json "$tmp/report.json"
exits 0
out_has '^verified' # the text is still there
json "$tmp/report.json" 'j.verdict === "verified"' 'j.traces === 6' 'f.length === 0'
run litmus "$lit/readers.lit" --json - -v
exits 0
json "$out" 'j.ranks === 4' 'j.traces === 12' # nothing but JSON, whatever else is said

# A name that is not UTF-8 is no reason to leave fields out.
odd=$made/$'caf\xe9.lit'
cp "$lit/abba.lit" "$odd"
run litmus "$odd" --json -
exits 1
json "$out" 'typeof j.program === "string"' 'typeof f[0].file === "string"'

# Where it cannot be written, nobody is told that all is well.
for place in /nonexistent/report.json "$tmp" /dev/full ''; do
    run litmus "$lit/rmq-4.lit" --json "$place"
    exits 2
    err_has '^error: .*(written|write)'
    named=$place
    [ "$named" ] || named="''"
    that 'the message names the place' grep -qF -- "$named" "$err"
done
shown='mazurka litmus rmq-4.lit --json - >/dev/full'
"${guard[@]}" "$tool" litmus "$lit/rmq-4.lit" --json - >/dev/full 2>"$err"
code=$?
exits 2
err_has '^error: .*(written|write)'

# ---- bounds ----

# rmq-4 has 12 events in each of its 6 traces.
for a in $explorers; do
    run litmus -a "$a" --depth 12 "$lit/rmq-4.lit"
    exits 0
    for d in 11 6 1; do
        run litmus -a "$a" --depth $d "$lit/rmq-4.lit" --json -
        exits 3
        json "$out" 'j.verdict === "incomplete"' 'f.length === 0'
    done
    n=6
    [[ " $brute " != *" $a "* ]] || n=20064
    case $a in
    dpor | sdpor) run litmus -a "$a" --executions 1000 "$lit/rmq-4.lit" ;;
    *) run litmus -a "$a" --executions $n "$lit/rmq-4.lit" ;;
    esac
    exits 0
    for e in $((n - 1)) 1; do
        run litmus -a "$a" --executions $e "$lit/rmq-4.lit" --json -
        exits 3
        json "$out" 'j.verdict === "incomplete"' "j.executions === $e"
    done
    # What was found before the bound still counts; and the result is never "verified".
    run litmus -a "$a" --executions 1 "$lit/coin.lit" --json -
    exits 1 3
    json "$out" 'j.executions === 1' "j.verdict === ($code === 1 ? 'violated' : 'incomplete')"
done
run litmus --executions 1 "$lit/wait-deadlock.lit" # there is only one
exits 1
run litmus --depth 5 "$lit/rmq-4.lit"
exits 3
out_has '^incomplete'
out_has 'depth'
out_hasnt 'verified|all explored'

# ---- expectations ----

expecting() { # expecting WORDS...: two-recvs with another last line
    { grep -v ^expect "$lit/two-recvs.lit"; echo "expect $*"; } >"$made/expecting.lit"
}
expecting traces 2 deadlocks 0 events 8
run litmus "$made/expecting.lit"
exits 0
for wish in 'traces 3' 'deadlocks 1' 'assertions 1' 'events 9' 'events 8 9' 'traces 2 deadlocks 7'; do
    expecting "$wish"
    run litmus "$made/expecting.lit"
    exits 1
    out_has '^error\[expectation\]: .*expecting.lit:[0-9]+'
    out_hasnt '^verified'
    run litmus -q "$made/expecting.lit" --json "$tmp/report.json"
    exits 1
    out_has '^error\[expectation\]'
    json "$tmp/report.json" 'j.verdict === "violated"'
done
expecting traces 3
run litmus "$made/expecting.lit"
out_has 'traces 3.*2'
run litmus "$made/expecting.lit" --executions 1 # too early to say
exits 3
out_hasnt 'error\[expectation\]'
expecting traces 2 deadlocks 0
sed -i '1i expect traces 2' "$made/expecting.lit" # two of them
run litmus "$made/expecting.lit"
exits 0 2

# ---- findings on the terminal ----

run litmus "$lit/abba.lit"
exits 1
silent "$err"
out_has '^error\[deadlock\]: .*Left.*Right|^error\[deadlock\]: .*Right.*Left'
out_has '^  --> .*abba.lit:(6|13)$'
out_has '^ +Left +blocked +await b .*abba.lit:6 +waits for Right'
out_has '^ +Right +blocked +await a .*abba.lit:13 +waits for Left'
out_has 'cycle: (Left -> Right -> Left|Right -> Left -> Right)'
out_has '^help: mazurka explain deadlock'
out_has '^violated'
out_hasnt 'verified'

run litmus "$lit/philosophers-3.lit" --json -
json "$out" 'f[0].cycle.length === 3' 'f[0].cycle.slice().sort().join() === "0,1,2"'

run litmus "$lit/all-wait.lit" # a deadlock of one: no cycle
exits 1
out_has '^error\[deadlock\]: P[01] '
out_has '^ +P[01] +blocked +wait c1 '
out_hasnt 'cycle:'

run litmus "$lit/sum-race.lit"
exits 1
out_has '^error\[assertion\]: .*x == 1'
out_has '^  --> .*sum-race.lit:7$'
out_has 'x = 2'
out_has '^help: mazurka explain assertion'
run litmus "$lit/sum-race.lit" --json -
json "$out" 'f[0].rank === 0 && f[0].line === 7' 'JSON.stringify(f[0]).includes("x = 2")'

run litmus "$lit/rmq-4.lit"
exits 0
out_has '^verified'
out_has '6 outcomes.*all explored'
out_has 'holds for: '

# The first finding of each kind, or all of them.
run litmus "$made/coins.lit" --keep-going --json -
exits 1
json "$out" 'f.length === 2' 'f.map(x => x.line).sort().join() === "3,6"'
run litmus "$made/coins.lit" --keep-going
that 'two findings in the text' test "$(grep -c '^error\[assertion\]' "$out")" = 2
run litmus "$made/either.lit" --json -
exits 1
json "$out" 'f.map(x => x.kind).sort().join() === "assertion,deadlock"' 'j.deadlocks === 1' 'j.traces === 2'
run litmus "$lit/all-wait.lit" --keep-going --json -
json "$out" 'f.length === 2' 'f.every(x => x.kind === "deadlock")'

# A failed assertion does not hide a deadlock among others.
run litmus "$made/both.lit" --keep-going --json -
exits 1
json "$out" 'f.some(x => x.kind === "assertion")' 'f.some(x => x.kind === "deadlock")'

# ---- -q, -v ----

run litmus -q "$lit/rmq-4.lit"
exits 0
silent "$out"
silent "$err"
run litmus --quiet "$lit/abba.lit"
exits 1
out_has '^error\[deadlock\]'
out_hasnt '^ +step |replay:'
run litmus -q --executions 1 "$lit/rmq-4.lit"
exits 3
out_hasnt 'verified'
for v in -v --verbose; do
    run litmus $v "$lit/rmq-4.lit"
    exits 0
    out_has '[0-9]+ transitions'
done

# ---- colour ----

escape=$'\033'
colours="$escape\\[[0-9;]*m"
for f in rmq-4 abba; do
    run litmus --color always "$lit/$f.lit"
    out_has "$colours"
    run litmus --color never "$lit/$f.lit"
    out_hasnt "$escape"
    run litmus --color auto "$lit/$f.lit"
    out_hasnt "$escape"
    run litmus "$lit/$f.lit"
    out_hasnt "$escape"
done
run litmus --color always "$lit/abba.lit" --json -
json "$out" 'j.deadlocks === 1'
out_hasnt "$escape"
if command -v script >/dev/null; then
    on_terminal() { # on_terminal ENVIRONMENT ARGS...: the tool, on a terminal
        local environment=$1; shift
        shown="$environment mazurka $* (on a terminal)"
        "${guard[@]}" script -qec "env $environment '$tool' $*" /dev/null >"$out" 2>"$err" </dev/null
        code=$?
    }
    on_terminal A=1 litmus "$lit/abba.lit"
    exits 1
    out_has "$colours"
    on_terminal NO_COLOR=1 litmus "$lit/abba.lit"
    exits 1
    out_has 'error\[deadlock\]'
    out_hasnt "$colours"
    on_terminal A=1 litmus --color never "$lit/abba.lit"
    out_hasnt "$colours"
    on_terminal NO_COLOR=1 litmus --color always "$lit/abba.lit" # said is said
    out_has "$colours"
else
    skip 8 'colours on a terminal: script is not installed'
fi

# ---- schedules ----

# A command that is printed can be pasted, whatever the file is called.
for name in abba.lit 'two words.lit' "it's.lit" "a\$b\"c;d.lit"; do
    cp "$lit/abba.lit" "$made/$name"
    run litmus "$made/$name"
    sed -n 's/^ *replay: //p' "$out" >"$tmp/replay"
    shown="the printed command: $(cat "$tmp/replay")"
    PATH=$build:$PATH "${guard[@]}" bash "$tmp/replay" >"$out" 2>"$err"
    code=$?
    exits 1
    out_has '^error\[deadlock\]'
done

# With ranks too, where the buffering decides, and where a match is a step.
ranks=$made/ranks.lit
printf 'semantics matching\nrank 0\n send 1\n x = recv any\n assert x == 2\n' >"$ranks"
printf 'rank 1\n send 0 value 1\n x = recv any\nrank 2\n send 0 value 2\n' >>"$ranks"
for a in $explorers; do
    for buffering in infinite zero; do
        run litmus "$ranks" -a "$a" --buffering $buffering
        exits 1
        [ $buffering = zero ] && kind=deadlock || kind=assertion
        out_has "^error\\[$kind\\]"
        sed -n 's/^ *replay: //p' "$out" >"$tmp/replay"
        shown="the printed command: $(cat "$tmp/replay")"
        PATH=$build:$PATH "${guard[@]}" bash "$tmp/replay" >"$out" 2>"$err"
        code=$?
        exits 1
        out_has "^error\\[$kind\\]"
    done
done

# The semantics is part of the question, of the answer, and of the command that replays.
run litmus "$ranks" --semantics mailbox --json "$tmp/mailbox.json"
exits 1
json "$tmp/mailbox.json" 'j.semantics === "mailbox"' 'f[0].kind === "assertion"'
out_has 'replay: .*--semantics mailbox'
run litmus "$ranks" --json "$tmp/matching.json"
json "$tmp/matching.json" 'j.semantics === "matching"'

run litmus "$lit/coin.lit" --schedule 'Judge Player:1 Player Judge Judge' --json -
exits 1
json "$out" 'f.length === 1' 'f[0].kind === "assertion"' 'JSON.stringify(f[0]).includes("r = 1")'
run litmus "$lit/coin.lit" --schedule 'Judge Player:0 Player Player Judge Judge' --json -
exits 3 # one execution without a finding proves nothing
json "$out" 'f.length === 0' 'j.verdict !== "verified"'
for s in '' 'Judge' 'Judge Player:1'; do
    run litmus "$lit/coin.lit" --schedule "$s"
    exits 3
    out_hasnt '^verified|^error'
done
bad_schedule() { # bad_schedule STEP SCHEDULE: cannot be followed from that step on
    run litmus "$lit/coin.lit" --schedule "$2"
    exits 2
    silent "$out"
    err_has "^error: .*step $1 "
}
bad_schedule 1 'Nobody'
bad_schedule 2 'Judge Nobody'
bad_schedule 2 'Judge Judge'                       # waits
bad_schedule 4 'Player:0 Player Judge Playe'       # no such actor
bad_schedule 6 'Player:0 Player Judge Player Judge Player' # has ended
bad_schedule 1 'Player:2'                          # choose 2 gives 0 or 1
bad_schedule 1 'Player:-1'
bad_schedule 1 'Player:99999999999999999999'
bad_schedule 1 'Player:x'
bad_schedule 1 'Player:'
bad_schedule 1 'Player:1junk'
bad_schedule 1 ':1'
bad_schedule 1 '--'

# ---- what runs in the background ----

wait "${lanes[ctrl_c]}" "${lanes[out_of_time]}"
for a in $explorers; do
    settle "int-$a"
    exits 3
    out_has '^incomplete.*interrupt'
    out_has '[0-9,]+ (outcome|interleaving)s'
    out_hasnt 'verified'
    json "$tmp/slow/int-$a.json" 'j.verdict === "incomplete"' 'j.executions > 0' 'f.length === 0'
    settle "time-$a"
    exits 3
    out_has '^incomplete.*time'
    json "$tmp/slow/time-$a.json" 'j.verdict === "incomplete"' 'j.elapsed_s >= 0.25'
done
settle int-found
exits 1
out_has '^error\[assertion\]'
out_has '^violated'
out_has 'interrupt'
out=$tmp/out err=$tmp/err
