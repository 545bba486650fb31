#!/bin/bash
# tests/mpi/programs.sh BUILD_DIR - programs that print the same with MPICH and with us.
#
# Each is compiled once, by MPICH's mpicc. Its first line says with how many ranks it runs.
# SAY_EXIT makes it end with an exit code, and so with a finding, whose output is shown.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${1:-build}" && pwd) || exit 2
programs=$PWD/tests/mpi/programs
passed=0 failed=0 work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work" || exit 2
for source in "$programs"/*.c; do
    name=$(basename "$source" .c)
    ranks=$(sed -n '1s/.*ranks: \([0-9]*\).*/\1/p' "$source")
    if ! mpicc -g -w -o "$work/$name" "$source" -lm; then
        failed=$((failed + 1))
        continue
    fi
    timeout 60 mpirun -n "$ranks" sh -c "$work/$name >$work/$name.\$PMI_RANK"
    cat "$work/$name".[0-9]* | LC_ALL=C sort >"$work/$name.mpich"
    (cd "$work" && SAY_EXIT=1 timeout 60 "$build/mazurka" run -n "$ranks" --executions 1 \
        --show-output "./$name") >"$work/$name.report" 2>&1
    awk '/^[a-z]*\[/ {ours = /^error\[exit-code\]/} ours' "$work/$name.report" | grep -oE '[0-9]+ [0-9]{3} .*' | LC_ALL=C sort >"$work/$name.ours"
    if [ -s "$work/$name.mpich" ] && cmp -s "$work/$name.mpich" "$work/$name.ours"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$name prints something else:"
        diff "$work/$name.mpich" "$work/$name.ours" | head -5
        head -3 "$work/$name.report"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
