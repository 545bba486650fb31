/* SPDX-License-Identifier: Apache-2.0
 *
 * bounds.h - does a buffer lie in memory that the program has?
 *
 * The bytes that a call touches, from the first to the last, must lie in one live block
 * of the heap, one mapping, or one variable (port_covers()). What the checker cannot tell
 * is taken to be fine. */
#ifndef MZ_MPI_TYPE_BOUNDS_H
#define MZ_MPI_TYPE_BOUNDS_H
#include "mpi/lib/lib.h"

struct comm; /* comm/comm.h */
struct data; /* data.h */

/* Checks data that the function which was called will read or write, whatever the other
 * ranks do. Returns an error code, after calling the error handler. */
int bounds_read(struct comm *, const struct data *);
int bounds_written(struct comm *, const struct data *);
/* The same for plain bytes. */
int bounds_bytes(struct comm *, const void *, size_t n, bool written);

/* The same for an array that is an argument, by this name. */
int bounds_array(struct comm *, const char *name, const void *, size_t n, size_t each,
                 bool written);

/* The running call is about to write one result of n bytes there: ends the rank if there
 * is no memory of the program for it. C programs are taken to have the room if nobody
 * knows. */
void bounds_result(const void *, size_t n);
/* The same for a status. Nobody else checks what a Fortran program passes for one, so the
 * verdict says if the size of it is not known. */
void bounds_status(const MPI_Status *);
/* Gives the program a text, for which the standard demands `room` bytes, a number of that
 * name. Returns its length. The bindings of Fortran have as much room as the program's
 * variable, so that for them only the text itself must fit. */
int bounds_text(char *to, const char *text, size_t room, const char *name);
#define GIVE_TEXT(to, text, room) bounds_text(to, text, room, #room)

/* Checks the buffer of a receive. A buffer that is smaller than the receive says is
 * worth a warning, since the message may be shorter; others are errors. */
int bounds_received(struct comm *, const struct data *);
/* A message of n bytes is about to be stored: ends the rank if it would be stored where
 * the program has no memory. */
void bounds_deliver(struct port_from, const struct data *, size_t n);

#endif
