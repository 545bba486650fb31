#!/bin/bash
# tests/mpi/explain.sh BUILD_DIR - the programs of `mazurka explain`: the wrong one has this kind of finding, and the
# right one is verified without it.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 2
n=0
for kind in $("$tool" list --json - | python3 -c 'import json, sys; print(*[k["kind"] for k in json.load(sys.stdin)["kinds"]])'); do
    "$tool" explain "$kind" --wrong >wrong.c 2>/dev/null || continue
    "$tool" explain "$kind" --right >right.c
    n=$((n + 1))
    ranks=$(sed -n '1s/.*-n \([0-9]*\).*/\1/p' wrong.c)
    for p in wrong right; do
        silent "$kind: the $p program compiles" "$tool" cc -g -w -o $p $p.c
    done
    "$tool" run -n "$ranks" ./wrong >out 2>&1
    if grep -qE "^(error|warning|note)\[$kind\]" out; then pass; else fail "$kind: the wrong program does not have it" out; fi
    expect "$kind: the right program is verified" 0 '^verified' "$tool" run -n "$ranks" --strict ./right
    ok "$kind: the right program does not have it" test -z "$(grep -E "^[a-z]+\[$kind\]" <<<"$shown")"
    expect "$kind: both are shown" 0 '^Right:' "$tool" explain "$kind"
done
ok 'there are examples' [ $n -ge 30 ]
expect 'a kind without an example' 2 'there is no example of safety' "$tool" explain safety --wrong
expect 'not both' 2 'wrong' "$tool" explain deadlock --wrong --right
finish
