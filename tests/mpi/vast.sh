#!/bin/bash
# tests/mpi/vast.sh BUILD_DIR [PATTERN...] - memory that is allocated and not touched costs nothing.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
programs "${@:2}" -- tests/mpi/vast.c

# A table of its pages alone, 4 bytes for each, would take 100 MB in each of the ranks, and in each of their images.
out=$build/mpi-vast
mkdir -p "$out"
"$tool" cc -g -O1 -o "$out/vast" tests/mpi/vast.c || exit 1
cd "$out" || exit 1
for how in match states; do
    "${guard[@]}" "$tool" run -q -n 3 -a $how --json $how.json ./vast sparse >/dev/null
    ok "100 GB in each rank, of which little is used: $how takes less than 250 MB" \
        python3 -c "import json; r = json.load(open('$how.json')); assert r['verdict'] == 'verified' and r['peak_mb'] < 250, r['peak_mb']"
done
finish
