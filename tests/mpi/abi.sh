#!/bin/bash
# tests/mpi/abi.sh BUILD_DIR - is include/mpi.h the ABI of MPICH, and of Open MPI?
#
# A program that prints every constant of our header, and the layout of its types, is
# compiled with our header and with MPICH's; both must print the same. Then the prototypes
# of both, as the compiler understood them. calls.def must name every one of them.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
out=$build/mpi-abi

mpich=
for d in /usr/include/*/mpich /usr/include/mpich-*; do
    [ -f "$d/mpi.h" ] && mpich=$d
done
if [ -z "$mpich" ]; then
    skip 6 "the ABI: MPICH's mpi.h is not installed"
    finish
fi
mkdir -p "$out"

# The version is our own, a function has no constant address, and what is newer than that MPICH it has not.
constants() { # [FLAGS]
    gcc -E -dM "$@" -x c include/mpi.h | sed -n 's/^#define \(MPI_[A-Z0-9_]*\) .*/\1/p' |
        grep -vxE 'MPI_INCLUDED|MPI_(SUB)?VERSION|MPI_(COMM_|TYPE_|WIN_)?DUP_FN|MPI_BUFFER_AUTOMATIC|MPI_ERR_ABI' | sort
}

{
    echo '#include <mpi.h>'
    echo '#include <stddef.h>'
    echo '#include <stdio.h>'
    echo 'int main(void) {'
    for c in $(constants); do echo "printf(\"$c %ld\\n\", (long)($c));"; done
    for t in Comm Group Datatype Request Message Op Errhandler Info Win File Aint Count \
        Offset Fint Status T_enum T_cvar_handle T_pvar_handle T_pvar_session; do
        echo "printf(\"MPI_$t %zu %zu\\n\", sizeof(MPI_$t), _Alignof(MPI_$t));"
    done
    for f in count_lo count_hi_and_cancelled MPI_SOURCE MPI_TAG MPI_ERROR; do
        echo "printf(\"$f %zu\\n\", offsetof(MPI_Status, $f));"
    done
    echo 'return 0; }'
} >"$out/print.c"

prototypes() { # FLAGS...: MPI_ and PMPI_ functions
    gcc "$@" -aux-info "$out/aux" -fsyntax-only -x c - <<<'#include <mpi.h>' &&
        sed -n 's/^.*\*\/ extern \(.*[ *]P\{0,1\}MPI_[A-Za-z0-9_]* (.*\)/\1/p' "$out/aux" | sort
}
# gcc prints a typedef by its name, so each is compared with what our header says it is.
same_callbacks() {
    {
        echo '#include <mpi.h>'
        sed -n '/^typedef \(int\|void\)(MPI_/,/;/p' include/mpi.h |
            sed 's/(MPI_\([A-Za-z_]*\))(/(ours_\1)(/'
        for t in $(sed -n 's/^typedef [a-z]*(\(MPI_[A-Za-z_]*\)).*/\1/p' include/mpi.h); do
            echo "_Static_assert(__builtin_types_compatible_p($t, ours_${t#MPI_}), \"$t\");"
        done
    } >"$out/callbacks.c"
    gcc -I"$mpich" -fsyntax-only "$out/callbacks.c"
}

same_constants() {
    gcc -Iinclude -o "$out/ours" "$out/print.c" && gcc -I"$mpich" -c -o "$out/theirs.o" "$out/print.c" &&
        gcc -o "$out/theirs" "$out/theirs.o" &&
        diff <("$out/ours") <("$out/theirs")
}
recent() { # the functions that MPI-4.1 and 5.0 have added
    sed -n '/MPI-4.1 and 5.0/,$ s/^CALL(\(.*\),.*/\1/p' src/mpi/calls.def | paste -sd"|"
}
same_prototypes() {
    prototypes -Iinclude >"$out/ours.txt"
    prototypes -I"$mpich" >"$out/theirs.txt"
    comm -23 "$out/ours.txt" "$out/theirs.txt" | # theirs has more: MPI-4
        grep -vE "P?MPI_($(recent)) \\("           # and ours what came later
    [ "$(wc -l <"$out/ours.txt")" -gt 700 ] || echo 'there should be more of them'
}
# What of theirs we lack must be of MPI-4, or no constant of the standard.
no_constant_missing() {
    local names
    names=$(gcc -E -dM -I"$mpich" -x c "$mpich/mpi.h" | sed -n 's/^#define \(MPI_[A-Z0-9_]*\) .*/\1/p')
    names+=" "$(gcc -E -P -I"$mpich" -x c "$mpich/mpi.h" | grep -oE '\bMPI_[A-Z][A-Z_0-9]+ *(=|,)' | tr -d ' =,')
    tr ' ' '\n' <<<"$names" | sort -u | comm -13 <(constants) - |
        grep -vxE 'MPI_(AINT_FMT_...|COMM_TYPE_HW|F|T_CB_REQUIRE|T_SOURCE)_.*|MPI_INCLUDED|MPI_(SUB)?VERSION' |
        grep -vxE 'MPI_.*[A-Z]_T' | # names of functions, for its tools
        grep -vxE 'MPI_(SESSION_NULL|ERRORS_ABORT|ERR_PROC_ABORTED|ERR_SESSION|FILE_DEFINED)' |
        grep -vxE 'MPI_(ERR_VALUE_TOO_LARGE|MAX_PSET_NAME_LEN|MAX_STRINGTAG_LEN)' |
        grep -vxE 'MPI_(PROTO_H_INCLUDED|T_ERR_NOT_SUPPORTED)' |
        grep -vxE 'MPI_(COMM_|TYPE_|WIN_)?DUP_FN|MPI_T_(VERBOSITY|BIND|SCOPE|PVAR_CLASS)_INVALID'
}
# Every function of the header is in calls.def, and every one of MPICH's too.
calls_complete() {
    local names
    names=$(sed -n 's/^CALL(\([A-Za-z0-9_]*\), [a-z]*)$/\1/p' src/mpi/calls.def | sort)
    sort <<<"$names" | uniq -d | sed 's/^/twice: /'
    sed -n 's/^[A-Za-z_]* MPI_\([A-Za-z0-9_]*\) (.*/\1/p' "$out/ours.txt" "$out/theirs.txt" | sort -u |
        diff - <(echo "$names")
}
cplusplus() { # and what a strict compiler says
    for abi in MPICH OPENMPI STANDARD; do
        gcc -DMAZURKA_ABI_$abi -std=c99 -pedantic -Wall -Wextra -fsyntax-only -x c include/mpi.h
        g++ -DMAZURKA_ABI_$abi -std=c++98 -pedantic -Wall -Wextra -fsyntax-only -x c++ include/mpi.h
    done
}

# ---- Open MPI ----

open=
for d in /usr/lib/*/openmpi/include; do
    [ -f "$d/mpi.h" ] && open=$d
done
# What both headers define has the same value; versions before 5 lack some, and refuse to compile what MPI-3 has removed.
same_as_open_mpi() {
    local tests=$out/open.c
    {
        echo '#include <mpi.h>
#include <stdio.h>
#include <stddef.h>
int main(void) {'
        comm -12 <(constants -DMAZURKA_ABI_OPENMPI | sort) <(open_names) |
            grep -vE '_FN$|^MPI_(LB|UB)$|_INTEGER$' |
            while read -r c; do echo "printf(\"$c %ld\\n\", (long)($c));"; done
        for t in Comm Group Datatype Request Message Op Errhandler Info Win File Aint Count Offset Fint Status; do
            echo "printf(\"MPI_$t %zu %zu\\n\", sizeof(MPI_$t), _Alignof(MPI_$t));"
        done
        for f in MPI_SOURCE MPI_TAG MPI_ERROR _cancelled _ucount; do
            echo "printf(\"$f %zu\\n\", offsetof(MPI_Status, $f));"
        done
        echo 'return 0; }'
    } >"$tests"
    # Both are linked to our library, so that an object has the same address in both.
    local n=0
    for way in "-Iinclude -DMAZURKA_ABI_OPENMPI" "-I$open"; do
        n=$((n + 1))
        # shellcheck disable=SC2086 # a list of words
        gcc -w -no-pie -fno-pie $way -o "$out/open" "$tests" -L"$build/mpi" -l:libmpi.so.40 \
            -Wl,-rpath,"$(realpath "$build/mpi")" -Wl,-rpath-link,"$build" &&
            setarch -R "$out/open" >"$out/open.$n"
    done
    [ "$(wc -l <"$out/open.1")" -gt 300 ] || echo 'there should be more of them'
    diff "$out/open.1" "$out/open.2"
}
open_names() {
    {
        gcc -E -dM -I"$open" -x c "$open/mpi.h" | sed -n 's/^#define \(MPI_[A-Z0-9_]*\) .*/\1/p'
        gcc -E -P -I"$open" -x c "$open/mpi.h" | grep -oE '\bMPI_[A-Z][A-Z_0-9]+ *(=|,|$)' | tr -d ' =,'
    } | sort -u
}
# Its objects are as large in our library.
same_sizes() {
    local lib
    lib=$(echo "${open%/openmpi/include}"/libmpi.so.40)
    objects() { nm -DS --defined-only "$1" | awk '$3 ~ /[BD]/ { print $4, $2 }' | grep -E '^(ompi_(mpi|message|request)_|mpi_fortran_|MPI_F_)' | sort; }
    join <(objects "$lib") <(objects "$build/mpi/libmpi.so.40") | awk '$2 != $3'
    [ "$(join <(objects "$lib") <(objects "$build/mpi/libmpi.so.40") | wc -l)" -gt 100 ] || echo 'there should be more of them'
}

silent 'constants and layouts' same_constants
silent 'prototypes' same_prototypes
silent 'functions of the program' same_callbacks
silent 'constants that we lack' no_constant_missing
silent 'calls.def' calls_complete
silent 'C99 and C++' cplusplus
if [ "$open" ]; then
    silent 'constants and layouts of Open MPI' same_as_open_mpi
    silent 'objects of Open MPI' same_sizes
else
    skip 2 "the ABI of Open MPI: its mpi.h is not installed"
fi
finish
