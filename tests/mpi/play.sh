#!/bin/bash
# tests/mpi/play.sh BUILD - random MPI programs against brute force: under mazurka with two
# explorers, in several processes, and what MPICH does with them, if it is there.
cd "$(dirname "$0")/../.." || exit 2
build=$PWD/$1 passed=0 failed=0
here=$(mktemp -d) && trap 'rm -rf "$here"' EXIT
other=
if command -v mpicc >/dev/null && mpichversion >/dev/null 2>&1; then
    other=$here/player
    mpicc -std=gnu11 -O1 -D_GNU_SOURCE -Isrc -o "$other" tests/mpi/play/player.c "$build/libmz.a" -lxxhash || exit 1
fi
cd "$here" || exit 2
play() { # arguments of play
    local out; out=$("$build/play" "$@"); echo "$out" | grep -v '^$'
    read -r p f < <(sed -n 's/^play: \([0-9]*\) as expected, \([0-9]*\) not$/\1 \2/p' <<<"$out")
    passed=$((passed + ${p:-0})) failed=$((failed + ${f:-1}))
}
play --programs "${MZ_PLAY:-60}" --seed 1 "$build/mazurka" "$build/player"
play --programs "${MZ_PLAY:-60}" --seed 1 --jobs 2 "$build/mazurka" "$build/player"
play --programs "${MZ_PLAY:-60}" --seed 5000 --algorithm odpor "$build/mazurka" "$build/player"
play --programs "${MZ_PLAY:-60}" --seed 7000 --algorithm odpor --mailbox "$build/mazurka" "$build/player"
[ -z "$other" ] || play --programs 10 --seed 9000 --runs "${MZ_RUNS:-5}" "$build/mazurka" "$build/player" "$other"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
