/* SPDX-License-Identifier: Apache-2.0
 *
 * elements.c - how much a status says there is: MPI_Get_count, MPI_Get_elements, and
 * setting it for generalized requests. */
#include "mpi/type/types.h"
#include "mpi/lib/check.h"
#include "mpi/type/datatype.h"
#include "mpi/p2p/status.h"

/* The number of basic elements in the first bytes of one element, which has more
 * bytes. */
static MPI_Count elements_of_type(const struct datatype *t, MPI_Count bytes,
                                  MPI_Count *left)
{
    MPI_Count n = 0;
    *left = bytes;
    for (size_t i = 0; i < t->nparts && *left; i++) {
        const struct part *p = &t->part[i];
        MPI_Count all = p->count * p->type->size;
        MPI_Count some = *left < all ? *left : all, rest;
        n += type_elements(p->type, some, &rest);
        *left += rest - some;
        if (rest)
            break;
    }
    return n;
}

MPI_Count type_elements(const struct datatype *t, MPI_Count bytes, MPI_Count *left)
{
    *left = bytes;
    if (t->size == 0)
        return 0;
    MPI_Count whole = bytes / t->size * (MPI_Count)t->signature.elements;
    return whole + elements_of_type(t, bytes % t->size, left);
}

static MPI_Count count_of(const MPI_Status *status, const struct datatype *t)
{
    MPI_Count bytes = (MPI_Count)status_bytes(status);
    if (t->size == 0)
        return bytes ? MPI_UNDEFINED : 0;
    return bytes % t->size ? MPI_UNDEFINED : bytes / t->size;
}

/* An incomplete basic element at the end does not count; with a predefined type, a
 * correct program cannot have one. */
static MPI_Count elements_of(const MPI_Status *status, const struct datatype *t)
{
    MPI_Count bytes = (MPI_Count)status_bytes(status), left;
    if (t->size == 0 || t->basic)
        return count_of(status, t) == MPI_UNDEFINED ? MPI_UNDEFINED
                                                    : type_elements(t, bytes, &left);
    return type_elements(t, bytes, &left);
}

static int ask(const MPI_Status *status, MPI_Datatype datatype,
               MPI_Count (*question)(const MPI_Status *, const struct datatype *),
               MPI_Count *answer)
{
    int code;
    CHECK_RESULT(status);
    if (status == MPI_STATUS_IGNORE)
        INVALID(NULL, MPI_ERR_ARG, "the status is MPI_STATUS_IGNORE");
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    *answer = question(status, t);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    ENTER(Get_count);
    MPI_Count n = 0;
    CHECK_RESULT(count);
    int code = ask(status, datatype, count_of, &n);
    if (code == MPI_SUCCESS)
        *count = count_as_int(n);
    return code;
}

EXPORT int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype,
                           MPI_Count *count)
{
    ENTER(Get_count_c);
    CHECK_RESULT(count);
    return ask(status, datatype, count_of, count);
}

EXPORT int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    ENTER(Get_elements);
    MPI_Count n = 0;
    CHECK_RESULT(count);
    int code = ask(status, datatype, elements_of, &n);
    if (code == MPI_SUCCESS)
        *count = count_as_int(n);
    return code;
}

EXPORT int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype,
                              MPI_Count *count)
{
    ENTER(Get_elements_x);
    CHECK_RESULT(count);
    return ask(status, datatype, elements_of, count);
}

/* ---- setting ---- */

/* The count refers to this type, as in MPICH and Open MPI. The standard says that
 * MPI_Get_elements should return it, which is the same for basic types. */
static int set_elements(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    int code;
    CHECK_RESULT(status);
    if (status == MPI_STATUS_IGNORE)
        INVALID(NULL, MPI_ERR_ARG, "the status is MPI_STATUS_IGNORE");
    if (count < 0)
        INVALID(NULL, MPI_ERR_COUNT, "the count is negative: %ld", count);
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    status_set_bytes(status, type_bytes(t, count));
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)
{
    ENTER(Status_set_elements);
    return set_elements(status, datatype, count);
}

EXPORT int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype,
                                     MPI_Count count)
{
    ENTER(Status_set_elements_x);
    return set_elements(status, datatype, count);
}

EXPORT int MPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype,
                                     MPI_Count count)
{
    ENTER(Status_set_elements_c);
    return set_elements(status, datatype, count);
}

/* ---- the fields, for languages that cannot name them ---- */

#define FIELD(name, field, argument)                                                     \
    EXPORT int MPI_Status_get_##name(const MPI_Status *status, int *argument)            \
    {                                                                                    \
        ENTER_ANYTIME(Status_get_##name);                                                \
        lib_accessed(status, sizeof *status, false);                                     \
        CHECK_RESULT(argument);                                                          \
        *argument = status->field;                                                       \
        LEAVE(MPI_SUCCESS);                                                              \
    }                                                                                    \
    EXPORT int MPI_Status_set_##name(MPI_Status *status, int argument)                   \
    {                                                                                    \
        ENTER_ANYTIME(Status_set_##name);                                                \
        CHECK_RESULT(status);                                                            \
        status->field = argument;                                                        \
        LEAVE(MPI_SUCCESS);                                                              \
    }
FIELD(source, MPI_SOURCE, source)
FIELD(tag, MPI_TAG, tag)
FIELD(error, MPI_ERROR, error)

/* ---- pairs ---- */

/* The predefined pair of these two types, or MPI_DATATYPE_NULL. */
EXPORT int MPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
                                    MPI_Datatype *pair_type)
{
    ENTER(Type_get_value_index);
    int code;
    const struct datatype *value = type_need(NULL, value_type, &code), *index;
    if (!value || !(index = type_need(NULL, index_type, &code)))
        LEAVE(code);
    CHECK_RESULT(pair_type);
    *pair_type = MPI_DATATYPE_NULL;
    for (enum basic_index i = 0; i < BASICS; i++)
        if (basics[i].class == CLASS_PAIR &&
            value->basic == &basics[basics[i].types[0]] &&
            index->basic == &basics[basics[i].types[1]])
            *pair_type = basics[i].handle;
    LEAVE(MPI_SUCCESS);
}
