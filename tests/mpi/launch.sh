#!/bin/bash
# tests/mpi/launch.sh BUILD_DIR - which programs get our MPI library, which are refused and
# with which words, and the compilers mazurka cc and mazurka c++.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

# want CODE TEXT COMMAND...: ends with that code, and says that.
want() {
    local code=$1 text=$2 out got; shift 2
    out=$("${guard[@]}" "$@" 2>&1); got=$?
    if [ $got != "$code" ]; then
        fail "$*: exit code $got instead of $code" <(echo "$out")
    elif ! grep -qF -- "$text" <<<"$out"; then
        fail "$*: does not say '$text'" <(echo "$out")
    else
        pass
    fi
}

cat >hello.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
C
cp hello.c hello.cpp
cat >early.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    return MPI_Finalize();
}
__attribute__((constructor)) static void ask(void)
{
    int initialized = 1, finalized = 1;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (initialized || finalized)
        __builtin_trap();
}
C
cat >never.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    return argc > 100 ? MPI_Init(&argc, &argv) : 0;
}
C
cat >open.c <<'C'
int MPI_Init(int *, char ***);
int main(int argc, char **argv) { return MPI_Init(&argc, &argv); }
C
echo 'int MPI_Init(int *a, char ***b) { return !a && !b; }' >openlib.c
echo 'int PMPI_Init(int *a, char ***b) { return !a && !b; }
int main(void) { return PMPI_Init(0, 0); }' >inside.c
echo '#include <mpi.h>
int deep(int *a, char ***b) { return MPI_Init(a, b) + MPI_Finalize(); }' >deeplib.c
echo 'int deep(int *, char ***);
int main(int argc, char **argv) { return deep(&argc, &argv); }' >deep.c
echo 'int MPIX_Unheard_of(void);
int MPI_Init(int *, char ***);
int main(int argc, char **argv) { return argc > 9 ? MPIX_Unheard_of() : MPI_Init(&argc, &argv); }' >unheard.c
echo 'int MPIX_Unheard_of(void) { return 0; }
int MPI_Init(int *a, char ***b) { return !a && !b; }' >unheardlib.c
gcc -w -shared -fPIC -Wl,-soname,libmpi.so.20 -o libmpi.so.20 openlib.c
gcc -w -o open open.c ./libmpi.so.20
gcc -w -shared -fPIC -Wl,-soname,libmpi.so.40 -o libmpi.so.40 unheardlib.c
gcc -w -o unheard-open unheard.c ./libmpi.so.40
gcc -w -o inside inside.c
gcc -w -shared -fPIC -Wl,-soname,libmpi.so.12 -o libmpi.so.12 unheardlib.c
gcc -w -o unheard unheard.c ./libmpi.so.12
gcc -w -Wl,--no-as-needed -o both-mpis unheard.c ./libmpi.so.40 ./libmpi.so.12
gcc -w -static -o static inside.c 2>/dev/null
"$build/mazurka-cc" -o ours hello.c
"$build/mazurka-cc" -o early early.c
"$build/mazurka-cc" -z execstack -o nested hello.c
"$build/mazurka" cc -o never never.c
"$build/mazurka" c++ -o ours-cxx hello.cpp
"$build/mazurka-cc" -shared -fPIC -o libdeep.so deeplib.c
gcc -w -o deep deep.c ./libdeep.so
printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0' >elf32
head -c 100 /dev/zero >>elf32
printf '#!/bin/sh\necho hello\n' >script
head -c 3000 ours >short
printf 'int main' >text
gcc -w -c -o object.o inside.c
ar rc archive.a object.o
touch empty
mkfifo pipe
printf '\177ELF' >magic
cp ours bare # without section headers: e_shoff, e_shentsize, e_shnum and e_shstrndx are 0
printf '\0\0\0\0\0\0\0\0' | dd of=bare bs=1 seek=40 conv=notrunc status=none
printf '\0\0\0\0\0\0' | dd of=bare bs=1 seek=58 conv=notrunc status=none
cp ours arm # e_machine is AArch64's
printf '\267\0' | dd of=arm bs=1 seek=18 conv=notrunc status=none
cp ours setuid && chmod u+s setuid
chmod +x elf32 script short text object.o archive.a empty magic bare arm
touch plain

run="$tool run"
want 4 'needs libmpi.so.20, an MPI library for which mazurka has none' $run -n 2 ./open
want 4 'needs two MPI libraries, Open MPI'"'s and MPICH's" $run -n 2 ./both-mpis
want 4 'calls MPIX_Unheard_of, which' $run -n 2 ./unheard-open
want 4 '  fix:  make clean && make CC="mazurka cc"        or, with CMake, -DMPI_C_COMPILER=mazurka-cc' $run -n 2 ./open
want 4 'has an MPI library linked into it statically' $run -n 2 ./inside
if [ -x static ]; then
    want 4 'linked statically' $run -n 2 ./static
else
    skip 1 'a static program: there is no libc.a'
fi
want 4 'calls MPIX_Unheard_of, which' $run -n 2 ./unheard
want 4 'wants its stack to be executable' $run -n 2 ./nested
want 4 'is not for x86-64' $run -n 2 ./elf32
want 4 'a script; run what it starts' $run -n 2 ./script
want 4 'is not a compiled program' $run -n 2 ./text
want 4 'is not a compiled program' $run -n 2 ./empty
want 4 'is not a compiled program' $run -n 2 ./magic
want 4 'is not a compiled program' $run -n 2 ./archive.a
want 4 'is not a program; is it still to be linked?' $run -n 2 ./object.o
want 4 'is damaged, or its section headers were removed' $run -n 2 ./short
want 4 'is damaged, or its section headers were removed' $run -n 2 ./bare
want 4 'is not for x86-64' $run -n 2 ./arm
want 4 'is set-user-id' $run -n 2 ./setuid
want 2 'is not a file' $run -n 2 ./pipe
want 2 'is a directory' $run -n 2 .
want 2 'No such file' $run -n 2 ./nowhere
want 2 'not executable' $run -n 2 ./plain
want 2 "no program is named ('2' is the number of ranks)" $run -n 2
want 2 'say how many ranks' $run ./ours
want 2 'whole number from 1' $run -n 0 ./ours
want 2 'whole number' $run -n -3 ./ours
want 2 'from 1 to 1024' $run -n 100000 ./ours
want 2 '--buffering' $run -n 2 --buffering some ./ours
want 4 'no rank called MPI_Init' $run -n 2 ./never
want 0 'verified' $run -n 3 ./ours
want 0 'verified' $run -n 3 ./early
want 0 'verified' $run -n 3 ./ours-cxx
want 0 'holds for: 2 ranks, this input' $run -n 2 ./deep
want 2 'mazurka run -n 4' ./ours
for mpi in mpich openmpi; do
    if ! command -v mpicc.$mpi >/dev/null; then
        skip 4 "programs of $mpi: mpicc.$mpi is not installed"
        continue
    fi
    for flags in '' '-no-pie -fno-pie' '-O3 -s'; do
        # shellcheck disable=SC2086 # a list of words
        mpicc.$mpi $flags -o theirs hello.c && want 0 'verified' $run -n 3 ./theirs
    done
    mpicxx.$mpi -o theirs-cxx hello.cpp && want 0 'verified' $run -n 3 ./theirs-cxx
done
for abi in mpich openmpi standard; do
    for flags in '' '-no-pie -fno-pie'; do
        # shellcheck disable=SC2086 # a list of words
        "$build/mazurka" cc --abi=$abi $flags -o abi hello.c && want 0 'verified' $run -n 3 ./abi
    done
    "$build/mazurka" c++ --abi=$abi -o abi hello.cpp && want 0 'verified' $run -n 3 ./abi
    # a library brings it
    "$build/mazurka" cc --abi=$abi -shared -fPIC -o libdeep.so deeplib.c && want 0 'verified' $run -n 2 ./deep
done
want 2 'there is no such ABI of MPI' "$build/mazurka" cc --abi=lam hello.c
want 2 'belong to a compiler and an MPI' "$build/mazurka" fc --abi=openmpi hello.f90

# Behind a launcher, which is not started.
want 0 'holds for: 3 ranks' $run mpirun -n 3 ./ours
want 0 'holds for: 3 ranks' $run -n 3 mpiexec.hydra -genv A 1 -np 3 ./ours
want 0 'holds for: 2 ranks' $run -n 2 /usr/bin/mpirun --oversubscribe ./ours
want 2 '4 ranks or 3? Mazurka takes the place of mpirun' $run -n 4 mpirun -n 3 ./ours
want 2 "does not know the option '--unheard-of' of mpiexec" $run mpirun --unheard-of ./ours

# The compilers, as build systems use them.
cc=$build/mazurka-cc
want 0 '-lmpich' "$cc" -show
want 0 '-I' "$cc" -compile_info
want 0 '-L' "$cc" -link_info
want 0 '-I' "$cc" -showme:compile
want 0 '-lmpich' "$cc" -showme:link
want 0 'mpich' "$cc" -showme:libs
want 2 'not a question' "$cc" -showme:colour
want 0 '' "$cc" --version
want 0 'define MPI_VERSION' sh -c "echo '#include <mpi.h>' | $cc -E -dM -x c -"
want 0 'mpi.h' "$cc" -MM hello.c
want 0 'verified' sh -c "$cc -c hello.c && $cc -o two hello.o && $run -n 2 ./two"
want 2 'cannot be started' env MAZURKA_CC=no-such-compiler "$cc" hello.c
printf 'both: hello.o\n\t$(CC) $(CFLAGS) -o $@ hello.o\n' >Makefile
want 0 'verified' sh -c "rm -f hello.o && make CC='$build/mazurka cc' both && $run -n 2 ./both"
if command -v cmake >/dev/null; then
    cat >CMakeLists.txt <<'T'
cmake_minimum_required(VERSION 3.10)
project(hello C CXX)
find_package(MPI REQUIRED)
add_executable(made hello.c)
target_link_libraries(made MPI::MPI_C)
add_executable(madexx hello.cpp)
target_link_libraries(madexx MPI::MPI_CXX)
T
    if cmake -S . -B made -DMPI_C_COMPILER="$cc" -DMPI_CXX_COMPILER="$build/mazurka-c++" >log 2>&1 &&
        make -C made >>log 2>&1; then
        want 0 'verified' $run -n 2 made/made
        want 0 'verified' $run -n 2 made/madexx
    else
        fail 'cmake' log
    fi
else
    skip 2 'programs that CMake builds: it is not installed'
fi

finish
