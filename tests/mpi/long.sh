#!/bin/bash
# tests/mpi/long.sh BUILD_DIR - long executions: what they take, and what is told of them.
#
# The bounds on memory are far above what is needed, and far below what the same took when every step was kept in
# memory.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-long
mkdir -p "$out"
"$tool" cc -g -O1 -o "$out/long" tests/mpi/long.c || exit 1
cd "$out" || exit 1
rm -f ./*.mzt

takes_less_than() { # MEGABYTES ARGUMENTS...: of one execution
    local most=$1; shift
    "${guard[@]}" "$tool" run --once -q --json once.json "$@" >once.out 2>&1 || { cat once.out; return 1; }
    node -e 'const r = JSON.parse(require("fs").readFileSync("once.json"));
        if (!(r.peak_mb < Number(process.argv[1]))) { console.log(`    | ${r.peak_mb} MB`); process.exit(1); }' "$most"
}
bytes_below() { # BYTES FILE
    [ "$(stat -c %s "$2")" -lt "$1" ]
}

ok 'the memory for a ping-pong does not grow with its length' takes_less_than 450 -n 2 ./long ping 200000
ok 'nor that of an exchange with neighbours' takes_less_than 190 -n 4 ./long halo 12000
ok 'nor that of reductions' takes_less_than 190 -n 4 ./long sum 40000

# A finding after a hundred thousand steps.
expect 'a leak after many steps is told in a few lines' 0 'resource-leak' "$tool" run --once --json leak.json -n 2 ./long ping-leak 20000
ok 'of which there are few' [ "$(wc -l <<<"$shown")" -lt 80 ]
expect 'the lines say how many steps are left out' 0 '\.\.\. +[0-9]{3},[0-9]{3} steps' cat <(echo "$shown")
ok 'the report as JSON is small' bytes_below 500000 leak.json
ok 'and so is the trace' bytes_below 500000 long-1.mzt
expect 'which can be replayed' 0 'resource-leak' "$tool" replay long-1.mzt
sed -i 's/"before": "0 0 /"before": "0 1 /' long-1.mzt
expect 'unless it was changed' 2 'checksum' "$tool" replay long-1.mzt

expect 'a deadlock after many steps is found' 1 'deadlock' "$tool" run -n 2 ./long ping-stuck 3000
expect 'and replayed' 1 'rank 0 and rank 1 wait for each other' "$tool" replay long-1.mzt

# Time passes faster the longer nobody does anything else.
expect 'a program that waits for an hour is explored' 0 '1 outcome, all explored' "$tool" run -n 2 ./long time 3600

# Looking for races after each access, and for what else could have happened, takes no longer for the later ones.
expect 'a window that is written many times is explored' 0 '1 outcome, all explored' "$tool" run -n 2 ./long put 20000
# Four million steps of one rank are no loop that never ends.
expect 'a rank that makes very many calls comes to its end' 0 '1 outcome, ' "$tool" run --once -n 1 ./long alone 2150000

json=variables.json
"$tool" run -q --memory 64M --json $json -n 2 ./long put-variables 800 >/dev/null
ok 'images of variables stay within --memory' node -e '
    const r = JSON.parse(require("fs").readFileSync("variables.json"));
    if (r.verdict !== "verified" || r.peak_mb > 128) { console.log(`    | ${r.verdict}, ${r.peak_mb} MB`); process.exit(1); }'
expect 'a rank that looks for each message before it receives it goes one way' 0 '1 outcome, all explored' "$tool" run -n 2 ./long probes 3000

expect 'a loop that reads it many times is followed to its end' 0 '1 outcome, all explored' "$tool" run -n 2 ./long get 1000
expect 'unless --polls says how far' 3 'up to 100 times in a row' "$tool" run --polls 100 -n 2 ./long get 1000

# The bound of time also holds while a rank computes.
expect 'a rank that computes for days is stopped by --time' 3 'nothing found so far; stopped by --time' \
    "$tool" run --time 1 --step-time 100000 -n 2 ./long compute
expect 'and so is a single execution' 3 'nothing found so far; stopped by --time' \
    "$tool" run --once --time 1 --step-time 100000 -n 2 ./long compute

expect 'one object that is not freed is a warning' 0 'warning\[resource-leak\]' "$tool" run -n 2 ./long leak 1
expect 'many from one place are an error' 1 'error\[resource-growth\]' "$tool" run -n 2 ./long leak 1000
finish
