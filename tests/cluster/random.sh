#!/bin/bash
# tests/cluster/random.sh BUILD_DIR - random MPI programs, explored by one process and by several: see compare.py. MZ_CLUSTER=N plays
# more of them, MZ_SEED=N others.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
. tests/cluster/lib.bash
out=$("$root/tests/cluster/compare.py" --programs "${MZ_CLUSTER:-12}" --seed "${MZ_SEED:-100}" "$build" "$mpiexec")
count "$out" $?
finish
