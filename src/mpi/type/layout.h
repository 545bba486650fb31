/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.h - where the bytes of a datatype are, and copying them.
 *
 * A layout is a sequence of pieces; a piece is a block of bytes, or another layout, that
 * is repeated at a constant stride. So its size is that of the constructors' arguments,
 * not of the data: a million rows of a matrix are one piece. Order is that of the type
 * map, since that is the order of packed data. */
#ifndef MZ_MPI_TYPE_LAYOUT_H
#define MZ_MPI_TYPE_LAYOUT_H
#include <stdbool.h>
#include <stddef.h>

struct type_layout;

struct type_piece {
    ptrdiff_t at;             /* offset of the first copy from the given address */
    ptrdiff_t stride;         /* distance from one copy to the next */
    size_t count;             /* number of copies; > 0 */
    size_t bytes;             /* bytes of data in one copy; > 0 */
    struct type_layout *body; /* layout of a copy; NULL: it is one block */
};

struct type_layout {
    size_t refs;
    size_t bytes; /* bytes of data in all pieces */
    size_t n, space;
    struct type_piece *piece;
};

/* Layouts are reference-counted, and do not change once they are used elsewhere. */
struct type_layout *layout_block(size_t bytes);
struct type_layout *layout_new(size_t space); /* an empty layout with room for about this
                                            many pieces */
void layout_hold(struct type_layout *);
void layout_release(struct type_layout *);

/* Appends `count` copies of another layout, the first at `at`. */
void layout_add(struct type_layout *, ptrdiff_t at, ptrdiff_t stride, size_t count,
                struct type_layout *body);

/* Is the layout one block that begins at the given address? */
bool layout_is_block(const struct type_layout *);

/* Copies the first n bytes of data (or as many as there are) of `count` elements from
 * memory to a packed sequence, or back; returns their number. */
size_t layout_pack(const struct type_layout *, const void *from, ptrdiff_t extent,
                   size_t count, void *packed, size_t n);
size_t layout_unpack(const struct type_layout *, void *to, ptrdiff_t extent, size_t count,
                     const void *packed, size_t n);

#endif
