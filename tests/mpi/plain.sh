#!/bin/bash
# tests/mpi/plain.sh BUILD_DIR - the MPI library without the checker, against MPICH.
#
# The library is linked with plainport.c, so that it is an ordinary one, and the programs
# must print the same with it as with MPICH. What fails here is the library's fault, and
# not the checker's.
set -u
cd "$(dirname "$0")/../.." || exit 2
out=${1:-build}/mpi-plain
passed=0 failed=0
mkdir -p "$out/lib"

flags="-std=gnu11 -g -O1 -Wall -Wextra -Isrc -Iinclude -D_GNU_SOURCE -fPIC -fvisibility=hidden"
compile() { # SOURCE: into $out, if it or a header is newer
    local object
    object=$out/$(basename "$1" .c).o
    [ -f "$object" ] && [ -z "$(find "$1" src/mpi/*.h src/mpi/*.def src/mpi/*/*.h src/mpi/*/*.def include -newer "$object")" ] ||
        gcc $flags -c -o "$object" "$1"
}
objects=()
for source in src/mpi/{coll,comm,lib,p2p,topo,type}/*.c src/base/mem.c tests/mpi/plainport.c; do
    compile "$source" || { echo "0 passed, 1 failed"; exit 1; }
    objects+=("$out/$(basename "$source" .c).o")
done
gcc -shared -Wl,-soname,libmpich.so.12 -Wl,-Bsymbolic-functions -o "$out/lib/libmpich.so.12" \
    "${objects[@]}" -lpthread -lm || { echo "0 passed, 1 failed"; exit 1; }

for source in tests/mpi/programs/*.c; do
    name=$out/$(basename "$source" .c)
    ranks=$(sed -n '1s/.*ranks: \([0-9]*\).*/\1/p' "$source")
    if ! mpicc -g -w -o "$name" "$source" -lm; then
        failed=$((failed + 1))
        continue
    fi
    rm -f "$name".mpich.* "$name".ours.*
    timeout 60 mpirun -n "$ranks" sh -c "$name >$name.mpich.\$PMI_RANK"
    PLAIN_RANKS=$ranks PLAIN_OUTPUT=$name.ours LD_LIBRARY_PATH=$out/lib timeout 60 "$name" \
        2>"$name.findings"
    for ((rank = 0; rank < ranks; rank++)); do
        cmp -s "$name.mpich.$rank" "$name.ours.$rank" && continue
        echo "rank $rank of $(basename "$name") prints something else:"
        diff "$name.mpich.$rank" "$name.ours.$rank" | head -5
        head -3 "$name.findings"
        failed=$((failed + 1))
        continue 2
    done
    passed=$((passed + 1))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
