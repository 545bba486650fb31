# tests/lib/check.bash - for scripts that test: counts what holds, says what does not.
#
#     . tests/lib/check.bash            (in the root of the repository)
#     ok 'what holds' [ 1 = 1 ]
#     expect 'what holds' 0 'REGEX in the output' COMMAND...
#     finish                            the last command of the script
#
# Sets build (absolute) and tool from the script's first argument.
# Sets mpicc and mpiexec, if find_mpich is called.
# shellcheck shell=bash disable=SC2034 # build and tool are for the scripts
unset COLUMNS # reports would be broken into lines of that width
passed=0 failed=0 skipped=0
build=$(realpath "${1:-build}") tool=$build/mazurka
[ -x "$tool" ] || { echo "there is no $tool" >&2; exit 2; }
root=$PWD

# MPICH's compiler and launcher, whichever MPI is this machine's default; empty: none.
mpicc= mpiexec=
find_mpich() {
    local suffix
    for suffix in .mpich ''; do
        [ -z "$mpicc" ] && command -v "mpicc$suffix" >/dev/null && command -v "mpiexec$suffix" >/dev/null &&
            grep -q mpich < <("mpicc$suffix" -compile_info 2>/dev/null) && mpicc=mpicc$suffix mpiexec=mpiexec$suffix
    done
}

# Nothing takes so long, unless it hangs.
guard=(timeout -k 10 300)

pass() { passed=$((passed + 1)); }
fail() { # WHAT [FILE]: the file shows it
    failed=$((failed + 1))
    echo "FAILED $1"
    [ -z "${2:-}" ] || head -n 15 "$2" | sed 's/^/    | /'
}
skip() { # N WHY: so many checks are not made
    skipped=$((skipped + $1))
    echo "SKIPPED ${*:2}"
}
ok() { # WHAT CONDITION...
    local what=$1; shift
    if "$@"; then pass; else fail "$what"; fi
}
silent() { # WHAT COMMAND...: prints nothing
    local what=$1 text; shift
    text=$("$@" 2>&1)
    if [ -z "$text" ]; then pass; else fail "$what" <(echo "$text"); fi
}
expect() { # WHAT CODE REGEX COMMAND...: what was printed stays in $shown
    local what=$1 code=$2 pattern=$3 got; shift 3
    shown=$("${guard[@]}" "$@" 2>&1); got=$?
    if [ $got = "$code" ] && grep -qE -- "$pattern" <<<"$shown"; then
        pass
    else
        fail "$what: exit $got instead of $code, or no '$pattern' in" <(echo "$shown")
    fi
}
programs() { # [PATTERN...] -- SOURCE...: see tests/lib/programs
    count "$(cd "$root" && tests/lib/programs "$build" "$@" 2>&1)" $?
}
count() { # OUTPUT CODE: of a part that ends with "N passed, N failed[, N skipped]"
    local p f s
    read -r p f s < <(tail -n 1 <<<"$1" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed\(, \([0-9]*\) skipped\)\{0,1\}$/\1 \2 \4/p')
    [ -z "${p:-}" ] || [ "$(wc -l <<<"$1")" = 1 ] || head -n -1 <<<"$1"
    [ -n "${p:-}" ] || echo "$1"
    [ -n "${p:-}" ] || { p=0 f=1; }
    [ "$2" = 0 ] || [ "$f" != 0 ] || f=1
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + ${s:-0}))
}
until_so() { # COMMAND...: as soon as it succeeds; not so within some minutes is a failure
    local i
    for ((i = 0; i < 6000; i++)); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}
children() { # of a process, and of its children
    local c
    for c in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do echo "$c"; children "$c"; done
}
computes() { # PID...: each has had the processor for a while
    local pid stat
    for pid; do
        read -ra stat <"/proc/$pid/stat" && [ "${stat[13]}" -ge 10 ] || return 1
    done 2>/dev/null
}
criterion() { # PROGRAM [PATTERN]: a program of unit tests
    local out p n filter=()
    [ $# = 1 ] || filter=(--filter "$2")
    out=$("${guard[@]}" "$1" "${filter[@]}" -j1 2>&1)
    grep -E 'FAIL|CRASH|Assert' <<<"$out"
    p=$(sed -n 's/.*Passing: \([0-9]*\).*/\1/p' <<<"$out")
    n=$(sed -n 's/.*Tested: \([0-9]*\) .*/\1/p' <<<"$out")
    passed=$((passed + ${p:-0})) failed=$((failed + ${n:-1} - ${p:-0}))
}
fuzzer() { # N PROGRAM OPTIONS...: N random programs, each of which counts
    local n=$1 out; shift
    if out=$("$@" --programs "$n" 2>&1); then
        passed=$((passed + n))
        tail -n 1 <<<"$out"
    else
        fail "$*" <(echo "$out")
        echo "$out" | tail -n +16
    fi
}
finish() {
    echo "$passed passed, $failed failed$([ $skipped = 0 ] || echo ", $skipped skipped")"
    [ $failed = 0 ]
    exit
}
