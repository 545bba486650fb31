/* SPDX-License-Identifier: Apache-2.0
 *
 * error.h - error handlers, error classes and codes.
 *
 * A code of ours is the error class itself; what happened in detail is in the finding.
 * Classes and codes that the program adds are numbered from MPI_ERR_LASTCODE + 1. */
#ifndef MZ_MPI_ERROR_H
#define MZ_MPI_ERROR_H
#include "mpi/lib/lib.h"

enum errhandler_kind {
    ERRHANDLER_FATAL, /* MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT */
    ERRHANDLER_RETURN,
    ERRHANDLER_COMM, /* the program's own, */
    ERRHANDLER_WIN,  /* for objects of this kind */
    ERRHANDLER_FILE,
};

struct errhandler {
    struct object object;
    enum errhandler_kind kind;
    MPI_Comm_errhandler_function *function;
    int handles; /* how often the program has it: made it or asked for it, and not freed
                  */
};

void error_setup(void); /* predefined error handlers */

struct errhandler *errhandler_predefined(MPI_Errhandler);

/* What the error handler of the communicator (NULL: that of MPI_COMM_WORLD) does about
 * this code: ends the rank with a finding, or comes back. Then the answer says for people
 * which handler it was. */
const char *errhandler_call(struct comm *, int code, enum finding_kind, const char *text);

/* The text of a class or code; NULL if there is none such. */
const char *error_text(int code);
/* MPI_LASTUSEDCODE */
int *error_last_code(void);

#endif
