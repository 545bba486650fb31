#!/bin/bash
# tests/mpi/optimised.sh BUILD_DIR - programs about variables on the stack, compiled with optimisation, by gcc and by clang: what is
# said of them is as true as without; and without debugging information, the verdict says what nobody could see.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
programs='race-scope race-bsend-idle partitioned-* buffers-untouched-good'
for cc in gcc clang; do
    if ! command -v $cc >/dev/null; then
        skip 1 "$cc is not installed"
        continue
    fi
    said=$(MAZURKA_CC=$cc MPICH_CC=$cc MZ_FLAGS='-O2 -g' tests/verdict/check "$1" $programs) # words
    code=$?
    ok "$cc -O2 -g" [ $code = 0 ]
    grep -A5 FAILED <<<"$said"
done
MAZURKA_CC=gcc "$tool" cc -O0 -g0 -w -o "$tmp/scope" tests/verdict/programs/race-scope.c || exit 2
cd "$tmp" || exit 2
expect 'without -g: what is not seen' 0 'not explored: .*whether buffers whose size is not known are large enough' "$tool" run -n 1 ./scope block 1
expect 'without -g: ends of blocks' 0 'ends of blocks with buffers in use that are no known variables' "$tool" run -n 1 ./scope block 1
finish
