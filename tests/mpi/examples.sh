#!/bin/bash
# tests/mpi/examples.sh BUILD_DIR [NAME...] - the programs of examples/mpi have the verdicts
# that their first lines say:
#
#     expect: VERDICT (OPTIONS)[; TEXT]...
#
# VERDICT is verified, incomplete, unsupported or a kind of finding, which must then be the
# only kind that is found; every TEXT must be in what is printed. The report and the traces
# are as docs/report.schema.json says, and a replay tells each finding in the same words.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${1:-build}" && pwd) || exit 2
shift
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT

replays() { # what run printed: what is wrong with the replays
    local trace again code
    for trace in "$work"/*.mzt; do
        [ -e "$trace" ] || continue
        again=$(cd "$work" && timeout 60 "$build/mazurka" replay "$trace" 2>&1); code=$?
        [ $code -le 1 ] || echo "; the replay of $trace exits with $code: $again"
        [ -n "$again" ] && [[ $1 == *"$again"* ]] || echo "; the replay of $trace says: $again"
    done
}

check() { # name line
    local verdict options out code want kinds wrong=
    verdict=$(sed 's/ *(.*//' <<<"$2")
    options=$(sed 's/^[^(]*(\([^)]*\)).*/\1/' <<<"$2")
    # shellcheck disable=SC2086 # a list of words
    out=$(cd "$work" && rm -f ./*.mzt report.json &&
        timeout 60 "$build/mazurka" run --keep-going --json report.json $options "./$1" 2>&1)
    code=$?
    case $verdict in
    verified) want=0 ;; incomplete) want=3 ;; unsupported) want=4 ;; *) want=1 ;;
    esac
    [ $code = $want ] || wrong="exit code $code instead of $want"
    kinds=$(sed -n 's/^error\[\([a-z-]*\)\].*/\1/p' <<<"$out" | sort -u | tr '\n' ' ')
    [ $want != 1 ] || [ "$kinds" = "$verdict " ] || wrong="$wrong; found: $kinds"
    while IFS= read -r text; do
        text=$(sed 's/^ *//; s/ *$//; s| \*/$||' <<<"$text")
        [ -z "$text" ] || grep -qF -- "$text" <<<"$out" || wrong="$wrong; no '$text'"
    done < <(tr ';' '\n' <<<"$2" | tail -n +2)
    # Where in the source? Every error says so.
    [ $want != 1 ] || grep -qE "^  --> $1\.c(pp)?:[0-9]+" <<<"$out" || wrong="$wrong; no line"
    wrong=$wrong$(node tests/support/schema.js "$work/report.json" $(ls "$work"/*.mzt 2>/dev/null))
    wrong=$wrong$(replays "$out")
    if [ -n "$wrong" ]; then
        failed=$((failed + 1))
        echo "FAILED $1 $options: $wrong"
        head -12 <<<"$out" | sed 's/^/    | /'
    else
        passed=$((passed + 1))
    fi
}

for source in examples/mpi/*; do
    name=$(basename "$source"); name=${name%.*}
    [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
    compiler=cc
    [ "$source" = "${source%.cpp}" ] || compiler=c++
    if ! "$build/mazurka" $compiler -O1 -o "$work/$name" "$source" -lm; then
        failed=$((failed + 1))
        continue
    fi
    while IFS= read -r line; do
        check "$name" "$line"
    done < <(sed -n 's/^.*expect: *\(.*\)$/\1/p' "$source")
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
