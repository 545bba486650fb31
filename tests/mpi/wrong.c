/* SPDX-License-Identifier: Apache-2.0
 *
 * wrong.c - programs with a mistake, and what must be found. The argument says which; the
 * comment in front of each is read by wrong.sh:
 *
 *     name, ranks => kind: text that the finding contains */
#include <mpi.h>
#include <string.h>

static int rank, n;
static MPI_Comm c, d;
static MPI_Group w, g;
static MPI_Info info;
static MPI_Errhandler errhandler;

/* comm-null, 1 => invalid-argument: MPI_Comm_rank: the communicator is MPI_COMM_NULL */
static void comm_null(void)
{
    MPI_Comm_rank(MPI_COMM_NULL, &n);
}

/* comm-freed, 2 => invalid-argument: MPI_Comm_size: the communicator does not exist */
static void comm_freed(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    d = c;
    MPI_Comm_free(&c);
    MPI_Comm_size(d, &n);
}

/* comm-garbage, 1 => invalid-argument: the communicator does not exist */
static void comm_garbage(void)
{
    MPI_Comm_size((MPI_Comm)0x1234, &n);
}

/* free-world, 1 => invalid-argument: MPI_COMM_WORLD is predefined and cannot be freed */
static void free_world(void)
{
    c = MPI_COMM_WORLD;
    MPI_Comm_free(&c);
}

/* no-pointer, 1 => invalid-argument: rank is a null pointer */
static void no_pointer(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, NULL);
}

/* colour, 2 => invalid-argument: color is negative */
static void colour(void)
{
    MPI_Comm_split(MPI_COMM_WORLD, -2, 0, &c);
}

/* dup-and-barrier, 3 => call-mismatch: MPI_Comm_dup */
static void dup_and_barrier(void)
{
    if (rank == 2)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
}

/* dup-and-split, 2 => call-mismatch: rank 1 calls MPI_Comm_split */
static void dup_and_split(void)
{
    if (rank == 1)
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &c);
    else
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
}

/* dup-alone, 2 => deadlock: wait for each other */
static void dup_alone(void)
{
    if (rank == 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
    else
        MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* other-groups, 3 => communicator-mismatch: calls MPI_Comm_create with another group */
static void other_groups(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Group_incl(w, 2, rank ? (int[]){1, 0} : (int[]){0, 1}, &g);
    MPI_Comm_create(MPI_COMM_WORLD, g, &c);
}

/* not-a-subset, 3 => invalid-argument: the group has members that do not belong to */
static void not_a_subset(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Comm_create(MPI_COMM_SELF, w, &c);
}

/* group-rank, 2 => invalid-argument: ranks[0] is 2, but the group has 2 members */
static void group_rank(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Group_incl(w, 1, (int[]){2}, &g);
}

/* group-twice, 2 => invalid-argument: ranks[1] is 1, which is in the list already */
static void group_twice(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Group_incl(w, 2, (int[]){1, 1}, &g);
}

/* group-freed, 1 => invalid-argument: the group does not exist, or has been freed */
static void group_freed(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    g = w;
    MPI_Group_free(&w);
    MPI_Group_size(g, &n);
}

/* other-leaders, 4 => root-mismatch: local_leader */
static void other_leaders(void)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &c);
    MPI_Intercomm_create(c, rank == 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 5, &d);
}

/* other-tags, 2 => deadlock: wait for each other */
static void other_tags(void)
{
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, !rank, rank, &d);
}

/* high, 3 => call-mismatch: give different values of high */
static void high(void)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, 0, &c);
    MPI_Intercomm_create(c, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &d);
    MPI_Intercomm_merge(d, rank == 1, &c);
}

/* other-grids, 4 => call-mismatch: with different topologies */
static void other_grids(void)
{
    MPI_Cart_create(MPI_COMM_WORLD, 2, rank ? (int[]){2, 2} : (int[]){4, 1}, (int[2]){0},
                    0, &c);
}

/* grid-too-large, 3 => invalid-argument: the grid is larger than MPI_COMM_WORLD */
static void grid_too_large(void)
{
    MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){2, 2}, (int[2]){0}, 0, &c);
}

/* no-grid, 2 => invalid-argument: MPI_COMM_WORLD has no topology of this kind */
static void no_grid(void)
{
    MPI_Cartdim_get(MPI_COMM_WORLD, &n);
}

/* one-end, 2 => invalid-argument: times among the */
static void one_end(void)
{
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, rank == 0,
                                   (int[]){1}, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
}

/* some-weights, 2 => call-mismatch: gives MPI_UNWEIGHTED, but rank 1 does not */
static void some_weights(void)
{
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, (int[]){1}, &rank,
                          rank ? (int[]){1} : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
}

/* keyval, 1 => invalid-argument: the keyval is MPI_KEYVAL_INVALID */
static void keyval(void)
{
    MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, NULL);
}

static int fails(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    return MPI_ERR_OTHER;
}

/* delete-fails, 1 => exit-code: the delete function of an attribute answers with error */
static void delete_fails(void)
{
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, fails, &n, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, n, NULL);
    MPI_Comm_delete_attr(MPI_COMM_SELF, n);
}

/* info-key, 1 => invalid-argument: the info has no key "none" */
static void info_key(void)
{
    MPI_Info_create(&info);
    MPI_Info_delete(info, "none");
}

/* call-errhandler, 1 => exit-code: the program reports error 4 */
static void call_errhandler(void)
{
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TAG);
}

static void ignore(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

/* leak-comm, 2 => resource-leak: MPI_Comm_dup at wrong.c: */
static void leak_comm(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
}

/* leak-group, 1 => resource-leak: MPI_Comm_group at wrong.c: */
static void leak_group(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &g);
}

/* leak-info, 1 => resource-leak: MPI_Info_create at wrong.c: */
static void leak_info(void)
{
    MPI_Info_create(&info);
}

/* leak-errhandler, 1 => resource-leak: MPI_Comm_create_errhandler at wrong.c: */
static void leak_errhandler(void)
{
    MPI_Comm_create_errhandler(ignore, &errhandler);
}

/* handled, 2 => verified */
static void handled(void)
{
    MPI_Comm_create_errhandler(ignore, &errhandler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, errhandler);
    MPI_Errhandler_free(&errhandler);
    MPI_Comm_rank(MPI_COMM_NULL, &n);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_NULL, &n);
}

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
    {"comm-null", comm_null},
    {"comm-freed", comm_freed},
    {"comm-garbage", comm_garbage},
    {"free-world", free_world},
    {"no-pointer", no_pointer},
    {"colour", colour},
    {"dup-and-barrier", dup_and_barrier},
    {"dup-and-split", dup_and_split},
    {"dup-alone", dup_alone},
    {"other-groups", other_groups},
    {"not-a-subset", not_a_subset},
    {"group-rank", group_rank},
    {"group-twice", group_twice},
    {"group-freed", group_freed},
    {"other-leaders", other_leaders},
    {"other-tags", other_tags},
    {"high", high},
    {"other-grids", other_grids},
    {"grid-too-large", grid_too_large},
    {"no-grid", no_grid},
    {"one-end", one_end},
    {"some-weights", some_weights},
    {"keyval", keyval},
    {"delete-fails", delete_fails},
    {"info-key", info_key},
    {"call-errhandler", call_errhandler},
    {"leak-comm", leak_comm},
    {"leak-group", leak_group},
    {"leak-info", leak_info},
    {"leak-errhandler", leak_errhandler},
    {"handled", handled},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc > 1 && !strcmp(argv[1], programs[i].name))
            programs[i].run();
    MPI_Finalize();
    return 0;
}
