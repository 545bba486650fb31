#!/bin/bash
# tests/mpi/support.sh BUILD_DIR - is docs/mpi-support.md true?
#
# The rows of its tables (`MPI_X`, or several of them | supported, not yet or macro | ...),
# src/mpi/calls.def and the functions that libmpich.so.12 exports must name the same calls,
# once each, with the same status; macros are those of include/mpi_abi/mpich.h. Every MPI_ name has
# its PMPI_ name, which is the same function.
set -u
cd "$(dirname "$0")/../.." || exit 2
doc=docs/mpi-support.md
. tests/lib/check.bash

documented() { # "MPI_Send supported", sorted
    sed -n 's/^| \(`MPI_[^|]*\) | \(supported\|not yet\|macro\) |.*/\1|\2/p' "$doc" |
        awk -F'|' '{ n = split($1, names, /[`, ]+/)
                     for (i = 1; i <= n; i++) if (names[i] != "") print names[i], $2 }' | sort
}
listed() {
    sed -n 's/^CALL(\([A-Za-z0-9_]*\), \([a-z]*\))$/MPI_\1 \2/p' src/mpi/calls.def |
        sed 's/ later$/ not yet/' | sort
}
macros() { sed -n 's/^#define \(MPI_[A-Za-z]*_\(c2f\|f2c\)\)(.*/\1 macro/p' include/mpi_abi/mpich.h | sort; }
exported() { # PREFIX: names of functions, with their addresses
    nm -D --defined-only "$build/mpi/libmpich.so.12" |
        awk -v prefix="^$1MPI_" '$2 == "T" && $3 ~ prefix { sub("^P", "", $3); print $3, $1 }' | sort
}

all_rows_read() { grep '^| `MPI_' "$doc" | grep -vE '^[^|]*\|[^|]*\| (supported|not yet|macro) \|'; }
same_as_calls() { diff <(documented) <(sort <(listed) <(macros)); }
same_as_symbols() { diff <(documented | grep -v ' macro$' | cut -d' ' -f1) <(exported '' | cut -d' ' -f1); }
named_twice() { documented | cut -d' ' -f1 | uniq -d; }
same_functions() { # with both names
    [ "$(exported '' | wc -l)" -gt 600 ] || echo 'there should be more of them'
    diff <(exported '') <(exported P)
}
# What the text says of how many there are.
counts() {
    local n
    for status in supported 'not yet'; do
        n=$(documented | grep -c " $status\$")
        grep -qF "$n are $status" "$doc" || echo "it does not say that $n are $status"
    done
}

silent 'rows' all_rows_read
silent 'document and calls.def' same_as_calls
silent 'document and library' same_as_symbols
silent 'named twice' named_twice
silent 'MPI_ and PMPI_' same_functions
silent 'counts' counts
finish
