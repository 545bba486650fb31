#!/bin/bash
# tests/cluster/together.sh BUILD_DIR - processes that do not fit together, or do not come: it is noticed however small the search is, the
# sentence says which process and why, and the job ends. What is said where an algorithm works in one process only.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
. tests/cluster/lib.bash

pair() { # WHAT CODE REGEX [-wdir FOLDER] -- COMMAND OF PROCESS 0 -- OF PROCESS 1
    local what=$1 code=$2 pattern=$3 where=() first=(); shift 3
    while [ "$1" != -- ]; do where+=("$1"); shift; done; shift
    while [ "$1" != -- ]; do first+=("$1"); shift; done; shift
    expect "$what" "$code" "$pattern" "$mpiexec" -n 1 "$tool" "${first[@]}" : -n 1 "${where[@]}" "$tool" "$@"
}
host=$(hostname)
place='; it must be in the same place on all machines'

# ---- a search of two outcomes, and one of many ----

mkdir other
sed 's/first != 3/first != 2/' wild.c >other/wild.c
(cd other && "$tool" cc -g -o wild wild.c)
cp wild other/same
mkdir empty
for ranks in 3 9; do
    pair "another program, $ranks ranks" 2 '^error: the program differs between process 0 and process 1$' -wdir "$work/other" -- \
        run -n $ranks ./wild -- run -n $ranks ./wild
    pair "another directory, $ranks ranks" 2 '^error: the directory differs between process 0 and process 1$' -wdir "$work/empty" -- \
        run -n $ranks "$work/wild" -- run -n $ranks "$work/wild"
    pair "other arguments, $ranks ranks" 2 '^error: the arguments differ between process 0 and process 1$' -- run -n $ranks ./wild -- run -n $ranks ./wild assert
    pair "another option, $ranks ranks" 2 '^error: the option --buffering differs between process 0 and process 1$' -- \
        run -n $ranks ./wild -- run -n $ranks --buffering zero ./wild
    pair "no such program, $ranks ranks" 2 \
        "^error: process 1 \($host\) could not start the program: ./wild: No such file or directory$place\$" -wdir "$work/empty" -- \
        run -n $ranks ./wild -- run -n $ranks ./wild
    pair "a wrong option, $ranks ranks" 2 "^error: process 1 \($host\) does not accept its command line: --wrong is for explain; run does not take it$" -- \
        run -n $ranks ./wild -- run -n $ranks --wrong ./wild
    ok "a wrong option, $ranks ranks: what to do" grep -q '  fix: give all processes the same command line' <<<"$shown"
done
cp wild empty/wild
chmod -x empty/wild
pair 'not executable' 2 "could not start the program: ./wild is not executable; is it the program\?$place" -wdir "$work/empty" -- run -n 3 ./wild -- run -n 3 ./wild
ok 'nobody speaks of memory' [ -z "$(grep -i memory <<<"$shown")" ]
pair 'no number of ranks' 2 "process 1 \($host\) (could not|does not).*is an MPI program" -- run -n 3 ./wild -- run ./wild
pair 'another command' 2 "process 1 \($host\) does not accept its command line: several processes of mazurka can share" -- run -n 3 ./wild -- list
pair 'help' 2 "^error: process 1 \($host\) has nothing to search$" -- run -n 3 ./wild -- run -n 3 --help
pair 'process 0 has another command' 2 "^error: several processes of mazurka can share 'run' and 'litmus' only" -- list -- run -n 3 ./wild

# A library that is missing on one machine: the program is there, and does not start.
mkdir with without
echo 'int helper(void) { return 1; }' >helper.c
gcc -shared -fPIC -o with/libhelper.so helper.c
sed 's/^int main/int helper(void); int main/; s/rank, n, got/rank, n = helper(), got/' wild.c >needs.c
"$tool" cc -g -o needs needs.c -Lwith -lhelper -Wl,-rpath,. || exit 2
cp needs with/needs
cp needs without/needs
expect 'with its library' 0 '2 outcomes, all explored' env -C with "$tool" run -n 3 ./needs
expect 'a library that is missing' 2 "could not start the program: .*libhelper.so.*cannot open shared object file" \
    "$mpiexec" -n 1 -wdir "$work/with" "$tool" run -n 3 ./needs : -n 1 -wdir "$work/without" "$tool" run -n 3 ./needs

# Litmus files.
printf 'actor A\n  send m 1\nactor B\n  r = recv m\n' >two.lit
printf 'actor A\n  send m 2\nactor B\n  r = recv m\n' >empty/two.lit
pair 'another litmus file' 2 '^error: the litmus file differs between process 0 and process 1$' -wdir "$work/empty" -- litmus -a sdpor two.lit -- litmus -a sdpor two.lit
pair 'no such litmus file' 2 "^error: process 1 \($host\) could not read the litmus file: .*two.lit.*$place" -wdir / -- litmus -a sdpor two.lit -- litmus -a sdpor two.lit
pair 'another algorithm' 2 '^error: the option -a differs between process 0 and process 1$' -- litmus -a sdpor two.lit -- litmus -a dpor two.lit
pair 'a litmus file and a program' 2 "process 1 \($host\) does not accept its command line: it is about a program, and that of process 0 is not" -- \
    litmus -a sdpor two.lit -- run -n 3 ./wild
pair 'a program and a litmus file' 2 'differs between process 0 and process 1' -- run -n 3 ./wild -- litmus -a sdpor two.lit
expect 'the same file' 0 '1 outcome, all explored' "$mpiexec" -n 3 "$tool" litmus -a sdpor two.lit

# ---- the frontier is process 0's ----

cluster 2 run -n 7 -a match --executions 50 ./wild >out 2>&1
cp wild empty/wild
ok 'a search is stopped' [ -e wild.frontier ]
pair 'what was saved is missing elsewhere, where it is not needed' 0 '720 outcomes, all explored' -- \
    run -n 7 -a match --resume wild.frontier ./wild -- run -n 7 -a match --resume nowhere.frontier ./wild
expect 'what was saved is missing' 2 'nowhere.frontier: No such file' "$mpiexec" -n 2 "$tool" run -n 7 -a match --resume nowhere.frontier ./wild
ok 'it is said once' [ "$(grep -c nowhere <<<"$shown")" = 1 ]

# ---- in one process only ----

only='works in one process only'
expect 'the default of litmus files' 2 "^error: the default here, odpor, $only\$" "$mpiexec" -n 2 "$tool" litmus two.lit
ok 'what to do' grep -qx '  fix: add -a sdpor, or start it without mpiexec' <<<"$shown"
expect 'what it says to do' 0 '1 outcome, all explored' "$mpiexec" -n 2 "$tool" litmus -a sdpor two.lit
expect 'odpor, by name' 2 "^error: odpor $only\$" "$mpiexec" -n 2 "$tool" litmus -a odpor two.lit
for words in '/bin/ls' '-n 3 /bin/ls'; do
    # shellcheck disable=SC2086 # words
    one=$("$tool" run $words 2>&1 | head -n 1)
    # shellcheck disable=SC2086
    expect "no MPI program: run $words" 4 '^cannot verify' "$mpiexec" -n 3 "$tool" run $words
    ok "no MPI program: run $words: the sentence of one process" [ "$(head -n 1 <<<"$shown")" = "$one" ]
done
# MPI that comes with a library, which is seen only when the program runs.
cat >late.c <<'C'
#include <dlfcn.h>
int main(void)
{
    void *library = dlopen("./liblate.so", RTLD_NOW);
    return ((int (*)(int, char **))dlsym(library, "late"))(0, 0);
}
C
sed 's/^int main/int late/; s/MPI_Init(&argc, &argv)/MPI_Init(0, 0)/' wild.c >liblate.c
"$tool" cc -g -shared -fPIC -o liblate.so liblate.c && gcc -o late late.c || exit 2
expect 'MPI in a library' 0 '6 outcomes, all explored' "$mpiexec" -n 2 "$tool" run -n 4 ./late
expect 'MPI in a library, with sdpor' 0 '6 outcomes, all explored' "$mpiexec" -n 2 "$tool" run -n 4 -a sdpor ./late

# ---- small searches are divided if that is asked for ----

for way in '-a match' '' '-a sdpor --buffering infinite' '-a states'; do
    # shellcheck disable=SC2086
    expect "--check-sharing $way" 0 'messages: [1-9][0-9]* items' "$mpiexec" -n 3 "$tool" run -v -n 5 --check-sharing $way ./wild
    ok "--check-sharing $way: all is explored" grep -qE '24 outcomes.*, all explored' <<<"$shown"
done

# One process begins a resumed search, and all go on with it: what it has seen counts.
for part in 1 2 3; do
    resume=()
    [ $part = 1 ] || resume=(--resume wild.frontier)
    cluster 3 run -n 6 --keep-going --check-sharing --executions 30 "${resume[@]}" ./wild always >out 2>&1
    ok "part $part of a search" grep -q -- '--resume wild.frontier' out
done
expect 'a resumed search of several processes' 1 ' 120 outcomes, all explored' "$mpiexec" -n 3 "$tool" run -n 6 --keep-going --check-sharing --resume wild.frontier ./wild always
ok 'counts what it shows as one process does' grep -q 'in 120 of 120 outcomes' <<<"$shown"

# ---- how often each way to search was chosen ----

# Counts are sent while an execution is under way. Each is of one way, or of none: items that are begun.
chosen() { # the sum
    sed -n 's/^ *chosen: //p' <<<"$shown" | tr -d , | grep -oE '[0-9]+ ' | awk '{ n += $1 } END { print n + 0 }'
}
for way in '--strategy mcts' '--strategy random' '--strategy bfs'; do
    for many in '-n 1 - 4' '-n 3 - 1'; do
        read -r _ processes _ jobs <<<"$many"
        # shellcheck disable=SC2086
        expect "$way, $processes processes, -j $jobs" 3 'chosen: ' "$mpiexec" -n "$processes" "$tool" run -v -n 9 -j "$jobs" -a match --executions 4000 $way ./wild
        n=$(chosen)
        ok "$way, $processes processes, -j $jobs: $n chosen of 4,000" awk "BEGIN { exit !($n > 2000 && $n <= 4000) }"
    done
done

# ---- what launchers put into the environment ----

export HYDRA_IFACE=lo MPIR_CVAR_NOTHING=1
expect 'an error under mpiexec' 1 'replay: ' "$mpiexec" -genv MPIR_CVAR_ENABLE_COLL_FT_RET 1 -genv SLURM_JOB_ID 17 -n 2 "$tool" run -n 3 -o traces ./wild assert
unset HYDRA_IFACE MPIR_CVAR_NOTHING
expect 'it is replayed elsewhere' 1 'assert' "$tool" replay traces/wild-1.mzt
ok 'and nothing has changed' [ -z "$(grep 'changed since' <<<"$shown")" ]

# ---- a process that never comes ----

if [ "$mpicc" ] && "$mpicc" -o mute -x c - 2>why <<'C'
#include <mpi.h>
#include <unistd.h>
int main(void)
{
    MPI_Init(0, 0);
    for (;;)
        pause();
}
C
then
    shown=$("${guard[@]}" "$mpiexec" -n 2 "$tool" run -n 3 ./wild : -n 1 ./mute 2>&1 </dev/null); code=$?
    ok 'a process that never comes: it does not hang' [ $code != 124 ]
    ok 'the verdict' grep -q '^verified' <<<"$shown"
    ok 'the verdict says so' grep -q 'the program as 2 of 3 processes have it (1 did not answer)' <<<"$(tr -s ' \n' ' ' <<<"$shown")"
else
    skip 3 'cluster: mpicc is not installed'
fi

finish
