#!/bin/bash
# tests/mpi/ranks.sh BUILD_DIR - ranks have clocks that are never behind what they receive, and memory
# that others cannot get at.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/mpi/expect.bash
tool=$(cd "${1:-build}" && pwd)/mazurka || exit 2
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT
"$tool" cc -g -O1 -o "$work/ranks" tests/mpi/ranks.c || exit 1
cd "$work" || exit 2

for more in '' '-a odpor --buffering infinite' '--images root' '-j 2'; do
    # shellcheck disable=SC2086 # a list of words
    expect "clocks $more" 0 '2 outcomes, all explored' "$tool" run -n 3 $more ./ranks clocks
done
expect 'clocks, wrong' 1 'mine - before < 10' "$tool" run -n 3 ./ranks clocks-wrong
expect 'addresses, used' 1 'which is memory of rank 1' "$tool" run -n 3 ./ranks addresses
expect 'addresses, in one of two outcomes' 1 'in 1 of 2 outcomes' "$tool" run -n 3 ./ranks addresses
expect 'addresses, not used' 0 '2 outcomes, all explored' "$tool" run -n 3 ./ranks addresses-fine
expect 'large block, used after free' 1 'in memory that was freed' "$tool" run -n 3 ./ranks blocks
expect 'large block, fine' 0 '2 outcomes, all explored' "$tool" run -n 3 ./ranks blocks-fine
echo "$passed passed, $failed failed"
[ $failed = 0 ]
