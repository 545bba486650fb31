#!/bin/bash
# tests/work/linear.sh BUILD_DIR [KIND...] - what an execution costs is linear in its length: for each kind of call
# (bench/long/calls.c), loops of N rounds and of 4 N. The work is counted by the compiler (count.c), in basic blocks of
# the agent and of the MPI library, in all processes of the run: so the numbers are the same on each machine, at any load.
# What is not linear yet is not in the table: pending and pile (messages that pile up), winacc and winpscw (accesses that
# are put off), fopened and fopenmany (names of files).
. tests/lib/check.bash
shift
wanted=" $* "
work=$build/work
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit

# KIND:N, where the loop is so long that what is done once, and what is compared while there is little, does not show.
kinds="send:500 ssend:500 sendrecv:500 probe:500 mprobe:500 poll:500 any:500 halo:500 waitany:500 cancel:500 persistent:500
    barrier:500 ibarrier:500 bcast:500 gather:500 gatherv:500 alltoall:500 scan:500 allreduce:500 started:500 dup:500 split:500
    leak:500 type:500 leaktype:500 attr:500 alloc:500 print:500 clocked:500 fence:250 lock:250 winget:250 winrput:250
    winfetch:250 files:1500 fileread:1500 fileordered:1500"

work_of() { # KIND N OPTION...
    "${guard[@]}" "$work/mazurka" run -q -n 2 "${@:3}" "$work/calls" "$1" "$2" 2>&1 | awk '/^ *work: / { n += $NF } END { print n + 0 }'
}

check_linear() { # KIND N OPTION...
    local none less more
    none=$(work_of "$1" 0 "${@:3}") less=$(work_of "$1" "$2" "${@:3}") more=$(work_of "$1" $((4 * $2)) "${@:3}")
    ok "$1 ${*:3}: $2 rounds take $((less - none)) steps, $((4 * $2)) rounds $((more - none))" \
        awk "BEGIN { exit !($none && $less > $none && log(($more - $none) / ($less - $none)) / log(4) < 1.1) }"
}

for each in $kinds; do
    kind=${each%:*}
    [ "$wanted" = "  " ] || [[ $wanted == *" $kind "* ]] || continue
    check_linear "$kind" "${each#*:}"
    case $kind in win* | fence | lock) ;; *) check_linear "$kind" "${each#*:}" --once ;; esac
done
finish
