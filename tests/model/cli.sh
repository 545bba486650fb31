#!/bin/sh
# The command line of `mazurka model`: exit codes, messages, files.
set -eu
tool=$(realpath "$1")
models=$(realpath examples/model)
schema=$(realpath tests/support/schema.js)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
failures=0 runs=0

# expect CODE PATTERN ARGS...: runs the tool, wants the exit code and a line of
# output that matches the pattern.
expect() {
    code=$1 pattern=$2
    shift 2
    runs=$((runs + 1))
    got=0
    "$tool" model "$@" >out 2>&1 || got=$?
    if [ "$got" != "$code" ] || ! grep -Eq -- "$pattern" out; then
        echo "FAIL: mazurka model $*: exit $got, wanted $code and '$pattern'; it said:"
        sed 's/^/    /' out
        failures=$((failures + 1))
    fi
}

expect 0 '^verified  never halts' "$models/client-server.model" -p n=20
expect 0 '21 states, 40 transitions' "$models/client-server.model" -p n=20 --channel-bound 3
expect 0 'whatever MPI buffers' "$models/client-server.model" -a full
expect 0 '201 states' "$models/producer-consumer.model" -p n=200 -v
expect 0 'synchronously only' "$models/producer-consumer.model" -v
expect 3 'raise --channel-bound' "$models/producer-consumer.model" -a full --channel-bound 2
expect 3 'raise --memory' "$models/client-server.model" -p n=14 -a full --memory 3M
expect 3 'raise --time' "$models/client-server.model" -p n=16 -a full --time 0.2s
expect 3 'raise --depth' "$models/client-server.model" -p n=4 -a full --depth 5
expect 0 'verified' "$models/client-server.model" -p n=4 -a full --depth 50
expect 3 'never verifies' "$models/client-server.model" --bitstate 1M --channel-bound 2
expect 0 '2,187 states' "$models/client-server.model" -p n=6 -a full -j 2
expect 0 'verified' "$models/master-slave.model" --sleep on --urgency paper
expect 3 'at most 4 messages' "$models/chansize-deadlocker.model" -p n=5 --channel-bound 4

# a finding: chart, trace file, replay
expect 1 'note!\?1' "$models/chansize-deadlocker.model" -p n=2 --channel-bound 2
expect 1 'waits to receive from note' "$models/chansize-deadlocker.model" \
    --replay chansize-deadlocker-1.mzt
runs=$((runs + 1))
"$tool" replay chansize-deadlocker-1.mzt >again || true
cmp -s out again || { echo 'FAIL: mazurka replay of a model is not what model --replay is'; failures=$((failures + 1)); }
sed 's/\bdata\b/more/' "$models/chansize-deadlocker.model" >changed.model
expect 2 'step 1, .*is not possible' changed.model --replay chansize-deadlocker-1.mzt
sed 's/check no deadlock/check termination of sender/' "$models/chansize-deadlocker.model" >changed.model
expect 4 'now it is: an execution that ends well' changed.model --replay chansize-deadlocker-1.mzt
sed 's/data!1/data!2/' chansize-deadlocker-1.mzt >bad.mzt
expect 2 'bad.mzt is damaged' "$models/chansize-deadlocker.model" --replay bad.mzt
echo nonsense >bad.mzt
expect 2 'bad.mzt is not a trace' "$models/client-server.model" --replay bad.mzt
expect 1 'buffered' "$models/three-processes.model" --trace other.trace
test -s other.trace
expect 1 'buffered' "$models/three-processes.model" --bitstate 1M --channel-bound 1
expect 1 'lambda' "$models/two-processes.model"

# wrong usage: a sentence and exit 2
expect 2 'something is missing' -q
expect 2 "-a takes urgent, full or spin, not 'dfs'" "$models/client-server.model" -a dfs
expect 2 'NAME=NUMBER' "$models/client-server.model" -p n
expect 2 "has no parameter 'k'; it has n" "$models/client-server.model" -p k=3
expect 2 'missing.model cannot be read' missing.model
expect 2 'a word too many' "$models/client-server.model" other.model
expect 2 'like 512M' "$models/client-server.model" --memory lots
expect 2 "--channel-bound V" "$models/client-server.model" --export promela
expect 2 'a time such as' "$models/client-server.model" --time soon
expect 2 'leave one out' "$models/client-server.model" -j 2 --depth 4
expect 2 '--nonsense is not an option' "$models/client-server.model" --nonsense
printf 'process p\n  state s\n    goto\n' >bad.model
expect 2 'bad.model:3:5: expected' bad.model
head -c 100 /dev/urandom >noise.model
expect 2 'noise.model' noise.model
expect 2 'cannot be read' .
expect 0 'usage' --help

# JSON
expect 1 '"verdict": "violated"' "$models/three-processes.model" --json -
expect 0 '"states": 21' "$models/client-server.model" -p n=20 --json -
expect 3 '"channel-bound"' "$models/producer-consumer.model" -a full --channel-bound 1 --json -
"$tool" model "$models/three-processes.model" -q --json result.json || true
python3 - <<'END' || failures=$((failures + 1))
import json
r = json.load(open("result.json"))
for key in ("version", "program", "algorithm", "verdict", "states", "transitions",
            "elapsed_s", "peak_mb", "findings"):
    assert key in r, key
assert r["findings"][0]["kind"] == "deadlock"
assert r["findings"][0]["events"][0]["text"].startswith("first: c!1")
END
"$tool" model "$models/client-server.model" -q --json verified.json
"$tool" model "$models/producer-consumer.model" -q -a full --channel-bound 1 --json cut.json || true
runs=$((runs + 1))
node "$schema" ./*.json ./*-1.mzt other.trace || failures=$((failures + 1))

# SPIN: every example, where it is installed
"$tool" model "$models/client-server.model" --export promela --channel-bound 2 -o out.pml
grep -q '^never' out.pml
if command -v spin >/dev/null; then
    expect 0 'spin: no error, 2187 states' "$models/client-server.model" -p n=6 -a spin --channel-bound 2
    expect 3 'spin: no error, 405 states' "$models/producer-consumer.model" -a spin --channel-bound 2
    expect 1 'spin: violated' "$models/chansize-deadlocker.model" -a spin --channel-bound 3
    expect 0 'spin: no error, 375 states' "$models/master-slave.model" -a spin --channel-bound 1
fi

echo "$((runs - failures)) passed, $failures failed"
[ "$failures" = 0 ]
