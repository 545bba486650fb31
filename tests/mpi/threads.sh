#!/bin/bash
# tests/mpi/threads.sh BUILD_DIR - threads take their turns in the same way however a rank got to where it is: by a copy
# of its memory, by running again, or in another process. So the outcomes are the same ones.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-threads
mkdir -p "$out"
"$tool" cc -pthread -g -o "$out/polls" tests/verdict/programs/thread-polls-good.c || exit 1
cd "$out" || exit 1

outcomes() { # OPTIONS...
    "${guard[@]}" "$tool" run "$@" -n 2 ./polls 2>&1 | sed -n 's/^ *\([0-9]* outcomes, [0-9]* redundant, all explored\).*/\1/p'
}
all=$(outcomes --images every)
ok 'all outcomes are explored' [ -n "$all" ]
for images in root auto; do
    ok "they are the same with --images $images" [ "$(outcomes --images $images)" = "$all" ]
done
ok 'and in two processes' [ "$(outcomes -j 2)" = "$all" ]
finish
