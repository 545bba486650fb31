/* SPDX-License-Identifier: Apache-2.0
 *
 * callback.h - around a call of a function of the program's own.
 *
 * It may call MPI functions in its turn. These are the program's calls, not ours: they
 * are checked and remembered as such, and when it returns we go on as the function we
 * were. Its accesses to memory are watched as those of the program are.
 *
 *     struct callback mark = callback_begin();
 *     CALLBACK(function)(...);
 *     callback_end(mark); */
#ifndef MZ_MPI_LIB_CALLBACK_H
#define MZ_MPI_LIB_CALLBACK_H
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
    return mark;
}

#define CALLBACK(function)                                                               \
    ((__typeof__(&*(function)))port_program((port_function *)(function)))

static inline void callback_end(struct callback mark)
{
    struct lib *l = lib();
    l->from = mark.from;
    l->frame = mark.frame;
    l->depth = mark.depth;
    l->callbacks--;
    if (port_watching())
        port_enter(l->from, NULL);
}

#endif
