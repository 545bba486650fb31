/* SPDX-License-Identifier: Apache-2.0
 *
 * binary.h - a file that is to be run: what it is, before anything is started. */
#ifndef MZ_REAL_BINARY_H
#define MZ_REAL_BINARY_H
#include "base/err.h"
#include "base/str.h"
#include "real/mpi_abi.h"
#include <stdbool.h>

/* What a program is written with. */
struct binary_use {
    enum mpi_abi mpi;   /* it uses MPI of this ABI, so it is given our library of it */
    bool actors;        /* it uses the API of mazurka_actor.h */
    bool ours;          /* it is linked to libmazurka itself */
    bool threads;       /* it uses neither, but threads, or what they synchronize by */
    const char *openmp; /* it uses OpenMP by this library, of which there is one of ours;
                           or NULL */
};

/* Can the agent be put into this program? If not, returns MZ_USAGE or MZ_UNSUPPORTED,
 * with the reason as a sentence. */
enum mz_err binary_examine(const char *file, struct binary_use *, struct str *why);

/* Is it linked to libtsan.so.2? Then it is compiled with -fsanitize=thread, and is given
 * our library of that name. */
bool binary_says_accesses(const char *file);

/* Does our MPI library have every MPI function that the program uses? If not, returns
 * MZ_UNSUPPORTED, with the first that is missing. */
enum mz_err binary_check_mpi(const char *file, const char *library, struct str *why);

#endif
