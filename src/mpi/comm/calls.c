/* SPDX-License-Identifier: Apache-2.0
 *
 * calls.c - MPI_Comm_*, except attributes, error handlers and intercommunicators. */
#include "mpi/coll/coll.h"
#include "mpi/comm/comm.h"
#include "mpi/lib/info.h"
#include "mpi/p2p/bsend.h"
#include "mpi/p2p/request.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- questions ---- */

EXPORT int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    ENTER(Comm_rank);
    FIND_COMM(c, comm);
    CHECK_RESULT(rank);
    *rank = c->rank;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Comm_size(MPI_Comm comm, int *size)
{
    ENTER(Comm_size);
    FIND_COMM(c, comm);
    CHECK_RESULT(size);
    *size = c->size;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    ENTER(Comm_group);
    FIND_COMM(c, comm);
    CHECK_RESULT(group);
    *group = group_handle(c->local);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    ENTER(Comm_test_inter);
    FIND_COMM(c, comm);
    CHECK_RESULT(flag);
    *flag = comm_is_inter(c);
    LEAVE(MPI_SUCCESS);
}

/* Compares intra- and intercommunicators alike; two missing remote groups count as
 * equal. */
EXPORT int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    ENTER(Comm_compare);
    FIND_COMM(a, comm1);
    FIND_COMM(b, comm2);
    CHECK_RESULT(result);
    bool inter = comm_is_inter(a);
    if (a == b)
        *result = MPI_IDENT;
    else if (inter != comm_is_inter(b))
        *result = MPI_UNEQUAL;
    else if (group_same(a->local, b->local) &&
             (!inter || group_same(a->remote, b->remote)))
        *result = MPI_CONGRUENT;
    else if (group_similar(a->local, b->local) &&
             (!inter || group_similar(a->remote, b->remote)))
        *result = MPI_SIMILAR;
    else
        *result = MPI_UNEQUAL;
    LEAVE(MPI_SUCCESS);
}

/* No process is ever spawned, so there is no parent. */
EXPORT int MPI_Comm_get_parent(MPI_Comm *parent)
{
    ENTER(Comm_get_parent);
    CHECK_RESULT(parent);
    *parent = MPI_COMM_NULL;
    LEAVE(MPI_SUCCESS);
}

/* ---- names and hints ---- */

EXPORT int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    ENTER(Comm_set_name);
    FIND_COMM(c, comm);
    CHECK_RESULT(comm_name);
    snprintf(c->name, sizeof c->name, "%s", comm_name);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
    ENTER(Comm_get_name);
    FIND_COMM(c, comm);
    CHECK_RESULT(comm_name);
    CHECK_RESULT(resultlen);
    *resultlen = GIVE_TEXT(comm_name, c->name, MPI_MAX_OBJECT_NAME);
    LEAVE(MPI_SUCCESS);
}

/* Hints do not change what a program means, and we follow none. */
EXPORT int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    ENTER(Comm_set_info);
    FIND_COMM(c, comm);
    NEED_INFO(c, info);
    coll_note(c);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    ENTER(Comm_get_info);
    FIND_COMM(c, comm);
    CHECK_RESULT(info_used);
    *info_used = info_create();
    LEAVE(MPI_SUCCESS);
}

/* ---- making them ---- */

EXPORT int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    ENTER(Comm_dup);
    FIND_COMM(c, comm);
    CHECK_RESULT(newcomm);
    LEAVE(comm_dup(c, newcomm));
}

EXPORT int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    ENTER(Comm_dup_with_info);
    FIND_COMM(c, comm);
    NEED_INFO_OR_NULL(c, info);
    CHECK_RESULT(newcomm);
    LEAVE(comm_dup(c, newcomm));
}

static int idup(struct comm *c, MPI_Comm *newcomm, MPI_Request *request)
{
    uint32_t arrive;
    int code;
    struct comm *made = comm_idup(c, &arrive, &code);
    *newcomm = comm_publish(made);
    if (made)
        *request = request_of_idup(c, arrive, made);
    return code;
}

EXPORT int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    ENTER(Comm_idup);
    FIND_COMM(c, comm);
    CHECK_RESULT(newcomm);
    CHECK_RESULT(request);
    LEAVE(idup(c, newcomm, request));
}

EXPORT int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
                                   MPI_Request *request)
{
    ENTER(Comm_idup_with_info);
    FIND_COMM(c, comm);
    NEED_INFO_OR_NULL(c, info);
    CHECK_RESULT(newcomm);
    CHECK_RESULT(request);
    LEAVE(idup(c, newcomm, request));
}

EXPORT int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    ENTER(Comm_split);
    FIND_COMM(c, comm);
    CHECK_RESULT(newcomm);
    if (color < 0 && color != MPI_UNDEFINED)
        INVALID(c, MPI_ERR_ARG, "color is negative and not MPI_UNDEFINED: %d", color);
    *newcomm = comm_publish(comm_split(c, color, key));
    LEAVE(MPI_SUCCESS);
}

/* All ranks share memory, as if on one machine of which no more is known. A program
 * that asks for parts of the machine gets none, as the standard allows. */
EXPORT int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
                               MPI_Comm *newcomm)
{
    enum { NEIGHBORHOOD = 4 }; /* MPICH's own */
    ENTER(Comm_split_type);
    FIND_INTRACOMM(c, comm);
    NEED_INFO_OR_NULL(c, info);
    CHECK_RESULT(newcomm);
    if (split_type == NEIGHBORHOOD)
        port_refuse(
            lib()->from, REASON_EXTENSION,
            "MPIX_COMM_TYPE_NEIGHBORHOOD, which only MPICH has, is not supported");
    if (split_type != MPI_COMM_TYPE_SHARED && split_type != MPI_UNDEFINED &&
        split_type != MPI_COMM_TYPE_HW_GUIDED && split_type != MPI_COMM_TYPE_HW_UNGUIDED)
        INVALID(c, MPI_ERR_ARG, "there is no split_type %d", split_type);
    int colour = split_type == MPI_COMM_TYPE_SHARED ? 0 : MPI_UNDEFINED;
    if (!colour && c->size > 1)
        port_rests_on("ranks that can all share memory");
    *newcomm = comm_publish(comm_split(c, colour, key));
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    ENTER(Comm_create);
    FIND_COMM(c, comm);
    FIND_GROUP(g, group);
    CHECK_RESULT(newcomm);
    int code = comm_check_subset(c, g);
    if (!code)
        *newcomm = comm_publish(comm_of_group(c, g));
    LEAVE(code);
}

EXPORT int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
                                 MPI_Comm *newcomm)
{
    ENTER(Comm_create_group);
    FIND_INTRACOMM(c, comm);
    FIND_GROUP(g, group);
    NEED_TAG(c, tag);
    CHECK_RESULT(newcomm);
    int code = comm_check_subset(c, g);
    size_t space = strlen(c->key) + 32;
    char *key = lib_alloc(space);
    snprintf(key, space, "%s/tag %d of", c->key, tag);
    if (!code)
        *newcomm = comm_publish(comm_of_members(c, g, key));
    free(key);
    LEAVE(code);
}

/* ---- the end of them ---- */

static int comm_free(struct comm *c, MPI_Comm *handle)
{
    int code = attr_delete_all(&c->attrs, c->object.handle);
    if (code)
        return attr_failed(c, "delete", code);
    bsend_end(c->buffers);
    object_unpublish(&c->object);
    *handle = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

#define FIND_OWN_COMM(c, pointer)                                                        \
    CHECK_RESULT(pointer);                                                               \
    FIND_COMM(c, *(pointer));                                                            \
    if (c->object.builtin)                                                               \
    INVALID(c, MPI_ERR_COMM, "%s is predefined and cannot be freed", comm_name(c))

/* Collective, but the standard expects that no rank waits for another. */
EXPORT int MPI_Comm_free(MPI_Comm *comm)
{
    ENTER(Comm_free);
    FIND_OWN_COMM(c, comm);
    LEAVE(comm_free(c, comm));
}

/* Waits for the other ranks if collectives do; otherwise only this rank is needed. */
static void meet_before_end(struct comm *c)
{
    const struct port_from from = lib()->from;
    const struct coll_head head = coll_head(c);
    uint32_t *members = lib_alloc(c->nmembers * sizeof *members);
    memcpy(members, c->members, c->nmembers * sizeof *members);
    members[c->me] = members[0];
    members[0] = c->members[c->me];
    uint32_t request =
        port_arrive(from, c->collectives, members, c->nmembers, 1, &head, sizeof head);
    free(members);
    port_finish(from, &request, 1);
}

EXPORT int MPI_Comm_disconnect(MPI_Comm *comm)
{
    ENTER(Comm_disconnect);
    FIND_OWN_COMM(c, comm);
    const struct request *r = request_active_on(c);
    if (r)
        INVALID(c, MPI_ERR_COMM,
                "the request of %s at %s is of this communicator and not complete",
                lib_call_name(r->from.call), port_place(r->from.site));
    meet_before_end(c);
    LEAVE(comm_free(c, comm));
}
