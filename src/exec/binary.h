/* SPDX-License-Identifier: Apache-2.0
 *
 * binary.h - a file that is to be run: what it is, before anything is started. */
#ifndef MZ_EXEC_BINARY_H
#define MZ_EXEC_BINARY_H
#include "base/err.h"
#include "base/str.h"
#include <stdbool.h>

/* What the program is written with. */
struct binary_use {
    bool mpi;    /* it is to get our MPI library */
    bool actors; /* mazurka_actor.h */
    bool ours;   /* it is linked to libmazurka itself */
};

/* Is it something that the agent can be put into? MZ_USAGE or MZ_UNSUPPORTED with a
 * sentence if not. */
enum mz_err binary_examine(const char *file, struct binary_use *, struct str *why);

/* Does our MPI library have every function that the program asks of MPI? MZ_UNSUPPORTED
 * with the first that it has not. */
enum mz_err binary_check_mpi(const char *file, const char *library, struct str *why);

#endif
