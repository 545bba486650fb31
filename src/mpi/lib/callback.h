/* SPDX-License-Identifier: Apache-2.0
 *
 * callback.h - around a call of a function of the program's own.
 *
 * It may call MPI functions in its turn. These are the program's calls, not ours: they
 * are checked and remembered as such, and when it returns we go on as the function we
 * were. What it does to buffers of active operations is only noticed where it changes
 * them, which the verdict says.
 *
 *     struct callback mark = callback_begin();
 *     function(...);
 *     callback_end(mark); */
#ifndef MZ_MPI_CALLBACK_H
#define MZ_MPI_CALLBACK_H
#include "mpi/lib/lib.h"

struct callback {
    struct port_from from;
    void *frame;
    int depth;
};

static inline struct callback callback_begin(void)
{
    struct lib *l = lib();
    struct callback mark = {.from = l->from, .frame = l->frame, .depth = l->depth};
    l->depth = 0;
    l->callbacks++;
    if (port_watching()) /* the pages are open until we return to the program */
        port_leaves_out("what callbacks read of buffers in use not watched");
    return mark;
}

static inline void callback_end(struct callback mark)
{
    struct lib *l = lib();
    l->from = mark.from;
    l->frame = mark.frame;
    l->callbacks--;
    l->depth = mark.depth;
}

#endif
