#!/bin/bash
# tests/mpi/replay.sh BUILD_DIR - a replay tells of the finding as it was recorded, and says
# what is not the same now.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -w -o "$work/replay" tests/mpi/replay.c || exit 1
cd "$work" || exit 2

# What stays the same: the finding is told in the same words, and so is what was printed.
for what in leak wait; do
    echo $what >what
    rm -f ./*.mzt
    expect "$what is found" 1 '^error\[' "$tool" run --show-output -n 2 ./replay
    rm -f ./*.mzt
    "$tool" run --show-output -n 2 ./replay >first 2>/dev/null
    expect "$what is found again" 1 '^error\[' "$tool" replay --show-output replay-1.mzt
    again=$("$tool" replay --show-output replay-1.mzt 2>&1)
    if [[ $(<first) == *"$again"* && $again == *'rank 1| rank 1 is here'* ]]; then
        pass
    else
        fail "of $what, the replay says" <(echo "$again")
    fi
done

# A potential deadlock stays one.
"$tool" cc -g -o head "$OLDPWD/examples/mpi/head-to-head.c" || exit 1
"$tool" run -n 2 ./head >first 2>&1
expect 'potential deadlock' 1 '^error\[potential-deadlock\]' "$tool" replay head-1.mzt

# What is not there any more, or is something else, is told; what was recorded, too.
echo leak >what
rm -f ./*.mzt
"$tool" run -n 2 ./replay >first 2>&1
echo fine >what
expect 'it is gone' 4 'now it is: an execution that ends well' "$tool" replay replay-1.mzt
expect 'it is told nevertheless' 4 '^error\[missing-start\]' "$tool" replay replay-1.mzt
expect 'and why it may be' 4 '^note: changed since .*/what$' "$tool" replay replay-1.mzt
echo other >what
expect 'it is another one' 4 'now it is: missing-start: .*MPI_Recv_init' "$tool" replay replay-1.mzt
finish
