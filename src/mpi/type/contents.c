/* SPDX-License-Identifier: Apache-2.0
 *
 * contents.c - how a datatype was made: MPI_Type_get_envelope and
 * MPI_Type_get_contents. */
#include "mpi/lib/check.h"
#include "mpi/type/construct.h"
#include <string.h>

/* Rejects a type that was made with large counts, for functions that cannot tell them. */
#define NEED_SMALL(t)                                                                    \
    do {                                                                                 \
        if ((t)->envelope.counts.len)                                                    \
            INVALID(NULL, MPI_ERR_TYPE,                                                  \
                    "the datatype was made with large counts; %s_c tells them",          \
                    lib_call_name(lib()->from.call));                                    \
    } while (0)

EXPORT int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers,
                                 int *num_addresses, int *num_datatypes, int *combiner)
{
    ENTER(Type_get_envelope);
    int code;
    CHECK_RESULT(num_integers);
    CHECK_RESULT(num_addresses);
    CHECK_RESULT(num_datatypes);
    CHECK_RESULT(combiner);
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    NEED_SMALL(t);
    *num_integers = (int)t->envelope.ints.len;
    *num_addresses = (int)t->envelope.addresses.len;
    *num_datatypes = t->envelope.ntypes;
    *combiner = t->envelope.combiner;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers,
                                   MPI_Count *num_addresses, MPI_Count *num_large_counts,
                                   MPI_Count *num_datatypes, int *combiner)
{
    ENTER(Type_get_envelope_c);
    int code;
    CHECK_RESULT(num_integers);
    CHECK_RESULT(num_addresses);
    CHECK_RESULT(num_large_counts);
    CHECK_RESULT(num_datatypes);
    CHECK_RESULT(combiner);
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    *num_integers = (MPI_Count)t->envelope.ints.len;
    *num_addresses = (MPI_Count)t->envelope.addresses.len;
    *num_large_counts = (MPI_Count)t->envelope.counts.len;
    *num_datatypes = t->envelope.ntypes;
    *combiner = t->envelope.combiner;
    LEAVE(MPI_SUCCESS);
}

/* A handle for an equal type, which the program must free, because the original may
 * have lost its handle already. Predefined types keep their handles. */
static MPI_Datatype handle_of(const struct datatype *t)
{
    if (t->object.builtin)
        return t->object.handle;
    struct datatype *copy = type_new();
    struct mpi_object object = copy->object;
    *copy = *t;
    copy->object = object;
    copy->attrs = (struct attrs){0};
    layout_hold(copy->layout);
    copy->part = memcpy(lib_alloc(t->nparts * sizeof *t->part), t->part,
                        t->nparts * sizeof *t->part);
    for (size_t i = 0; i < copy->nparts; i++)
        type_hold(copy->part[i].type);
    const struct type_envelope *e = &t->envelope;
    copy->envelope = (struct type_envelope){0};
    type_remember(copy, e->combiner, e->ntypes, e->types);
    for (size_t i = 0; i < e->ints.len; i++)
        type_remember_int(copy, e->ints.at[i]);
    for (size_t i = 0; i < e->addresses.len; i++)
        type_remember_address(copy, false, e->addresses.at[i]);
    for (size_t i = 0; i < e->counts.len; i++)
        type_remember_count(copy, true, e->counts.at[i]);
    return object_publish(&copy->object);
}

/* Where the contents go, and how much room there is. */
struct room {
    MPI_Count ints, addresses, counts, types;
    int *to_ints;
    MPI_Aint *to_addresses;
    MPI_Count *to_counts;
    MPI_Datatype *to_types;
};

static int tell_contents(const struct datatype *t, const struct room *room)
{
    const struct type_envelope *e = &t->envelope;
    MPI_Count ints = (MPI_Count)e->ints.len, addresses = (MPI_Count)e->addresses.len;
    MPI_Count counts = (MPI_Count)e->counts.len;
    if (e->combiner == MPI_COMBINER_NAMED)
        INVALID(NULL, MPI_ERR_TYPE, "%s is predefined and has no contents", t->name);
    if (room->ints < ints || room->addresses < addresses || room->counts < counts ||
        room->types < e->ntypes)
        INVALID(NULL, MPI_ERR_ARG,
                "there are %ld integers, %ld addresses, %ld large counts and %d "
                "datatypes, but room for %ld, %ld, %ld and %ld",
                ints, addresses, counts, e->ntypes, room->ints, room->addresses,
                room->counts, room->types);
    if ((ints && !room->to_ints) || (addresses && !room->to_addresses) ||
        (counts && !room->to_counts) || (e->ntypes && !room->to_types))
        INVALID(NULL, MPI_ERR_ARG, "an array is NULL");
    for (int i = 0; i < ints; i++)
        room->to_ints[i] = e->ints.at[i];
    for (int i = 0; i < addresses; i++)
        room->to_addresses[i] = e->addresses.at[i];
    for (int i = 0; i < counts; i++)
        room->to_counts[i] = e->counts.at[i];
    for (int i = 0; i < e->ntypes; i++)
        room->to_types[i] = handle_of(e->types[i]);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers,
                                 int max_addresses, int max_datatypes,
                                 int array_of_integers[], MPI_Aint array_of_addresses[],
                                 MPI_Datatype array_of_datatypes[])
{
    ENTER(Type_get_contents);
    int code;
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    NEED_SMALL(t);
    return tell_contents(t, &(struct room){.ints = max_integers,
                                           .addresses = max_addresses,
                                           .types = max_datatypes,
                                           .to_ints = array_of_integers,
                                           .to_addresses = array_of_addresses,
                                           .to_types = array_of_datatypes});
}

EXPORT int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers,
                                   MPI_Count max_addresses, MPI_Count max_large_counts,
                                   MPI_Count max_datatypes, int array_of_integers[],
                                   MPI_Aint array_of_addresses[],
                                   MPI_Count array_of_large_counts[],
                                   MPI_Datatype array_of_datatypes[])
{
    ENTER(Type_get_contents_c);
    int code;
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    return tell_contents(t, &(struct room){.ints = max_integers,
                                           .addresses = max_addresses,
                                           .counts = max_large_counts,
                                           .types = max_datatypes,
                                           .to_ints = array_of_integers,
                                           .to_addresses = array_of_addresses,
                                           .to_counts = array_of_large_counts,
                                           .to_types = array_of_datatypes});
}
