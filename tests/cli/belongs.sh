# belongs.sh - what frontiers and traces belong to, and that they are whole. Sourced by
# tests/cli/check.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of tests/cli/check

mpi=$tmp/mpi
mkdir "$mpi"
"$tool" cc -g -O1 -o "$mpi/programs" "$here/programs.c" || fail 'programs.c does not compile'
printf 'int extra(void) { return 1; }\n' >"$mpi/extra.c"
gcc -shared -fPIC -o "$mpi/libextra.so" "$mpi/extra.c"
"$tool" cc -g -O1 -o "$mpi/linked" "$here/programs.c" -Wl,--no-as-needed \
    -L"$mpi" -lextra -Wl,-rpath,"$mpi" || fail 'no program with a library'
cd "$mpi" || exit 2

# saved ARGS...: a fresh frontier of the run with these words, under a name that is ours, so that it stays.
saved() {
    rm -f ./*.frontier
    run run --executions 5 "$@"
    exits 3
    out_has 'to go on: the same command with --resume .*\.frontier'
    frontier=kept
    mv ./*.frontier $frontier
}
refused_for() { # refused_for WHAT ARGS...: and nobody else is to blame
    local what=$1; shift
    run run --resume "$frontier" "$@"
    exits 2
    silent "$out"
    err_has "^error: .*cannot be resumed; changed since it was saved: $what\$"
    err_has '^  fix: .'
}
goes_on() { # goes_on ARGS...
    run run --resume "$frontier" "$@"
    exits 0
    out_has '^verified'
    out_has '1,680 outcomes, all explored'
}

# ---- a frontier belongs to all that the program was given ----

saved -n 4 ./programs wild 3
goes_on -n 4 ./programs wild 3
SHLVL=77 OLDPWD=/nowhere SSH_TTY=/dev/pts/77 goes_on -n 4 ./programs wild 3
refused_for 'the arguments' -n 4 ./programs wild 2
refused_for 'the arguments' -n 4 ./programs wild 3 more
refused_for 'the option -n' -n 5 ./programs wild 3
refused_for 'the option --seed' -n 4 --seed 5 ./programs wild 3
refused_for 'the option --buffering' -n 4 --buffering zero ./programs wild 3
NEW=1 refused_for 'the environment variable NEW' -n 4 ./programs wild 3
refused_for 'the program, the name .*' -n 4 ./linked wild 3
(cd / && "$tool" run -n 4 --resume "$mpi/$frontier" "$mpi/programs" wild 3) >"$out" 2>"$err"
code=$? shown='resumed elsewhere'
exits 2
err_has 'changed since it was saved: the name by which the program is called, the directory'

NAME=3 saved -n 4 ./programs variable NAME
NAME=3 goes_on -n 4 ./programs variable NAME
NAME=2 refused_for 'the environment variable NAME' -n 4 ./programs variable NAME
refused_for 'the environment variable NAME' -n 4 ./programs variable NAME
that 'no value of a variable is in the file' test -z "$(grep -F 'NAME=3' $frontier)"

saved -n 4 ./linked wild 3
cp ./linked ./linked.before
goes_on -n 4 ./linked wild 3
printf 'int extra(void) { return 2; }\n' >"$mpi/extra.c"
gcc -shared -fPIC -o libother.so extra.c && mv libextra.so libbefore.so && mv libother.so libextra.so
refused_for 'the library .*/libextra.so' -n 4 ./linked wild 3
mv libbefore.so libextra.so
goes_on -n 4 ./linked wild 3
printf '\0' >>./linked
refused_for 'the program' -n 4 ./linked wild 3

echo 3 >input
saved -n 4 ./programs file input
goes_on -n 4 ./programs file input
echo 2 >input
refused_for 'the file .*/input' -n 4 ./programs file input
rm input
refused_for 'the file .*/input' -n 4 ./programs file input

echo 3 >three
saved -n 4 ./programs input <three
goes_on -n 4 ./programs input <three
refused_for 'standard input' -n 4 ./programs input </dev/null
refused_for 'standard input' -n 4 ./programs input <<<2
rm three

# What the first part rests on, the whole rests on, whichever of the parts has seen it.
for n in 1 3 5; do
    rm -f ./*.frontier
    run run --executions $n -n 4 ./programs early
    exits 3
    run run --resume programs.frontier --json report.json -n 4 ./programs early
    exits 0
    that 'the frontier is gone: nothing is left' test ! -e programs.frontier
    json "$mpi/report.json" 'j.executions === 6' 'j.rests_on.includes("virtual time")' \
        'j.rests_on.length === new Set(j.rests_on).size'
done

# What the first part has found, the whole names, in the report, too.
printf 'semantics matching\nrank 0\n  x = recv any\n  assert x.source == 2\n  recv any\n  recv any\nrank 1..3\n  send 0\n' >found.lit
run litmus -a match --executions 2 found.lit
exits 1
run litmus -a match --resume found.frontier --json report.json found.lit
exits 1
out_has '^violated  1 finding before it was resumed$'
json "$mpi/report.json" 'j.verdict === "violated"' 'j.findings.length === 0' 'j.found_before.length === 1' \
    'j.found_before[0].kind === "assertion"' 'j.found_before[0].line === 4' 'j.found_before[0].replay.includes("--schedule")'

# ---- it is whole, or refused ----

saved -n 4 ./programs wild 3
size=$(stat -c %s "$frontier")
cp "$frontier" whole
damaged() { # damaged WHAT: the file that was made of it
    shown="a frontier: $1"
    run run -n 4 --resume damaged ./programs wild 3
    exits 2
    silent "$out"
    err_has '^error: damaged is (damaged|not a frontier)'
}
for n in 0 1 20 200 $((size / 2)) $((size - 18)) $((size - 2)) $((size - 1)); do
    head -c "$n" whole >damaged
    damaged "cut off after $n bytes"
done
{ cat whole; echo; } >damaged
damaged 'a line more'
for n in 30 $((size / 2)) $((size - 30)) $((size - 3)); do
    { head -c "$n" whole; printf '\001'; tail -c +$((n + 2)) whole; } >damaged
    damaged "another byte $n"
done
sed '1s/[0-9]*$/1/' whole >damaged
run run -n 4 --resume damaged ./programs wild 3
exits 2
err_has 'another version'

# Litmus files have frontiers, too.
ring=$root/tests/litmus/matching/ring-4.lit
cp "$root"/tests/litmus/matching/*.lit . 2>/dev/null
for f in *.lit; do # one that has enough outcomes
    "$tool" litmus -a match --executions 2 "$f" >/dev/null 2>&1
    [ $? = 3 ] && [ -e "${f%.lit}.frontier" ] && break
done
mv "${f%.lit}.frontier" $frontier
run litmus -a match --resume "$frontier" "$f"
exits 0 1
echo '# changed' >>"$f"
run litmus -a match --resume "$frontier" "$f"
exits 2
err_has 'changed since it was saved: the litmus file'

# ---- traces ----

rm -f ./*.mzt
run run -n 2 ./programs leaks
exits 1
run replay programs-1.mzt
exits 1
out_has 'missing-start'
silent "$err"
NEW=1 run replay programs-1.mzt
exits 1
err_has '^note: changed since programs-1.mzt was recorded: the environment variable NEW$'
size=$(stat -c %s programs-1.mzt)
for n in 0 1 30 $((size / 2)) $((size - 2)); do
    head -c "$n" programs-1.mzt >cut.mzt
    run replay cut.mzt
    exits 2
    silent "$out"
    err_has '^error: cut.mzt is (not a trace|damaged)'
done
sed 's/"message": "/&x/' programs-1.mzt >other.mzt
run replay other.mzt
exits 2
err_has '^error: other.mzt is damaged: its checksum does not fit'
python3 -c 'import json; json.dump(json.load(open("programs-1.mzt")), open("tidy.mzt", "w"))'
run replay tidy.mzt # written differently, but the same
exits 1

# The replay sees the difference at the step where it is made.
NAME=2 run run -n 3 --once ./programs variable NAME
cat >other.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Request unused;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < atoi(getenv("NAME")); i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send_init(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &unused);
    MPI_Finalize();
    return 0;
}
END
"$tool" cc -o other other.c
NAME=2 run run -n 2 ./other
exits 1
NAME=1 run replay other-1.mzt
exits 4
err_has '^note: changed since other-1.mzt was recorded: the environment variable NAME$'
err_has 'did not do the same again'

# Standard input is in the trace.
run run -n 2 ./programs leak-input <<<2
exits 1
out_has 'missing-start'
run replay programs-1.mzt
exits 1
silent "$err"
out_has 'missing-start'

# Arguments are bytes, and come back as they were.
run run -n 2 --strict ./programs leaks $'\xff\x1b \xe9'
exits 1
run replay programs-1.mzt
exits 1
silent "$err"

# ---- files appear whole or not at all ----

left() { ls -A | grep -E '~$' ; }
mkdir full
if mount -t tmpfs -o size=64k none full 2>/dev/null; then
    cd full || exit 2
    cp ../programs . 2>/dev/null || ln -s ../programs .
    dd if=/dev/zero of=fill bs=1k count=200 2>/dev/null
    run run -n 4 --executions 5 ../programs wild 3
    exits 3
    out_has "what is left is lost: 'programs.frontier' cannot be written: No space"
    run run -n 2 ../programs leaks
    exits 1
    err_has "'programs-1.mzt' cannot be written: No space"
    out_hasnt 'replay:'
    run run -n 3 --json report.json ../programs wild 1
    exits 2
    err_has "'report.json' cannot be written: No space"
    that 'nothing is left on the full disk' test "$(ls -A | grep -v -e '^fill$' -e '^programs$' | wc -l)" = 0
    cd .. && umount full
fi
rmdir full 2>/dev/null
before='{"verdict": "of an earlier run", "algorithm": "match"}'
echo "$before" >kept.json
chmod 640 kept.json
ln -s kept.json link.json
run run -n 3 --json link.json ./programs wild 1
exits 0
json "$mpi/link.json" 'j.verdict === "verified"'
that 'a link is replaced' test ! -L link.json
that 'what it led to stays' test "$(cat kept.json)" = "$before"
ln -sf kept.json programs-1.mzt
run run -n 2 ./programs leaks
exits 1
that 'a trace is not written through a link' test -f programs-2.mzt -a "$(cat kept.json)" = "$before"
rm programs-1.mzt programs-2.mzt programs.frontier 2>/dev/null
mkfifo programs-1.mzt programs.frontier
run run -n 2 ./programs leaks
exits 1
that 'a trace leaves a pipe alone' test -p programs-1.mzt -a -f programs-2.mzt
mv programs-2.mzt programs-1.mzt
run run -n 4 --executions 5 ./programs wild 3
exits 3
that 'a frontier takes the place of one' test -f programs.frontier
cp programs ./-dash
run run -n 2 ./-dash leaks
exits 1
out_has '^ *replay: mazurka replay "./-dash-1.mzt"$'
run replay ./-dash-1.mzt
exits 1
run run -n 4 --executions 5 ./-dash wild 3
exits 3
out_has 'to go on: the same command with --resume ./-dash.frontier'
ln -s nowhere.json dangling.json
run run -n 3 --json dangling.json ./programs wild 1
exits 0
that 'nor is a link that leads nowhere followed' test ! -L dangling.json -a ! -e nowhere.json
run run -n 3 --json kept.json ./programs wild 1
exits 0
that 'permissions stay' test "$(stat -c %a kept.json)" = 640
timeout 20 "$tool" run -n 3 --json /dev/stdout ./programs wild 1 >both.txt
that 'the report follows what is printed' grep -q '"verdict": "verified"' both.txt
mkfifo pipe.json
cat pipe.json >from-pipe &
run run -n 3 --json pipe.json ./programs wild 1
exits 0
wait $!
json "$mpi/from-pipe" 'j.verdict === "verified"'
that 'a pipe stays one' test -p pipe.json
run run -n 3 --json /dev/full ./programs wild 1
exits 2
that '/dev/full stays a device' test -c /dev/full
run run -n 3 --json nowhere/x.json ./programs wild 1
exits 2
err_has "'nowhere/x.json' cannot be written: No such file"
that 'no temporary file is left' test -z "$(left)"
cd "$tmp/work" || exit 2
