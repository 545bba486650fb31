/* SPDX-License-Identifier: Apache-2.0
 *
 * binary.h - a file that is to be run: what it is, before anything is started. */
#ifndef MZ_EXEC_BINARY_H
#define MZ_EXEC_BINARY_H
#include "base/err.h"
#include "base/str.h"
#include <stdbool.h>

/* What a program is written with. */
struct binary_use {
    bool mpi;    /* it uses MPI, so it is given our MPI library */
    bool actors; /* it uses the API of mazurka_actor.h */
    bool ours;   /* it is linked to libmazurka itself */
};

/* Can the agent be put into this program? If not, returns MZ_USAGE or MZ_UNSUPPORTED,
 * with the reason as a sentence. */
enum mz_err binary_examine(const char *file, struct binary_use *, struct str *why);

/* Does our MPI library have every MPI function that the program uses? If not, returns
 * MZ_UNSUPPORTED, with the first that is missing. */
enum mz_err binary_check_mpi(const char *file, const char *library, struct str *why);

#endif
