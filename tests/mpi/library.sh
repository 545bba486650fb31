#!/bin/bash
# tests/mpi/library.sh BUILD_DIR - what is wrong in a library that somebody else has written: findings name it, and the
# line of the program that has called it; what the user can do nothing about is a note, unless --strict. A finding in the
# program's own code is what it always was, whatever a library has done before.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-library
mkdir -p "$out"
cd "$out" || exit 2
cat >lib.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int lib_save(const char *name, int rank, int how)
{
    MPI_File f;
    MPI_Offset size;
    int x = 1;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    if (rank)
        MPI_File_write_at(f, 0, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!rank && how == 's')
        MPI_File_get_size(f, &size);
    if (!rank && how == 'd')
        MPI_File_read_at(f, 0, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
    return MPI_File_close(&f);
}
static int at_end(MPI_Comm c, int key, void *rank, void *unused)
{
    (void)c, (void)key, (void)unused;
    return lib_save("of-lib", rank != NULL, 's');
}
void lib_later(int rank)
{
    int key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, (void *)(rank ? "writes" : NULL));
    MPI_Comm_free_keyval(&key);
}
int lib_keep(void)
{
    MPI_Comm c;
    return MPI_Comm_dup(MPI_COMM_WORLD, &c);
}
int lib_receive(int from)
{
    int x;
    return MPI_Recv(&x, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
C
cat >prog.c <<'C'
#include <mpi.h>
#include <string.h>
int lib_save(const char *, int, int), lib_keep(void), lib_receive(int);
void lib_later(int);
int main(int argc, char **argv)
{
    int rank;
    MPI_Comm c;
    MPI_File f;
    MPI_Offset size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (const char *how = argv[1]; *how; how++) {
        if (strchr("sd", *how))
            lib_save("of-lib", rank, *how);
        if (*how == 'k')
            lib_keep();
        if (*how == 'l')
            lib_later(rank);
        if (*how == 'r')
            lib_receive(-5);
        if (*how == 'K')
            MPI_Comm_dup(MPI_COMM_WORLD, &c);
        if (*how == 'e')
            MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        if (*how != 'S')
            continue;
        MPI_File_open(MPI_COMM_WORLD, "own", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
        if (rank)
            MPI_File_write_at(f, 0, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_get_size(f, &size);
        MPI_File_close(&f);
    }
    MPI_Finalize();
    return 0;
}
C
# The library has no debugging information, like those of a system.
"$tool" cc -g0 -shared -fPIC -o libother.so lib.c && "$tool" cc -g -o prog prog.c -L. -lother -Wl,-rpath,"$out" || exit 1
theirs() { # WHAT CODE REGEX HOW [OPTION...]
    expect "$1" "$2" "$3" "$tool" run -n 2 --library 'libno=mine,lib*er=theirs' "${@:5}" ./prog "$4"
}

theirs 'the length of a file' 0 '^note\[library\]: in libother, called from prog.c:15: rank 0: looks where the end is of of-lib, .* at prog.c:15' s
theirs '... at the end, in a function that MPI_Finalize calls' 0 '^note\[library\]: in libother, called from prog.c:35: rank 0: looks where the end is of of-lib' l
theirs '... counts with --strict' 1 '^error\[file-race\]: in libother, called from prog.c:15: ' s --strict
expect '... and in a replay' 1 '^error\[file-race\]: in libother' "$tool" replay prog-1.mzt
theirs 'data are another thing' 1 '^error\[file-race\]: in libother, called from prog.c:15: rank 0: reads of-lib' d
theirs 'the program does so as well' 1 '^error\[file-race\]: rank 1: looks where the end is of own|^error\[file-race\]: rank 0: looks where the end is of own' sS
theirs 'a communicator that is kept' 0 '^note\[library\]: in libother: rank 0: the communicator of MPI_Comm_dup at lib_keep.* never freed' k
ok '... is no leak of the program' [ "$(grep -c resource-leak <<<"$shown")" = 0 ]
theirs '... as one of its own is' 0 '^warning\[resource-leak\]: rank [01]: the communicator of MPI_Comm_dup at prog.c:23 was never freed' kK
theirs '... counts with --strict' 1 '^warning\[resource-leak\]: in libother: |^error\[resource-leak\]: in libother: ' k --strict
theirs 'an error is one' 1 '^error\[invalid-argument\]: in libother, called from prog.c:21: rank [01]: MPI_Recv: the source is rank -5' r
theirs 'one that is returned is a note' 0 '^note\[ignored-error\]: in libother, called from prog.c:21: ' er
for n in 1 2; do
    expect "$n processes: the user's own library" 1 '^error\[file-race\]: rank 0: looks where the end is of of-lib' "$tool" run -n 2 -j $n ./prog s
    expect "$n processes: somebody else's" 0 '^note\[library\]: in libother, called from prog.c:15' "$tool" run -n 2 -j $n --library libother=theirs ./prog s
done
"$tool" cc -g -shared -fPIC -o libother.so lib.c
theirs 'an error in a library with debugging information' 1 '^error\[invalid-argument\]: in libother, called from prog.c:21: ' r
ok '... the calls are shown' grep -q 'in lib_receive$' <<<"$shown"
theirs 'what it keeps' 0 '^note\[library\]: in libother: .* at lib.c:33 was never freed' k

# What is known of a library is excused, by the functions on its stack: share/mazurka/known.
cat >fill.c <<'C'
#include <mpi.h>
int rank;
static void __attribute__((noinline)) put(MPI_File f, int x)
{
    MPI_File_write_at(f, 0, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
}
void H5D__alloc_storage(MPI_File f);
void H5D__alloc_storage(MPI_File f)
{
    put(f, 1);
    __asm__("");
}
void save(int known)
{
    MPI_File f;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "filled", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    if (!rank && known)
        H5D__alloc_storage(f);
    else if (!rank)
        put(f, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank)
        put(f, 2);
    MPI_File_close(&f);
}
C
cat >fills.c <<'C'
#include <mpi.h>
void save(int);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    save(argc == 1);
    MPI_Finalize();
    return 0;
}
C
"$tool" cc -g0 -shared -fPIC -o libfill.so fill.c && "$tool" cc -g -o fills fills.c -L. -lfill -Wl,-rpath,"$out" || exit 1
known() { # WHAT CODE REGEX [OPTION...] PROGRAM [ARGUMENT...]
    expect "$1" "$2" "$3" "$tool" run -n 2 --library 'libfill=theirs' "${@:4}"
}
known 'it is known what a library does' 0 '^note\[library\]: in libfill, called from fills.c:6: rank 1: writes filled, and rank 0 writes it at fills.c:6 before' ./fills
known '... by other functions it is not' 1 '^error\[file-race\]: in libfill, called from fills.c:6: rank 1: writes filled' ./fills unknown
known '... nor with --no-known' 1 '^error\[file-race\]: in libfill' --no-known ./fills

# The same within the program's own file: linked statically, by a rule for its source, and as a header of the system.
"$tool" cc -g0 -c lib.c && "$tool" cc -g -o static prog.c lib.o || exit 1
within() { # WHAT CODE REGEX ARGUMENTS...
    expect "$1" "$2" "$3" "$tool" run -n 2 "${@:4}"
}
cat >twice.c <<'C'
#include <mpi.h>
int lib_save(const char *, int, int);
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    lib_save("one", rank, 's');
    lib_save("two", rank, 's');
    return MPI_Finalize();
}
C
"$tool" cc -g -o twice twice.c lib.o || exit 1
within 'linked statically' 0 '^note\[library\]: in lib_save, which has no debugging information, called from prog.c:15: rank 0: looks where the end is of of-lib, and rank 1 writes it at prog.c:15' ./static s
within '... how many there are' 0 '^          library: 1 more like it$' ./twice
within '... data are another thing' 1 '^error\[file-race\]: in lib_save, .* called from prog.c:15: rank 0: reads of-lib' ./static d
within '... what it keeps' 0 '^note\[library\]: in lib_keep, ' ./static k
"$tool" cc -g -o both prog.c lib.c || exit 1
within 'a source of the same program is the user'"'"'s' 1 '^error\[file-race\]: rank 0: looks where the end is of of-lib' ./both s
within '... unless a rule says otherwise' 0 '^note\[library\]: in lib.c, called from prog.c:15: ' --library '*/lib.c=theirs' ./both s
"$tool" cc -g0 -o none prog.c lib.c || exit 1
within 'without any debugging information all is' 1 '^error\[file-race\]: rank 0: looks where the end is of of-lib' ./none s
mkdir -p include/c++
printf 'static int take(int from)\n{\n    return lib_receive(from);\n}\n' >include/c++/take.h
sed -e 's/^int main/#include "take.h"\n&/' -e 's/lib_receive(-5)/take(-5)/' prog.c >header.c
sed 's/^int lib_receive/static inline &/' lib.c >include/c++/all.h
sed -i 's/^int lib_save.*/#include "all.h"/; s/^void lib_later.*//' header.c
"$tool" cc -g -O2 -Iinclude/c++ -o header header.c || exit 1
within 'a header: the line that uses it' 1 '^  --> header.c:22$' ./header r
expect 'no rule' 2 "takes NAME=mine or NAME=theirs, not 'libother'" "$tool" run -n 2 --library libno=mine,libother ./prog s
finish
