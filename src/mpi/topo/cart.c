/* SPDX-License-Identifier: Apache-2.0
 *
 * cart.c - MPI_Cart_*: ranks on a grid, the last dimension running fastest. */
#include "mpi/topo/topo.h"
#include <stdlib.h>
#include <string.h>

/* ---- ranks and coordinates ---- */

static void coords_of(const struct cart *cart, int rank, int *coords)
{
    for (int d = cart->ndims - 1; d >= 0; d--) {
        coords[d] = rank % cart->dims[d];
        rank /= cart->dims[d];
    }
}

int cart_rank(const struct cart *cart, const int *coords)
{
    int rank = 0;
    for (int d = 0; d < cart->ndims; d++) {
        int at = coords[d], size = cart->dims[d];
        if (cart->periods[d])
            at = (at % size + size) % size;
        else if (at < 0 || at >= size)
            return MPI_PROC_NULL;
        rank = rank * size + at;
    }
    return rank;
}

static struct topo *cart_new(int ndims, const int *dims, const int *periods, int rank)
{
    struct topo *t = topo_new(MPI_CART);
    t->cart.ndims = ndims;
    t->cart.dims = topo_ints(dims, ndims);
    t->cart.periods = topo_ints(periods, ndims);
    for (int d = 0; d < ndims; d++)
        t->cart.periods[d] = periods[d] != 0;
    t->cart.coords = lib_alloc((size_t)ndims * sizeof(int));
    coords_of(&t->cart, rank, t->cart.coords);
    return t;
}

/* Sets *nnodes to the number of ranks of such a grid, or reports what is wrong with
 * it. */
static int check_grid(struct comm *c, int ndims, const int *dims, int *nnodes)
{
    *nnodes = 1;
    for (int d = 0; d < ndims; d++) {
        if (dims[d] <= 0)
            return lib_error(c, MPI_ERR_DIMS, FINDING_INVALID_ARGUMENT,
                             "dims[%d] is not positive: %d", d, dims[d]);
        if (*nnodes > c->size / dims[d])
            return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                             "the grid is larger than %s, which has %d ranks",
                             comm_name(c), c->size);
        *nnodes *= dims[d];
    }
    return MPI_SUCCESS;
}

/* ---- making grids ---- */

EXPORT int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[],
                           const int periods[], int reorder, MPI_Comm *comm_cart)
{
    ENTER(Cart_create);
    topo_keeps_order(reorder);
    FIND_INTRACOMM(c, comm_old);
    NEED_COUNT(c, ndims);
    NEED_ARRAY(c, ndims, dims);
    NEED_ARRAY(c, ndims, periods);
    CHECK_RESULT(comm_cart);
    int nnodes;
    int code = check_grid(c, ndims, dims, &nnodes);
    if (code)
        LEAVE(code);
    struct topo *t = cart_new(ndims, dims, periods, c->rank);
    int *arguments = lib_alloc((size_t)ndims * 2 * sizeof *arguments);
    if (ndims) {
        memcpy(arguments, t->cart.dims, (size_t)ndims * sizeof *arguments);
        memcpy(arguments + ndims, t->cart.periods, (size_t)ndims * sizeof *arguments);
    }
    *comm_cart = topo_create(c, nnodes, t, "cart", arguments, 2 * ndims);
    free(arguments);
    LEAVE(MPI_SUCCESS);
}

/* Ranks that agree in the removed dimensions form a grid of the remaining ones. */
EXPORT int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    ENTER(Cart_sub);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_CART);
    NEED_ARRAY(c, t->cart.ndims, remain_dims);
    CHECK_RESULT(newcomm);
    int n = t->cart.ndims, left = 0, colour = 0, key = 0;
    int *dims = lib_alloc((size_t)n * sizeof *dims);
    int *periods = lib_alloc((size_t)n * sizeof *periods);
    for (int d = 0; d < n; d++) {
        int *part = remain_dims[d] ? &key : &colour;
        *part = *part * t->cart.dims[d] + t->cart.coords[d];
        if (remain_dims[d]) {
            dims[left] = t->cart.dims[d];
            periods[left++] = t->cart.periods[d];
        }
    }
    struct comm *made = comm_split(c, colour, key);
    made->topo = cart_new(left, dims, periods, made->rank);
    free(dims);
    free(periods);
    *newcomm = comm_publish(made);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[],
                        int *newrank)
{
    ENTER(Cart_map);
    FIND_INTRACOMM(c, comm);
    NEED_COUNT(c, ndims);
    NEED_ARRAY(c, ndims, dims);
    NEED_ARRAY(c, ndims, periods);
    CHECK_RESULT(newrank);
    int nnodes;
    int code = check_grid(c, ndims, dims, &nnodes);
    if (!code)
        *newrank = c->rank < nnodes ? c->rank : MPI_UNDEFINED;
    LEAVE(code);
}

/* ---- questions ---- */

EXPORT int MPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    ENTER(Cartdim_get);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_CART);
    CHECK_RESULT(ndims);
    *ndims = t->cart.ndims;
    LEAVE(MPI_SUCCESS);
}

#define NEED_MAXDIMS(c, maxdims, cart)                                                   \
    if ((maxdims) < (cart).ndims)                                                        \
    INVALID(c, MPI_ERR_ARG, "maxdims is %d, but the grid has %d dimensions", maxdims,    \
            (cart).ndims)

EXPORT int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[],
                        int coords[])
{
    ENTER(Cart_get);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_CART);
    const struct cart *cart = &t->cart;
    NEED_MAXDIMS(c, maxdims, *cart);
    NEED_ARRAY(c, cart->ndims, dims);
    NEED_ARRAY(c, cart->ndims, periods);
    NEED_ARRAY(c, cart->ndims, coords);
    for (int d = 0; d < cart->ndims; d++) {
        dims[d] = cart->dims[d];
        periods[d] = cart->periods[d];
        coords[d] = cart->coords[d];
    }
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    ENTER(Cart_rank);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_CART);
    NEED_ARRAY(c, t->cart.ndims, coords);
    CHECK_RESULT(rank);
    int found = cart_rank(&t->cart, coords);
    if (found == MPI_PROC_NULL)
        INVALID(c, MPI_ERR_ARG, "the coordinates are outside of the grid");
    *rank = found;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
    ENTER(Cart_coords);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_CART);
    NEED_RANK(c, "rank", rank, c->size);
    NEED_MAXDIMS(c, maxdims, t->cart);
    NEED_ARRAY(c, t->cart.ndims, coords);
    coords_of(&t->cart, rank, coords);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source,
                          int *rank_dest)
{
    ENTER(Cart_shift);
    FIND_COMM(c, comm);
    FIND_TOPO(t, c, MPI_CART);
    const struct cart *cart = &t->cart;
    CHECK_RESULT(rank_source);
    CHECK_RESULT(rank_dest);
    if (rank_source == rank_dest)
        INVALID(c, MPI_ERR_ARG, "rank_source and rank_dest are one variable");
    if (direction < 0 || direction >= cart->ndims)
        INVALID(c, MPI_ERR_ARG, "direction is %d, but the grid has %d dimensions",
                direction, cart->ndims);
    /* A displacement beyond the grid leads over its edge, or around it. */
    int size = cart->dims[direction];
    int step = cart->periods[direction] ? disp % size
               : disp > size            ? size
               : disp < -size           ? -size
                                        : disp;
    int *coords = topo_ints(cart->coords, cart->ndims);
    coords[direction] += step;
    *rank_dest = cart_rank(cart, coords);
    coords[direction] -= 2 * step;
    *rank_source = cart_rank(cart, coords);
    free(coords);
    LEAVE(MPI_SUCCESS);
}
