/* SPDX-License-Identifier: Apache-2.0
 *
 * fold.h - combining what ranks gave to a reduction.
 *
 * The standard leaves the order open if the operator commutes, and in any case how the
 * operands are grouped. We take the order of the ranks, always; and we try others, to
 * see whether the program's result depends on it. */
#ifndef MZ_MPI_COLL_FOLD_H
#define MZ_MPI_COLL_FOLD_H
#include "mpi/type/data.h"
#include "mpi/coll/reduce.h"

struct operands {
    const struct mpi_op *op;
    const char **packed; /* the contributions of the ranks, in their order; all have the
                            result's type */
    int n;               /* > 0 */
};

/* Combines the operands in the order of the ranks. */
void fold(const struct operands *, const struct data *result);

/* Does the result have other bits in another order? If so, `text` says where. With more
 * than four operands, only some orders are tried. */
#define FOLD_TEXT 128
bool fold_differs(const struct operands *, const struct data *result,
                  char text[FOLD_TEXT]);

#endif
