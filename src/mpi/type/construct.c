/* SPDX-License-Identifier: Apache-2.0
 *
 * construct.c - making datatypes from others.
 *
 * Bounds are those of the standard with one exception, which is MPICH's: the bounds that
 * MPI_Type_create_resized sets are ordinary ones for the type that is made from it, they
 * do not overrule those of its other parts. MPI_LB and MPI_UB do so in the struct in
 * which they stand. */
#include "mpi/type/construct.h"
#include "mpi/type/types.h"
#include <stdlib.h>
#include <string.h>

static void destroy(struct mpi_object *o)
{
    struct datatype *t = (struct datatype *)o;
    for (size_t i = 0; i < t->nparts; i++)
        type_release(t->part[i].type);
    for (int i = 0; i < t->envelope.ntypes; i++)
        type_release(t->envelope.types[i]);
    layout_release(t->layout);
    free(t->part);
    vec_free(&t->envelope.ints);
    vec_free(&t->envelope.addresses);
    vec_free(&t->envelope.counts);
    free(t->envelope.types);
    free(t);
}

struct datatype *type_new(void)
{
    struct datatype *t = lib_alloc(sizeof *t);
    object_init(&t->object, OBJECT_DATATYPE, destroy);
    t->alignment = 1;
    return t;
}

static MPI_Aint least(MPI_Aint a, MPI_Aint b)
{
    return a < b ? a : b;
}

static MPI_Aint most(MPI_Aint a, MPI_Aint b)
{
    return a > b ? a : b;
}

/* Extends the bounds by copies of a type whose origins range from `low` to `high`. */
static void widen(struct datatype *t, MPI_Aint low, MPI_Aint high,
                  const struct datatype *of, bool first)
{
    MPI_Aint lb = low + of->lb, ub = high + of->ub;
    MPI_Aint true_lb = low + of->true_lb, true_ub = high + of->true_ub;
    t->lb = first ? lb : least(t->lb, lb);
    t->ub = first ? ub : most(t->ub, ub);
    t->true_lb = first ? true_lb : least(t->true_lb, true_lb);
    t->true_ub = first ? true_ub : most(t->true_ub, true_ub);
    t->alignment = most(t->alignment, of->alignment);
}

/* Does the type have neither data nor extent? */
static bool is_empty(const struct datatype *t)
{
    return t->size == 0 && t->lb == t->ub;
}

static MPI_Aint span(MPI_Count count, MPI_Aint stride)
{
    return (count - 1) * stride;
}

static MPI_Count product(MPI_Count x, MPI_Count y)
{
    MPI_Count xy;
    if (__builtin_mul_overflow(x, y, &xy))
        port_refuse(lib()->from, REASON_SIZE,
                    "a datatype of more than %ld bytes is not supported", LONG_MAX);
    return xy;
}

/* Adds a part to a type that is being made; there will be at most `most_parts`. */
static void add_part(struct datatype *t, size_t most_parts, struct datatype *of,
                     MPI_Count count)
{
    if (!t->part)
        t->part = lib_alloc((most_parts ? most_parts : 1) * sizeof *t->part);
    t->size += product(count, of->size);
    signature_append(&t->signature, &of->signature, (uint64_t)count);
    if (t->nparts && t->part[t->nparts - 1].type == of) {
        t->part[t->nparts - 1].count += count;
        return;
    }
    type_hold(of);
    t->part[t->nparts++] = (struct part){.type = of, .count = count};
}

static struct datatype *finish(struct datatype *t, struct type_layout *l)
{
    t->layout = l;
    t->contiguous = t->size == 0 || (layout_is_block(l) && type_extent(t) == t->size);
    return t;
}

struct datatype *type_strided(MPI_Count count, MPI_Count length, MPI_Aint stride,
                              struct datatype *of)
{
    struct datatype *t = type_new();
    MPI_Aint extent = type_extent(of);
    add_part(t, 1, of, product(count, length));
    struct type_layout *l = layout_new(1);
    if (count * length == 0 || is_empty(of))
        return finish(t, l);
    MPI_Aint blocks = span(count, stride), elements = span(length, extent);
    widen(t, least(0, blocks) + least(0, elements), most(0, blocks) + most(0, elements),
          of, true);
    struct type_layout *block = layout_new(1);
    layout_add(block, 0, extent, (size_t)length, of->layout);
    layout_add(l, 0, stride, (size_t)count, block);
    layout_release(block);
    return finish(t, l);
}

/* An ABI without markers: no type is one. */
#ifndef MPI_LB
#define MPI_LB MPI_DATATYPE_NULL
#define MPI_UB MPI_DATATYPE_NULL
#endif

static bool is_marker(const struct datatype *t)
{
    return t->object.handle == MPI_LB || t->object.handle == MPI_UB;
}

struct datatype *type_of_blocks(size_t n, const struct type_block *b)
{
    struct datatype *t = type_new();
    struct type_layout *l = layout_new(n);
    bool first = true;
    for (size_t i = 0; i < n; i++) {
        if (is_marker(b[i].of))
            continue;
        add_part(t, n, b[i].of, b[i].length);
        if (b[i].length == 0 || is_empty(b[i].of))
            continue;
        MPI_Aint extent = type_extent(b[i].of), elements = span(b[i].length, extent);
        widen(t, b[i].at + least(0, elements), b[i].at + most(0, elements), b[i].of,
              first);
        layout_add(l, b[i].at, extent, (size_t)b[i].length, b[i].of->layout);
        first = false;
    }
    return finish(t, l);
}

/* Sets the bound to that of the markers of this kind, if there are any. */
static void find_marker(size_t n, const struct type_block *b, MPI_Datatype marker,
                        MPI_Aint *at)
{
    bool found = false;
    for (size_t i = 0; i < n; i++) {
        if (b[i].of->object.handle != marker || b[i].length == 0)
            continue;
        bool better = marker == MPI_LB ? b[i].at < *at : b[i].at > *at;
        if (!found || better)
            *at = b[i].at;
        found = true;
    }
}

struct datatype *type_of_struct(size_t n, const struct type_block *b)
{
    struct datatype *t = type_of_blocks(n, b);
    MPI_Aint over = type_extent(t) % t->alignment;
    t->ub += over > 0 ? t->alignment - over : 0;
    find_marker(n, b, MPI_LB, &t->lb);
    find_marker(n, b, MPI_UB, &t->ub);
    return finish(t, t->layout);
}

struct datatype *type_resized(struct datatype *of, MPI_Aint lb, MPI_Aint extent)
{
    struct datatype *t = type_new();
    add_part(t, 1, of, 1);
    t->lb = lb;
    t->ub = lb + extent;
    t->true_lb = of->true_lb;
    t->true_ub = of->true_ub;
    t->alignment = of->alignment;
    layout_hold(of->layout);
    return finish(t, of->layout);
}

static void *copied(const void *from, size_t bytes)
{
    return bytes ? memcpy(lib_alloc(bytes), from, bytes) : NULL;
}

void type_remember(struct datatype *t, int combiner, int ntypes,
                   struct datatype *const *types)
{
    t->envelope.combiner = combiner;
    t->envelope.ntypes = ntypes;
    t->envelope.types = copied(types, (size_t)ntypes * sizeof(struct datatype *));
    for (int i = 0; i < ntypes; i++)
        type_hold(types[i]);
}

void type_remember_int(struct datatype *t, int n)
{
    vec_push(&t->envelope.ints, n);
}

void type_remember_count(struct datatype *t, bool large, MPI_Count n)
{
    if (large)
        vec_push(&t->envelope.counts, n);
    else
        vec_push(&t->envelope.ints, (int)n);
}

void type_remember_address(struct datatype *t, bool large, MPI_Aint at)
{
    if (large)
        vec_push(&t->envelope.counts, at);
    else
        vec_push(&t->envelope.addresses, at);
}
