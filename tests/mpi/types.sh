#!/bin/bash
# tests/mpi/types.sh BUILD_DIR - datatypes and operators: the same programs with MPICH and
# with our library must print the same (MZ_TYPES says how many random datatypes), and
# signatures must say what the sequences that they stand for say, and types from which count on
# their entries overlap.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-types
mkdir -p "$out"

same() { # PROGRAM ARGUMENTS...
    local program=$1; shift
    $mpicc -w -o "$out/$program" "tests/mpi/$program.c" || return 1
    "${guard[@]}" "$build/plain/$program" "$@" >"$out/ours" 2>"$out/messages" &&
        "${guard[@]}" $mpiexec -n 1 "$out/$program" "$@" >"$out/theirs" 2>/dev/null &&
        [ -s "$out/ours" ] && diff "$out/ours" "$out/theirs" >"$out/difference" &&
        ! grep -q . "$out/messages"
}
check() {
    if same "$@"; then pass; else fail "$*: differs from MPICH; see $out" <(head -n 10 "$out/messages" "$out/difference"); fi
}

ok 'signatures' "${guard[@]}" "$build/plain/signature"
ok 'entries that overlap' "${guard[@]}" "$build/plain/entries"
find_mpich
if [ "$mpicc" ]; then
    for seed in 1 2 3; do
        check types "${MZ_TYPES:-300}" $seed
    done
    check reduce
    check types_wrong
else
    skip 5 'datatypes against MPICH: it is not installed'
fi
finish
