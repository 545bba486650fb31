/* SPDX-License-Identifier: Apache-2.0
 *
 * mpi_abi.c - see mpi_abi.h. */
#include "real/mpi_abi.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name, *library, *alias;
} abis[MPI_ABIS] = {
    [MPI_ABI_NONE] = {"none", NULL, NULL},
    [MPI_ABI_MPICH] = {"MPICH", "libmpich.so.12", "libmpi.so.12"},
    [MPI_ABI_OPENMPI] = {"Open MPI", "libmpi.so.40", NULL},
    [MPI_ABI_STANDARD] = {"the MPI standard", "libmpi_abi.so.1", NULL},
};

/* The names begin so. A library whose name fits none of them, but begins as those of
 * Open MPI's own parts or as another version of an MPI library, is foreign. */
static const struct {
    const char *begins;
    enum mpi_abi abi;
    bool bindings;
} libraries[] = {
    {"libmpich.so.12", MPI_ABI_MPICH, false},
    {"libmpi.so.12", MPI_ABI_MPICH, false},
    {"libmpichfort.so.12", MPI_ABI_MPICH, true},
    {"libmpifort.so.12", MPI_ABI_MPICH, true},
    {"libmpi.so.40", MPI_ABI_OPENMPI, false},
    {"libmpi_mpifh.so.40", MPI_ABI_OPENMPI, true},
    {"libmpi_usempif08.so.40", MPI_ABI_OPENMPI, true},
    {"libmpi_usempi_ignore_tkr.so.40", MPI_ABI_OPENMPI, true},
    {"libmpi_cxx.so.40", MPI_ABI_OPENMPI, false},
    {"libmpi_abi.so.1", MPI_ABI_STANDARD, false},
};

static const char *const foreign[] = {"libmpi.so.", "libmpi_abi.so.", "libmpi_cxx.so.",
                                      "libmpi_mpifh.so.", "libopen-rte.so."};

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

const char *mpi_abi_name(enum mpi_abi a)
{
    return abis[a].name;
}

const char *mpi_abi_library(enum mpi_abi a)
{
    return abis[a].library;
}

const char *mpi_abi_alias(enum mpi_abi a)
{
    return abis[a].alias;
}

enum mpi_abi mpi_abi_of(const char *library)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (begins(library, libraries[i].begins))
            return libraries[i].abi;
    return MPI_ABI_NONE;
}

bool mpi_abi_is_bindings(const char *library)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (begins(library, libraries[i].begins))
            return libraries[i].bindings;
    return false;
}

const char *mpi_abi_refuses(const char *library)
{
    enum mpi_abi abi = mpi_abi_of(library);
    for (size_t i = 0; abi == MPI_ABI_NONE && i < sizeof foreign / sizeof *foreign; i++)
        if (begins(library, foreign[i]))
            return "an MPI library for which mazurka has none; build it with mazurka cc";
    return NULL;
}
