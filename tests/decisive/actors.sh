#!/bin/bash
# tests/decisive/actors.sh BUILD_DIR - the step that decides in actor programs, against brute force: see actors.py.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 2
gcc -g -I"$root/include" -o actors "$root/tests/decisive/actors.c" -L"$build" -lmazurka -Wl,-rpath,"$build" || exit 2
said=$("${guard[@]}" python3 "$root/tests/decisive/actors.py" "$tool" ./actors 1 200 2>&1)
count "$said" $?
finish
