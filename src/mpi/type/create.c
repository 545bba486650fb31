/* SPDX-License-Identifier: Apache-2.0
 *
 * create.c - the constructors of the standard, except those for parts of arrays
 * (array.c): they check, build by construct.h, and remember how. */
#include "mpi/lib/check.h"
#include "mpi/type/construct.h"
#include <stdlib.h>

/* The common end of every constructor. */
static int made(struct datatype *t, MPI_Datatype *newtype)
{
    *newtype = object_publish(&t->object);
    LEAVE(MPI_SUCCESS);
}

#define NEED_LENGTH(n)                                                                   \
    do {                                                                                 \
        if ((n) < 0)                                                                     \
            INVALID(NULL, MPI_ERR_COUNT, "%s is negative: %d", #n, n);                   \
    } while (0)

static int strided(int count, int blocklength, MPI_Aint stride, bool in_bytes,
                   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int code;
    NEED_LENGTH(count);
    NEED_LENGTH(blocklength);
    NEED_POINTER(NULL, newtype);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct datatype *t = type_strided(count, blocklength,
                                      in_bytes ? stride : stride * type_extent(old), old);
    int ints[] = {count, blocklength, (int)stride};
    if (in_bytes)
        type_remember(t, MPI_COMBINER_HVECTOR, 2, ints, 1, &stride, 1, &old);
    else
        type_remember(t, MPI_COMBINER_VECTOR, 3, ints, 0, NULL, 1, &old);
    return made(t, newtype);
}

EXPORT int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_contiguous);
    int code;
    NEED_LENGTH(count);
    NEED_POINTER(NULL, newtype);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct datatype *t = type_strided(1, count, 0, old);
    type_remember(t, MPI_COMBINER_CONTIGUOUS, 1, &count, 0, NULL, 1, &old);
    return made(t, newtype);
}

EXPORT int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                           MPI_Datatype *newtype)
{
    ENTER(Type_vector);
    return strided(count, blocklength, stride, false, oldtype, newtype);
}

EXPORT int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride,
                                   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_hvector);
    return strided(count, blocklength, stride, true, oldtype, newtype);
}

EXPORT int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride,
                            MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_hvector);
    return strided(count, blocklength, stride, true, oldtype, newtype);
}

/* ---- blocks ---- */

/* The arguments of a constructor that lists blocks. */
struct listed {
    int combiner;
    bool one_length; /* all blocks have the same length: lengths has one element */
    bool one_type;   /* all blocks have the same type: types has one element */
    int count;
    const int *lengths;
    const int *displacements;  /* displacements in elements */
    const MPI_Aint *addresses; /* displacements in bytes, instead */
    const MPI_Datatype *types;
};

/* The call reads its arrays. */
static void read_list(const struct listed *a)
{
    size_t n = (size_t)a->count;
    if (!a->one_length && a->lengths)
        lib_accessed(a->lengths, n * sizeof *a->lengths, false);
    if (a->displacements)
        lib_accessed(a->displacements, n * sizeof *a->displacements, false);
    if (a->addresses)
        lib_accessed(a->addresses, n * sizeof *a->addresses, false);
    if (!a->one_type && a->types)
        lib_accessed(a->types, n * sizeof *a->types, false);
}

static int check_list(const struct listed *a, const MPI_Datatype *newtype)
{
    if (a->count < 0)
        return lib_error(NULL, MPI_ERR_COUNT, FINDING_INVALID_ARGUMENT,
                         "count is negative: %d", a->count);
    read_list(a);
    if (!newtype || (a->count && (!a->lengths || !a->types)) ||
        (a->count && !a->displacements && !a->addresses))
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "an array or newtype is a null pointer");
    for (int i = 0; i < (a->one_length ? 1 : a->count); i++)
        if (a->lengths[i] < 0)
            return lib_error(NULL, MPI_ERR_COUNT, FINDING_INVALID_ARGUMENT,
                             "block %d has a negative length: %d", i, a->lengths[i]);
    return MPI_SUCCESS;
}

/* Finds the types: one, or one for each block. */
static bool find_types(const struct listed *a, struct datatype **old, int *code)
{
    for (int i = 0; i < (a->one_type ? 1 : a->count); i++)
        if (!(old[i] = type_need(NULL, a->types[i], code)))
            return false;
    return true;
}

static struct datatype *build_list(const struct listed *a, struct datatype *const *old)
{
    size_t n = (size_t)a->count;
    struct block *b = lib_alloc(n * sizeof *b);
    for (size_t i = 0; i < n; i++) {
        b[i].of = old[a->one_type ? 0 : i];
        b[i].length = a->lengths[a->one_length ? 0 : i];
        b[i].at =
            a->addresses ? a->addresses[i] : a->displacements[i] * type_extent(b[i].of);
    }
    struct datatype *t =
        a->combiner == MPI_COMBINER_STRUCT ? type_of_struct(n, b) : type_of_blocks(n, b);
    free(b);
    return t;
}

static void append_ints(int *ints, int *n, const int *more, int nmore)
{
    for (int i = 0; i < nmore; i++)
        ints[(*n)++] = more[i];
}

static void remember_list(struct datatype *t, const struct listed *a,
                          struct datatype *const *old)
{
    int *ints = lib_alloc((2 + 2 * (size_t)a->count) * sizeof *ints), n = 0;
    append_ints(ints, &n, &a->count, 1);
    append_ints(ints, &n, a->lengths, a->one_length ? 1 : a->count);
    append_ints(ints, &n, a->displacements, a->displacements ? a->count : 0);
    type_remember(t, a->combiner, n, ints, a->addresses ? a->count : 0, a->addresses,
                  a->one_type ? 1 : a->count, old);
    free(ints);
}

static int listed(struct listed a, MPI_Datatype *newtype)
{
    int code = check_list(&a, newtype);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    struct datatype **old = lib_alloc((1 + (size_t)a.count) * sizeof *old);
    if (!find_types(&a, old, &code)) {
        free(old);
        LEAVE(code);
    }
    lib_accessed(newtype, sizeof *newtype, true);
    struct datatype *t = build_list(&a, old);
    remember_list(t, &a, old);
    free(old);
    return made(t, newtype);
}

EXPORT int MPI_Type_indexed(int count, const int array_of_blocklengths[],
                            const int array_of_displacements[], MPI_Datatype oldtype,
                            MPI_Datatype *newtype)
{
    ENTER(Type_indexed);
    return listed((struct listed){.combiner = MPI_COMBINER_INDEXED,
                                  .one_type = true,
                                  .count = count,
                                  .lengths = array_of_blocklengths,
                                  .displacements = array_of_displacements,
                                  .types = &oldtype},
                  newtype);
}

EXPORT int MPI_Type_create_indexed_block(int count, int blocklength,
                                         const int array_of_displacements[],
                                         MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_indexed_block);
    return listed((struct listed){.combiner = MPI_COMBINER_INDEXED_BLOCK,
                                  .one_length = true,
                                  .one_type = true,
                                  .count = count,
                                  .lengths = &blocklength,
                                  .displacements = array_of_displacements,
                                  .types = &oldtype},
                  newtype);
}

EXPORT int MPI_Type_create_hindexed_block(int count, int blocklength,
                                          const MPI_Aint array_of_displacements[],
                                          MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_hindexed_block);
    return listed((struct listed){.combiner = MPI_COMBINER_HINDEXED_BLOCK,
                                  .one_length = true,
                                  .one_type = true,
                                  .count = count,
                                  .lengths = &blocklength,
                                  .addresses = array_of_displacements,
                                  .types = &oldtype},
                  newtype);
}

static int hindexed(int count, const int *lengths, const MPI_Aint *addresses,
                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return listed((struct listed){.combiner = MPI_COMBINER_HINDEXED,
                                  .one_type = true,
                                  .count = count,
                                  .lengths = lengths,
                                  .addresses = addresses,
                                  .types = &oldtype},
                  newtype);
}

EXPORT int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
                                    const MPI_Aint array_of_displacements[],
                                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_hindexed);
    return hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
                    newtype);
}

EXPORT int MPI_Type_hindexed(int count, int array_of_blocklengths[],
                             MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                             MPI_Datatype *newtype)
{
    ENTER(Type_hindexed);
    return hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
                    newtype);
}

static int of_struct(int count, const int *lengths, const MPI_Aint *addresses,
                     const MPI_Datatype *types, MPI_Datatype *newtype)
{
    return listed((struct listed){.combiner = MPI_COMBINER_STRUCT,
                                  .count = count,
                                  .lengths = lengths,
                                  .addresses = addresses,
                                  .types = types},
                  newtype);
}

EXPORT int MPI_Type_create_struct(int count, const int array_of_blocklengths[],
                                  const MPI_Aint array_of_displacements[],
                                  const MPI_Datatype array_of_types[],
                                  MPI_Datatype *newtype)
{
    ENTER(Type_create_struct);
    return of_struct(count, array_of_blocklengths, array_of_displacements, array_of_types,
                     newtype);
}

EXPORT int MPI_Type_struct(int count, int array_of_blocklengths[],
                           MPI_Aint array_of_displacements[],
                           MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    ENTER(Type_struct);
    return of_struct(count, array_of_blocklengths, array_of_displacements, array_of_types,
                     newtype);
}

EXPORT int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                                   MPI_Datatype *newtype)
{
    ENTER(Type_create_resized);
    int code;
    NEED_POINTER(NULL, newtype);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct datatype *t = type_resized(old, lb, extent);
    MPI_Aint addresses[] = {lb, extent};
    type_remember(t, MPI_COMBINER_RESIZED, 0, NULL, 2, addresses, 1, &old);
    return made(t, newtype);
}
