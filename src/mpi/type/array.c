/* SPDX-License-Identifier: Apache-2.0
 *
 * array.c - parts of arrays: MPI_Type_create_subarray and MPI_Type_create_darray.
 *
 * Both are built from the dimension whose elements are neighbours outwards. In each
 * dimension what has been built so far is resized to the distance between two
 * neighbours in that dimension, and those that belong to the part are picked. In the end
 * its bounds are those of the whole array. */
#include "mpi/lib/check.h"
#include "mpi/type/construct.h"
#include <stdlib.h>
#include <string.h>

static int wrong(int error_class, const char *what, int dimension, int value)
{
    return lib_error(NULL, error_class, FINDING_INVALID_ARGUMENT,
                     "%s of dimension %d is wrong: %d", what, dimension, value);
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
    struct block b[] = {
        {.at = p.first * extent, .length = 1, .of = blocks},
        {.at = (p.first + p.blocks * p.step) * extent, .length = p.rest, .of = t}};
    struct datatype *both = type_of_blocks(2, b);
    type_release(blocks);
    type_release(t);
    return both;
}

static struct datatype *pick_all(struct datatype *old, int ndims, const int *sizes,
                                 int order, const struct picked *picked)
{
    MPI_Aint distance = type_extent(old);
    struct datatype *t = type_resized(old, old->lb, distance);
    for (int k = 0; k < ndims; k++) {
        int d = inner(order, ndims, k);
        t = pick(resized(t, 0, distance), picked[d]);
        distance *= sizes[d];
    }
    return resized(t, 0, distance);
}

static int finish(struct datatype *t, int combiner, int *ints, int nints,
                  struct datatype *old, MPI_Datatype *newtype)
{
    type_remember(t, combiner, nints, ints, 0, NULL, 1, &old);
    free(ints);
    *newtype = object_publish(&t->object);
    LEAVE(MPI_SUCCESS);
}

static int *append(int *to, const int *from, int n)
{
    memcpy(to, from, (size_t)n * sizeof *to);
    return to + n;
}

static int check_common(int ndims, const int *sizes, int order,
                        const MPI_Datatype *newtype)
{
    if (ndims < 1)
        return lib_error(NULL, MPI_ERR_DIMS, FINDING_INVALID_ARGUMENT,
                         "there must be at least one dimension, not %d", ndims);
    if (!sizes || !newtype)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "an array or newtype is a null pointer");
    if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the order is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN: %d",
                         order);
    for (int d = 0; d < ndims; d++)
        if (sizes[d] < 1)
            return wrong(MPI_ERR_ARG, "the size", d, sizes[d]);
    return MPI_SUCCESS;
}

/* ---- subarray ---- */

static int check_subarray(int ndims, const int *sizes, const int *subsizes,
                          const int *starts)
{
    if (!subsizes || !starts)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "an array is a null pointer");
    for (int d = 0; d < ndims; d++) {
        if (subsizes[d] < 1 || subsizes[d] > sizes[d])
            return wrong(MPI_ERR_ARG, "the subsize", d, subsizes[d]);
        if (starts[d] < 0 || starts[d] > sizes[d] - subsizes[d])
            return wrong(MPI_ERR_ARG, "the start", d, starts[d]);
    }
    return MPI_SUCCESS;
}

EXPORT int MPI_Type_create_subarray(int ndims, const int array_of_sizes[],
                                    const int array_of_subsizes[],
                                    const int array_of_starts[], int order,
                                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_subarray);
    int code = check_common(ndims, array_of_sizes, order, newtype);
    if (code == MPI_SUCCESS)
        code = check_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct picked *picked = lib_alloc((size_t)ndims * sizeof *picked);
    for (int d = 0; d < ndims; d++)
        picked[d] = (struct picked){
            .first = array_of_starts[d], .length = array_of_subsizes[d], .blocks = 1};
    struct datatype *t = pick_all(old, ndims, array_of_sizes, order, picked);
    free(picked);
    int *ints = lib_alloc((size_t)(3 * ndims + 2) * sizeof *ints), *end = ints;
    end = append(end, &ndims, 1);
    end = append(end, array_of_sizes, ndims);
    end = append(end, array_of_subsizes, ndims);
    end = append(end, array_of_starts, ndims);
    append(end, &order, 1);
    return finish(t, MPI_COMBINER_SUBARRAY, ints, 3 * ndims + 2, old, newtype);
}

/* ---- distributed array ---- */

/* How one dimension is distributed. */
struct distributed {
    int size, distribution, argument, processes;
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

EXPORT int MPI_Type_create_darray(int size, int rank, int ndims,
                                  const int array_of_gsizes[],
                                  const int array_of_distribs[],
                                  const int array_of_dargs[], const int array_of_psizes[],
                                  int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_darray);
    int code = check_common(ndims, array_of_gsizes, order, newtype);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    NEED_POINTER(NULL, array_of_distribs);
    NEED_POINTER(NULL, array_of_dargs);
    NEED_POINTER(NULL, array_of_psizes);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct distributed *a = lib_alloc((size_t)ndims * sizeof *a);
    for (int d = 0; d < ndims; d++)
        a[d] = (struct distributed){array_of_gsizes[d], array_of_distribs[d],
                                    array_of_dargs[d], array_of_psizes[d]};
    code = check_darray(size, rank, ndims, a);
    if (code != MPI_SUCCESS) {
        free(a);
        LEAVE(code);
    }
    struct picked *picked = shares(rank, ndims, a);
    struct datatype *t = pick_all(old, ndims, array_of_gsizes, order, picked);
    free(picked);
    free(a);
    int *ints = lib_alloc((size_t)(4 * ndims + 4) * sizeof *ints), *end = ints;
    end = append(append(append(end, &size, 1), &rank, 1), &ndims, 1);
    end = append(end, array_of_gsizes, ndims);
    end = append(end, array_of_distribs, ndims);
    end = append(end, array_of_dargs, ndims);
    end = append(end, array_of_psizes, ndims);
    append(end, &order, 1);
    return finish(t, MPI_COMBINER_DARRAY, ints, 4 * ndims + 4, old, newtype);
}
