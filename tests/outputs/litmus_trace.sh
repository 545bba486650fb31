#!/bin/bash
# tests/outputs/litmus_trace.sh BUILD_DIR - what is wrong with a litmus file, written to a trace: shown from the trace alone, and
# followed again.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cp examples/litmus/abba.lit examples/litmus/different-mailboxes.lit "$tmp" || exit 2
cd "$tmp" || exit 2

expect 'a file with an error' 1 deadlock "$tool" litmus abba.lit --trace abba.mzt
told=$(sed -n '/^error\[/,/^$/p' <<<"$shown")
expect 'the trace is shown' 0 deadlock "$tool" show abba.mzt
ok 'in the same words' [ "$(head -1 <<<"$told")" = "$(head -1 <<<"$shown")" ]
expect 'and followed, from any folder' 1 deadlock env -C / "$tool" replay "$tmp/abba.mzt"
expect 'a picture is drawn' 0 '' "$tool" show abba.mzt --svg abba.svg
ok 'of the steps' grep -q '<svg' abba.svg
expect 'there is no process for gdb' 2 'litmus file' "$tool" replay abba.mzt --gdb
expect 'one of a file without an error' 0 '' "$tool" litmus different-mailboxes.lit -q --trace none.mzt
ok 'is none' [ ! -e none.mzt ]
expect 'a report is not written over' 2 'was not written by --trace' "$tool" litmus abba.lit --trace abba.lit
echo '# another line' >>abba.lit
expect 'a file that has changed is said to be another' 1 'changed since' "$tool" replay abba.mzt
rm abba.lit
expect 'a file that is gone' 2 'abba.lit' "$tool" replay abba.mzt
finish
