#!/bin/bash
# tests/mpi/memory.sh BUILD_DIR - what long executions and --memory take.
#
# The bounds are far above what is needed, and far below what the same took before. A search takes up to --memory, and
# 64 MB more with what the program itself needs; small programs are explored with any --memory.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-memory
mkdir -p "$out"
"$tool" cc -g -O1 -o "$out/lines" bench/memory/lines.c || exit 1
cd "$out" || exit 1
rm -f ./*.frontier ./*.mzt

# The peak of all processes together is not known; that of the largest is.
peak() { # ARGUMENTS...: runs them, and leaves the megabytes of the largest process in $peak
    if [ -x /usr/bin/time ]; then
        "${guard[@]}" /usr/bin/time -o time.out -f %M "$tool" run --json run.json "$@" >run.out 2>&1
        peak=$(($(tail -1 time.out) / 1024))
    else
        "${guard[@]}" "$tool" run --json run.json "$@" >run.out 2>&1
        peak=$(node -p 'Math.ceil(JSON.parse(require("fs").readFileSync("run.json")).peak_mb)')
    fi
}
takes() { # MEGABYTES PATTERN ARGUMENTS...: at most so many, and says so
    local most=$1 says=$2; shift 2
    peak "$@"
    grep -Eq "$says" run.out && [ "$peak" -le "$most" ] && return
    echo "    | $peak MB"; sed 's/^/    | /' run.out
    return 1
}
says() { grep -Eq "$1" run.out || { sed 's/^/    | /' run.out; return 1; }; }

# One execution, all of whose records are kept.
ok 'a hundred thousand polls' takes 125 '1 outcome, all explored' -n 2 ./lines polls 100000
ok 'forty thousand messages to one rank' takes 190 '1 outcome, all explored' -n 8 ./lines flood 40000
ok 'a hundred exchanges of 64 ranks' takes 85 '1 outcome, all explored' -n 64 ./lines halo 100

# Records cannot be dropped: the search stops, tells what the program does all the same, and what would be enough.
ok 'a long execution stays near the bound' takes 80 'incomplete .*stopped by --memory: one execution alone needs more than 16 MB' \
    --memory 16M -n 8 ./lines flood 40000
ok 'what is left is saved' says 'to go on: .*--resume lines.frontier, and with more --memory'
ok 'one execution was made' says '1 outcome, the rest is not explored'
enough=$(grep -oE -- '--memory [0-9]+M should be enough' run.out | grep -oE '[0-9]+M')
ok 'what it says is enough is enough' takes 300 '1 outcome, all explored' --memory "${enough:-1M}" -n 8 ./lines flood 40000
ok 'with more memory the search goes on' takes 300 '1 outcome, all explored' --memory "${enough:-1M}" --resume lines.frontier -n 8 ./lines flood 40000
ok 'with -j' takes 80 'incomplete .*stopped by --memory' --memory 16M -j 2 -n 8 ./lines flood 40000
ok 'of polls' takes 80 'incomplete .*stopped by --memory.*should be enough' --memory 16M -n 2 ./lines polls 100000
ok 'a bound that is large enough changes nothing' takes 130 '1 outcome, all explored' --memory 120M -n 2 ./lines polls 100000

# Images are dropped and made again.
ok 'images of ranks stay within the bound' takes 60 '40 outcomes' --memory 12M --executions 40 -n 3 ./lines race 200
for memory in 1 1K 1M 64M; do
    ok "$memory: every outcome is found" takes 80 ' 64 outcomes, all explored' --memory $memory -n 3 ./lines race 6
    ok "$memory: with -j" takes 80 ' 64 outcomes, all explored' --memory $memory -j 2 -n 3 ./lines race 6
done
ok 'states' takes 100 'outcomes\), all explored' -a states --memory 64M -n 3 ./lines race 6
finish
