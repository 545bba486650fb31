/* SPDX-License-Identifier: Apache-2.0
 *
 * group.c - MPI_Group_*: sets of ranks, without communication.
 *
 * Groups are small and made seldom, so everything searches linearly, except that the
 * functions which compare two groups mark the members of one of them first. */
#include "mpi/comm/group.h"
#include "mpi/lib/check.h"
#include <stdlib.h>
#include <string.h>

/* ---- making and finding ---- */

static void group_destroy(struct mpi_object *object)
{
    struct group *g = (struct group *)object;
    if (g->session)
        object_release(g->session);
    free(g->world);
    free(g);
}

struct group *group_new(int *world, int n)
{
    struct group *g = lib_alloc(sizeof *g);
    object_init(&g->object, OBJECT_GROUP, group_destroy);
    g->world = world;
    g->n = n;
    g->rank = group_rank_of(g, port_rank());
    return g;
}

void group_of_session(struct group *g, struct mpi_object *session)
{
    if (g->session || !session || g->object.builtin)
        return;
    object_hold(session);
    g->session = session;
}

void group_setup(void)
{
    object_install(&group_new(NULL, 0)->object, MPI_GROUP_EMPTY);
}

struct group *group_find(MPI_Group handle)
{
    return (struct group *)object_find(OBJECT_GROUP, handle);
}

const char *group_invalid(MPI_Group handle)
{
    return handle == MPI_GROUP_NULL ? "the group is MPI_GROUP_NULL"
                                    : "the group does not exist, or has been freed";
}

int group_rank_of(const struct group *g, int world)
{
    if (world < g->n && g->world[world] == world) /* the common case: the same ranks as in
                                                     MPI_COMM_WORLD */
        return world;
    for (int i = 0; i < g->n; i++)
        if (g->world[i] == world)
            return i;
    return MPI_UNDEFINED;
}

/* For each world rank, its rank in the group, or MPI_UNDEFINED. */
static int *ranks_by_world(const struct group *g)
{
    int *rank = lib_alloc((size_t)port_size() * sizeof *rank);
    for (int i = 0; i < port_size(); i++)
        rank[i] = MPI_UNDEFINED;
    for (int i = 0; i < g->n; i++)
        rank[g->world[i]] = i;
    return rank;
}

bool group_same(const struct group *a, const struct group *b)
{
    return a->n == b->n &&
           (a->n == 0 || !memcmp(a->world, b->world, (size_t)a->n * sizeof *a->world));
}

bool group_similar(const struct group *a, const struct group *b)
{
    if (a->n != b->n)
        return false;
    int *in_b = ranks_by_world(b);
    bool similar = true;
    for (int i = 0; similar && i < a->n; i++)
        similar = in_b[a->world[i]] != MPI_UNDEFINED;
    free(in_b);
    return similar;
}

/* Makes a group, from `from`, and returns its handle. */
static MPI_Group publish(const struct group *from, int *world, int n)
{
    if (n == 0) {
        free(world);
        return MPI_GROUP_EMPTY;
    }
    struct group *g = group_new(world, n);
    group_of_session(g, from->session);
    return object_publish(&g->object);
}

static int *ranks_alloc(int n)
{
    return lib_alloc((size_t)n * sizeof(int) + 1);
}

MPI_Group group_handle(const struct group *g)
{
    int *world = ranks_alloc(g->n);
    if (g->n)
        memcpy(world, g->world, (size_t)g->n * sizeof *world);
    return publish(g, world, g->n);
}

/* The members of `g` whose mark is `wanted`, in their order. */
static MPI_Group marked(const struct group *g, const bool *mark, bool wanted)
{
    int *world = ranks_alloc(g->n), n = 0;
    for (int i = 0; i < g->n; i++)
        if (mark[i] == wanted)
            world[n++] = g->world[i];
    return publish(g, world, n);
}

/* ---- questions ---- */

EXPORT int MPI_Group_size(MPI_Group group, int *size)
{
    ENTER(Group_size);
    FIND_GROUP(g, group);
    CHECK_RESULT(size);
    *size = g->n;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Group_rank(MPI_Group group, int *rank)
{
    ENTER(Group_rank);
    FIND_GROUP(g, group);
    CHECK_RESULT(rank);
    *rank = g->rank;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    ENTER(Group_compare);
    FIND_GROUP(a, group1);
    FIND_GROUP(b, group2);
    CHECK_RESULT(result);
    *result = group_same(a, b)      ? MPI_IDENT
              : group_similar(a, b) ? MPI_SIMILAR
                                    : MPI_UNEQUAL;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[],
                                     MPI_Group group2, int ranks2[])
{
    ENTER(Group_translate_ranks);
    FIND_GROUP(from, group1);
    FIND_GROUP(to, group2);
    NEED_COUNT(NULL, n);
    NEED_ARRAY(NULL, n, ranks1);
    NEED_ARRAY(NULL, n, ranks2);
    for (int i = 0; i < n; i++)
        if (ranks1[i] != MPI_PROC_NULL && (ranks1[i] < 0 || ranks1[i] >= from->n))
            INVALID(NULL, MPI_ERR_RANK, "ranks1[%d] is %d, but the group has %d members",
                    i, ranks1[i], from->n);
    int *in_to = ranks_by_world(to);
    for (int i = 0; i < n; i++)
        ranks2[i] =
            ranks1[i] == MPI_PROC_NULL ? MPI_PROC_NULL : in_to[from->world[ranks1[i]]];
    free(in_to);
    LEAVE(MPI_SUCCESS);
}

/* ---- two groups make a third ---- */

/* Which members of `a` are in `b`. */
static bool *common(const struct group *a, const struct group *b)
{
    bool *mark = lib_alloc((size_t)a->n + 1);
    int *in_b = ranks_by_world(b);
    for (int i = 0; i < a->n; i++)
        mark[i] = in_b[a->world[i]] != MPI_UNDEFINED;
    free(in_b);
    return mark;
}

EXPORT int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    ENTER(Group_union);
    FIND_GROUP(a, group1);
    FIND_GROUP(b, group2);
    CHECK_RESULT(newgroup);
    int *world = ranks_alloc(a->n + b->n), n = a->n;
    if (n)
        memcpy(world, a->world, (size_t)n * sizeof *world);
    bool *both = common(b, a);
    for (int i = 0; i < b->n; i++)
        if (!both[i])
            world[n++] = b->world[i];
    free(both);
    *newgroup = publish(a, world, n);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    ENTER(Group_intersection);
    FIND_GROUP(a, group1);
    FIND_GROUP(b, group2);
    CHECK_RESULT(newgroup);
    bool *both = common(a, b);
    *newgroup = marked(a, both, true);
    free(both);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    ENTER(Group_difference);
    FIND_GROUP(a, group1);
    FIND_GROUP(b, group2);
    CHECK_RESULT(newgroup);
    bool *both = common(a, b);
    *newgroup = marked(a, both, false);
    free(both);
    LEAVE(MPI_SUCCESS);
}

/* ---- a group and a list of ranks make another ---- */

/* MPI_SUCCESS if these are distinct ranks of the group, otherwise an error of this
 * class. */
static int check_ranks(const struct group *g, int n, const int *ranks, int error_class)
{
    bool *seen = lib_alloc((size_t)g->n + 1);
    int code = MPI_SUCCESS;
    for (int i = 0; !code && i < n; i++) {
        if (ranks[i] < 0 || ranks[i] >= g->n)
            code = lib_error(NULL, error_class, FINDING_INVALID_ARGUMENT,
                             "ranks[%d] is %d, but the group has %d members", i, ranks[i],
                             g->n);
        else if (seen[ranks[i]])
            code =
                lib_error(NULL, error_class, FINDING_INVALID_ARGUMENT,
                          "ranks[%d] is %d, which is in the list already", i, ranks[i]);
        else
            seen[ranks[i]] = true;
    }
    free(seen);
    return code;
}

static MPI_Group include(const struct group *g, int n, const int *ranks)
{
    int *world = ranks_alloc(n);
    for (int i = 0; i < n; i++)
        world[i] = g->world[ranks[i]];
    return publish(g, world, n);
}

static MPI_Group exclude(const struct group *g, int n, const int *ranks)
{
    bool *mark = lib_alloc((size_t)g->n + 1);
    for (int i = 0; i < n; i++)
        mark[ranks[i]] = true;
    MPI_Group rest = marked(g, mark, false);
    free(mark);
    return rest;
}

EXPORT int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    ENTER(Group_incl);
    FIND_GROUP(g, group);
    NEED_COUNT(NULL, n);
    NEED_ARRAY(NULL, n, ranks);
    CHECK_RESULT(newgroup);
    int code = check_ranks(g, n, ranks, MPI_ERR_RANK);
    if (!code)
        *newgroup = include(g, n, ranks);
    LEAVE(code);
}

EXPORT int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    ENTER(Group_excl);
    FIND_GROUP(g, group);
    NEED_COUNT(NULL, n);
    NEED_ARRAY(NULL, n, ranks);
    CHECK_RESULT(newgroup);
    int code = check_ranks(g, n, ranks, MPI_ERR_RANK);
    if (!code)
        *newgroup = exclude(g, n, ranks);
    LEAVE(code);
}

/* ---- ranges, a shorter way to write lists of ranks ---- */

static int range_length(const int range[3])
{
    int length = (range[1] - range[0]) / range[2] + 1;
    return length > 0 ? length : 0;
}

/* The ranks of these ranges, in a list that the caller frees. */
static int expand_ranges(const struct group *g, int n, int ranges[][3], int **ranks,
                         int *length)
{
    *ranks = NULL;
    *length = 0;
    for (int i = 0; i < n; i++) {
        const int *range = ranges[i];
        for (int end = 0; end < 2; end++)
            if (range[end] < 0 || range[end] >= g->n)
                return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                                 "ranges[%d] %s at %d, but the group has %d members", i,
                                 end ? "ends" : "begins", range[end], g->n);
        if (range[2] == 0)
            return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                             "ranges[%d] has stride 0", i);
        if (range_length(range) == 0)
            return lib_error(
                NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                "ranges[%d] is from %d to %d with stride %d: that leads away", i,
                range[0], range[1], range[2]);
        *length += range_length(range);
    }
    *ranks = ranks_alloc(*length);
    int *next = *ranks;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < range_length(ranges[i]); j++)
            *next++ = ranges[i][0] + j * ranges[i][2];
    return check_ranks(g, *length, *ranks, MPI_ERR_ARG);
}

EXPORT int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3],
                                MPI_Group *newgroup)
{
    ENTER(Group_range_incl);
    FIND_GROUP(g, group);
    NEED_COUNT(NULL, n);
    NEED_ARRAY(NULL, n, ranges);
    CHECK_RESULT(newgroup);
    int *ranks, length;
    int code = expand_ranges(g, n, ranges, &ranks, &length);
    if (!code)
        *newgroup = include(g, length, ranks);
    free(ranks);
    LEAVE(code);
}

EXPORT int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3],
                                MPI_Group *newgroup)
{
    ENTER(Group_range_excl);
    FIND_GROUP(g, group);
    NEED_COUNT(NULL, n);
    NEED_ARRAY(NULL, n, ranges);
    CHECK_RESULT(newgroup);
    int *ranks, length;
    int code = expand_ranges(g, n, ranges, &ranks, &length);
    if (!code)
        *newgroup = exclude(g, length, ranks);
    free(ranks);
    LEAVE(code);
}

EXPORT int MPI_Group_free(MPI_Group *group)
{
    ENTER(Group_free);
    CHECK_RESULT(group);
    FIND_GROUP(g, *group);
    if (!g->object.builtin)
        object_unpublish(&g->object);
    *group = MPI_GROUP_NULL;
    LEAVE(MPI_SUCCESS);
}
