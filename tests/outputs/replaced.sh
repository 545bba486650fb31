#!/bin/bash
# tests/outputs/replaced.sh BUILD_DIR - reports replace reports of earlier runs, and no other file; what is refused is refused
# before anything is explored.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cp examples/litmus/abba.lit examples/mpi/gather-deadlock.c examples/model/chansize-deadlocker.model "$tmp" || exit 2
cd "$tmp" || exit 2
"$tool" cc -g -o gather gather-deadlock.c || exit 2
refused() { # OPTION COMMAND...: the option's file is somebody else's
    local option=$1; shift
    echo '{"mine": 1}' >notes
    expect "--$option onto a file of yours" 2 "^error: --$option: notes is there already, and was not written by --$option" "$1" "$2" "--$option" notes "${@:3}"
    ok "--$option leaves it as it was" [ "$(cat notes)" = '{"mine": 1}' ]
    ok "--$option: nothing was explored" [ -z "$(ls ./*.mzt 2>/dev/null)" ]
}
replaced() { # CODE OPTION COMMAND...: a report of an earlier run is replaced, and so is an empty file
    local code=$1 option=$2; shift 2
    : >"report.$option"
    expect "--$option onto an empty file" "$code" '' "$1" "$2" "--$option" "report.$option" "${@:3}"
    expect "--$option onto its own report" "$code" '' "$1" "$2" "--$option" "report.$option" "${@:3}"
    ok "--$option has written it" [ -s "report.$option" ]
}

for option in json sarif junit html; do
    refused $option "$tool" run -n 3 ./gather
    refused $option "$tool" litmus abba.lit
done
for option in json sarif junit html; do
    replaced 1 $option "$tool" run -n 3 -o traces ./gather
    replaced 1 $option "$tool" litmus abba.lit
done
cp report.sarif other
expect '--json onto a report of another kind' 2 'other is there already' "$tool" litmus --json other abba.lit
cp report.json other
expect '--sarif onto a report of another kind' 2 'other is there already' "$tool" litmus --sarif other abba.lit
sed 's/"mazurka"/"another"/' report.sarif >other
expect '--sarif onto that of another tool' 2 'other is there already' "$tool" litmus --sarif other abba.lit

for option in json trace; do
    refused $option "$tool" model chansize-deadlocker.model
    replaced 1 $option "$tool" model chansize-deadlocker.model
    rm -f ./*.mzt
done
echo mine >chansize-deadlocker-1.mzt
expect 'a model whose trace would replace a file of yours' 2 'chansize-deadlocker-1.mzt is there already' "$tool" model chansize-deadlocker.model
rm ./*.mzt

trace=traces/gather-1.mzt
for option in json svg html; do
    refused $option "$tool" show "$trace"
    replaced 0 $option "$tool" show "$trace"
done
refused json "$tool" list
replaced 0 json "$tool" list
expect 'two reports in one file' 2 'two reports cannot both go to the file ./same' "$tool" litmus --json same --sarif ./same abba.lit
ok 'nothing was written' [ ! -e same ]
touch one && ln -s one two
expect 'the same by a link' 2 'two reports cannot both go to the file two' "$tool" litmus --json one --junit two abba.lit
expect 'a device is written to' 1 '' "$tool" litmus --json /dev/null abba.lit
finish
