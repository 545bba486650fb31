/* SPDX-License-Identifier: Apache-2.0
 *
 * comm.c - communicators: what they are made of, and how they are made.
 *
 * To make one, the members of the parent meet in one collective, everybody tells what it
 * was called with, and everybody computes the same result. Names (comm_child_key()) need
 * no agreement: creation is collective, so all members have made equally many from the
 * same parent. */
#include "mpi/comm/comm.h"
#include "mpi/coll/history.h"
#include "mpi/lib/error.h"
#include "mpi/p2p/bsend.h"
#include "mpi/topo/topo.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many communicators of this name have been made. */
struct birth {
    struct birth *next;
    char *key;
    uint32_t count;
};

/* ---- names ---- */

static char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *text(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t n = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    char *made = lib_alloc(n);
    vsnprintf(made, n, format, again);
    va_end(again);
    va_end(args);
    return made;
}

char *comm_child_key(struct comm *parent, const char *format, ...)
{
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return text("%s/%s #%u", parent->key, what, ++parent->births);
}

char *comm_separate_key(struct comm *parent, char *key)
{
    struct birth *b = parent->separate;
    while (b && strcmp(b->key, key))
        b = b->next;
    if (!b) {
        b = lib_alloc(sizeof *b);
        b->key = text("%s", key);
        b->next = parent->separate;
        parent->separate = b;
    }
    char *made = text("%s #%u", key, ++b->count);
    free(key);
    return made;
}

/* A context that reports call by this name. */
static uint32_t context(const char *key, const char *purpose, const char *name)
{
    char *full = text("%s: %s", key, purpose);
    uint32_t c = port_context(full, strlen(full), name);
    free(full);
    return c;
}

uint32_t comm_context(const struct comm *c, const char *purpose)
{
    return context(c->key, purpose, comm_name(c));
}

const char *comm_name(const struct comm *c)
{
    return c->name[0] ? c->name : c->key;
}

/* ---- making and finding ---- */

static void comm_destroy(struct mpi_object *object)
{
    struct comm *c = (struct comm *)object;
    history_keep(c);
    bsend_release(c->buffers);
    if (c->session)
        object_release(c->session);
    object_release(&c->local->object);
    if (c->remote)
        object_release(&c->remote->object);
    object_release(&c->errhandler->object);
    topo_release(c->topo);
    while (c->separate) {
        struct birth *b = c->separate;
        c->separate = b->next;
        free(b->key);
        free(b);
    }
    free(c->members);
    free(c->key);
    free(c);
}

static void add_members(struct comm *c, const struct group *g)
{
    for (int i = 0; i < g->n; i++)
        c->members[c->nmembers++] = (uint32_t)g->world[i];
}

static struct comm *comm_make(struct group *local, struct group *remote, bool low,
                              char *key, struct errhandler *errhandler)
{
    struct comm *c = lib_alloc(sizeof *c);
    object_init(&c->object, OBJECT_COMM, comm_destroy);
    c->local = local;
    c->remote = remote;
    c->low = low;
    c->rank = local->rank;
    c->size = local->n;
    c->key = key;
    c->messages = context(key, "messages", key);
    c->collectives = context(key, "collectives", key);
    c->errhandler = errhandler;
    object_hold(&errhandler->object);
    c->members =
        lib_alloc((size_t)(local->n + (remote ? remote->n : 0)) * sizeof *c->members);
    if (remote && !low)
        add_members(c, remote);
    add_members(c, local);
    if (remote && low)
        add_members(c, remote);
    c->me = comm_local_at(c) + (uint32_t)c->rank;
    return c;
}

struct comm *comm_new(struct comm *parent, struct group *local, struct group *remote,
                      bool low, char *key)
{
    struct comm *c = comm_make(local, remote, low, key, parent->errhandler);
    c->session = parent->session ? parent->session : local->session;
    if (!c->session)
        return c;
    object_hold(c->session);
    group_of_session(local, c->session);
    if (remote)
        group_of_session(remote, c->session);
    return c;
}

static struct comm *predefined(MPI_Comm handle, const char *name, int first, int n,
                               char *key)
{
    int *world = lib_alloc((size_t)n * sizeof *world);
    for (int i = 0; i < n; i++)
        world[i] = first + i;
    struct comm *c = comm_make(group_new(world, n), NULL, false, key,
                               errhandler_predefined(MPI_ERRORS_ARE_FATAL));
    strcpy(c->name, name);
    object_install(&c->object, handle);
    return c;
}

void comm_setup(void)
{
    struct lib *l = lib();
    l->world = predefined(MPI_COMM_WORLD, "MPI_COMM_WORLD", 0, port_size(),
                          text("MPI_COMM_WORLD"));
    l->self = predefined(MPI_COMM_SELF, "MPI_COMM_SELF", port_rank(), 1,
                         text("MPI_COMM_SELF of rank %d", port_rank()));
}

static struct comm *named(MPI_Comm handle)
{
    return (struct comm *)object_find(OBJECT_COMM, handle);
}

struct comm *comm_coming(MPI_Comm handle)
{
    struct comm *c = named(handle);
    return c && c->coming ? c : NULL;
}

struct comm *comm_find(MPI_Comm handle)
{
    struct comm *c = named(handle);
    return c && !c->coming && !(c->object.builtin && lib()->phase != LIB_RUNNING) ? c
                                                                                  : NULL;
}

const char *comm_invalid(MPI_Comm handle)
{
    if (handle == MPI_COMM_NULL)
        return "the communicator is MPI_COMM_NULL";
    if (handle == MPI_COMM_WORLD || handle == MPI_COMM_SELF)
        return "MPI_COMM_WORLD and MPI_COMM_SELF exist between MPI_Init and MPI_Finalize "
               "only; a session does not have them";
    return named(handle) ? "the communicator is used before the request of the "
                           "MPI_Comm_idup that makes it is complete"
                         : "the communicator does not exist, or has been freed";
}

/* ---- meeting ---- */

struct coll_head coll_head(const struct comm *c)
{
    const struct port_from from = lib()->from;
    const struct described *before = c ? history_last(c->history) : NULL;
    return (struct coll_head){.call = from.call,
                              .site = from.site,
                              .before = before ? before->call : 0,
                              .site_before = before ? before->site : NULL};
}

static struct port_result gather(struct comm *c, uint32_t context,
                                 const uint32_t *members, uint32_t n, const void *mine,
                                 size_t bytes)
{
    const struct port_from from = lib()->from;
    const struct coll_head head = coll_head(c);
    char *contribution = lib_alloc(sizeof head + bytes);
    memcpy(contribution, &head, sizeof head);
    if (bytes)
        memcpy(contribution + sizeof head, mine, bytes);
    uint32_t request =
        port_arrive(from, context, members, n, n, contribution, sizeof head + bytes);
    free(contribution);
    struct port_result result = port_finish(from, &request, 1);
    comm_check_same_call(&head, &result, members, n);
    return result;
}

struct port_result comm_gather_all(struct comm *c, const void *mine, size_t bytes)
{
    return gather(c, c->collectives, c->members, c->nmembers, mine, bytes);
}

struct port_result comm_gather_among(const char *key, const uint32_t *members, uint32_t n,
                                     const void *mine, size_t bytes)
{
    return gather(NULL, context(key, "meeting", key), members, n, mine, bytes);
}

void comm_made_together(const struct comm *c)
{
    if (c->nmembers > 1)
        port_rests_on("communicators and windows that all ranks make at a time");
}

const void *comm_gathered(const struct port_result *result, uint32_t i, size_t *n)
{
    const char *all = port_gathered(result, i, n);
    *n -= sizeof(struct coll_head);
    return all + sizeof(struct coll_head);
}

static bool same_function(uint32_t a, uint32_t b)
{
    return a == b || lib_plain_call(a) == lib_plain_call(b);
}

static _Noreturn void different_calls(uint32_t mine, void *site, uint32_t other,
                                      uint32_t theirs, const void *their_site)
{
    port_fail((struct port_from){.call = (uint16_t)mine, .site = site},
              FINDING_CALL_MISMATCH, "rank %d calls %s, but rank %u calls %s (%s)",
              port_rank(), lib_call_name((enum mpi_call)mine), other,
              lib_call_name((enum mpi_call)theirs), port_place(their_site));
}

/* Where calls differ because the ones before them did, these are reported: nobody has
 * waited for the other there. */
void comm_check_same_call(const struct coll_head *mine, const struct port_result *result,
                          const uint32_t *members, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        size_t bytes;
        const struct coll_head *head = port_gathered(result, i, &bytes);
        if (same_function(head->call, mine->call))
            continue;
        if (mine->before && head->before && !same_function(head->before, mine->before))
            different_calls(mine->before, mine->site_before, members[i], head->before,
                            head->site_before);
        different_calls(mine->call, mine->site, members[i], head->call, head->site);
    }
}

/* ---- duplicates ---- */

/* A duplicate; NULL if a copy function has failed, with its code. */
static struct comm *duplicate(struct comm *c, int *code)
{
    struct attrs attrs = {0};
    *code = attr_copy_all(&c->attrs, c->object.handle, &attrs, MPI_COMM_NULL);
    if (*code)
        return NULL;
    object_hold(&c->local->object);
    if (c->remote)
        object_hold(&c->remote->object);
    struct comm *made =
        comm_new(c, c->local, c->remote, c->low, comm_child_key(c, "dup"));
    made->attrs = attrs;
    made->topo = topo_hold(c->topo);
    return made;
}

int comm_dup(struct comm *c, MPI_Comm *newcomm)
{
    int code;
    *newcomm = MPI_COMM_NULL;
    struct comm *made = duplicate(c, &code);
    if (!made)
        return attr_failed(c, "copy", code);
    comm_made_together(c);
    comm_gather_all(c, NULL, 0);
    *newcomm = comm_publish(made);
    return MPI_SUCCESS;
}

/* Makes the new communicator at once; the request is complete when every rank has made
 * it. */
struct comm *comm_idup(struct comm *c, uint32_t *request, int *code)
{
    struct comm *made = duplicate(c, code);
    if (!made) {
        *code = attr_failed(c, "copy", *code);
        return NULL;
    }
    const struct coll_head head = coll_head(c);
    *request = port_arrive(lib()->from, c->collectives, c->members, c->nmembers,
                           c->nmembers, &head, sizeof head);
    made->coming = true;
    return made;
}

/* ---- by colour ---- */

struct choice {
    int colour, key;
    int world;
};

static int by_key(const void *x, const void *y)
{
    const struct choice *const *a = x, *const *b = y;
    if ((*a)->key != (*b)->key)
        return (*a)->key < (*b)->key ? -1 : 1;
    return *a < *b ? -1 : *a > *b; /* by their order in the parent */
}

/* The group of those members that have this colour, ordered by key; NULL if there are
 * none. */
static struct group *of_colour(const struct choice *choice, int n, int colour)
{
    const struct choice **chosen = lib_alloc((size_t)n * sizeof(struct choice *));
    int count = 0;
    for (int i = 0; i < n; i++)
        if (choice[i].colour == colour)
            chosen[count++] = &choice[i];
    qsort(chosen, (size_t)count, sizeof(struct choice *), by_key);
    int *world = lib_alloc((size_t)count * sizeof *world);
    for (int i = 0; i < count; i++)
        world[i] = chosen[i]->world;
    free(chosen);
    if (count)
        return group_new(world, count);
    free(world);
    return NULL;
}

struct comm *comm_split(struct comm *parent, int colour, int key)
{
    const struct choice mine = {.colour = colour, .key = key, .world = port_rank()};
    struct port_result result = comm_gather_all(parent, &mine, sizeof mine);
    char *name = comm_child_key(parent, "split colour %d", colour);
    struct choice *all = lib_alloc(parent->nmembers * sizeof *all);
    for (uint32_t i = 0; i < parent->nmembers; i++) {
        size_t bytes;
        memcpy(&all[i], comm_gathered(&result, i, &bytes), sizeof *all);
    }
    struct group *local = NULL, *remote = NULL;
    if (colour != MPI_UNDEFINED) {
        local = of_colour(all + comm_local_at(parent), parent->size, colour);
        if (parent->remote)
            remote = of_colour(all + comm_remote_at(parent), parent->remote->n, colour);
    }
    free(all);
    if (local && (!parent->remote || remote))
        return comm_new(parent, local, remote, parent->low, name);
    if (local)
        object_release(&local->object);
    free(name);
    return NULL;
}

/* ---- by group ---- */

static bool is_subset(const struct group *part, const struct group *all)
{
    for (int i = 0; i < part->n; i++)
        if (group_rank_of(all, part->world[i]) == MPI_UNDEFINED)
            return false;
    return true;
}

int comm_check_subset(struct comm *c, const struct group *g)
{
    if (is_subset(g, c->local))
        return MPI_SUCCESS;
    return lib_error(c, MPI_ERR_GROUP, FINDING_INVALID_ARGUMENT,
                     "the group has members that do not belong to %s", comm_name(c));
}

/* The group that a member gave. */
static struct group *group_given(const struct port_result *result, uint32_t member)
{
    size_t bytes;
    const void *given = comm_gathered(result, member, &bytes);
    int *world = lib_alloc(bytes);
    memcpy(world, given, bytes);
    return group_new(world, (int)(bytes / sizeof *world));
}

/* Checks that all members of the group gave the same group. */
static void check_same_group(struct comm *c, const struct port_result *result,
                             const struct group *g)
{
    for (int i = 0; i < g->n; i++) {
        uint32_t member =
            comm_local_at(c) + (uint32_t)group_rank_of(c->local, g->world[i]);
        struct group *other = group_given(result, member);
        if (!group_same(g, other))
            port_fail(lib()->from, FINDING_COMMUNICATOR_MISMATCH,
                      "rank %d calls %s with another group than rank %d, which belongs "
                      "to it",
                      port_rank(), lib_call_name(lib()->from.call), g->world[i]);
        object_release(&other->object);
    }
}

/* The group that the other side of an intercommunicator gave. */
static struct group *remote_given(struct comm *c, const struct port_result *result)
{
    for (int i = 0; i < c->remote->n; i++) {
        struct group *g = group_given(result, comm_remote_at(c) + (uint32_t)i);
        if (g->n)
            return g;
        object_release(&g->object);
    }
    return NULL;
}

/* NULL if this rank is not a member, or if one of two groups is empty. */
struct comm *comm_of_group(struct comm *parent, struct group *g)
{
    comm_made_together(parent);
    struct port_result result =
        comm_gather_all(parent, g->world, (size_t)g->n * sizeof *g->world);
    /* The leader's rank distinguishes the new communicators; on both sides of an
     * intercommunicator one is made. */
    char *name = comm_child_key(parent, "create of rank %d",
                                parent->remote || !g->n ? -1 : g->world[0]);
    struct group *remote = NULL;
    if (g->rank != MPI_UNDEFINED) {
        check_same_group(parent, &result, g);
        if (parent->remote)
            remote = remote_given(parent, &result);
        if (!parent->remote || remote) {
            object_hold(&g->object);
            return comm_new(parent, g, remote, parent->low, name);
        }
    }
    free(name);
    return NULL;
}

/* Only the members of the group take part. NULL if this rank is not one of them. */
struct comm *comm_of_members(struct comm *parent, struct group *g, const char *begin)
{
    if (g->rank == MPI_UNDEFINED)
        return NULL;
    uint32_t *members = lib_alloc((size_t)g->n * sizeof *members);
    char *key = text("%s", begin);
    for (int i = 0; i < g->n; i++) {
        members[i] = (uint32_t)g->world[i];
        char *longer = text("%s %d", key, g->world[i]);
        free(key);
        key = longer;
    }
    key = comm_separate_key(parent, key);
    comm_gather_among(key, members, (uint32_t)g->n, NULL, 0);
    free(members);
    object_hold(&g->object);
    return comm_new(parent, g, NULL, false, key);
}
