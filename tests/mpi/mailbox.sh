#!/bin/bash
# tests/mpi/mailbox.sh BUILD_DIR [PATTERN...] - real programs with --semantics mailbox: what is counted are
# the orders in which messages arrive, as SimGrid does, and a trace remembers the semantics.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
programs "${@:2}" -- tests/mpi/mailbox.c
[ $# -lt 2 ] || finish
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" cc -O1 -o "$work/mailbox" tests/mpi/mailbox.c || exit 1
cd "$work" || exit 2

# What is found is found again in a fresh process, now and from the trace.
expect 'first' 1 'error\[assertion\]' "$tool" run -n 3 --semantics mailbox --json report ./mailbox first
expect 'first, as JSON' 0 '"semantics": "mailbox"' cat report
expect 'first, as a trace' 0 '"semantics": "mailbox"' cat mailbox-1.mzt
expect 'first, again' 1 'assert' "$tool" replay mailbox-1.mzt
expect 'what it holds for' 0 '^ +(holds for: .*)?mailbox semantics' "$tool" run -n 3 --semantics mailbox ./mailbox any

# What makes no sense.
expect 'match' 2 'match is for matching semantics' "$tool" run -n 3 -a match --semantics mailbox ./mailbox any
expect 'a word' 2 "takes matching or mailbox, not 'letters'" "$tool" run -n 3 --semantics letters ./mailbox any
finish
