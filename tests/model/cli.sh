#!/bin/bash
# tests/model/cli.sh BUILD_DIR - the command line of `mazurka model`: exit codes, messages, files.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
models=$PWD/examples/model
schema=$PWD/tests/support/schema.js
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2

model() { # CODE PATTERN ARGUMENTS...
    expect "mazurka model ${*:3}" "$1" "$2" "$tool" model "${@:3}"
}

model 3 'raise --time' "$models/client-server.model" -p n=16 -a full --time 0.2s

# a finding: chart, trace file, replay
model 1 'note!\?1' "$models/chansize-deadlocker.model" -p n=2 --channel-bound 2
model 1 'waits to receive from note' "$models/chansize-deadlocker.model" \
    --replay chansize-deadlocker-1.mzt
ok 'mazurka replay of a model is what model --replay is' [ "$shown" = "$("$tool" replay chansize-deadlocker-1.mzt 2>&1)" ]
sed 's/\bdata\b/more/' "$models/chansize-deadlocker.model" >changed.model
model 2 'step 1, .*is not possible' changed.model --replay chansize-deadlocker-1.mzt
sed 's/check no deadlock/check termination of sender/' "$models/chansize-deadlocker.model" >changed.model
model 4 'now it is: an execution that ends well' changed.model --replay chansize-deadlocker-1.mzt
sed 's/data!1/data!2/' chansize-deadlocker-1.mzt >bad.mzt
model 2 'bad.mzt is damaged' "$models/chansize-deadlocker.model" --replay bad.mzt
echo nonsense >bad.mzt
model 2 'bad.mzt is not a trace' "$models/client-server.model" --replay bad.mzt
model 1 'buffered' "$models/three-processes.model" --trace other.trace
ok 'other.trace is written' test -s other.trace

# wrong usage: a sentence and exit 2
model 2 'no file is named' -q
model 2 "-a takes urgent, full or spin, not 'dfs'" "$models/client-server.model" -a dfs
model 2 'NAME=NUMBER' "$models/client-server.model" -p n
model 2 "has no parameter 'k'; it has n" "$models/client-server.model" -p k=3
model 2 'missing.model cannot be read' missing.model
model 2 'a word too many' "$models/client-server.model" other.model
model 2 'like 512M' "$models/client-server.model" --memory lots
model 2 "--channel-bound V" "$models/client-server.model" --export promela
model 2 'a time such as' "$models/client-server.model" --time soon
model 2 'leave one out' "$models/client-server.model" -j 2 --depth 4
model 2 '--nonsense is not an option' "$models/client-server.model" --nonsense
printf 'process p\n  state s\n    goto\n' >bad.model
model 2 'bad.model:3:5: expected' bad.model
head -c 100 /dev/urandom >noise.model
model 2 'noise.model' noise.model
model 2 'cannot be read' .
model 0 'usage' --help

# JSON
model 1 '"verdict": "violated"' "$models/three-processes.model" --json -
model 0 '"states": 21' "$models/client-server.model" -p n=20 --json -
model 3 '"channel-bound"' "$models/producer-consumer.model" -a full --channel-bound 1 --json -
"$tool" model "$models/three-processes.model" -q --json result.json || true
python3 - <<'END'
import json
r = json.load(open("result.json"))
for key in ("version", "program", "algorithm", "verdict", "states", "transitions",
            "elapsed_s", "peak_mb", "findings"):
    assert key in r, key
assert r["findings"][0]["kind"] == "deadlock"
assert r["findings"][0]["events"][0]["text"].startswith("first: c!1")
END
ok 'the fields of the JSON' [ $? = 0 ]
"$tool" model "$models/client-server.model" -q --json verified.json
"$tool" model "$models/producer-consumer.model" -q -a full --channel-bound 1 --json cut.json
ok 'reports and traces are as docs/report.schema.json says' node "$schema" ./*.json ./*-1.mzt other.trace

# SPIN: every example, where it is installed
"$tool" model "$models/client-server.model" --export promela --channel-bound 2 -o out.pml
ok 'Promela with a never claim' grep -q '^never' out.pml
if command -v spin >/dev/null; then
    model 0 'spin: no error, 2187 states' "$models/client-server.model" -p n=6 -a spin --channel-bound 2
    model 3 'spin: no error, 405 states' "$models/producer-consumer.model" -a spin --channel-bound 2
    model 1 'spin: violated' "$models/chansize-deadlocker.model" -a spin --channel-bound 3
    model 0 'spin: no error, 375 states' "$models/master-slave.model" -a spin --channel-bound 1
fi

finish
