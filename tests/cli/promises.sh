# promises.sh - what must not go wrong around a run: descriptors, limits, signals, bytes of
# the program, numbers that are too large; and what a verdict says it rests on. Sourced by
# tests/cli/check, after belongs.sh.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of tests/cli/check

cd "$mpi" || exit 2

# ---- closed descriptors ----

for closed in '<&-' '>&-' '2>&-' '<&- >&-' '>&- 2>&-' '<&- >&- 2>&-'; do
    for words in '0 run -n 3 ./programs wild 1' '1 run -n 2 ./programs leaks' \
        '0 run -n 3 -j 2 ./programs wild 2' '1 replay programs-1.mzt' '0 list'; do
        # Who only prints has failed if nobody can read it.
        [[ $words != *list || " $closed" != *' >&-'* ]] || words='2 list'
        shown="mazurka ${words#* } $closed"
        # shellcheck disable=SC2086 # words
        (eval "${guard[*]} \"\$tool\" ${words#* } $closed") >"$out" 2>"$err"
        code=$?
        sane $code "$out" "$err"
        exits "${words%% *}"
    done
    "${guard[@]}" bash -c "\"\$0\" run -n 3 --json closed.json ./programs wild 1 $closed" "$tool" >/dev/null 2>&1
    json "$mpi/closed.json" 'j.verdict === "verified"'
    rm -f closed.json
done
for place in - /dev/stdout /dev/fd/1; do
    shown="mazurka run -n 3 --json $place >&-"
    timeout 20 "$tool" run -n 3 --json "$place" ./programs wild 1 >&- 2>"$err"
    exits_with=$?
    that "$shown is no success" test $exits_with = 2
    err_has "cannot be written: Bad file descriptor"
done

# ---- nobody hears ----

for words in --help --version list man completion 'explain deadlock' 'run --help' 'cc -show' \
    "litmus $lit/rmq-4.lit" "litmus --json - $lit/rmq-4.lit" 'run -n 3 ./programs wild 1' \
    'run -n 3 --json - ./programs wild 1' 'run -q -n 2 ./programs wild 1' \
    'run -n 2 ./programs leaks' 'replay programs-1.mzt' 'run -n 3 --once ./programs wild 1'; do
    shown="mazurka $words >/dev/full"
    # shellcheck disable=SC2086 # words
    "${guard[@]}" "$tool" $words >/dev/full 2>"$err"
    code=$?
    : >"$out"
    sane $code "$out" "$err"
    case $code in
    0) if [[ $words == *-q* ]]; then pass; else fail 'exit 0, and nobody has heard'; fi ;;
    *) pass; err_has '^error: the (output|report) cannot be written: No space' ;;
    esac
done

# ---- a small stack ----

for kb in 64 128 1024; do
    for words in '0 run -n 3 ./programs wild 1' '1 run -n 2 ./programs leaks' \
        '0 run -n 3 -j 2 ./programs wild 2' '1 replay programs-1.mzt' "0 litmus $lit/rmq-4.lit"; do
        shown="ulimit -s $kb; mazurka ${words#* }"
        env -i PATH="$PATH" "${guard[@]}" bash -c "ulimit -s $kb; exec \"\$0\" ${words#* }" "$tool" >"$out" 2>"$err"
        code=$?
        sane $code "$out" "$err"
        exits "${words%% *}"
    done
done

# ---- files of limited size ----

shown='ulimit -n 10'
bash -c 'ulimit -n 10; exec timeout 20 "$0" run -n 2 ./programs leaks 2>&1' "$tool" >"$out"
that 'exit 2' test $? = 2
that 'a sentence, with a remedy' grep -q 'no more than 10 files.*' "$out"
that 'the remedy' grep -q 'fix: ulimit -n 64' "$out"
bash -c 'ulimit -n 64; exec timeout 20 "$0" run -n 2 ./programs leaks 2>&1' "$tool" >"$out"
that 'the remedy helps' test $? = 1
shown='ulimit -f 0'
bash -c 'ulimit -f 0; timeout 300 "$0" run -n 2 ./programs leaks 2>&1' "$tool" | cat >"$out"
that 'a sentence, with a remedy' grep -qE 'fix: ulimit -f|cannot be written: File too large' "$out"

# ---- killed at any time, nobody stays ----

lasting=lasting-$$ # others may run this test, too
cp programs $lasting
at_least() { [ "$(pgrep -c -f "^\./$lasting wild 9")" -ge "$1" ]; }
gone() { ! pgrep -f "^\./$lasting wild 9" >/dev/null; }
killed() { # killed PROCESSES ARGS...: once there are so many
    local n=$1; shift
    shown="mazurka $* is killed"
    "$tool" "$@" >/dev/null 2>&1 </dev/null &
    local pid=$!
    that "$n processes work for it" until_so at_least "$n"
    kill -KILL $pid
    wait $pid 2>/dev/null
    that 'no process is left' until_so gone
}
killed 1 run -n 5 ./$lasting wild 9
killed 3 run -n 5 -a match -j 3 ./$lasting wild 9
for i in 1 2 3 4 5 6 7 8; do # at any time: also before there is anybody
    "$tool" run -n 5 -a match -j 2 ./$lasting wild 9 >/dev/null 2>&1 </dev/null &
    pid=$!
    for ((k = 0; k < i * 3000; k++)); do :; done
    kill -KILL $pid
    wait $pid 2>/dev/null
done
that 'no process is left, whenever it was killed' until_so gone
that 'no file is left' test -z "$(ls -A | grep -E 'lasting.*(~|frontier|mzt)')"

# ---- the first signal ends it, with a report of what was found so far ----

mkdir -p lost
a_trace() { [ -e lost/programs-1.mzt ]; }
for signal in TERM INT USR1; do
    rm -f lost/*
    shown="mazurka run --keep-going, SIG$signal"
    env --default-signal=INT "$tool" run -n 2 --keep-going -o lost ./programs lost >"$out" 2>"$err" </dev/null &
    pid=$!
    that 'it finds something' until_so a_trace
    kill -$signal $pid 2>/dev/null
    wait $pid
    code=$?
    that 'one signal is enough, and the report comes' test $code = 1
    out_has '^violated +[0-9]+ finding'
    that 'each finding that is told has its file' \
        test "$(grep -c '^error\[' "$out")" = "$(ls lost | wc -l)"
done
rm -rf lost

# ---- what a program says ----

raw=$'[\x01-\x08\x0b-\x1f\x7f]'
calm() { # no byte that a terminal obeys, and no line that passes for one of ours
    if matches "$out" "$raw" || matches "$err" "$raw" || LC_ALL=C grep -q $'\xc2\x9b\|\xff' "$out" "$err"; then
        fail 'raw bytes of the program in the output'
    else
        pass
    fi
    out_hasnt '^verified'
}
run run -n 2 --show-output ./programs bytes
exits 1
calm
out_has 'printed \\x1b\]0;title\\x07 \\xff caf.+ \\xc2\\x9b2J$'
run replay --show-output programs-1.mzt
exits 1
calm
name=$'odd \033[31m\xff\nverified'
cp programs "$name"
run run -n 2 "./$name" leaks $'\033[32m\xff'
exits 1
calm
run run -n 2 --json report.json "./$name" leaks $'\033[32m\xff'
exits 1
calm
json "$mpi/report.json" 'j.verdict === "violated"' 'j.rests_on.some(x => x.includes("\\x1b[32m\\xff"))' 'f.length === 1'
run run -n 2 "./$name.not there"
exits 2
calm
err_has 'odd \\x1b\[31m\\xff\\nverified'
run "frob$name"
exits 2
calm
rm -f "$name"*

# ---- several of one kind ----

run run -n 2 --keep-going --json report.json ./programs leaks
exits 1
json "$mpi/report.json" 'f.length === 4' 'new Set(f.map(x => x.message)).size === 4' \
    'f.filter(x => x.rank === 0).length === 2' '!j.stopped_by'
for i in 1 2 3 4; do # each trace shows its own
    run replay "programs-$i.mzt"
    exits 1
    that "programs-$i.mzt shows one" test "$(grep -c '^error\[' "$out")" = 1
    grep '^error\[' "$out"
done >shown.4
that 'and each another one' test "$(sort -u shown.4 | wc -l)" = 4

# ---- as mpirun takes it ----

run run -np 3 ./programs wild 1
exits 0
out_has 'holds for: 3 ranks'
wrong '-np needs a value' run -np
wrong "not 'x'" run -np x ./programs
wrong "':' begins another program" run -n 2 ./programs wild 1 : -n 2 ./programs leaks
run run -n 2 ./programs say a:b
exits 0

# ---- numbers ----

run run -n 8 -a random --executions 20 ./programs wild 12
exits 3
out_has 'about 10\^[0-9]+ outcomes in all'
out_hasnt 'nan|inf|-[0-9]'
run run -n 64 -a random --executions 2 ./programs wild 4
exits 3
out_has 'about 10\^[0-9][0-9][0-9] outcomes in all \(95%: 10\^[0-9]+ to 10\^[0-9]+\), of which less than 0.01% were seen'
run run -n 3 -a random --executions 50 ./programs wild 1
exits 3
out_has '^ *2 outcomes in 50 runs'
out_has 'about 2 outcomes in all \(95%: 2 to 2\), of which nearly all were seen; another run is new with probability 0$'
run run -n 3 -a pct --pct-depth 900 --executions 3 ./programs wild 2
exits 3
out_has 'outcomes or more \(95%: [0-9]+ to [0-9]+\); another run is new with probability [0-9.]+ \(95%: [0-9.]+ to [0-9.]+\)'
out_has 'execution with probability '
out_hasnt 'nan|inf'

# Thousands of receives that are open at once: with 4,000 it once took 1.6 GB.
run run -n 2 --json report.json ./programs pending 4000
exits 0
json "$mpi/report.json" 'j.verdict === "verified"' 'j.peak_mb < 300'

# ---- what a verdict rests on ----

scope() { # scope ARGS...: the JSON and the text
    run run --json report.json "$@"
    exits 0
    out_has 'holds for: '
    that 'two lines at most' test "$(sed -n '/holds for:/,$p' "$out" | sed '/not explored:/,$d' | wc -l)" -le 2
    that 'of 80 columns' test "$(sed -n '/holds for:/,$p' "$out" | awk 'length > 80' | wc -l)" = 0
    json "$mpi/report.json" 'typeof j.holds_for === "string"' 'Array.isArray(j.rests_on)' \
        'j.rests_on.includes("this environment")'
}
scope -n 3 ./programs
json "$mpi/report.json" 'j.holds_for === "3 ranks, this input, MPI_Send buffered or not"' \
    'j.rests_on.includes("no arguments")' 'j.rests_on.includes("3 ranks")'
scope -n 3 --buffering zero ./programs wild 1
json "$mpi/report.json" 'j.rests_on.includes("the arguments wild 1")' \
    'j.rests_on.includes("MPI_Send never buffered")' '!j.rests_on.includes("virtual time")'
scope -n 2 ./programs clock
json "$mpi/report.json" 'j.rests_on.includes("virtual time")'
scope -n 2 --seed 7 ./programs random
json "$mpi/report.json" 'j.rests_on.includes("random numbers from --seed 7")'
echo 1 >input
scope -n 2 ./programs file input
json "$mpi/report.json" 'j.rests_on.includes("the file input")'
scope -n 2 ./programs input <<<1
json "$mpi/report.json" 'j.rests_on.includes("this standard input (2 bytes)")'
scope -n 2 ./programs file absent
json "$mpi/report.json" 'j.rests_on.includes("no file absent")'
scope -n 2 ./programs say "$(printf 'x%.0s' {1..200})"

# What was cut short is never exit 0, and what was not, is. One outcome is all that --once is asked for.
run run -n 4 --once ./programs wild 2
exits 0
out_has 'incomplete  nothing found so far; stopped by --once'
out_hasnt 'holds for'
run run -n 2 --once ./programs leaks
exits 1
for bound in '--bound 1' '--executions 3' '--depth 4' '-a random --executions 9' '-a pct --executions 9'; do
    # shellcheck disable=SC2086 # words
    run run -n 4 $bound ./programs wild 2
    exits 3
    out_hasnt 'holds for'
done
run run -n 4 --bound 100 --depth 1000 --executions 100000 ./programs wild 2
exits 0 3
[ $code = 3 ] || out_has ' 90 outcomes, all explored'
cd "$tmp/work" || exit 2
