/* SPDX-License-Identifier: Apache-2.0
 *
 * session.c - sessions: the way of MPI-4 to use MPI without MPI_Init.
 *
 * A session gives names of groups ("process sets"), groups give communicators. There are
 * the two sets that the standard demands: all ranks, and this rank. A session makes
 * nothing else, so it is local; while one is open, functions may be called as between
 * MPI_Init and MPI_Finalize, except that there is no MPI_COMM_WORLD. */
#include "mpi/comm/session.h"
#include "mpi/comm/comm.h"
#include "mpi/lib/info.h"
#include "mpi/p2p/bsend.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const psets[] = {"mpi://WORLD", "mpi://SELF"};
enum { PSETS = sizeof psets / sizeof *psets };

static void destroy(struct mpi_object *object)
{
    struct session *s = (struct session *)object;
    object_release(&s->errhandler->object);
    bsend_release(s->buffers);
    free(s);
}

/* Leaves with an error of this session. */
#define WRONG(s, class, ...)                                                             \
    LEAVE(lib_error_by((s)->errhandler, (s)->object.handle, class,                       \
                       FINDING_INVALID_ARGUMENT, __VA_ARGS__))

/* ---- beginning and end ---- */

/* The level of thread support that the info asks for. */
static const char *thread_level(MPI_Info info)
{
    static const char *const levels[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED",
                                         "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"};
    const char *wanted = info == MPI_INFO_NULL ? NULL : info_value(info, "thread_level");
    for (size_t i = 0; wanted && i < sizeof levels / sizeof *levels; i++)
        if (!strcmp(wanted, levels[i]))
            return levels[i];
    return "MPI_THREAD_MULTIPLE";
}

EXPORT int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler,
                            MPI_Session *session)
{
    ENTER_ANYTIME(Session_init);
    NEED_INFO_OR_NULL(NULL, info);
    CHECK_RESULT(session);
    int code;
    struct errhandler *e = errhandler_need(errhandler, ERRHANDLER_SESSION, &code);
    if (!e)
        LEAVE(code);
    struct session *s = lib_alloc(sizeof *s);
    object_init(&s->object, OBJECT_SESSION, destroy);
    object_hold(&(s->errhandler = e)->object);
    s->thread_level = thread_level(info);
    *session = object_publish(&s->object);
    lib()->sessions++;
    lib_opened();
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Session_finalize(MPI_Session *session)
{
    ENTER(Session_finalize);
    CHECK_RESULT(session);
    FIND_SESSION(s, *session);
    bsend_end(s->buffers);
    object_unpublish(&s->object);
    *session = MPI_SESSION_NULL;
    lib()->sessions--;
    lib()->finalize = lib()->from;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
    ENTER(Session_get_info);
    FIND_SESSION(s, session);
    CHECK_RESULT(info_used);
    *info_used = info_create();
    info_set(info_find(*info_used), "thread_level", s->thread_level);
    LEAVE(MPI_SUCCESS);
}

/* ---- process sets ---- */

EXPORT int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)
{
    ENTER(Session_get_num_psets);
    FIND_SESSION(s, session);
    NEED_INFO_OR_NULL(NULL, info);
    if (!npset_names)
        WRONG(s, MPI_ERR_ARG, "npset_names is NULL");
    bounds_result(npset_names, sizeof *npset_names);
    *npset_names = PSETS;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n,
                                    int *pset_len, char *pset_name)
{
    ENTER(Session_get_nth_pset);
    FIND_SESSION(s, session);
    NEED_INFO_OR_NULL(NULL, info);
    if (n < 0 || n >= PSETS)
        WRONG(s, MPI_ERR_ARG, "n is %d, but there are %d process sets", n, PSETS);
    if (!pset_len || *pset_len < 0 || (*pset_len && !pset_name))
        WRONG(s, MPI_ERR_ARG,
              "pset_len is negative, or one of the results is a null "
              "pointer");
    bounds_result(pset_len, sizeof *pset_len);
    if (*pset_len) {
        bounds_result(pset_name, (size_t)*pset_len);
        snprintf(pset_name, (size_t)*pset_len, "%s", psets[n]);
    }
    *pset_len = (int)strlen(psets[n]) + 1;
    LEAVE(MPI_SUCCESS);
}

/* The communicator that has this set of ranks; NULL if there is no such set. The names
 * are URIs, in which case does not matter. */
static const struct comm *pset(const char *name)
{
    if (name && !strcasecmp(name, psets[0]))
        return lib()->world;
    return name && !strcasecmp(name, psets[1]) ? lib()->self : NULL;
}

EXPORT int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name,
                                     MPI_Info *info)
{
    ENTER(Session_get_pset_info);
    FIND_SESSION(s, session);
    CHECK_RESULT(info);
    const struct comm *c = pset(pset_name);
    if (!c)
        WRONG(s, MPI_ERR_ARG, "there is no process set \"%s\"",
              pset_name ? pset_name : "(a null pointer)");
    char size[16];
    snprintf(size, sizeof size, "%d", c->size);
    *info = info_create();
    info_set(info_find(*info), "mpi_size", size);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name,
                                       MPI_Group *newgroup)
{
    ENTER(Group_from_session_pset);
    FIND_SESSION(s, session);
    CHECK_RESULT(newgroup);
    const struct comm *c = pset(pset_name);
    if (!c)
        WRONG(s, MPI_ERR_ARG, "there is no process set \"%s\"",
              pset_name ? pset_name : "(a null pointer)");
    *newgroup = group_handle(c->local);
    group_of_session(group_find(*newgroup), &s->object);
    LEAVE(MPI_SUCCESS);
}

/* ---- communicators ---- */

#define NEED_STRINGTAG(tag)                                                              \
    do {                                                                                 \
        CHECK_RESULT(tag);                                                               \
        if (strlen(tag) >= MPI_MAX_STRINGTAG_LEN)                                        \
            INVALID(NULL, MPI_ERR_ARG, "%s is longer than MPI_MAX_STRINGTAG_LEN", #tag); \
    } while (0)

/* The rank must belong to the group, since only members may call. */
#define NEED_MEMBER(g)                                                                   \
    if ((g)->rank == MPI_UNDEFINED)                                                      \
    INVALID(NULL, MPI_ERR_GROUP, "this rank does not belong to the group")

static void set_errhandler(struct comm *c, struct errhandler *e)
{
    object_hold(&e->object);
    object_release(&c->errhandler->object);
    c->errhandler = e;
}

EXPORT int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag,
                                      MPI_Info info, MPI_Errhandler errhandler,
                                      MPI_Comm *newcomm)
{
    ENTER(Comm_create_from_group);
    FIND_GROUP(g, group);
    NEED_STRINGTAG(stringtag);
    NEED_INFO_OR_NULL(NULL, info);
    CHECK_RESULT(newcomm);
    int code;
    struct errhandler *e = errhandler_need(errhandler, ERRHANDLER_COMM, &code);
    if (!e)
        LEAVE(code);
    *newcomm = MPI_COMM_NULL;
    if (!g->n)
        LEAVE(MPI_SUCCESS);
    NEED_MEMBER(g);
    char key[MPI_MAX_STRINGTAG_LEN + 32];
    snprintf(key, sizeof key, "group with tag %s of", stringtag);
    struct comm *c = comm_of_members(lib()->world, g, key);
    set_errhandler(c, e);
    *newcomm = comm_publish(c);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                            MPI_Group remote_group, int remote_leader,
                                            const char *stringtag, MPI_Info info,
                                            MPI_Errhandler errhandler,
                                            MPI_Comm *newintercomm)
{
    ENTER(Intercomm_create_from_groups);
    FIND_GROUP(local, local_group);
    FIND_GROUP(remote, remote_group);
    NEED_STRINGTAG(stringtag);
    NEED_INFO_OR_NULL(NULL, info);
    CHECK_RESULT(newintercomm);
    int code;
    struct errhandler *e = errhandler_need(errhandler, ERRHANDLER_COMM, &code);
    if (!e)
        LEAVE(code);
    *newintercomm = MPI_COMM_NULL;
    if (!local->n || !remote->n)
        LEAVE(MPI_SUCCESS);
    NEED_MEMBER(local);
    NEED_RANK(NULL, "local_leader", local_leader, local->n);
    if (local->rank == local_leader)
        NEED_RANK(NULL, "remote_leader", remote_leader, remote->n);
    char key[MPI_MAX_STRINGTAG_LEN + 32];
    snprintf(key, sizeof key, "side with tag %s of", stringtag);
    struct comm *side = comm_of_members(lib()->world, local, key);
    code =
        intercomm_create(side, local_leader, lib()->world,
                         local->rank == local_leader ? remote->world[remote_leader] : -1,
                         stringtag, newintercomm);
    if (!code)
        set_errhandler(comm_find(*newintercomm), e);
    object_release(&side->object);
    LEAVE(code);
}

/* ---- error handlers ---- */

EXPORT int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
    ENTER(Session_set_errhandler);
    FIND_SESSION(s, session);
    int code;
    struct errhandler *e = errhandler_need(errhandler, ERRHANDLER_SESSION, &code);
    if (!e)
        LEAVE(code);
    object_hold(&e->object);
    object_release(&s->errhandler->object);
    s->errhandler = e;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
    ENTER(Session_get_errhandler);
    FIND_SESSION(s, session);
    CHECK_RESULT(errhandler);
    *errhandler = errhandler_give(s->errhandler);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
    ENTER(Session_call_errhandler);
    FIND_SESSION(s, session);
    errhandler_report(s->errhandler, s->object.handle, errorcode);
    LEAVE(MPI_SUCCESS);
}
