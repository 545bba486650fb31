#!/bin/bash
# tests/mpi/outcomes.sh BUILD_DIR [ROUNDS] - small programs whose outcome is open. The first line of
# each has all outcomes that the standard allows: mazurka must find exactly these, and MPICH,
# asked ROUNDS times in two ways (tests/mpi/mpich), no other. MZ_VERBOSE says how often it shows which.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${1:-build}" && pwd) || exit 2
here=$PWD/tests/mpi rounds=${2:-20}
passed=0 failed=0 work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

judge() { # what expected found
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: expected '$2', found '$3'"
    fi
}

for source in "$here"/outcomes/*.c; do
    name=$(basename "$source" .c)
    read -r ranks allowed < <(sed -n '1s|.*outcomes: -n \([0-9]*\) => \(.*\) \*/|\1 \2|p' "$source")
    if ! "$build/mazurka-cc" -g -w -o "$name" "$source"; then
        failed=$((failed + 1))
        continue
    fi
    found=
    for k in 0 1 2 3 4; do
        timeout 60 "$build/mazurka" run -q -n "$ranks" "./$name" $k >"$name.$k" 2>&1
        code=$?
        if [ $code = 1 ] && grep -q 'error\[assertion\]' "$name.$k"; then
            found="$found $k"
        elif [ $code != 0 ]; then
            found="$found (exit $code: $(head -1 "$name.$k"))"
        fi
    done
    judge "$name under mazurka" "$allowed" "${found# }"
    if command -v mpicc >/dev/null && mpichversion >/dev/null 2>&1; then
        mpicc -g -w -o "$name.mpich" "$source" || continue
        for way in ${MZ_WAYS:-0 1}; do
            timeout 120 "$here/mpich" "$way" -n "$ranks" "./$name.mpich" -r "$rounds"
        done >"$name.seen" 2>&1
        [ "${MZ_VERBOSE:-}" ] && sed "s/^/$name: /" "$name.seen"
        others=$(sed -n 's/^outcome \([0-9]*\):.*/\1/p' "$name.seen" | grep -vwE "${allowed// /|}" | xargs)
        grep -q '^outcome' "$name.seen" || others="none at all: $(head -3 "$name.seen")"
        judge "$name under MPICH, outcomes that must not be" "" "$others"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
