/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.h - where the bytes of a datatype are, and copying them.
 *
 * A layout is a sequence of pieces; a piece is a block of bytes, or another layout, that
 * is repeated at a constant stride. So its size is that of the constructors' arguments,
 * not of the data: a million rows of a matrix are one piece. Order is that of the type
 * map, since that is the order of packed data. */
#ifndef MZ_MPI_LAYOUT_H
#define MZ_MPI_LAYOUT_H
#include <stdbool.h>
#include <stddef.h>

struct layout;

struct piece {
    ptrdiff_t at;        /* the first copy, from the address that is given */
    ptrdiff_t stride;    /* from one copy to the next */
    size_t count;        /* copies; > 0 */
    size_t bytes;        /* of data in one copy; > 0 */
    struct layout *body; /* NULL: they lie in one block */
};

struct layout {
    size_t refs;
    size_t bytes; /* of data altogether */
    size_t n, space;
    struct piece *piece;
};

/* Layouts are counted, and do not change once they are used elsewhere. */
struct layout *layout_block(size_t bytes);
struct layout *layout_new(size_t space); /* empty; about so many pieces will come */
void layout_hold(struct layout *);
void layout_release(struct layout *);

/* Appends `count` copies of another layout, the first at `at`. */
void layout_add(struct layout *, ptrdiff_t at, ptrdiff_t stride, size_t count,
                struct layout *body);

/* Is it one block that begins at the address itself? */
bool layout_is_block(const struct layout *);

/* Copies the first n bytes of data (or as many as there are) of `count` elements between
 * where they are and a packed sequence; gives how many. */
size_t layout_pack(const struct layout *, const void *from, ptrdiff_t extent,
                   size_t count, void *packed, size_t n);
size_t layout_unpack(const struct layout *, void *to, ptrdiff_t extent, size_t count,
                     const void *packed, size_t n);

#endif
