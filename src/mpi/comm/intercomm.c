/* SPDX-License-Identifier: Apache-2.0
 *
 * intercomm.c - intercommunicators: two groups that talk to each other.
 *
 * To make one, the leaders meet on a context that is named after the communicator they
 * both know, themselves and the tag, and exchange their groups. Then each tells its own
 * side. The group whose leader has the lower rank in the world is the low one. */
#include "mpi/comm/comm.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EXPORT int MPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    ENTER(Comm_remote_size);
    FIND_INTERCOMM(c, comm);
    CHECK_RESULT(size);
    *size = c->remote->n;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    ENTER(Comm_remote_group);
    FIND_INTERCOMM(c, comm);
    CHECK_RESULT(group);
    *group = group_handle(c->remote);
    LEAVE(MPI_SUCCESS);
}

/* ---- making one ---- */

/* What a leader tells its side; other ranks only tell whom they consider the leader. */
struct news {
    int leader; /* rank of the leader in the local communicator */
    int low;
    int nremote;
    int world[]; /* the remote group, followed by the key of the new communicator */
};

/* Exchanges the groups with the other leader. The result is allocated with malloc() and
 * has `bytes` bytes. */
static struct news *ask_other_leader(struct comm *local, int leader, struct comm *peers,
                                     int remote_leader, const char *tag, size_t *bytes)
{
    uint32_t me = (uint32_t)port_rank();
    uint32_t other = (uint32_t)comm_world_of(peers, remote_leader);
    bool low = me < other;
    const uint32_t both[2] = {low ? me : other, low ? other : me};
    size_t space = strlen(peers->key) + strlen(tag) + 64;
    char *key = lib_alloc(space);
    snprintf(key, space, "%s/tag %s of leaders %u %u", peers->key, tag, both[0], both[1]);
    key = comm_separate_key(peers, key);

    const struct group *mine = local->local;
    struct port_result result =
        comm_gather_among(key, both, 2, mine->world, (size_t)mine->n * sizeof(int));
    size_t theirs, length = strlen(key) + 1;
    const void *remote = comm_gathered(&result, low ? 1 : 0, &theirs);
    *bytes = sizeof(struct news) + theirs + length;
    struct news *news = lib_alloc(*bytes);
    news->leader = leader;
    news->low = low;
    news->nremote = (int)(theirs / sizeof(int));
    memcpy(news->world, remote, theirs);
    memcpy(news->world + news->nremote, key, length);
    free(key);
    return news;
}

static void check_same_leader(struct comm *local, const struct port_result *result,
                              int leader)
{
    for (uint32_t i = 0; i < local->nmembers; i++) {
        size_t bytes;
        const struct news *news = comm_gathered(result, i, &bytes);
        if (news->leader != leader)
            port_fail(lib()->from, FINDING_ROOT_MISMATCH,
                      "rank %d gives local_leader %d, but rank %u gives %d", port_rank(),
                      leader, local->members[i], news->leader);
    }
}

static struct group *remote_group(const struct news *news)
{
    size_t bytes = (size_t)news->nremote * sizeof(int);
    int *world = lib_alloc(bytes);
    memcpy(world, news->world, bytes);
    return group_new(world, news->nremote);
}

static bool disjoint(const struct group *a, const struct group *b)
{
    for (int i = 0; i < a->n; i++)
        if (group_rank_of(b, a->world[i]) != MPI_UNDEFINED)
            return false;
    return true;
}

/* Makes the intercommunicator. Only the leader has `mine`; it is NULL elsewhere. */
static int create(struct comm *local, int leader, const struct news *mine, size_t bytes,
                  MPI_Comm *newcomm)
{
    const struct news alone = {.leader = leader};
    struct port_result result =
        comm_gather_all(local, mine ? mine : &alone, mine ? bytes : sizeof alone);
    check_same_leader(local, &result, leader);
    const struct news *news = comm_gathered(&result, (uint32_t)leader, &bytes);
    struct group *remote = remote_group(news);
    if (!disjoint(local->local, remote)) {
        object_release(&remote->object);
        return lib_error(local, MPI_ERR_COMM, FINDING_INVALID_ARGUMENT,
                         "the two groups have members in common");
    }
    char *key = strdup((const char *)(news->world + news->nremote));
    object_hold(&local->local->object);
    *newcomm = comm_publish(comm_new(local, local->local, remote, news->low, key));
    return MPI_SUCCESS;
}

int intercomm_create(struct comm *local, int leader, struct comm *peers,
                     int remote_leader, const char *tag, MPI_Comm *newcomm)
{
    if (local->rank != leader)
        return create(local, leader, NULL, 0, newcomm);
    size_t bytes;
    struct news *news =
        ask_other_leader(local, leader, peers, remote_leader, tag, &bytes);
    int code = create(local, leader, news, bytes, newcomm);
    free(news);
    return code;
}

EXPORT int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                                int remote_leader, int tag, MPI_Comm *newintercomm)
{
    ENTER(Intercomm_create);
    FIND_INTRACOMM(local, local_comm);
    CHECK_RESULT(newintercomm);
    NEED_RANK(local, "local_leader", local_leader, local->size);
    if (local->rank != local_leader)
        LEAVE(intercomm_create(local, local_leader, NULL, -1, NULL, newintercomm));

    FIND_COMM(peers, peer_comm);
    NEED_TAG(peers, tag);
    NEED_RANK(peers, "remote_leader", remote_leader, comm_peers(peers)->n);
    if (comm_world_of(peers, remote_leader) == port_rank())
        INVALID(peers, MPI_ERR_RANK, "remote_leader is the local leader itself");
    char name[16];
    snprintf(name, sizeof name, "%d", tag);
    LEAVE(
        intercomm_create(local, local_leader, peers, remote_leader, name, newintercomm));
}

/* ---- and making one group of the two ---- */

/* Which side is high, as these members said; they must agree. */
static bool agreed_high(struct comm *c, const struct port_result *result, uint32_t from,
                        int n)
{
    size_t bytes;
    bool first = *(const bool *)comm_gathered(result, from, &bytes);
    for (uint32_t i = from + 1; i < from + (uint32_t)n; i++)
        if (*(const bool *)comm_gathered(result, i, &bytes) != first)
            port_fail(lib()->from, FINDING_CALL_MISMATCH,
                      "ranks %u and %u are in the same group, but give different values "
                      "of high",
                      c->members[from], c->members[i]);
    return first;
}

EXPORT int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
    ENTER(Intercomm_merge);
    FIND_INTERCOMM(c, intercomm);
    CHECK_RESULT(newintracomm);
    const bool mine = high != 0;
    struct port_result result = comm_gather_all(c, &mine, sizeof mine);
    bool local_high = agreed_high(c, &result, comm_local_at(c), c->size);
    bool remote_high = agreed_high(c, &result, comm_remote_at(c), c->remote->n);
    bool local_first = local_high == remote_high ? c->low : !local_high;
    if (local_high == remote_high)
        port_rests_on("MPI_Intercomm_merge of equal high in one of two orders");

    const struct group *first = local_first ? c->local : c->remote;
    const struct group *second = local_first ? c->remote : c->local;
    int *world = lib_alloc((size_t)(first->n + second->n) * sizeof *world);
    memcpy(world, first->world, (size_t)first->n * sizeof *world);
    memcpy(world + first->n, second->world, (size_t)second->n * sizeof *world);
    *newintracomm = comm_publish(comm_new(c, group_new(world, first->n + second->n), NULL,
                                          false, comm_child_key(c, "merge")));
    LEAVE(MPI_SUCCESS);
}
