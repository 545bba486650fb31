/* SPDX-License-Identifier: Apache-2.0
 *
 * error.h - error handlers, error classes and codes.
 *
 * A code of ours is the error class itself; what happened in detail is in the finding.
 * Classes and codes that the program adds are numbered from MPI_ERR_LASTCODE + 1. */
#ifndef MZ_MPI_LIB_ERROR_H
#define MZ_MPI_LIB_ERROR_H
#include "mpi/lib/lib.h"

enum errhandler_kind {
    ERRHANDLER_FATAL, /* MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT */
    ERRHANDLER_RETURN,
    ERRHANDLER_COMM, /* a handler of the program for communicators */
    ERRHANDLER_WIN,  /* a handler of the program for windows */
    ERRHANDLER_FILE,
    ERRHANDLER_SESSION,
};

struct errhandler {
    struct mpi_object object;
    enum errhandler_kind kind;
    MPI_Comm_errhandler_function *function;
    bool fortran; /* the function takes an object as Fortran knows it */
    int handles;  /* number of handles that the program has got and not freed */
};

void error_setup(void); /* makes the predefined error handlers */

struct errhandler *errhandler_predefined(MPI_Errhandler);
void errhandler_set_fortran(MPI_Errhandler); /* its function is written in Fortran */

/* The error handler of this handle, which must be a predefined one or of this kind;
 * otherwise NULL, and *code is what the function must LEAVE with. */
struct errhandler *errhandler_need(MPI_Errhandler, enum errhandler_kind, int *code);
/* A handle for the program, which must free each that it gets. */
MPI_Errhandler errhandler_give(struct errhandler *);
/* Calls the error handler of an object with this handle. It ends the rank with a
 * finding, or returns; then the result says in words which handler it was. */
const char *errhandler_call(struct errhandler *, mpi_handle, int code, enum finding_kind,
                            const char *text);
/* Calls it because the program says so (MPI_Comm_call_errhandler). */
void errhandler_report(struct errhandler *, mpi_handle, int code);

/* The text of a class or code; NULL if there is no such code. */
const char *error_text(int code);
/* The value of the attribute MPI_LASTUSEDCODE. */
int *error_last_code(void);

#endif
