#!/bin/bash
# tests/mpi/play.sh BUILD [SECONDS] - random MPI programs: against brute force under mazurka, with two
# explorers, in several processes; and against what MPICH does with them, if it is there. With SECONDS
# only the latter, for so long, beginning at the seed MZ_SEED.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
seconds=${2:-} mpich=$PWD/tests/mpi/mpich
here=$(mktemp -d) && trap 'rm -rf "$here"' EXIT
other=
find_mpich
if [ "$mpicc" ]; then
    other=$here/player
    $mpicc -std=gnu11 -O1 -D_GNU_SOURCE -Isrc -o "$other" tests/mpi/play/{player,perform,finish,stage}.c \
        "$build/libmz.a" -lxxhash || exit 1
fi
windows=
if [ "$other" ]; then
    windows=$here/play-windows
    $mpicc -std=gnu11 -O2 -D_GNU_SOURCE -Isrc -Itests -o "$windows" tests/mpi/play/windows.c \
        tests/support/{random,windows,window_text,oracle_window,oracle_window_memory,oracle_window_steps}.c "$build/libmz.a" -lxxhash || exit 1
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
    run play --programs "${MZ_PLAY:-20}" --seed 3000 --images check "$build/mazurka" "$build/player"
    run play --programs "${MZ_PLAY:-20}" --seed 5000 --algorithm odpor "$build/mazurka" "$build/player"
    run play --programs "${MZ_PLAY:-20}" --seed 7000 --algorithm odpor --mailbox "$build/mazurka" "$build/player"
fi
[ "$other" ] || skip 20 'random programs against MPICH: it is not installed'
[ -z "$other" ] || run versus --programs "$([ "$seconds" ] && echo 1000000 || echo 20)" --seconds "${seconds:-1000000}" \
    --seed "${MZ_SEED:-9000}" --rounds "$([ "$seconds" ] && echo 100 || echo 20)" "$mpich" "$other" "$build/mazurka" "$build/player"

# Programs with windows: what MPICH does with them, the judge must know. In several ways of MPICH.
play_windows() { # WAY PROGRAMS ROUNDS SECONDS
    local out code
    out=$("${guard[@]}" "$mpich" "$1" -n 3 "$windows" --programs "$2" --rounds "$3" --seconds "$4" \
        --seed "$((${MZ_SEED:-9000} + 1000000 * $1))" 2>&1); code=$?
    count "$(sed 's/^play-windows: \([0-9]*\) as expected, \([0-9]*\) not$/\1 passed, \2 failed/' <<<"$out")" $code
}
if [ -z "$other" ]; then
    skip 20 'random programs with windows against MPICH: it is not installed'
elif [ -z "$seconds" ]; then
    # MPICH 4.0 sometimes hangs in such programs on a busy machine, which says nothing about us: only on request.
    if [ -n "${MZ_PLAY_WINDOWS-}" ]; then
        play_windows 0 40 10 1000
        play_windows 1 40 10 1000
    else
        skip 20 'random programs with windows against MPICH, which may hang: MZ_PLAY_WINDOWS=1 plays them'
    fi
else
    guard=()
    for ((way = 0; way < 5; way++)); do
        play_windows $way 1000000 100 $((seconds / 5))
    done
fi
finish
