#!/bin/bash
# tests/mpi/decisive.sh BUILD_DIR - the step that decides, against brute force: see tests/mpi/decisive/compare.py, static.py
# (sends that wait) and orders.py (one-sided communication).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 2
export PYTHONDONTWRITEBYTECODE=1
"$tool" cc -g -w -o sequences "$root/tests/mpi/decisive/sequences.c" || exit 2
said=$("${guard[@]}" python3 "$root/tests/mpi/decisive/compare.py" "$tool" ./sequences 1 40 2>&1)
count "$said" $?
"$tool" cc -g -w -o static "$root/tests/mpi/decisive/static.c" || exit 2
said=$("${guard[@]}" python3 "$root/tests/mpi/decisive/static.py" "$tool" ./static 1 80 2>&1)
count "$said" $?
said=$("${guard[@]}" python3 "$root/tests/mpi/decisive/static.py" "$tool" ./static 1 40 odpor 2>&1)
count "$said" $?
for explorer in '' odpor; do # the same as litmus files
    # shellcheck disable=SC2086 # no word, or one
    said=$("${guard[@]}" python3 "$root/tests/mpi/decisive/static.py" "$tool" litmus 1 150 $explorer 2>&1)
    count "$said" $?
done
"$tool" cc -g -w -o orders "$root/tests/mpi/decisive/orders.c" || exit 2
said=$("${guard[@]}" python3 "$root/tests/mpi/decisive/orders.py" "$tool" ./orders 1 20 2>&1)
count "$said" $?
finish
