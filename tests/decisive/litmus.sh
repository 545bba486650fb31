#!/bin/bash
# tests/decisive/litmus.sh BUILD_DIR - the step that decides in litmus files, against brute force: see mailboxes.py.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 2
said=$("${guard[@]}" python3 "$root/tests/decisive/mailboxes.py" "$tool" 1 300 2>&1)
count "$said" $?
finish
