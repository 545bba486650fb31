/* SPDX-License-Identifier: Apache-2.0
 *
 * array.c - parts of arrays: MPI_Type_create_subarray and MPI_Type_create_darray.
 *
 * Both are built from the dimension whose elements are neighbours outwards. In each
 * dimension what has been built so far is resized to the distance between two
 * neighbours in that dimension, and those that belong to the part are picked. In the end
 * its bounds are those of the whole array. */
#include "mpi/lib/check.h"
#include "mpi/lib/counts.h"
#include "mpi/type/construct.h"
#include <stdlib.h>
#include <string.h>

static int wrong(int error_class, const char *what, int dimension, MPI_Count value)
{
    return lib_error(NULL, error_class, FINDING_INVALID_ARGUMENT,
                     "%s of dimension %d is wrong: %ld", what, dimension, value);
}

/* The dimension that is the k-th, counted from the one whose elements are adjacent in
 * memory. */
static int inner(int order, int ndims, int k)
{
    return order == MPI_ORDER_C ? ndims - 1 - k : k;
}

/* A resized copy; releases the given type. */
static struct datatype *resized(struct datatype *t, MPI_Aint lb, MPI_Aint extent)
{
    struct datatype *r = type_resized(t, lb, extent);
    type_release(t);
    return r;
}

/* Blocks of adjacent elements in one dimension: the first at `first`, each of `length`,
 * `step` apart, followed by a shorter one. All are counted in elements of that
 * dimension. */
struct picked {
    MPI_Count first, length, step, blocks, rest;
};

static struct datatype *pick(struct datatype *t, struct picked p)
{
    MPI_Aint extent = type_extent(t);
    struct datatype *blocks = type_strided(p.blocks, p.length, p.step * extent, t);
    struct type_block b[] = {
        {.at = p.first * extent, .length = 1, .of = blocks},
        {.at = (p.first + p.blocks * p.step) * extent, .length = p.rest, .of = t}};
    struct datatype *both = type_of_blocks(2, b);
    type_release(blocks);
    type_release(t);
    return both;
}

static struct datatype *pick_all(struct datatype *old, int ndims, struct counts sizes,
                                 int order, const struct picked *picked)
{
    MPI_Aint distance = type_extent(old);
    struct datatype *t = type_resized(old, old->lb, distance);
    for (int k = 0; k < ndims; k++) {
        int d = inner(order, ndims, k);
        t = pick(resized(t, 0, distance), picked[d]);
        distance *= counts_at(sizes, d);
    }
    return resized(t, 0, distance);
}

/* Remembers an argument that is an array of counts, or of ints. */
static void remember(struct datatype *t, int n, struct counts c)
{
    for (int i = 0; i < n; i++)
        type_remember_count(t, c.large, counts_at(c, i));
}

static int check_common(int ndims, struct counts sizes, int order,
                        const MPI_Datatype *newtype)
{
    if (ndims < 1)
        return lib_error(NULL, MPI_ERR_DIMS, FINDING_INVALID_ARGUMENT,
                         "there must be at least one dimension, not %d", ndims);
    if (!sizes.at || !newtype)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "an array or newtype is NULL");
    if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the order is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN: %d",
                         order);
    for (int d = 0; d < ndims; d++)
        if (counts_at(sizes, d) < 1)
            return wrong(MPI_ERR_ARG, "the size", d, counts_at(sizes, d));
    return MPI_SUCCESS;
}

/* ---- subarray ---- */

static int check_subarray(int ndims, struct counts sizes, struct counts subsizes,
                          struct counts starts)
{
    if (!subsizes.at || !starts.at)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT, "an array is NULL");
    for (int d = 0; d < ndims; d++) {
        MPI_Count size = counts_at(sizes, d), part = counts_at(subsizes, d);
        if (part < 1 || part > size)
            return wrong(MPI_ERR_ARG, "the subsize", d, part);
        if (counts_at(starts, d) < 0 || counts_at(starts, d) > size - part)
            return wrong(MPI_ERR_ARG, "the start", d, counts_at(starts, d));
    }
    return MPI_SUCCESS;
}

static int subarray(int ndims, struct counts sizes, struct counts subsizes,
                    struct counts starts, int order, MPI_Datatype oldtype,
                    MPI_Datatype *newtype)
{
    int code = check_common(ndims, sizes, order, newtype);
    if (code == MPI_SUCCESS)
        code = check_subarray(ndims, sizes, subsizes, starts);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct picked *picked = lib_alloc((size_t)ndims * sizeof *picked);
    for (int d = 0; d < ndims; d++)
        picked[d] = (struct picked){
            .first = counts_at(starts, d), .length = counts_at(subsizes, d), .blocks = 1};
    struct datatype *t = pick_all(old, ndims, sizes, order, picked);
    free(picked);
    type_remember(t, MPI_COMBINER_SUBARRAY, 1, &old);
    type_remember_int(t, ndims);
    remember(t, ndims, sizes);
    remember(t, ndims, subsizes);
    remember(t, ndims, starts);
    type_remember_int(t, order);
    *newtype = object_publish(&t->object);
    LEAVE(MPI_SUCCESS);
}

#define SUBARRAY(name, COUNT)                                                            \
    EXPORT int MPI_##name(int ndims, const COUNT array_of_sizes[],                       \
                          const COUNT array_of_subsizes[],                               \
                          const COUNT array_of_starts[], int order,                      \
                          MPI_Datatype oldtype, MPI_Datatype *newtype)                   \
    {                                                                                    \
        ENTER(name);                                                                     \
        return subarray(ndims, COUNTS(array_of_sizes), COUNTS(array_of_subsizes),        \
                        COUNTS(array_of_starts), order, oldtype, newtype);               \
    }
SUBARRAY(Type_create_subarray, int)
SUBARRAY(Type_create_subarray_c, MPI_Count)

/* ---- distributed array ---- */

/* How one dimension is distributed. */
struct distributed {
    MPI_Count size;
    int distribution, argument, processes;
};

static int check_distributed(int d, const struct distributed *a)
{
    if (a->processes < 1)
        return wrong(MPI_ERR_ARG, "the number of processes", d, a->processes);
    if (a->distribution == MPI_DISTRIBUTE_NONE)
        return a->processes == 1
                   ? MPI_SUCCESS
                   : wrong(MPI_ERR_ARG, "the number of processes", d, a->processes);
    if (a->distribution != MPI_DISTRIBUTE_BLOCK &&
        a->distribution != MPI_DISTRIBUTE_CYCLIC)
        return wrong(MPI_ERR_ARG, "the distribution", d, a->distribution);
    if (a->argument == MPI_DISTRIBUTE_DFLT_DARG)
        return MPI_SUCCESS;
    if (a->argument < 1 || (a->distribution == MPI_DISTRIBUTE_BLOCK &&
                            (MPI_Count)a->argument * a->processes < a->size))
        return wrong(MPI_ERR_ARG, "the argument of the distribution", d, a->argument);
    return MPI_SUCCESS;
}

/* The part that belongs to a process. A block distribution is a cyclic one with a
 * single round. */
static struct picked share(const struct distributed *a, int process)
{
    MPI_Count length = a->argument;
    if (a->distribution == MPI_DISTRIBUTE_NONE)
        length = a->size;
    else if (a->argument == MPI_DISTRIBUTE_DFLT_DARG)
        length = a->distribution == MPI_DISTRIBUTE_CYCLIC
                     ? 1
                     : (a->size + a->processes - 1) / a->processes;
    MPI_Count first = process * length, step = length * a->processes;
    MPI_Count left = a->size > first ? a->size - first : 0;
    MPI_Count last = left % step < length ? left % step : length;
    struct picked p = {.first = first,
                       .length = length,
                       .step = step,
                       .blocks = left / step + (last == length),
                       .rest = last == length ? 0 : last};
    return p;
}

static int check_darray(int size, int rank, int ndims, const struct distributed *a)
{
    MPI_Count processes = 1;
    for (int d = 0; d < ndims; d++) {
        int code = check_distributed(d, &a[d]);
        if (code != MPI_SUCCESS)
            return code;
        processes *= a[d].processes;
    }
    if (processes != size)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the size is %d, but the grid has %ld processes", size,
                         processes);
    if (rank < 0 || rank >= size)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the rank is %d, but the size is %d", rank, size);
    return MPI_SUCCESS;
}

/* The parts in all dimensions. The grid of processes is in row-major order, whatever
 * the order of the array is. */
static struct picked *shares(int rank, int ndims, const struct distributed *a)
{
    struct picked *picked = lib_alloc((size_t)ndims * sizeof *picked);
    for (int d = ndims - 1; d >= 0; d--) {
        picked[d] = share(&a[d], rank % a[d].processes);
        rank /= a[d].processes;
    }
    return picked;
}

static int darray(int size, int rank, int ndims, struct counts gsizes,
                  const int *distribs, const int *dargs, const int *psizes, int order,
                  MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int code = check_common(ndims, gsizes, order, newtype);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    if (!distribs || !dargs || !psizes)
        INVALID(NULL, MPI_ERR_ARG, "an array is NULL");
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct distributed *a = lib_alloc((size_t)ndims * sizeof *a);
    for (int d = 0; d < ndims; d++)
        a[d] =
            (struct distributed){counts_at(gsizes, d), distribs[d], dargs[d], psizes[d]};
    code = check_darray(size, rank, ndims, a);
    if (code != MPI_SUCCESS) {
        free(a);
        LEAVE(code);
    }
    struct picked *picked = shares(rank, ndims, a);
    struct datatype *t = pick_all(old, ndims, gsizes, order, picked);
    free(picked);
    free(a);
    type_remember(t, MPI_COMBINER_DARRAY, 1, &old);
    type_remember_int(t, size);
    type_remember_int(t, rank);
    type_remember_int(t, ndims);
    remember(t, ndims, gsizes);
    remember(t, ndims, COUNTS(distribs));
    remember(t, ndims, COUNTS(dargs));
    remember(t, ndims, COUNTS(psizes));
    type_remember_int(t, order);
    *newtype = object_publish(&t->object);
    LEAVE(MPI_SUCCESS);
}

#define DARRAY(name, COUNT)                                                              \
    EXPORT int MPI_##name(int size, int rank, int ndims, const COUNT array_of_gsizes[],  \
                          const int array_of_distribs[], const int array_of_dargs[],     \
                          const int array_of_psizes[], int order, MPI_Datatype oldtype,  \
                          MPI_Datatype *newtype)                                         \
    {                                                                                    \
        ENTER(name);                                                                     \
        return darray(size, rank, ndims, COUNTS(array_of_gsizes), array_of_distribs,     \
                      array_of_dargs, array_of_psizes, order, oldtype, newtype);         \
    }
DARRAY(Type_create_darray, int)
DARRAY(Type_create_darray_c, MPI_Count)
