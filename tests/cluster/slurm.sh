#!/bin/bash
# tests/cluster/slurm.sh BUILD_DIR - the same with Slurm: srun starts the processes, the signal that Slurm sends before
# the time limit saves what is left, and a job that is queued again goes on. A Slurm of one node is started here, with
# slurmctld and slurmd as they are installed, on this machine's loopback; it is ended afterwards.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
for program in srun sbatch slurmctld slurmd; do
    command -v $program >/dev/null && continue
    skip 1 "cluster: Slurm ($program) is not installed"
    finish
done
if [ ! -e "$build/mazurka-cluster.so" ]; then
    skip 1 'cluster: mpicc is not installed'
    finish
elif [ "$(id -u)" != 0 ]; then
    skip 1 'cluster: only root can start a Slurm'
    finish
fi

# ---- a Slurm of our own ----

work=$(mktemp -d)
daemons=()
clean() {
    local pid
    for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null && wait "$pid"; done
    rm -rf "$work"
}
trap clean EXIT
chmod 755 "$work"
cd "$work" || exit 2
mkdir state spool
auth=none
if command -v munged >/dev/null; then
    auth=munge
    mkdir -m 755 munge
    dd if=/dev/urandom bs=1 count=1024 of=munge/key 2>/dev/null
    chmod 600 munge/key
    munged -F --force -S "$work/munge/socket" --key-file="$work/munge/key" --pid-file="$work/munge/pid" \
        --log-file="$work/munge/log" --seed-file="$work/munge/seed" >munge.log 2>&1 &
    daemons+=($!)
    until_so test -S munge/socket
fi
cat >slurm.conf <<END
ClusterName=mazurka
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$((20000 + $$ % 10000))
SlurmdPort=$((30000 + $$ % 10000))
AuthType=auth/$auth
CredType=cred/$auth
AuthInfo=cred_expire=5$([ $auth = munge ] && echo ",socket=$work/munge/socket")
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
JobAcctGatherType=jobacct_gather/none
MpiDefault=pmi2
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf
slurmctld -D >slurmctld.log 2>&1 &
daemons+=($!)
slurmd -D >slurmd.log 2>&1 &
daemons+=($!)
is_idle() { timeout 10 sinfo -h -t idle 2>/dev/null | grep -q .; }
if ! until_so is_idle; then
    fail 'Slurm starts' <(tail -n 5 slurmctld.log slurmd.log)
    finish
fi

# ---- what users do ----

cp "$root/bench/cluster/senders.c" .
"$tool" cc -o senders senders.c || exit 2
expect 'srun starts one search' 0 '40,320 outcomes, all explored' srun -n 3 "$tool" run -n 9 -a match ./senders
expect 'each process with -j' 0 '40,320 outcomes, all explored' srun -n 2 "$tool" run -n 9 -j 2 -a match ./senders

# The same, so slow that there is time for a signal: no two outcomes have the same memory.
sed 's/^int main/static volatile int order[64];\n&/; s/\&got, 1/(void *)\&order[i], 1/
     s/^    if (rank)/    for (volatile int k = 0; k < 300000 \&\& !rank; k++);\n&/' senders.c >slow.c
"$tool" cc -o slow slow.c || exit 2
# srun passes the signal on, as Slurm does with --signal before the time limit.
srun -n 3 "$tool" run -n 9 -a match ./slow >out 2>&1 &
job=$!
searches() { # the program computes, of our job and not of somebody else's
    local pid
    for pid in $(pgrep -x slow); do
        [ "$(readlink "/proc/$pid/cwd")" = "$work" ] && computes "$pid" && return
    done
    return 1
}
until_so searches
kill -USR1 $job
wait $job
ok 'SIGUSR1 saves what is left' grep -q 'to go on: .* --resume slow.frontier' out
expect 'another number of processes goes on' 0 ' 40,320 outcomes, all explored' \
    srun -n 2 "$tool" run -n 9 -a match --resume slow.frontier ./slow

# The job of docs/cluster.md: when its time is over, it is queued again, and goes on.
rm -f slow.frontier
sed -n '/^#!\/bin\/bash/,/^exit/p' "$root/docs/cluster.md" |
    sed "s/^#SBATCH .* --requeue .*/#SBATCH -n 3 --requeue --open-mode=append --output=job.out/; s/prog/slow/g
         s!mazurka run -n 8 -j 32!\"$tool\" run -n 9 -a match!" >job
ok 'the job of the documentation' grep -q '^srun ' job
id=$(sbatch --parsable job)
until_so searches
scancel -s USR1 "$id"
is_over() { grep -q 'all explored' job.out; }
ok 'it goes on until all is explored' until_so is_over
is_gone() { [ -z "$(squeue -h -j "$id" 2>/dev/null)" ]; } # with its srun
ok 'the job ends' until_so is_gone
ok 'it was stopped before' grep -q 'to go on: ' job.out
ok 'nothing was explored twice' grep -q ' 40,320 outcomes, all explored' job.out
finish
