/* SPDX-License-Identifier: Apache-2.0
 *
 * create.c - the constructors of the standard, except those for parts of arrays
 * (array.c): they check, build by construct.h, and remember how.
 *
 * Those for large counts are made from the same macros; COUNT and PLACE are the types of
 * counts and of displacements in bytes. */
#include "mpi/lib/check.h"
#include "mpi/lib/counts.h"
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
            INVALID(NULL, MPI_ERR_COUNT, "%s is negative: %ld", #n, (long)(n));          \
    } while (0)

/* Is this the type of large counts? */
#define IS_LARGE(COUNT) (sizeof(COUNT) > sizeof(int))

/* ---- vectors ---- */

struct vector {
    int combiner;
    bool large;
    MPI_Count count, blocklength;
    MPI_Aint stride; /* MPI_COMBINER_HVECTOR: in bytes */
};

static struct datatype *build_vector(const struct vector *v, struct datatype *old)
{
    if (v->combiner == MPI_COMBINER_CONTIGUOUS)
        return type_strided(1, v->count, 0, old);
    MPI_Aint stride = v->stride;
    if (v->combiner == MPI_COMBINER_VECTOR)
        stride *= type_extent(old);
    return type_strided(v->count, v->blocklength, stride, old);
}

static int vector(struct vector v, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int code;
    NEED_LENGTH(v.count);
    NEED_LENGTH(v.blocklength);
    CHECK_RESULT(newtype);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct datatype *t = build_vector(&v, old);
    type_remember(t, v.combiner, 1, &old);
    type_remember_count(t, v.large, v.count);
    if (v.combiner != MPI_COMBINER_CONTIGUOUS)
        type_remember_count(t, v.large, v.blocklength);
    if (v.combiner == MPI_COMBINER_VECTOR)
        type_remember_count(t, v.large, v.stride);
    if (v.combiner == MPI_COMBINER_HVECTOR)
        type_remember_address(t, v.large, v.stride);
    return made(t, newtype);
}

#define CONTIGUOUS(name, COUNT)                                                          \
    EXPORT int MPI_##name(COUNT count, MPI_Datatype oldtype, MPI_Datatype *newtype)      \
    {                                                                                    \
        ENTER(name);                                                                     \
        return vector((struct vector){.combiner = MPI_COMBINER_CONTIGUOUS,               \
                                      .large = IS_LARGE(COUNT),                          \
                                      .count = count},                                   \
                      oldtype, newtype);                                                 \
    }
CONTIGUOUS(Type_contiguous, int)
CONTIGUOUS(Type_contiguous_c, MPI_Count)

#define VECTOR(name, combines, COUNT, STRIDE)                                            \
    EXPORT int MPI_##name(COUNT count, COUNT blocklength, STRIDE stride,                 \
                          MPI_Datatype oldtype, MPI_Datatype *newtype)                   \
    {                                                                                    \
        ENTER(name);                                                                     \
        return vector((struct vector){.combiner = combines,                              \
                                      .large = IS_LARGE(COUNT),                          \
                                      .count = count,                                    \
                                      .blocklength = blocklength,                        \
                                      .stride = stride},                                 \
                      oldtype, newtype);                                                 \
    }
VECTOR(Type_vector, MPI_COMBINER_VECTOR, int, int)
VECTOR(Type_vector_c, MPI_COMBINER_VECTOR, MPI_Count, MPI_Count)
VECTOR(Type_create_hvector, MPI_COMBINER_HVECTOR, int, MPI_Aint)
VECTOR(Type_create_hvector_c, MPI_COMBINER_HVECTOR, MPI_Count, MPI_Count)
VECTOR(Type_hvector, MPI_COMBINER_HVECTOR, int, MPI_Aint)

/* ---- blocks ---- */

/* The arguments of a constructor that lists blocks. */
struct listed {
    int combiner;
    bool large;
    bool one_length; /* all blocks have the same length: lengths has one element */
    bool one_type;   /* all blocks have the same type: types has one element */
    bool in_bytes;   /* displacements are in bytes, not in elements */
    MPI_Count count;
    struct counts lengths;
    struct counts displacements;
    const MPI_Datatype *types;
};

static int lengths(const struct listed *a)
{
    return a->one_length ? 1 : (int)a->count;
}

/* The call reads one of its arrays. */
static int read_array(const char *name, const void *at, size_t n, size_t each)
{
    if (!at)
        return MPI_SUCCESS;
    lib_accessed(at, n * each, false);
    return bounds_array(NULL, name, at, n, each, false);
}

static int read_list(const struct listed *a)
{
    size_t n = (size_t)a->count;
    int code = MPI_SUCCESS;
    if (!a->one_length)
        code = read_array("the array of lengths", a->lengths.at, n,
                          counts_bytes(a->lengths, 1));
    if (!code)
        code = read_array("the array of displacements", a->displacements.at, n,
                          counts_bytes(a->displacements, 1));
    if (!code && !a->one_type)
        code = read_array("the array of datatypes", a->types, n, sizeof *a->types);
    return code;
}

static int check_list(const struct listed *a)
{
    if (a->count < 0)
        return lib_error(NULL, MPI_ERR_COUNT, FINDING_INVALID_ARGUMENT,
                         "count is negative: %ld", a->count);
    int code = read_list(a);
    if (code)
        return code;
    if (a->count && (!a->lengths.at || !a->types || !a->displacements.at))
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the array of %s is NULL",
                         !a->displacements.at ? "displacements"
                         : !a->lengths.at     ? "lengths"
                                              : "datatypes");
    for (int i = 0; i < lengths(a); i++)
        if (counts_at(a->lengths, i) < 0)
            return lib_error(NULL, MPI_ERR_COUNT, FINDING_INVALID_ARGUMENT,
                             "block %d has a negative length: %ld", i,
                             counts_at(a->lengths, i));
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
    struct type_block *b = lib_alloc(n * sizeof *b);
    for (int i = 0; i < a->count; i++) {
        b[i].of = old[a->one_type ? 0 : i];
        b[i].length = counts_at(a->lengths, a->one_length ? 0 : i);
        b[i].at =
            counts_at(a->displacements, i) * (a->in_bytes ? 1 : type_extent(b[i].of));
    }
    struct datatype *t =
        a->combiner == MPI_COMBINER_STRUCT ? type_of_struct(n, b) : type_of_blocks(n, b);
    free(b);
    return t;
}

static void remember_list(struct datatype *t, const struct listed *a,
                          struct datatype *const *old)
{
    type_remember(t, a->combiner, a->one_type ? 1 : (int)a->count, old);
    type_remember_count(t, a->large, a->count);
    for (int i = 0; i < lengths(a); i++)
        type_remember_count(t, a->large, counts_at(a->lengths, i));
    for (int i = 0; i < a->count; i++) {
        MPI_Count at = counts_at(a->displacements, i);
        if (a->in_bytes)
            type_remember_address(t, a->large, at);
        else
            type_remember_count(t, a->large, at);
    }
}

static int listed(struct listed a, MPI_Datatype *newtype)
{
    count_fit(a.count);
    int code = check_list(&a);
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

#define INDEXED(name, combines, COUNT, CONST, PLACE, bytes)                              \
    EXPORT int MPI_##name(COUNT count, CONST COUNT array_of_blocklengths[],              \
                          CONST PLACE array_of_displacements[], MPI_Datatype oldtype,    \
                          MPI_Datatype *newtype)                                         \
    {                                                                                    \
        ENTER(name);                                                                     \
        return listed((struct listed){.combiner = combines,                              \
                                      .large = IS_LARGE(COUNT),                          \
                                      .one_type = true,                                  \
                                      .in_bytes = bytes,                                 \
                                      .count = count,                                    \
                                      .lengths = COUNTS(array_of_blocklengths),          \
                                      .displacements = COUNTS(array_of_displacements),   \
                                      .types = &oldtype},                                \
                      newtype);                                                          \
    }
INDEXED(Type_indexed, MPI_COMBINER_INDEXED, int, const, int, false)
INDEXED(Type_indexed_c, MPI_COMBINER_INDEXED, MPI_Count, const, MPI_Count, false)
INDEXED(Type_create_hindexed, MPI_COMBINER_HINDEXED, int, const, MPI_Aint, true)
INDEXED(Type_create_hindexed_c, MPI_COMBINER_HINDEXED, MPI_Count, const, MPI_Count, true)
INDEXED(Type_hindexed, MPI_COMBINER_HINDEXED, int, , MPI_Aint, true)

#define INDEXED_BLOCK(name, combines, COUNT, PLACE, bytes)                               \
    EXPORT int MPI_##name(COUNT count, COUNT blocklength,                                \
                          const PLACE array_of_displacements[], MPI_Datatype oldtype,    \
                          MPI_Datatype *newtype)                                         \
    {                                                                                    \
        ENTER(name);                                                                     \
        return listed((struct listed){.combiner = combines,                              \
                                      .large = IS_LARGE(COUNT),                          \
                                      .one_length = true,                                \
                                      .one_type = true,                                  \
                                      .in_bytes = bytes,                                 \
                                      .count = count,                                    \
                                      .lengths = COUNTS(&blocklength),                   \
                                      .displacements = COUNTS(array_of_displacements),   \
                                      .types = &oldtype},                                \
                      newtype);                                                          \
    }
INDEXED_BLOCK(Type_create_indexed_block, MPI_COMBINER_INDEXED_BLOCK, int, int, false)
INDEXED_BLOCK(Type_create_indexed_block_c, MPI_COMBINER_INDEXED_BLOCK, MPI_Count,
              MPI_Count, false)
INDEXED_BLOCK(Type_create_hindexed_block, MPI_COMBINER_HINDEXED_BLOCK, int, MPI_Aint,
              true)
INDEXED_BLOCK(Type_create_hindexed_block_c, MPI_COMBINER_HINDEXED_BLOCK, MPI_Count,
              MPI_Count, true)

#define STRUCT(name, COUNT, CONST, PLACE)                                                \
    EXPORT int MPI_##name(COUNT count, CONST COUNT array_of_blocklengths[],              \
                          CONST PLACE array_of_displacements[],                          \
                          CONST MPI_Datatype array_of_types[], MPI_Datatype *newtype)    \
    {                                                                                    \
        ENTER(name);                                                                     \
        return listed((struct listed){.combiner = MPI_COMBINER_STRUCT,                   \
                                      .large = IS_LARGE(COUNT),                          \
                                      .in_bytes = true,                                  \
                                      .count = count,                                    \
                                      .lengths = COUNTS(array_of_blocklengths),          \
                                      .displacements = COUNTS(array_of_displacements),   \
                                      .types = array_of_types},                          \
                      newtype);                                                          \
    }
STRUCT(Type_create_struct, int, const, MPI_Aint)
STRUCT(Type_create_struct_c, MPI_Count, const, MPI_Count)
STRUCT(Type_struct, int, , MPI_Aint)

/* ---- other bounds ---- */

static int resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, bool large,
                   MPI_Datatype *newtype)
{
    int code;
    CHECK_RESULT(newtype);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct datatype *t = type_resized(old, lb, extent);
    type_remember(t, MPI_COMBINER_RESIZED, 1, &old);
    type_remember_address(t, large, lb);
    type_remember_address(t, large, extent);
    return made(t, newtype);
}

EXPORT int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                                   MPI_Datatype *newtype)
{
    ENTER(Type_create_resized);
    return resized(oldtype, lb, extent, false, newtype);
}

EXPORT int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
                                     MPI_Datatype *newtype)
{
    ENTER(Type_create_resized_c);
    return resized(oldtype, lb, extent, true, newtype);
}
