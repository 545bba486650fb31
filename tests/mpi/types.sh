#!/bin/bash
# tests/mpi/types.sh BUILD_DIR - datatypes and operators: the same programs with MPICH and
# with our library must print the same. MZ_TYPES says how many random datatypes.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
out=$build/mpi-types
passed=0 failed=0
if ! command -v mpicc >/dev/null || ! mpicc -compile_info 2>/dev/null | grep -q mpich; then
    echo "MPICH is not installed: not compared"
    echo "0 passed, 0 failed"
    exit 0
fi
mkdir -p "$out"

same() { # PROGRAM ARGUMENTS...
    local program=$1; shift
    mpicc -w -o "$out/$program" "tests/mpi/$program.c" || return 1
    timeout 120 "$build/plain/$program" "$@" >"$out/ours" 2>"$out/messages" &&
        timeout 120 mpiexec -n 1 "$out/$program" "$@" >"$out/theirs" 2>/dev/null &&
        [ -s "$out/ours" ] && diff "$out/ours" "$out/theirs" >"$out/difference" &&
        ! grep -q . "$out/messages"
}
check() {
    if same "$@"; then
        passed=$((passed + 1))
    else
        echo "$*: differs from MPICH; see $out"; head -n 10 "$out/messages" "$out/difference"
        failed=$((failed + 1))
    fi
}

for seed in 1 2 3; do
    check types "${MZ_TYPES:-300}" $seed
done
check reduce
echo "$passed passed, $failed failed"
[ $failed = 0 ]
