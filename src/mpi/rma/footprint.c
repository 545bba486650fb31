/* SPDX-License-Identifier: Apache-2.0
 *
 * footprint.c - which bytes of the target's memory an access touches.
 *
 * The target does not know the datatype that the origin names, so the origin writes it
 * out as runs of bytes, in the order in which the packed data go there. */
#include "mpi/rma/win.h"
#include "mpi/type/types.h"

struct prints {
    VEC(struct port_run) runs;
    MPI_Aint lo, hi;
    size_t left; /* bytes that are still to be placed */
};

static void add_run(struct prints *p, MPI_Aint at, size_t bytes)
{
    if (bytes > p->left)
        bytes = p->left;
    if (!bytes)
        return;
    p->left -= bytes;
    if (at < p->lo)
        p->lo = at;
    if (at + (MPI_Aint)bytes > p->hi)
        p->hi = at + (MPI_Aint)bytes;
    struct port_run *last = p->runs.len ? &vec_last(&p->runs) : NULL;
    if (last && last->at + last->bytes == (uint64_t)at)
        last->bytes += bytes;
    else
        vec_push(&p->runs, (struct port_run){.at = (uint64_t)at, .bytes = bytes});
}

static void add_layout(struct prints *p, const struct type_layout *l, MPI_Aint at)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct type_piece *piece = &l->piece[i];
        MPI_Aint copy = at + piece->at;
        for (size_t k = 0; k < piece->count && p->left; k++, copy += piece->stride)
            if (piece->body)
                add_layout(p, piece->body, copy);
            else
                add_run(p, copy, piece->bytes);
    }
}

struct port_run *footprint(const struct datatype *t, MPI_Count count, MPI_Aint at,
                           size_t bytes, size_t *n, MPI_Aint *lo, MPI_Aint *hi)
{
    struct prints p = {.lo = INTPTR_MAX, .hi = INTPTR_MIN, .left = bytes};
    if (t->contiguous)
        add_run(&p, at, bytes);
    for (MPI_Count i = 0; i < count && p.left; i++)
        add_layout(&p, t->layout, at + i * type_extent(t));
    *n = p.runs.len;
    *lo = p.lo;
    *hi = p.hi;
    return p.runs.at;
}

const struct basic *type_uniform(const struct datatype *t)
{
    if (t->basic)
        return t->basic;
    const struct basic *all = NULL;
    for (size_t i = 0; i < t->nparts; i++) {
        if (!t->part[i].count || !t->part[i].type->size)
            continue;
        const struct basic *b = type_uniform(t->part[i].type);
        if (!b || (all && b != all))
            return NULL;
        all = b;
    }
    return all;
}
