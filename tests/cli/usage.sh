# usage.sh - commands and options, right and wrong. Sourced by tests/cli/check.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of tests/cli/check

# ---- the tool itself ----

run --help
exits 0
silent "$err"
for c in run litmus explain list test init; do out_has "^  $c "; done
that 'the overview fits a screen' test "$(fold -w 80 "$out" | wc -l)" -le 24

run
exits 2
silent "$out"
err_has '^  litmus '

run --version
exits 0
out_has '^mazurka [0-9]+\.[0-9]+'
version=$(cat "$out")

run --help-all
exits 0
silent "$err"
for c in litmus run replay show model cc 'c\+\+' explain list man completion; do
    out_has "^usage: mazurka $c"
done
for o in --ranks --urgency --gdb; do out_has "$o"; done

# ---- the same questions to every command ----

for c in '' litmus run replay show model explain list man completion cc c++ fc exec; do
    run $c -V
    exits 0
    silent "$err"
    that "mazurka $c -V says the version" test "$(cat "$out")" = "$version"
    run $c -h
    exits 0
    silent "$err"
    that "mazurka $c -h fits a screen" test "$(fold -w 80 "$out" | wc -l)" -le 24
    cp "$out" "$tmp/help"
    run $c --help-all
    exits 0
    silent "$err"
    if [ -n "$c" ]; then
        that '--help-all says what --help says' test -z "$(grep -vxFf "$out" "$tmp/help")"
    fi
done
for c in litmus run replay show model explain list man completion; do
    run $c --version
    exits 0
    that "mazurka $c --version says it, too" test "$(cat "$out")" = "$version"
    run $c --help
    exits 0
    out_has "^usage: mazurka $c"
done

# ---- exec, which stands in for mpiexec ----

run cc -o "$tmp/prog" "$root/examples/mpi/ring.c"
run exec -np 2 --bind-to none -x SOME=thing --mca a b --oversubscribe "$tmp/prog"
exits 0
out_has 'holds for: 2 ranks'
MAZURKA_RUN="-a match --json $tmp/run.json -q" run exec -genv A B -n 3 "$tmp/prog"
exits 0
silent "$out"
that 'MAZURKA_RUN has options of mazurka run' grep -q '"algorithm": "match"' "$tmp/run.json"
wrong "does not know the option '--frobnicate'" exec --frobnicate -n 2 "$tmp/prog"
wrong "'-n' needs a value" exec -n
wrong 'no program is named' exec -n 2
wrong 'several programs' exec -n 1 "$tmp/prog" : -n 1 "$tmp/prog"

wrong 'did you mean run' rnu
wrong 'did you mean litmus' litums
wrong 'did you mean mazurka explain deadlock' explain dedlock
wrong "'frobnicate'" frobnicate
wrong "'--frobnicate'" --frobnicate
wrong "'LITMUS'" LITMUS

# ---- list, explain ----

run list
exits 0
silent "$err"
for w in $explorers deadlock assertion; do out_has "^ +$w  *[a-z].*"; done
kinds=$(sed -n '/^kinds/,$s/^  *\([a-z-]*\)  .*/\1/p' "$out")
that 'list names kinds of findings' test -n "$kinds"
run list --json -
exits 0
silent "$err"
that 'it has explorers, with what they can do, and the same kinds' node -e '
    const j = JSON.parse(require("fs").readFileSync(process.argv[1])), of = (name) => j.explorers.find((e) => e.name === name);
    process.exit(j.explorers.every((e) => e.name && e.summary) && of("odpor").optimal && of("pct").samples &&
        j.kinds.map((k) => k.kind).sort().join() === process.argv[2].split(/\s+/).sort().join() ? 0 : 1)' "$out" "$kinds"
wrong 'nowhere' list --json nowhere/list.json

for k in $kinds; do
    run explain "$k"
    exits 0
    silent "$err"
    out_has "$k"
    that "explain $k says more than a line" test "$(wc -w <"$out")" -ge 30
done

wrong "'frobnication'" explain frobnication
wrong "''" explain ''
wrong 'no kind of finding is named' explain
wrong 'too many' explain deadlock assertion
wrong 'too many' list everything
wrong 'frobnicate' list --frobnicate

# ---- man ----

run man
exits 0
silent "$err"
out_has '^\.TH MAZURKA 1'
cp "$out" "$tmp/mazurka.1"
out_has '^\.SH EXIT STATUS'
if command -v man >/dev/null && man --version 2>&1 | grep -q '^man '; then
    # man.local is the machine's, and small machines do not have it.
    "${guard[@]}" man --warnings -l "$tmp/mazurka.1" 2>&1 >"$tmp/man.text" </dev/null |
        grep -v man.local >"$tmp/man.errors"
    that 'man shows it' test -s "$tmp/man.text"
    silent "$tmp/man.errors"
else
    skip 2 'the manual page, shown: man is not installed'
fi
if command -v mandoc >/dev/null; then
    mandoc -T lint -W warning "$tmp/mazurka.1" | grep -v 'missing date' >"$tmp/man.errors"
    silent "$tmp/man.errors"
else
    skip 1 'the manual page, checked: mandoc is not installed'
fi
"$tool" litmus --help-all >"$tmp/help-all"
sed 's/\\-/-/g' "$out" >"$tmp/man.plain"
for o in $(grep -oE '^  (-., )?--[a-z-]+' "$tmp/help-all" | grep -oE -- '--[a-z-]+'); do
    has "$tmp/man.plain" "$o"
done

# ---- litmus: help ----

run litmus --help
exits 0
silent "$err"
out_has '^usage: mazurka litmus .*FILE'
out_has '^exit: 0 '
that '--help fits a screen' test "$(fold -w 80 "$out" | wc -l)" -le 24
cp "$out" "$tmp/help"

run litmus --help-all
exits 0
for o in algorithm keep-going json time executions depth schedule sleep k color quiet verbose; do
    out_has "--$o "
done
that '--help-all says what --help says' test -z "$(grep -vxFf "$out" "$tmp/help")"

run litmus -h
exits 0

# ---- litmus: wrong options ----

good=$lit/two-recvs.lit
wrong 'no file is named' litmus
wrong "no program is named .'3' is the number of ranks." run -n 3
wrong "no program is named .'2' was taken by -j." run -j 2
wrong 'too many' litmus "$good" "$good"
wrong '--frobnicate' litmus "$good" --frobnicate
wrong '-z' litmus -z "$good"
wrong '-zq|-z' litmus -zq "$good"
wrong '-qz|-z' litmus -qz "$good"
for o in --json --time --executions --depth --schedule --sleep --k --color -a --algorithm; do
    wrong "$o needs a value" litmus "$good" $o
done
wrong "'frobnicate'" litmus -a frobnicate "$good"
wrong "''" litmus -a '' "$good"
for t in abc -1 0 '' 5x nan inf '10 m' 1e99 s; do
    wrong "--time .*'$t'" litmus --time "$t" "$good"
done
for o in executions depth; do
    for n in abc -1 '' 1.5 1x 99999999999999999999; do
        wrong "--$o .*'$n'" litmus --$o "$n" "$good"
    done
done
for n in abc -1 '' 99999999999999999999; do
    wrong "--k .*'$n'" litmus -a udpor --k "$n" "$good"
done
wrong "--sleep .*'maybe'" litmus -a dpor --sleep maybe "$good"
wrong "--sleep .*''" litmus -a dpor --sleep '' "$good"
wrong '--sleep.*dpor' litmus -a odpor --sleep off "$good"
wrong '--k .*udpor' litmus -a odpor --k 2 "$good"
wrong "--color .*'blue'" litmus --color blue "$good"
wrong "--buffering .*'some'" litmus --buffering some "$good"
wrong '--buffering .*semantics matching' litmus --buffering zero "$good"
wrong "--semantics .*'some'" litmus --semantics some "$good"
wrong "--semantics .*begin with 'semantics matching'" litmus --semantics mailbox "$good"
wrong 'match is for matching' litmus --semantics mailbox -a match "$root/tests/litmus/matching/ring-4.lit"
wrong 'match is for matching' litmus -a match "$root/tests/litmus/mailbox/probe.lit"
for a in $explorers; do
    wrong 'one buffering.*' litmus --buffering any -a "$a" "$root/tests/litmus/matching/ring-4.lit"
done

# A bound of nothing is either refused or kept; it is not the same as no bound.
for o in executions depth; do
    run litmus --$o 0 "$good"
    exits 2 3
done

# ---- litmus: right options ----

for a in $explorers; do
    run litmus -a "$a" "$good"
    exits 0
    out_has '^verified'
    silent "$err"
    run litmus --algorithm="$a" -- "$good"
    exits 0
done
run litmus "$good" --time 30 --executions 1000 --depth 1000
exits 0
for t in 30 90s 10m 2h; do
    run litmus --time $t "$good"
    exits 0
done
for s in on off; do
    run litmus -a dpor --sleep $s "$lit/test-all-4.lit" --json -
    exits 0
    json "$out" 'j.traces === 18'
done
for k in 1 2 5; do
    run litmus -a udpor --k $k "$lit/test-all-4.lit" --json -
    exits 0
    json "$out" 'j.traces === 18'
done

# ---- mistakes that everybody makes ----

echo 'int main(void) { return 0; }' >prog.c
printf 'actor A\n  c = send m 1\n  wiat c\n' >typo.lit
printf '#!/bin/sh\n' >script && chmod +x script
wrong '^error: prog.c is a source, and no program' run -n 3 prog.c
err_has '^  fix: mazurka cc -g -o prog prog.c && mazurka run -n 3 ./prog'
wrong '^error: prog.c is a source' prog.c
wrong "^error: './script' is no command of mazurka" ./script
err_has '^  fix: mazurka run -n 3 ./script'
wrong '^error: typo.lit is a litmus file, and no program' run -n 2 typo.lit
err_has '^  fix: mazurka litmus typo.lit'
run litmus typo.lit
exits 2
err_has "found 'wiat'; did you mean 'wait'\?"
run run ./script --html x -n 3
err_has '^note: --html stands behind the program.s name, so script gets it'
err_has '^note: -n stands behind'
run run -- ./script --html x
err_hasnt '^note:'
rm -f prog.c typo.lit script

# ---- widths ----

cp "$lit/philosophers-3.lit" forks.lit
narrow() { COLUMNS=$1 run litmus forks.lit; }
for columns in 40 60 80 200; do
    narrow $columns
    that "no line is longer than $columns columns" awk -v n=$columns 'length($0) > n && !/^  (replay|picture):/ { exit 1 }' "$out"
done
rm -f forks.lit
