#!/bin/bash
# tests/cluster/slurm.sh BUILD_DIR - the same with Slurm, where one is running: srun starts the processes, and the signal
# before the time limit saves what is left.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
if ! command -v srun >/dev/null; then
    skip 1 'cluster: Slurm (srun) is not installed'
    finish
elif [ ! -e "$build/mazurka-cluster.so" ]; then
    skip 1 'cluster: mpicc is not installed'
    finish
elif ! timeout 10 sinfo -h -t idle,mixed 2>/dev/null | grep -q .; then
    skip 1 'cluster: no Slurm is running here'
    finish
fi
work=$(mktemp -d -p .)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
cp "$root/bench/cluster/senders.c" .
"$tool" cc -o senders senders.c || exit 2
expect 'srun starts one search' 0 '40,320 outcomes, all explored' srun -n 3 "$tool" run -n 9 -a match ./senders
srun -n 3 --signal=USR1@60 "$tool" run -n 12 -a match ./senders >out 2>&1 &
job=$!
until_so pgrep -P $job >/dev/null
until_so grep -q . out
kill -USR1 $job
wait $job
ok 'SIGUSR1 saves what is left' grep -q 'to go on: .* --resume senders.frontier' out
finish
