#!/bin/bash
# tests/mpi/wrong.sh BUILD_DIR - is every mistake of wrong*.c found, and named right?
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${1:-build}" && pwd) || exit 2
passed=0 failed=0 work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for source in wrong*.c; do
    if ! mpicc -g -w -o "$work/${source%.c}" "$source"; then
        echo "0 passed, 1 failed"
        exit 1
    fi
done
while read -r program name ranks want; do
    (cd "$work" && timeout 60 "$build/mazurka" run -n "$ranks" "./$program" "$name") \
        >"$work/report" 2>&1
    code=$?
    if [ "$want" = verified ]; then
        [ $code = 0 ]
    else
        [ $code = 1 ] && grep -F "error[${want%%:*}]" "$work/report" | grep -qF "${want#*: }"
    fi
    if [ $? = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$name: wanted $want, but:"
        head -n 4 "$work/report"
    fi
done < <(for source in wrong*.c; do
    sed -n 's,^/\* \([a-z0-9-]*\)\, \([0-9]*\) => \(.*\) \*/$,'"${source%.c}"' \1 \2 \3,p' "$source"
done)
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
