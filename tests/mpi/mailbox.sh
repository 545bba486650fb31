#!/bin/bash
# tests/mpi/mailbox.sh BUILD_DIR - real programs with --semantics mailbox: what is counted are
# the orders in which messages arrive, as SimGrid does, and a trace remembers the semantics.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/mpi/expect.bash
build=$(cd "${1:-build}" && pwd) || exit 2
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT
"$build/mazurka" cc -O1 -o "$work/mailbox" tests/mpi/mailbox.c || exit 1
cd "$work" || exit 2

outcomes() { # count ranks program options...
    local count=$1 ranks=$2 program=$3; shift 3
    expect "$program $*" 0 "(^| )$count outcomes?," \
        "$build/mazurka" run -n "$ranks" "$@" ./mailbox "$program"
}

# The same programs as in tests/litmus/mailbox, and what matching semantics makes of them.
for buffering in zero infinite; do
    outcomes 120 6 named --buffering $buffering --semantics mailbox
    outcomes 120 6 one --buffering $buffering --semantics mailbox
    outcomes 24 5 any --buffering $buffering --semantics mailbox
    outcomes 54 4 workers --buffering $buffering --semantics mailbox
    outcomes 1 6 named --buffering $buffering --semantics matching
    outcomes 5 6 one --buffering $buffering --semantics matching
done
outcomes 720 7 any --semantics mailbox
for a in dpor sdpor odpor udpor; do
    outcomes 24 5 named --semantics mailbox -a $a
done
outcomes 1 4 causal --semantics mailbox
expect 'causal, overtaken' 1 'error\[assertion\]' "$build/mazurka" run -n 3 ./mailbox causal

# What is found is found again in a fresh process, now and from the trace.
expect 'first' 1 'error\[assertion\]' \
    "$build/mazurka" run -n 3 --semantics mailbox --json report ./mailbox first
expect 'first, as JSON' 0 '"semantics": "mailbox"' cat report
expect 'first, as a trace' 0 '"semantics": "mailbox"' cat mailbox-1.mzt
expect 'first, again' 1 'assert' "$build/mazurka" replay mailbox-1.mzt
expect 'what it holds for' 0 '^ +(holds for: .*)?mailbox semantics' \
    "$build/mazurka" run -n 3 --semantics mailbox ./mailbox any
expect 'one outcome' 3 '1 outcome, the rest is not explored' "$build/mazurka" run -n 3 --once --semantics mailbox ./mailbox any

# What makes no sense.
expect 'match' 2 'match is for matching semantics' \
    "$build/mazurka" run -n 3 -a match --semantics mailbox ./mailbox any
expect 'a word' 2 "takes matching or mailbox, not 'letters'" \
    "$build/mazurka" run -n 3 --semantics letters ./mailbox any
echo "$passed passed, $failed failed"
[ $failed = 0 ]
