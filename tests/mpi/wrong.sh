#!/bin/bash
# tests/mpi/wrong.sh BUILD_DIR - is every mistake of wrong*.c found, and named right? What is only
# noted or warned of is `note KIND: TEXT`; `nothing` is verified without any of these.
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
shows() { # KIND: TEXT, severity
    grep -F "$2[${1%%:*}]" "$work/report" | grep -qF "${1#*: }"
}
while read -r program name ranks want; do
    (cd "$work" && timeout 60 "$build/mazurka" run -n "$ranks" "./$program" "$name") \
        >"$work/report" 2>&1
    code=$?
    case $want in
    verified) [ $code = 0 ] ;;
    nothing) [ $code = 0 ] && ! grep -qE '^(warning|note)\[' "$work/report" ;;
    note\ * | warning\ *) [ $code = 0 ] && shows "${want#* }" "${want%% *}" ;;
    *) [ $code = 1 ] && shows "$want" error ;;
    esac
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
