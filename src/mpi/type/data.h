/* SPDX-License-Identifier: Apache-2.0
 *
 * data.h - data as functions of the standard name them (an address, a count, a datatype),
 * and as they travel: packed, with a head that says what they were, so that who receives
 * them can tell whether they are what it expects. */
#ifndef MZ_MPI_TYPE_DATA_H
#define MZ_MPI_TYPE_DATA_H
#include "mpi/comm/comm.h"
#include "mpi/type/datatype.h"
#include "mpi/lib/lib.h"

struct data {
    void *at;
    int count;
    struct datatype *type; /* NULL: there are no data */
};

/* The head that precedes data in a message. Its size is a multiple of 16 bytes, so that
 * the data stay aligned. */
struct data_head {
    struct signature signature;
    uint64_t bytes; /* size of the packed data */
    uint64_t pad;
};

/* Checks the program's arguments, in a function that has called ENTER. Returns a code;
 * if it is not MPI_SUCCESS, the error handler has been called. */
int data_check(struct comm *, const void *at, int count, MPI_Datatype, struct data *);

static inline void data_hold(struct data *d)
{
    if (d->type)
        type_hold(d->type);
}

static inline void data_release(struct data *d)
{
    if (d->type)
        type_release(d->type);
}

static inline size_t data_bytes(const struct data *d)
{
    return d->type ? type_bytes(d->type, d->count) : 0;
}

struct data_head data_head(const struct data *);
void data_pack(const struct data *, void *to);
void data_unpack(const struct data *, const void *from, size_t n);

#endif
