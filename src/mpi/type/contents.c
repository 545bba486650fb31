/* SPDX-License-Identifier: Apache-2.0
 *
 * contents.c - how a datatype was made: MPI_Type_get_envelope and
 * MPI_Type_get_contents. */
#include "mpi/lib/check.h"
#include "mpi/type/construct.h"
#include <string.h>

EXPORT int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers,
                                 int *num_addresses, int *num_datatypes, int *combiner)
{
    ENTER(Type_get_envelope);
    int code;
    NEED_POINTER(NULL, num_integers);
    NEED_POINTER(NULL, num_addresses);
    NEED_POINTER(NULL, num_datatypes);
    NEED_POINTER(NULL, combiner);
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    *num_integers = t->envelope.nints;
    *num_addresses = t->envelope.naddresses;
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
    struct object object = copy->object;
    *copy = *t;
    copy->object = object;
    copy->attrs = (struct attrs){0};
    layout_hold(copy->layout);
    copy->part = memcpy(lib_alloc(t->nparts * sizeof *t->part), t->part,
                        t->nparts * sizeof *t->part);
    for (size_t i = 0; i < copy->nparts; i++)
        type_hold(copy->part[i].type);
    const struct envelope *e = &t->envelope;
    type_remember(copy, e->combiner, e->nints, e->ints, e->naddresses, e->addresses,
                  e->ntypes, e->types);
    return object_publish(&copy->object);
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
    const struct envelope *e = &t->envelope;
    if (e->combiner == MPI_COMBINER_NAMED)
        INVALID(NULL, MPI_ERR_TYPE, "%s is predefined and has no contents", t->name);
    if (max_integers < e->nints || max_addresses < e->naddresses ||
        max_datatypes < e->ntypes)
        INVALID(NULL, MPI_ERR_ARG,
                "there are %d integers, %d addresses and %d datatypes, but room for %d, "
                "%d and %d",
                e->nints, e->naddresses, e->ntypes, max_integers, max_addresses,
                max_datatypes);
    NEED_ARRAY(NULL, e->nints, array_of_integers);
    NEED_ARRAY(NULL, e->naddresses, array_of_addresses);
    NEED_ARRAY(NULL, e->ntypes, array_of_datatypes);
    for (int i = 0; i < e->nints; i++)
        array_of_integers[i] = e->ints[i];
    for (int i = 0; i < e->naddresses; i++)
        array_of_addresses[i] = e->addresses[i];
    for (int i = 0; i < e->ntypes; i++)
        array_of_datatypes[i] = handle_of(e->types[i]);
    LEAVE(MPI_SUCCESS);
}
