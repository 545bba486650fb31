#!/bin/bash
# tests/mpi/gdb.sh BUILD_DIR - `mazurka replay --gdb`: it stops at the finding in the user's frame, shows ranks, and goes
# along the schedule, forwards and back.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
command -v gdb >/dev/null || { skip 1 'there is no gdb'; finish; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cp tests/golden/programs/{decisive,assertion}.c "$tmp"
cd "$tmp" || exit 2
for p in decisive assertion; do "$tool" cc -g -o $p $p.c || exit 2; done
"$tool" run -n 4 ./decisive >/dev/null 2>&1
"$tool" run -n 3 ./assertion >/dev/null 2>&1
debug() { # FILE COMMAND...: what gdb says
    local file=$1 c words=(); shift
    for c; do words+=(-ex "$c"); done
    said=$("${guard[@]}" "$tool" replay --gdb "$file" -- -batch "${words[@]}" 2>&1 </dev/null)
}
says() { # WHAT REGEX
    if grep -qE -- "$2" <<<"$said"; then pass; else fail "$1: no '$2' in" <(echo "$said"); fi
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
expect 'without --gdb there is nobody to give words to' 2 'replay takes one file' "$tool" replay decisive-1.mzt -- -batch
finish
