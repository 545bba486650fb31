/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.c - layouts are put together as simply as possible, so that copying is fast.
 *
 * Blocks that follow one another become one block, equal blocks at equal distances one
 * repeated block, and a repeated piece that is repeated in turn stays one piece if its
 * strides allow it. What is left is a tree whose leaves are rows of blocks: these are
 * copied by a loop for each common size. */
#include "mpi/type/layout.h"
#include "mpi/lib/lib.h"
#include <stdlib.h>
#include <string.h>

enum {
    SPLICED = 4,   /* a layout with at most this many pieces is copied into the one around
                      it */
    RECORD = 16,   /* largest number of pieces in a record */
    TOGETHER = 64, /* records that are copied together, so that they stay in the cache */
};

struct type_layout *layout_new(size_t space)
{
    struct type_layout *l = lib_alloc(sizeof *l);
    l->refs = 1;
    l->space = space ? space : 1;
    l->piece = lib_alloc(l->space * sizeof *l->piece);
    return l;
}

void layout_hold(struct type_layout *l)
{
    l->refs++;
}

void layout_release(struct type_layout *l)
{
    if (--l->refs)
        return;
    for (size_t i = 0; i < l->n; i++)
        if (l->piece[i].body)
            layout_release(l->piece[i].body);
    free(l->piece);
    free(l);
}

/* Does piece p continue where the copies of q end? */
static bool continues(const struct type_piece *q, const struct type_piece *p,
                      ptrdiff_t stride)
{
    return p->bytes == q->bytes && p->at == q->at + (ptrdiff_t)q->count * stride &&
           (p->count == 1 || p->stride == stride);
}

static bool merge(struct type_piece *q, const struct type_piece *p)
{
    if (q->body || p->body)
        return false;
    if (q->count == 1 && p->count == 1 && p->at == q->at + (ptrdiff_t)q->bytes) {
        q->bytes += p->bytes;
        return true;
    }
    ptrdiff_t stride = q->count > 1 ? q->stride : p->at - q->at;
    if (!continues(q, p, stride))
        return false;
    q->stride = stride;
    q->count += p->count;
    return true;
}

static void append(struct type_layout *l, struct type_piece p)
{
    if (!p.body && p.count > 1 && p.stride == (ptrdiff_t)p.bytes) {
        p.bytes *= p.count;
        p.count = 1;
    }
    l->bytes += p.bytes * p.count;
    if (l->n && merge(&l->piece[l->n - 1], &p))
        return;
    if (l->n == l->space) {
        struct type_piece *more = lib_alloc(2 * l->space * sizeof *more);
        memcpy(more, l->piece, l->n * sizeof *more);
        free(l->piece);
        l->piece = more;
        l->space *= 2;
    }
    if (p.body)
        layout_hold(p.body);
    l->piece[l->n++] = p;
}

struct type_layout *layout_block(size_t bytes)
{
    struct type_layout *l = layout_new(1);
    if (bytes)
        append(l, (struct type_piece){.count = 1, .bytes = bytes});
    return l;
}

/* Copies of a layout that is a single piece; the result may be a single piece as
 * well. */
static struct type_piece repeated(ptrdiff_t at, ptrdiff_t stride, size_t count,
                                  struct type_layout *body)
{
    struct type_piece p = body->piece[0];
    p.at += at;
    if (count == 1)
        return p;
    if (p.count == 1 || stride == (ptrdiff_t)p.count * p.stride) {
        p.stride = p.count == 1 ? stride : p.stride;
        p.count *= count;
        return p;
    }
    return (struct type_piece){at, stride, count, body->bytes, body};
}

void layout_add(struct type_layout *l, ptrdiff_t at, ptrdiff_t stride, size_t count,
                struct type_layout *body)
{
    if (count == 0 || body->bytes == 0)
        return;
    if (body->n == 1) {
        append(l, repeated(at, stride, count, body));
    } else if (count == 1 && body->n <= SPLICED) {
        for (size_t i = 0; i < body->n; i++) {
            struct type_piece p = body->piece[i];
            p.at += at;
            append(l, p);
        }
    } else {
        append(l, (struct type_piece){at, stride, count, body->bytes, body});
    }
}

bool layout_is_block(const struct type_layout *l)
{
    return l->n == 1 && l->piece[0].at == 0 && l->piece[0].count == 1 &&
           !l->piece[0].body;
}

/* ---- copying ---- */

struct cursor {
    char *packed;
    size_t left; /* bytes still to be copied */
    bool packing;
};

/* With constant arguments, the compiler turns this into plain loads and stores. */
static inline __attribute__((always_inline)) void
copy_each(char *at, ptrdiff_t stride, size_t count, size_t bytes, char *packed,
          size_t packed_stride, bool packing)
{
    for (size_t i = 0; i < count; i++, at += stride, packed += packed_stride)
        if (packing)
            memcpy(packed, at, bytes);
        else
            memcpy(at, packed, bytes);
}

#define SIZED(n)                                                                         \
    case n:                                                                              \
        copy_each(at, stride, count, n, packed, packed_stride, packing);                 \
        break

static inline __attribute__((always_inline)) void
copy_sized(char *at, ptrdiff_t stride, size_t count, size_t bytes, char *packed,
           size_t packed_stride, bool packing)
{
    switch (bytes) {
        SIZED(1);
        SIZED(2);
        SIZED(4);
        SIZED(8);
        SIZED(16);
    default:
        copy_each(at, stride, count, bytes, packed, packed_stride, packing);
    }
}

/* Copies blocks that are `stride` apart in memory and `packed_stride` apart in the
 * packed data. */
static void copy_rows(const struct cursor *c, char *at, ptrdiff_t stride, size_t count,
                      size_t bytes, char *packed, size_t packed_stride)
{
    if (c->packing)
        copy_sized(at, stride, count, bytes, packed, packed_stride, true);
    else
        copy_sized(at, stride, count, bytes, packed, packed_stride, false);
}

static void advance(struct cursor *c, size_t bytes)
{
    c->packed += bytes;
    c->left -= bytes;
}

static void copy_whole(struct cursor *c, char *at, ptrdiff_t stride, size_t count,
                       size_t bytes)
{
    copy_rows(c, at, stride, count, bytes, c->packed, bytes);
    advance(c, count * bytes);
}

/* Copies as many of the blocks as there is left to copy. */
static void copy_blocks(struct cursor *c, char *at, ptrdiff_t stride, size_t count,
                        size_t bytes)
{
    if (count * bytes <= c->left) {
        copy_whole(c, at, stride, count, bytes);
        return;
    }
    size_t whole = c->left / bytes;
    copy_whole(c, at, stride, whole, bytes);
    copy_whole(c, at + (ptrdiff_t)whole * stride, 0, 1, c->left);
}

static void copy_layout(struct cursor *c, const struct type_layout *l, char *base)
{
    for (size_t i = 0; i < l->n && c->left; i++) {
        const struct type_piece *p = &l->piece[i];
        if (!p->body)
            copy_blocks(c, base + p->at, p->stride, p->count, p->bytes);
        else
            for (size_t k = 0; k < p->count && c->left; k++)
                copy_layout(c, p->body, base + p->at + (ptrdiff_t)k * p->stride);
    }
}

/* Is the layout like a C struct, with a few blocks? */
static bool is_record(const struct type_layout *l)
{
    bool yes = l->n <= RECORD;
    for (size_t i = 0; i < l->n && yes; i++)
        yes = l->piece[i].count == 1 && !l->piece[i].body;
    return yes;
}

/* Copies an array of records, some at a time: the first block of each, then the second,
 * ... */
static size_t copy_records(struct cursor *c, const struct type_layout *l, char *base,
                           ptrdiff_t extent, size_t count)
{
    size_t whole = c->left / l->bytes < count ? c->left / l->bytes : count, n;
    for (size_t done = 0; done < whole; done += n) {
        size_t offset = 0;
        n = whole - done < TOGETHER ? whole - done : TOGETHER;
        for (size_t i = 0; i < l->n; i++) {
            const struct type_piece *p = &l->piece[i];
            copy_rows(c, base + (ptrdiff_t)done * extent + p->at, extent, n, p->bytes,
                      c->packed + offset, l->bytes);
            offset += p->bytes;
        }
        advance(c, n * l->bytes);
    }
    return whole;
}

static size_t copy(struct cursor c, const struct type_layout *l, char *base,
                   ptrdiff_t extent, size_t count)
{
    size_t before = c.left;
    if (count == 0 || l->n == 0)
        return 0;
    const struct type_piece *p = l->piece;
    if (layout_is_block(l) && extent == (ptrdiff_t)p->bytes)
        copy_blocks(&c, base, 0, 1, p->bytes * count);
    else if (l->n == 1 && p->count == 1 && !p->body)
        copy_blocks(&c, base + p->at, extent, count, p->bytes);
    else
        for (size_t i = is_record(l) ? copy_records(&c, l, base, extent, count) : 0;
             i < count && c.left; i++)
            copy_layout(&c, l, base + (ptrdiff_t)i * extent);
    return before - c.left;
}

size_t layout_pack(const struct type_layout *l, const void *from, ptrdiff_t extent,
                   size_t count, void *packed, size_t n)
{
    struct cursor c = {.packed = packed, .left = n, .packing = true};
    return copy(c, l, (char *)from, extent, count); /* `from` is only read */
}

size_t layout_unpack(const struct type_layout *l, void *to, ptrdiff_t extent,
                     size_t count, const void *packed, size_t n)
{
    struct cursor c = {.packed = (char *)packed, .left = n, .packing = false};
    return copy(c, l, to, extent, count);
}
