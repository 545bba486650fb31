#!/bin/bash
# tests/cluster/hosts.sh BUILD_DIR - two hosts: namespaces with names and networks of their own, which a pair of virtual cables
# connects, and nothing else. The launcher enters them as it would enter machines with ssh. Needs to be root.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
. tests/cluster/lib.bash

inside() { nsenter -t "$1" -n -u -m --wd="$work" "${@:2}"; } # PROCESS COMMAND...: on the host that it holds
has_own() { [ "$(readlink "/proc/$1/ns/mnt")" != "$(readlink /proc/self/ns/mnt)" ]; }
connect() { # all of it, or false
    inside $one ip link add name cable type veth peer name cable netns $two &&
        inside $one ip addr add 10.77.0.1/24 dev cable && inside $two ip addr add 10.77.0.2/24 dev cable || return
    local host
    for host in $one $two; do
        inside "$host" ip link set lo up && inside "$host" ip link set cable up &&
            inside "$host" mount -t sysfs sysfs /sys && inside "$host" mount --bind hosts /etc/hosts && inside "$host" mount -t tmpfs tmpfs /dev/shm || return
    done
    inside $one hostname one && inside $two hostname two || return
    for host in $one $two; do until_so inside "$host" grep -q up /sys/class/net/cable/operstate; done
}
printf '127.0.0.1 localhost\n10.77.0.1 one\n10.77.0.2 two\n' >hosts
unshare -n -u -m sleep infinity 2>why &
one=$!
unshare -n -u -m sleep infinity 2>why &
two=$!
trap 'kill $one $two 2>/dev/null; rm -rf "$work"' EXIT
made() { ! kill -0 "$1" 2>/dev/null || has_own "$1"; }
until_so made $one && until_so made $two
if ! kill -0 $one 2>/dev/null || ! kill -0 $two 2>/dev/null || ! connect 2>why; then
    skip 10 "cluster: this user cannot make hosts with a network of their own ($(head -n 1 why))"
    finish
fi
cat >enter <<E
#!/bin/sh
# as ssh: -x HOST COMMAND...
shift
case \$1 in one) pid=$one ;; two) pid=$two ;; *) exit 255 ;; esac
shift
echo "\$(nsenter -t \$pid -u hostname)" >>entered
exec nsenter -t \$pid -n -u -m --wd=$work sh -c "\$*"
E
chmod +x enter

cat >name.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    char name[MPI_MAX_PROCESSOR_NAME + 64] = "";
    int rank, n, got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (argc > 1)
        gethostname(name, sizeof name - 1);
    else
        MPI_Get_processor_name(name, &got);
    for (int i = 1; i < n && !rank; i++)
        MPI_Recv(name, sizeof name, MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank)
        MPI_Send(name, (int)strlen(name) + 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
"$tool" cc -g -o name name.c || exit 2
# For one process on each host. MPICH may find that they share memory, and use that: over TCP, version 4.0 does not always return from
# MPI_Finalize. What starts and connects the processes goes over the cable.
hosts=(nsenter -t "$one" -n -u -m --wd="$work"
       "$mpiexec" -launcher ssh -launcher-exec "$work/enter" -hosts 'one,two' -ppn 1 -n 2)
expect 'two hosts are one search' 1 '40,320 outcomes, all explored' "${hosts[@]}" "$tool" run -n 9 -a match ./wild assert
ok 'with the findings of one' grep -q 'assertion.*in 720 of 40,320 outcomes' <<<"$shown"
ok 'the other host was entered' grep -qx two entered
before=$(inside $one awk '/cable:/ { print $2 }' /proc/net/dev)
expect 'samples of two hosts' 1 'in 3,000 runs' "${hosts[@]}" "$tool" run -n 7 -a random --executions 3000 ./wild assert
after=$(inside $one awk '/cable:/ { print $2 }' /proc/net/dev)
ok 'they were connected over the cable' [ "$after" -gt "$before" ]
shown=$("$tool" run -n 6 -a states ./wild assert 2>&1)
whole=$(sed -nE 's/.* ([0-9,]+ states) \(([0-9,]+ outcomes)\), all explored.*/\1 .\2., all explored/p' <<<"$shown")
ok 'one host explores all states' [ -n "$whole" ]
expect 'states of two hosts are those of one' 1 "$whole" "${hosts[@]}" "$tool" run -v -n 6 -a states --check-sharing ./wild assert
ok 'both have a part in it' grep -qE 'messages: [1-9][0-9]* items' <<<"$shown"
expect 'the name of the host is the same for all' 0 '24 outcomes, all explored' "${hosts[@]}" "$tool" run -n 5 -a match ./name
# A file that differs is noticed before anything that rests on it is judged.
echo x >input
echo y >other
inside $two mount --bind other input
expect 'a file that is another one on the second host' 2 'the file .*/input is another one in process 1 than in process 0' \
    "${hosts[@]}" "$tool" run -n 9 -a match ./wild file

finish
