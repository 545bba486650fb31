# tests/mpi/expect.bash - for scripts that run a command and look at its exit code and what it prints.
# They set passed=0 failed=0.

expect() { # what code pattern command...
    local what=$1 code=$2 pattern=$3 out got; shift 3
    out=$(timeout 60 "$@" 2>&1); got=$?
    if [ $got = "$code" ] && grep -qE -- "$pattern" <<<"$out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $what: exit $got instead of $code, or no '$pattern' in"
        head -12 <<<"$out" | sed 's/^/    | /'
    fi
}
