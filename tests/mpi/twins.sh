#!/bin/bash
# tests/mpi/twins.sh BUILD_DIR - ranks that are in a state in which they were in another execution: they go on as they
# did then, whatever the state consists of, and need not run for it.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -O1 -o "$work/twins" tests/mpi/twins.c -lm || exit 1
for p in cluster/senders states/farm states/bound states/nbx; do
    "$tool" cc -g -O1 -o "$work/${p#*/}" bench/$p.c || exit 1
done
cd "$work" || exit 2

for place in static local heap rounding mask handler umask random environment file position clock attribute name request; do
    for how in '' '--images check' '--images root' '-j 2' '--memory 1M'; do
        expect "$place $how: in 24 outcomes" 1 'assertion at .*: in 24 of 120 outcomes' \
            "$tool" run -a match --keep-going $how -n 6 ./twins "$place"
    done
done
expect 'nowhere' 0 '120 outcomes, all explored' "$tool" run -a match -n 6 ./twins nowhere

# The same as by running again, with all explorers.
while read -r outcomes program; do
    expect "$program: $outcomes, checked" 0 "^ +$outcomes outcomes, .*all explored" "$tool" run --images check $program
    expect "$program: $outcomes" 0 "^ +$outcomes outcomes, .*all explored" "$tool" run $program
done <<'PROGRAMS'
720 -a match -n 7 ./senders
720 -a match -j 2 -n 7 ./senders
720 -a match --memory 1M -n 7 ./senders
1,458 -a match -n 4 ./farm 8
162 -a match -n 4 ./farm 6 log
1,280 -a match -n 4 ./nbx
24 -a odpor --buffering infinite -n 5 ./senders
PROGRAMS

# How often memory was copied: not in every outcome.
expect 'few images for 5,040 outcomes' 0 'images: [0-9]{1,3} saved' "$tool" run -v -a match -j 1 -n 8 ./senders
finish
