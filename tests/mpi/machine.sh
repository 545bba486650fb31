#!/bin/bash
# tests/mpi/machine.sh BUILD_DIR - what other tools read, and what the user asks not to be told: --sarif, --junit,
# --suppress, -o; and `mazurka show`.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/sub"
cp "$root"/examples/mpi/{gather-deadlock,heat,leak-type,sum-race,master-worker}.c "$tmp/sub"
cp "$root/examples/litmus/abba.lit" "$tmp"
cd "$tmp" || exit 2
for p in gather-deadlock heat leak-type sum-race master-worker; do "$tool" cc -g -o $p sub/$p.c -lm || exit 2; done

# ---- SARIF and JUnit ----

machine() { # WHAT CODE COMMAND...
    local what=$1 code=$2 command=$3; shift 3
    expect "$what" "$code" '' "$tool" "$command" --sarif r.sarif --junit r.xml "$@"
    expect "$what: SARIF and JUnit" 0 '^$' python3 "$root/tests/support/sarif.py" r.sarif r.xml
}
machine 'three findings' 1 run -n 4 ./gather-deadlock
for word in '"uri": "sub/gather-deadlock.c"' '"ruleId": "deadlock"' '"id": "rank 2"' '"ruleId": "message-race"' '"replay"'; do
    ok "SARIF has $word" grep -qF "$word" r.sarif
done
machine 'every finding' 1 run -n 4 --keep-going ./gather-deadlock
machine 'nothing wrong' 0 run -n 2 ./heat
machine 'a warning' 0 run -n 2 ./leak-type
machine 'a warning that counts' 1 run -n 2 --strict ./leak-type
machine 'stopped' 3 run -n 3 --executions 1 ./master-worker
machine 'a litmus file' 1 litmus abba.lit
machine 'an assertion' 1 run -n 3 ./sum-race
expect 'both to standard output' 2 'two reports cannot both go to standard output' "$tool" run -n 2 --sarif - --junit - ./heat
expect 'SARIF to standard output, and nothing else' 0 '^$' bash -c "'$tool' run -n 2 --sarif - ./heat | python3 -c 'import json, sys; json.load(sys.stdin)'"
machine 'the verdict is a test case that fails' 1 run -n 3 ./sum-race
ok 'it says so' grep -qF '<failure type="violated" message="1 finding, ' r.xml
ok 'and is counted' grep -qE 'tests="[0-9]+" failures="2" errors="0"' r.xml

# ---- files that cannot be written, before anything is run ----

for o in sarif junit json html; do
    expect "--$o in a folder that is not there" 2 "^error: --$o: 'no/r' cannot be written: No such file" "$tool" run -n 2 --$o no/r ./heat
    ok 'nothing was run' test -z "$(grep verified <<<"$shown")"
    expect "--$o onto a folder" 2 "^error: --$o: 'sub' cannot be written: it is a folder" "$tool" run -n 2 --$o sub ./heat
    : > r
    expect "--$o onto an empty file" 0 verified "$tool" run -n 2 --$o r ./heat
    expect "--$o once more" 0 verified "$tool" run -n 2 --$o r ./heat
    rm r
done
expect 'a page onto a file of yours' 2 '^error: --html: sub/heat.c is there already, and was not written by --html' "$tool" run -n 2 --html sub/heat.c ./heat
ok 'it is as it was' cmp -s sub/heat.c "$root/examples/mpi/heat.c"
expect 'the file is forgotten' 2 "no program is named .'./heat' was taken by --html." "$tool" run -n 2 --html ./heat

# ---- what the user knows of ----

echo 'local-race main() the rank goes on, so it is not on its stack at the end' > known
"$tool" cc -g -o local-race "$root/examples/mpi/local-race.c"
expect 'a function that a rank has left' 0 '^verified  except for 1 suppressed finding' "$tool" run -n 2 --suppress known ./local-race

cat > known <<'END'
# known findings
deadlock          sub/gather-*.c:15   the second receive

unmatched-message *                   one message too many
potential-deadlock main()             the same
resource-leak     x.c                 not here
END
expect 'all suppressed' 0 '^verified  except for 3 suppressed findings: no other deadlock' "$tool" run -n 4 --suppress known ./gather-deadlock
for line in 'suppressed: deadlock at sub/gather-deadlock.c:15 \(the second receive\)' 'suppresses nothing: known:6 \(not here\)'; do
    ok "it says: $line" grep -qE "$line" <<<"$shown"
done
machine 'suppressed ones' 0 run -n 4 --suppress known ./gather-deadlock
ok 'SARIF has the reason' grep -qF '"justification": "the second receive"' r.sarif
expect 'JSON has them' 0 'known:6' "$tool" run -n 4 --suppress known --json - ./gather-deadlock
ok 'and the verdict' grep -qF '"verdict": "verified"' <<<"$shown"
echo 'deadlock other.c:15 elsewhere' > known
expect 'not suppressed' 1 '^violated  3 findings' "$tool" run -n 4 --suppress known ./gather-deadlock
echo 'deadlok * x' > known
expect 'a kind that is none' 2 "known:1: there is no kind of finding 'deadlok'; did you mean 'deadlock'" "$tool" run -n 4 --suppress known ./gather-deadlock
echo 'deadlock *' > known
expect 'no reason' 2 'known:1: the reason is missing' "$tool" run -n 4 --suppress known ./gather-deadlock
expect 'no file' 2 'nowhere' "$tool" run -n 4 --suppress nowhere ./gather-deadlock

# ---- where traces go ----

rm -f ./*.mzt
expect 'a folder' 1 'replay: mazurka replay "out/gather-deadlock-3.mzt"' "$tool" run -n 4 -o out ./gather-deadlock
ok 'nothing is written elsewhere' test -z "$(ls ./*.mzt 2>/dev/null)"
expect 'once more' 1 'replaced, of an earlier run: out/gather-deadlock-1.mzt and 2 more' "$tool" run -v -n 4 -o out ./gather-deadlock
echo mine > gather-deadlock-1.mzt
expect 'a file of that name' 1 'gather-deadlock-2.mzt' "$tool" run -n 4 ./gather-deadlock
ok 'is left alone' test "$(cat gather-deadlock-1.mzt)" = mine
expect 'a frontier' 3 'resume out/master-worker.frontier' "$tool" run -n 3 --executions 1 -o out ./master-worker
expect 'a folder in a folder' 1 'replay: mazurka replay "a/b/c/gather-deadlock-1.mzt"' "$tool" run -n 4 -o a/b/c ./gather-deadlock
expect 'a folder that is a file' 2 'not a folder' "$tool" run -n 4 -o known ./gather-deadlock

# ---- looking at one ----

trace=out/gather-deadlock-3.mzt
expect 'the page of one onto a file of yours' 2 'was not written by --html' "$tool" show $trace --html sub/heat.c
expect 'options before the trace' 2 "no file is named .'$trace' was taken by --html." "$tool" show --html $trace
rm -r sub
expect 'a finding without its source' 0 '15 \| +MPI_Recv\(&value, 1, MPI_INT, 2' "$tool" show $trace
rm gather-deadlock
expect 'and without its program' 0 'error\[deadlock\]: rank 0 waits for a message with tag 0 from rank 2' "$tool" show --text $trace
expect 'as JSON' 0 '"role": "receive"' "$tool" show $trace --json -
expect 'as a picture' 0 '^$' "$tool" show $trace --svg p.svg
expect 'which is XML' 0 '^$' python3 -c 'import sys, xml.etree.ElementTree as x; r = x.parse("p.svg").getroot(); n = "{http://www.w3.org/2000/svg}"
steps = [g for g in r.iter(n + "g") if g.get("class") == "step"]; arrows = [p for p in r.iter(n + "path") if p.get("class") == "message"]
lost = [p for p in r.iter(n + "path") if p.get("class") == "lost"]; blocked = [g for g in r.iter(n + "g") if g.get("class") == "blocked"]
sys.exit(0 if (len(steps), len(arrows), len(lost), len(blocked)) == (7, 1, 2, 4) else f"{len(steps)} {len(arrows)} {len(lost)} {len(blocked)}")'
expect 'not a trace' 2 'known' "$tool" show known
finish
