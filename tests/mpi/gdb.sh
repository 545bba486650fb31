#!/bin/bash
# tests/mpi/gdb.sh BUILD_DIR - `mazurka replay --gdb`: it stops at the finding in the user's frame, shows ranks, and goes
# along the schedule, forwards and back.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
command -v gdb >/dev/null || { skip 1 'there is no gdb'; finish; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cp tests/golden/programs/{decisive,assertion}.c examples/mpi/{local-race,truncation,missing-wait,lookup-crash}.c "$tmp"
cp tests/golden/programs/throws.cpp "$tmp"
cd "$tmp" || exit 2
for p in decisive assertion local-race truncation missing-wait lookup-crash; do "$tool" cc -g -o $p $p.c || exit 2; done
"$tool" c++ -g -o throws throws.cpp || exit 2
"$tool" run -n 4 ./decisive >/dev/null 2>&1
for p in assertion local-race truncation missing-wait lookup-crash throws; do "$tool" run -n 3 ./$p >/dev/null 2>&1; done
debug() { # FILE COMMAND...: what gdb says
    local file=$1 c words=(); shift
    for c; do words+=(-ex "$c"); done
    said=$("${guard[@]}" "$tool" replay --gdb "$file" -- -batch "${words[@]}" 2>&1 </dev/null)
}
says() { # WHAT REGEX
    if grep -qE -- "$2" <<<"$said"; then pass; else fail "$1: no '$2' in" <(echo "$said"); fi
}
never() { # WHAT REGEX
    if grep -qE -- "$2" <<<"$said"; then fail "$1: '$2' in" <(echo "$said"); else pass; fi
}
debug decisive-1.mzt run 'mazurka ranks' 'mazurka rank 1' 'mazurka rank 0' 'print x' continue
says 'it stops in the frame of the program' 'in main .* at decisive.c:13'
says 'ranks are at calls and lines' '^rank 0 +at Recv from 3, tag 0 +decisive.c:13$'
says 'each of them' '^rank 3 +at Finalize +decisive.c:17$'
says 'variables of the rank' '^\$[0-9]+ = 3$'
debug decisive-1.mzt 'mazurka goto 4' 'mazurka ranks' 'mazurka step' 'delete' 'mazurka back 2' continue
says 'a step of the schedule' '^step 4: rank 2: Send to 0, tag 0$'
says 'the next one' '^step 5: rank 2'
says 'back' '^step 3: rank 1'
says 'delete leaves ours alone' '^this is the end, after the last step$'
debug assertion-1.mzt start 'mazurka ranks' continue 'print first' 'info locals'
says 'start stops in main' 'main \(argc=1'
says 'ranks are not there yet' '^the ranks are being started'
says 'what has failed' '^rank 0: first < second failed'
says 'in the frame of the program' 'in main .* at assertion.c:13'
says 'its variables' '^\$[0-9]+ = [23]$'
debug assertion-1.mzt 'mazurka goto 4' bt next 'print first' next 'mazurka back 5' 'mazurka goto 3' next
says 'a step of the schedule is at the line of its call' '^#[0-9]+ .*in main .*assertion.c:11$'
never 'the stack has frames of the program only' 'src/agent|src/mpi'
says 'next makes it, and goes on in the program' '^12[[:space:]]+MPI_Recv\(&second'
says 'what was received is there' '^\$[0-9]+ = 2$'
says 'and over the next call' '^13[[:space:]]+assert'
says 'a rank that waits longer says so' '^rank 2 was not back in its code before this$'

debug lookup-crash-1.mzt run bt 'mazurka ranks' 'mazurka rank 1' 'mazurka rank 0' 'info locals' continue
says 'a crash: the frame is that of the program' '^#0 .*lookup-crash.c:[0-9]+$'
says 'and so is the stack' '^#[0-9]+ .*in main .*lookup-crash.c:[0-9]+$'
says 'the others are where they were' '^rank 1 +at .*lookup-crash.c:[0-9]+$'
says 'a failed rank can be left and looked at again' '^(row|table|key|value|i|rank|x) = '
never 'nothing of ours is shown' 'src/agent|main has returned|has left main'
debug truncation-1.mzt run 'mazurka rank 1' 'mazurka ranks' 'mazurka rank 0' 'bt -1' continue
says 'an error of MPI: what it says has lines' 'with MPI_Send at truncation.c:14, and MPI_Recv at truncation.c:12'
says 'the frame is not lost by looking at others' '^#[0-9]+ .*in main .*truncation.c:12$'
says 'and the program goes on' '^this is the end, after the last step$'
debug local-race-1.mzt run 'mazurka rank 1' 'mazurka rank 0' 'print out' continue
says 'a race of a rank with itself: it stops at the access' 'in main .*local-race.c:17|^#[0-9]+ +main .*local-race.c:17$'
says 'others can be looked at' '^#[0-9]+ .*in main .*local-race.c:1[56]$'
says 'and it goes on to the end' '^this is the end, after the last step$'
debug missing-wait-1.mzt run
says 'a request that is left: it stops where that shows' '^#[0-9]+ .*in main .*missing-wait.c:16$'
debug throws-1.mzt run 'mazurka rank 0' 'mazurka rank 1' 'print n'
says 'a rank that fails while ranks are started' '^#[0-9]+ .*in grid::Field<double>::resize .*throws.cpp:13$'
says 'no other is there yet' '^rank 0 is not there yet$'
says 'its variables' '^\$[0-9]+ = 0$'
"$tool" run "$build/actor-faults" crash >/dev/null 2>&1
debug actor-faults-1.mzt run bt
says 'an actor that fails is in its own frame' '^#0 .*in crash .*faults.c:30$'
"$tool" cc -g -o spin "$root/examples/mpi/spin.c"
"$tool" run -n 2 --step-time 1s ./spin >/dev/null 2>&1
debug spin-1.mzt 'mazurka ranks'
says 'who computes for ever has to be interrupted' 'A rank computes without end here: let it run, and interrupt it'
debug decisive-1.mzt 'mazurka ranks'
never 'others not' 'interrupt it'
expect 'without --gdb there is nobody to give words to' 2 'replay takes one file' "$tool" replay decisive-1.mzt -- -batch
finish
