/* SPDX-License-Identifier: Apache-2.0
 *
 * entries.c - do the entries of a datatype lie on top of each other?
 *
 * Who receives into such a type makes an error (MPI 3.1, 4.1.11), even if the message is
 * so short that nothing is written twice. Of most types it is plain that nothing
 * overlaps, since their parts lie one behind the other. Of the others, blocks are
 * compared modulo the extent: elements i and i + d of an array share a byte if and only
 * if two bytes of one element are d extents apart. So one look at one element tells the
 * least count from which on the entries overlap, which is kept in the type. */
#include "mpi/type/datatype.h"
#include "base/vec.h"
#include <stdlib.h>

enum {
    MOST_BLOCKS = 1 << 16, /* with more blocks, or more comparisons of blocks, we give up
                              and say so in the verdict */
    MOST_PAIRS = 1 << 23,
};

struct range {
    ptrdiff_t from, to;
};

static ptrdiff_t absolute(ptrdiff_t x)
{
    return x < 0 ? -x : x;
}

/* ---- parts one behind the other ---- */

static bool lies_apart(const struct type_layout *, struct range *all);

/* Do all copies of the piece lie apart? Sets the range that they are in. */
static bool piece_apart(const struct type_piece *p, struct range *all)
{
    *all = (struct range){0, (ptrdiff_t)p->bytes};
    if (p->body && !lies_apart(p->body, all))
        return false;
    if (p->count > 1 && absolute(p->stride) < all->to - all->from)
        return false;
    ptrdiff_t last = (ptrdiff_t)(p->count - 1) * p->stride;
    all->from += p->at + (last < 0 ? last : 0);
    all->to += p->at + (last > 0 ? last : 0);
    return true;
}

/* Do all pieces lie in ranges one behind the other? If not, they may still have nothing
 * in common. */
static bool lies_apart(const struct type_layout *l, struct range *all)
{
    for (size_t i = 0; i < l->n; i++) {
        struct range r;
        if (!piece_apart(&l->piece[i], &r))
            return false;
        if (i == 0)
            *all = r;
        else if (r.from >= all->to)
            all->to = r.to;
        else if (r.to <= all->from)
            all->from = r.from;
        else
            return false;
    }
    return true;
}

/* ---- blocks at equal distances, such as a column of a matrix ---- */

static bool is_row(const struct type_layout *l)
{
    return l->n == 1 && !l->piece[0].body;
}

/* The least count for a row of blocks that lie apart: blocks i and i + k of two elements
 * that are d extents apart overlap if k strides are about d extents. */
static MPI_Count row_overlaps_from(const struct type_piece *p, ptrdiff_t extent)
{
    ptrdiff_t bytes = (ptrdiff_t)p->bytes, stride = absolute(p->stride);
    for (size_t k = 0; k < p->count; k++) {
        ptrdiff_t distance = (ptrdiff_t)k * stride, d = distance / extent;
        if (d && distance - d * extent < bytes)
            return d + 1;
        if ((d + 1) * extent - distance < bytes)
            return d + 2;
    }
    return OVERLAPS_NEVER;
}

/* ---- any blocks ---- */

/* A block, or a part of one, modulo the extent: its bytes are at extent * turn + from,
 * ... */
struct slice {
    ptrdiff_t from, to, turn;
};

struct slices {
    VEC(struct slice) all;
    ptrdiff_t modulus;
    ptrdiff_t least; /* the least difference of turns of slices that share a byte */
    ptrdiff_t floor; /* it cannot be less than this */
    bool too_many;
};

static void found(struct slices *s, ptrdiff_t apart)
{
    if (apart < s->least)
        s->least = apart;
}

static bool is_done(const struct slices *s)
{
    return s->too_many || s->least <= s->floor;
}

static void add_block(struct slices *s, ptrdiff_t at, ptrdiff_t bytes)
{
    if (bytes > s->modulus) { /* then the floor is 1 */
        found(s, 1);
        return;
    }
    ptrdiff_t turn = at / s->modulus, from = at % s->modulus, to = from + bytes;
    ptrdiff_t over = to - s->modulus;
    vec_push(&s->all, (struct slice){from, over > 0 ? s->modulus : to, turn});
    if (over > 0)
        vec_push(&s->all, (struct slice){0, over, turn + 1});
    s->too_many |= s->all.len > MOST_BLOCKS;
}

static void add_layout(struct slices *s, const struct type_layout *l, ptrdiff_t at)
{
    for (size_t i = 0; i < l->n && !is_done(s); i++) {
        const struct type_piece *p = &l->piece[i];
        if (p->count > 1 && absolute(p->stride) < (p->body ? 1 : (ptrdiff_t)p->bytes))
            found(s, 0);
        for (size_t k = 0; k < p->count && !is_done(s); k++) {
            ptrdiff_t copy = at + p->at + (ptrdiff_t)k * p->stride;
            if (p->body)
                add_layout(s, p->body, copy);
            else
                add_block(s, copy, (ptrdiff_t)p->bytes);
        }
    }
}

static int by_begin(const void *x, const void *y)
{
    const struct slice *a = x, *b = y;
    return (a->from > b->from) - (a->from < b->from);
}

static void compare(struct slices *s)
{
    size_t pairs = 0;
    qsort(s->all.at, s->all.len, sizeof *s->all.at, by_begin);
    for (size_t i = 0; i < s->all.len && !is_done(s); i++) {
        const struct slice *a = &s->all.at[i], *end = s->all.at + s->all.len;
        for (const struct slice *b = a + 1; b < end && b->from < a->to && !is_done(s);
             b++) {
            found(s, absolute(a->turn - b->turn));
            s->too_many |= ++pairs > MOST_PAIRS;
        }
    }
}

/* By how many times the modulus bytes of an element are apart, at least, that are a
 * multiple of it apart; PTRDIFF_MAX: none are. Offsets are counted from the first byte,
 * so that with a modulus that is not less than the whole element, it is 0. */
static ptrdiff_t least_apart(const struct datatype *t, ptrdiff_t modulus, ptrdiff_t floor)
{
    struct slices s = {.modulus = modulus, .least = PTRDIFF_MAX, .floor = floor};
    add_layout(&s, t->layout, -t->true_lb);
    if (!is_done(&s))
        compare(&s);
    vec_free(&s.all);
    if (s.too_many && s.least > floor)
        port_leaves_out("overlaps within large datatypes");
    return s.least;
}

/* ---- the whole of it ---- */

static MPI_Count overlaps_from(const struct datatype *t)
{
    struct range all;
    ptrdiff_t extent = absolute(type_extent(t)), whole = t->true_ub - t->true_lb;
    if (t->contiguous)
        return OVERLAPS_NEVER;
    bool apart = lies_apart(t->layout, &all);
    if (!apart && least_apart(t, whole, 0) == 0)
        return 1;
    if (extent >= whole)
        return OVERLAPS_NEVER;
    if (extent == 0)
        return 2;
    if (apart && is_row(t->layout))
        return row_overlaps_from(t->layout->piece, extent);
    ptrdiff_t least = least_apart(t, extent, 1);
    return least == PTRDIFF_MAX ? OVERLAPS_NEVER : least + 1;
}

MPI_Count type_overlaps_from(struct datatype *t)
{
    if (!t->overlaps_from)
        t->overlaps_from = overlaps_from(t);
    return t->overlaps_from;
}
