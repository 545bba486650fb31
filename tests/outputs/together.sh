#!/bin/bash
# tests/outputs/together.sh BUILD_DIR - runs of one program in one folder at the same time: each writes traces of its own, which it
# never reads, and none loses what another has written.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cp examples/mpi/gather-deadlock.c "$tmp" || exit 2
cd "$tmp" || exit 2
"$tool" cc -g -o gather gather-deadlock.c || exit 2

runs=6
"$tool" run -q -n 3 ./gather >/dev/null
ok 'one run writes one trace' [ "$(echo ./*.mzt)" = ./gather-1.mzt ]
for i in $(seq $runs); do
    { "$tool" run -n 3 ./gather >"said-$i" 2>&1; echo $? >"code-$i"; } &
done
wait
for i in $(seq $runs); do
    ok "run $i has found the deadlock" [ "$(cat "code-$i")" = 1 ]
done
sed -n 's/.*mazurka replay \(.*\.mzt\).*/\1/p' said-* | sort >named
ok 'each names a trace' [ "$(wc -l <named)" = $runs ]
for trace in *.mzt; do
    expect "$trace is whole, and fits the program" 1 deadlock "$tool" replay "$trace"
done

# A run that goes on keeps its name: what it has found is written when it has ended, too.
cp gather-1.mzt before
exec 7<gather-1.mzt
flock 7
"$tool" run -q -n 3 ./gather >/dev/null
ok 'the trace of a run that goes on is left alone' cmp -s before gather-1.mzt
exec 7<&-

# A trace that is removed or replaced by something else while its run goes on does not matter to it.
ln -s /nonexistent/there gather-99.mzt
expect 'a name that leads nowhere is passed over' 1 'gather-1.mzt' "$tool" run -n 3 ./gather
finish
