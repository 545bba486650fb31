/* SPDX-License-Identifier: Apache-2.0
 *
 * blocks.c - the blocks of a buffer, as a collective's counts, displacements and types
 * name them. */
#include "mpi/coll/coll.h"
#include "mpi/type/bounds.h"
#include <stdlib.h>

static int count_of(const struct side *s, int i)
{
    return count_fit(s->counts.at ? counts_at(s->counts, i) : s->count);
}

static int check_counts(struct comm *c, const char *name, struct counts a, int n)
{
    if (!a.at || n < 1)
        return MPI_SUCCESS;
    return bounds_array(c, name, a.at, (size_t)n, counts_bytes(a, 1), false);
}

static int check_arrays(struct comm *c, const struct side *s, int n)
{
    const char *missing = NULL;
    if (n > 0 && s->each && !s->counts.at)
        missing = "the array of counts";
    else if (n > 0 && s->each && !s->displs.at)
        missing = "the array of displacements";
    else if (n > 0 && s->each && s->type == MPI_DATATYPE_NULL && !s->types)
        missing = "the array of datatypes";
    if (missing)
        return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT, "%s is NULL", missing);
    int code = check_counts(c, "the array of counts", s->counts, n);
    if (!code)
        code = check_counts(c, "the array of displacements", s->displs, n);
    if (!code && s->types)
        code = bounds_array(c, "the array of datatypes", s->types, (size_t)n,
                            sizeof *s->types, false);
    return code;
}

int blocks_check(struct comm *c, const struct side *s, int n, struct blocks *b)
{
    *b = (struct blocks){.side = *s, .n = n, .given = *s};
    int code = check_arrays(c, s, n);
    if (code)
        return code;
    if (s->types && n > 0)
        b->types = lib_alloc((size_t)n * sizeof *b->types);
    int distinct = s->counts.at ? n : n > 0;
    for (int i = 0; i < distinct; i++) {
        struct datatype *t = NULL;
        if (!type_check_buffer(c, s->buf, count_of(s, i),
                               s->types ? s->types[i] : s->type, &t, &code))
            return code;
        if (s->types)
            type_hold(b->types[i] = t);
        else if (!b->type)
            type_hold(b->type = t);
    }
    return MPI_SUCCESS;
}

void blocks_release(struct blocks *b)
{
    if (b->type)
        type_release(b->type);
    for (int i = 0; b->types && i < b->n; i++)
        if (b->types[i])
            type_release(b->types[i]);
    free(b->types);
}

struct data blocks_at(const struct blocks *b, int i)
{
    const struct side *s = &b->side;
    struct data d = {.count = count_of(s, i), .type = b->types ? b->types[i] : b->type};
    MPI_Aint step = s->types ? 1 : type_extent(d.type), where;
    if (s->displs.at)
        where = counts_at(s->displs, i) * step;
    else
        where = (MPI_Aint)i * d.count * step;
    d.at = (char *)s->buf + where;
    return d;
}
