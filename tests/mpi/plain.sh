#!/bin/bash
# tests/mpi/plain.sh BUILD_DIR - the MPI library without the checker, against MPICH.
#
# The library is linked with plainport.c, so that it is an ordinary one, and the programs
# must print the same with it as with MPICH. What fails here is the library's fault, and
# not the checker's.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-plain
mkdir -p "$out/lib"

flags="-std=gnu11 -g -O1 -Wall -Wextra -Isrc -Iinclude -D_GNU_SOURCE -fPIC -fvisibility=hidden"
object_of() { # SOURCE: its folder is part of the name
    local name=${1#src/}
    echo "$out/$(tr / - <<< "${name%.c}").o"
}
compile() { # SOURCE [OPTION...]: into $out, if it or a header is newer
    local object
    object=$(object_of "$1")
    [ -f "$object" ] && [ -z "$(find "$1" src/mpi/*.h src/mpi/*.def src/mpi/*/*.h src/mpi/*/*.def include "$build/mpi/bodies.h" -newer "$object")" ] ||
        gcc $flags "${@:2}" -c -o "$object" "$1"
}
objects=("$build/mpi/entry.o")
for source in src/mpi/{coll,comm,io,lib,p2p,rma,topo,type}/*.c src/mpi/abi/mpich/*.c src/base/mem.c; do
    compile "$source" -include "$build/mpi/bodies.h" || exit 1
    objects+=("$(object_of "$source")")
done
compile tests/mpi/plainport.c || exit 1
objects+=("$(object_of tests/mpi/plainport.c)")
gcc -shared -Wl,-soname,libmpich.so.12 -Wl,-Bsymbolic-functions -o "$out/lib/libmpich.so.12" \
    "${objects[@]}" -lpthread -lm || exit 1

find_mpich
if [ -z "$mpicc" ] || ! command -v node >/dev/null; then
    skip 14 'the library against MPICH: its mpicc and node are needed'
    finish
fi
while read -r source ranks; do
    name=$out/${source%.c}
    if ! $mpicc -g -w -o "$name" "tests/mpi/programs/$source" -lm; then
        fail "$source does not compile"
        continue
    fi
    rm -f "$name".mpich.* "$name".ours.*
    "${guard[@]}" $mpiexec -n "$ranks" sh -c "$name >$name.mpich.\$PMI_RANK" </dev/null
    theirs=$?
    PLAIN_RANKS=$ranks PLAIN_OUTPUT=$name.ours LD_LIBRARY_PATH=$out/lib "${guard[@]}" "$name" 2>"$name.findings" </dev/null
    ours=$?
    if [ $theirs != 0 ] || [ $ours != 0 ]; then
        fail "$source ends with $theirs under MPICH, and with $ours under ours:" "$name.findings"
        continue
    fi
    wrong=
    for ((rank = 0; rank < ranks; rank++)); do
        cmp -s "$name.mpich.$rank" "$name.ours.$rank" || wrong=${wrong:-$rank}
    done
    if [ -z "$wrong" ]; then
        pass
    else
        fail "rank $wrong of $source prints something else:" \
            <(diff "$name.mpich.$wrong" "$name.ours.$wrong" | head -5; head -3 "$name.findings")
    fi
# Windows are not in it: their memory is the checker's.
done < <(node tests/lib/header.mjs ranks $(printf '%s\n' tests/mpi/programs/*.c | grep -v windows))
finish
