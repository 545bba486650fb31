/* SPDX-License-Identifier: Apache-2.0
 *
 * data.c - see data.h. */
#include "mpi/type/data.h"
#include <string.h>

int data_check(struct comm *c, const void *at, int count, MPI_Datatype type,
               struct data *data)
{
    int code = MPI_SUCCESS;
    struct datatype *t;
    if (!type_check_buffer(c, at, count, type, &t, &code))
        return code;
    *data = (struct data){.at = (void *)at, .count = count, .type = t};
    return MPI_SUCCESS;
}

struct data_head data_head(const struct data *d)
{
    struct data_head head = {.bytes = data_bytes(d)};
    if (d->type)
        head.signature = type_signature(d->type, d->count);
    return head;
}

void data_pack(const struct data *d, void *to)
{
    size_t n = data_bytes(d);
    if (!n)
        return;
    if (d->type->contiguous)
        memcpy(to, d->at, n);
    else
        type_pack(d->at, d->count, d->type, to);
}

void data_unpack(const struct data *d, const void *from, size_t n)
{
    if (!n)
        return;
    if (d->type->contiguous)
        memcpy(d->at, from, n);
    else
        type_unpack(from, n, d->at, d->count, d->type);
}
