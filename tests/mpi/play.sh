#!/bin/bash
# tests/mpi/play.sh BUILD [SECONDS] - random MPI programs: against brute force under mazurka, with two
# explorers, in several processes; and against what MPICH does with them, if it is there. With SECONDS
# only the latter, for so long, beginning at the seed MZ_SEED.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
seconds=${2:-} mpich=$PWD/tests/mpi/mpich
here=$(mktemp -d) && trap 'rm -rf "$here"' EXIT
other=
if command -v mpicc >/dev/null && mpichversion >/dev/null 2>&1; then
    other=$here/player
    mpicc -std=gnu11 -O1 -D_GNU_SOURCE -Isrc -o "$other" tests/mpi/play/{player,perform,finish,stage}.c \
        "$build/libmz.a" -lxxhash || exit 1
fi
cd "$here" || exit 2
run() { # play or versus, and its arguments
    local out code
    out=$("$build/$1" "${@:2}"); code=$?
    count "$(sed "s/^$1: \([0-9]*\) as expected, \([0-9]*\) not$/\1 passed, \2 failed/" <<<"$out")" $code
}
if [ -z "$seconds" ]; then
    run play --programs "${MZ_PLAY:-20}" --seed 1 "$build/mazurka" "$build/player"
    run play --programs "${MZ_PLAY:-20}" --seed 1 --jobs 2 "$build/mazurka" "$build/player"
    run play --programs "${MZ_PLAY:-20}" --seed 5000 --algorithm odpor "$build/mazurka" "$build/player"
    run play --programs "${MZ_PLAY:-20}" --seed 7000 --algorithm odpor --mailbox "$build/mazurka" "$build/player"
fi
[ "$other" ] || skip 20 'random programs against MPICH: it is not installed'
[ -z "$other" ] || run versus --programs "$([ "$seconds" ] && echo 1000000 || echo 20)" --seconds "${seconds:-1000000}" \
    --seed "${MZ_SEED:-9000}" --rounds "$([ "$seconds" ] && echo 100 || echo 20)" "$mpich" "$other" "$build/mazurka" "$build/player"
finish
