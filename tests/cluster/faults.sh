#!/bin/bash
# tests/cluster/faults.sh BUILD_DIR - processes that are killed, stopped for a while or asked to end, whichever they are: nothing is lost,
# nothing hangs, and nobody stays behind.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
. tests/cluster/lib.bash

# ---- who is who ----

first_child() { # nothing if it has none
    local child
    read -r child _ <"/proc/$1/task/$1/children" # which does not end with a line feed
    [ "$child" ] && echo "$child"
} 2>/dev/null
has_rank() { tr '\0' '\n' <"/proc/$1/environ" | grep -qx "PMI_RANK=$2"; }
relay_of() { # JOB RANK
    local pid
    for pid in $(relays "$1"); do
        ! has_rank "$pid" "$2" || echo "$pid"
    done 2>/dev/null
}
process_of() { # JOB WHO RANK: relay, tool, program or worker, each of which is the child of the one before
    local pid
    pid=$(relay_of "$1" "$3") && [ "$pid" ] || return 1
    [ "$2" = relay ] || pid=$(first_child "$pid") || return 1
    [ "$2" = relay ] || [ "$2" = tool ] || pid=$(first_child "$pid") || return 1
    [ "$2" != worker ] || pid=$(first_child "$pid") || return 1
    echo "$pid"
}
is_there() { process_of "$@" >/dev/null 2>&1; }
nobody_is_left() { # in our folder, but for this shell and what it runs
    local at pid
    for at in /proc/[0-9]*; do
        pid=${at#/proc/}
        [ "$(readlink "$at/cwd" 2>/dev/null)" = "$work" ] || continue
        [ "$pid" = $$ ] || [ "$pid" = "$BASHPID" ] || [ "$(awk '{ print $4 }' "$at/stat" 2>/dev/null)" = $$ ] || return 1
    done
}
begin() { # PROCESSES COMMAND...
    "${guard[@]}" "$mpiexec" -n "$1" "$tool" "${@:2}" </dev/null >out 2>&1 &
    job=$!
    until_so launched
}
launched() { [ "$(pgrep -P $job)" ] || ! kill -0 $job 2>/dev/null; }
launcher() { pgrep -P $job | head -n 1; } # behind the guard
is_over() { ! kill -0 $job 2>/dev/null; }
end() { # WHAT: it ends by itself, and all of it
    wait $job; code=$?
    ok "$1: it does not hang" [ $code != 124 ] # what timeout(1) returns
    ok "$1: nobody is left" until_so nobody_is_left
}

# ---- killed, again and again ----

# Each search goes on with what the last one has saved, by another number of processes, until one of them is killed. The last one explores
# the rest: each outcome is counted once.
whole='40,320 outcomes, all explored'
rm -f wild.frontier
resume=()
saved_anew() { [ wild.frontier -nt mark ] || is_over; }
for fault in '3 tool 2 process.2.has.ended:.signal.9' '2 program 1 process.1.has.ended' '4 worker 3 process.3.has.ended:.one.of.its.workers' \
    '3 worker 0 processes.of.the.exploration.was.lost' '2 tool 0 signal.9..Killed..has.ended.process.0' '3 program 0 .' '3 relay 0 .' '4 relay 2 .'; do
    read -r n who rank says <<<"$fault"
    touch mark
    sleep 0.01 # so that a file is newer
    begin "$n" run -n 9 -a match --save-every 0.05 "${resume[@]}" ./wild assert
    until_so saved_anew
    victim=$(process_of "$(launcher)" "$who" "$rank")
    [ -z "$victim" ] || kill -KILL "$victim"
    end "the $who of process $rank is killed"
    ok "the $who of process $rank is killed: it is told of" grep -q "$says" out
    [ ! -e wild.frontier ] || resume=(--resume wild.frontier)
done
expect 'what was saved is told of, and resumed by one' 1 "$whole" "$tool" run -n 9 -j 2 -a match --resume wild.frontier ./wild assert
ok 'nothing is lost, and nothing explored twice' grep -q 'in 720 of 40,320 outcomes' <<<"$shown"

# States: those that were found are not lost with the process that has found them.
"$tool" cc -g -o farm "$root/bench/states/farm.c" || exit 2
states='26,008 states (402,653,184 outcomes), all explored'
rm -f farm.frontier
resume=()
saved_anew() { [ farm.frontier -nt mark ] || is_over; }
for fault in '3 tool 2' '2 worker 1' '3 program 2' '4 relay 3'; do
    read -r n who rank <<<"$fault"
    touch mark
    sleep 0.01
    begin "$n" run -n 5 -a states --check-sharing --save-every 0.1 "${resume[@]}" ./farm 16
    until_so saved_anew
    victim=$(process_of "$(launcher)" "$who" "$rank")
    [ -z "$victim" ] || kill -KILL "$victim"
    end "states: the $who of process $rank is killed"
    ! grep -qF "$states" out || break # it was faster
    [ ! -e farm.frontier ] || resume=(--resume farm.frontier)
done
if [ -e farm.frontier ]; then
    "${guard[@]}" "$mpiexec" -n 2 "$tool" run -n 5 -a states --resume farm.frontier ./farm 16 </dev/null >out 2>&1
fi
ok 'states: nothing is lost' grep -qF "$states" out

# Samples cannot be resumed; what was seen until then is told.
for fault in 'tool 1' 'worker 2'; do
    read -r who rank <<<"$fault"
    begin 3 run -n 9 -a random --executions 1000000 ./wild assert
    until_so all_explore "$(launcher)"
    kill -KILL "$(process_of "$(launcher)" "$who" "$rank")"
    end "samples: the $who of process $rank is killed"
    ok "samples: the $who of process $rank is killed: it is told of" grep -qE "process $rank has ended" out
done

# ---- stopped for a while ----

stops() { # or it was faster
    is_over || { victim=$(process_of "$(launcher)" "$who" "$rank") && kill -STOP "$victim"; }
} 2>/dev/null
for fault in 'relay 1' 'program 2' 'worker 0'; do
    read -r who rank <<<"$fault"
    begin 3 run -n 9 -a match --check-sharing --executions 20000 ./wild
    victim=
    until_so stops
    sleep 0.5
    [ -z "$victim" ] || kill -CONT "$victim"
    end "the $who of process $rank stops for a while"
    ok "the $who of process $rank stops for a while: all is explored that is asked for" grep -q ' 20,000 outcomes, ' out
done

# It stands still, and somebody asks for an end: what was saved is there. (A step may take a second, and 20 more are waited for.)
rm -f wild.frontier
saved() { [ -e wild.frontier ] || is_over; }
begin 3 run -n 11 -a match --step-time 1 --save-every 0.2 ./wild assert
until_so all_explore "$(launcher)" && until_so saved
kill -STOP "$(relay_of "$(launcher)" 1)"
kill -TERM "$(relay_of "$(launcher)" 0)"
end 'the relay of process 1 stands still'
ok 'the relay of process 1 stands still: it is told of' grep -q 'process 1 has not answered for 21 seconds' out
ok 'the relay of process 1 stands still: how to go on' grep -q 'saved before: the same command with --resume wild.frontier' out
# The same of process 0, on which all others wait.
for fault in 'relay answered' 'tool been.stopped'; do
    read -r who said <<<"$fault"
    begin 3 run -n 11 -a match --step-time 1 --save-every 1h ./wild assert
    until_so all_explore "$(launcher)"
    kill -STOP "$(process_of "$(launcher)" "$who" 0)"
    kill -TERM "$(launcher)"
    end "the $who of process 0 stands still"
    ok "the $who of process 0 stands still: it is told of" grep -q "process 0 has .*$said" out
done
begin 3 run -n 11 -a match --resume wild.frontier --save-every 1h ./wild assert
until_so all_explore "$(launcher)"
kill -KILL "$(process_of "$(launcher)" worker 1)"
end 'lost before anything is saved anew'
ok 'lost before anything is saved anew: how to go on' grep -q 'saved before: the same command with --resume wild.frontier' out

# ---- a signal to a process that is no relay ----

for fault in '1 TERM' '0 USR1' '1 INT'; do
    read -r rank signal <<<"$fault"
    rm -f wild.frontier
    begin 3 run -n 11 -a match ./wild assert
    until_so all_explore "$(launcher)"
    kill "-$signal" "$(process_of "$(launcher)" tool "$rank")"
    end "SIG$signal to the tool of process $rank"
    ok "SIG$signal to the tool of process $rank is heeded" grep -q 'to go on: .* --resume wild.frontier' out
done

# ---- asked to end before anything has begun ----

# From when a relay has a child, no signal is lost, although MPI is not ready, and nobody explores.
for fault in '0 USR1' '2 USR1' '0 TERM' '1 INT'; do
    read -r rank signal <<<"$fault"
    rm -f wild.frontier
    begin 3 run -n 11 -a match ./wild assert
    until_so is_there "$(launcher)" tool "$rank"
    kill "-$signal" "$(relay_of "$(launcher)" "$rank")"
    end "SIG$signal comes early to process $rank"
    ok "SIG$signal comes early to process $rank, and is heeded" grep -q 'to go on: .* --resume wild.frontier' out
done

# ---- asked to end while MPI waits for a process that never comes to it ----

# Ten seconds later (docs/cluster.md) nobody is left, nor is the other program; what timeout(1) allows is more.
waits_in_mpi() { grep -q libmpi "/proc/$(relay_of "$(launcher)" 0)/maps"; } 2>/dev/null
for fault in 'launcher TERM' 'relay TERM' 'relay INT' 'relay USR1'; do
    read -r who signal <<<"$fault"
    begin 1 run -n 3 ./wild : -n 1 sleep 900
    until_so is_there "$(launcher)" tool 0 && until_so waits_in_mpi
    victim=$(launcher)
    [ "$who" = launcher ] || victim=$(relay_of "$victim" 0)
    kill "-$signal" "$victim"
    end "SIG$signal to the $who while MPI waits"
    [ "$who" = launcher ] || ok "SIG$signal to the $who while MPI waits: it says why" grep -q 'not all processes of the job have come to MPI_Init' out
done

finish
