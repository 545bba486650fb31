/* SPDX-License-Identifier: Apache-2.0
 *
 * group.h - ordered sets of ranks.
 *
 * A group never changes once it is made, so communicators share it. Inside, members are
 * world ranks; their place in the array is their rank in the group. */
#ifndef MZ_MPI_COMM_GROUP_H
#define MZ_MPI_COMM_GROUP_H
#include "mpi/lib/lib.h"

struct group {
    struct mpi_object object;
    int n;
    int *world;                 /* the members, as world ranks */
    int rank;                   /* this rank's number in the group, or MPI_UNDEFINED */
    struct mpi_object *session; /* that it comes from; NULL: none. A reference is held */
};

void group_setup(void); /* makes MPI_GROUP_EMPTY */

/* Makes a group, taking over `world` (allocated with malloc()). It has no handle until
 * the program sees it. */
struct group *group_new(int *world, int n);
struct group *group_find(MPI_Group);
/* Why group_find() found nothing; for INVALID. */
const char *group_invalid(MPI_Group);
/* The rank in the group of a world rank, or MPI_UNDEFINED. */
int group_rank_of(const struct group *, int world);
bool group_same(const struct group *, const struct group *);
bool group_similar(const struct group *, const struct group *);
/* States from which session it comes. */
void group_of_session(struct group *, struct mpi_object *session);
/* A separate handle for a group that is used elsewhere, too: a new object with equal
 * members. A group without members is MPI_GROUP_EMPTY. */
MPI_Group group_handle(const struct group *);

/* For a function that has called ENTER: declares g, or leaves with MPI_ERR_GROUP. */
#define FIND_GROUP(g, handle)                                                            \
    struct group *g = group_find(handle);                                                \
    if (!g)                                                                              \
    INVALID(NULL, MPI_ERR_GROUP, "%s", group_invalid(handle))

#endif
