#!/bin/bash
# A program that writes over the link, or over the agent's memory: it never gets a wrong
# "verified", and the supervisor neither crashes nor waits for ever.
# Usage: link.sh BUILD [RUNS], RUNS random writes of each sort.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
runs=${2:-5}
case $runs in *[!0-9]*) runs=5 ;; esac
scratch=$(mktemp -d /tmp/mazurka-link-XXXXXX)
trap 'rm -rf "$scratch"' EXIT
"$tool" cc -g -Isrc -Iinclude -o "$scratch/stray" tests/safe/programs/stray.c || exit 2
cd "$scratch" || exit 2
over='written over the checker'

expect 'it deadlocks' 1 'deadlock' "$tool" run -n 3 ./stray none
expect 'it may do without' 0 'verified' "$tool" run -n 3 ./stray fine none
for what in chain gaps rests modules orders; do
    expect "$what, of a good program" 4 "$over" "$tool" run -n 3 ./stray fine $what
done
expect 'a question that nobody has asked' '0' 'verified' "$tool" run -n 3 ./stray fine question
for what in lost-findings; do
    expect "$what, of a good program" 4 "$over" "$tool" run -n 3 ./stray fine $what
done
expect 'what was found is kept back' 4 "$over" "$tool" run -n 3 ./stray held
for part in findings link agent data; do
    for ((i = 0; i < runs; i++)); do
        out=$("${guard[@]}" "$tool" run -n 3 ./stray $part $i 2>&1)
        code=$?
        ok "eight bytes in the $part, seed $i: exit $code" [ $code = 1 -o $code = 4 ]
    done
done
finish
