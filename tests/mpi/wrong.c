/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * wrong.c - programs with a mistake, and what must be found. The argument says which. */
#include <mpi.h>
#include <string.h>

static int rank, n;
static MPI_Comm c, d;
static MPI_Group w, g;
static MPI_Info info;
static MPI_Errhandler errhandler;

/* mazurka: -n 1 -- comm-null => invalid-argument: MPI_Comm_rank: the communicator is MPI_COMM_NULL */
static void comm_null(void)
{
    MPI_Comm_rank(MPI_COMM_NULL, &n);
}

/* mazurka: -n 2 -- comm-freed => invalid-argument: MPI_Comm_size: the communicator does not exist */
static void comm_freed(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    d = c;
    MPI_Comm_free(&c);
    MPI_Comm_size(d, &n);
}

/* mazurka: -n 1 -- comm-garbage => invalid-argument: the communicator does not exist */
static void comm_garbage(void)
{
    MPI_Comm_size((MPI_Comm)0x1234, &n);
}

/* mazurka: -n 1 -- free-world => invalid-argument: MPI_COMM_WORLD is predefined and cannot be freed */
static void free_world(void)
{
    c = MPI_COMM_WORLD;
    MPI_Comm_free(&c);
}

/* mazurka: -n 1 -- no-pointer => invalid-argument: MPI_Comm_rank: rank is NULL */
static void no_pointer(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, NULL);
}

/* mazurka: -n 2 -- colour => invalid-argument: color is negative */
static void colour(void)
{
    MPI_Comm_split(MPI_COMM_WORLD, -2, 0, &c);
}

/* mazurka: -n 3 -- dup-and-barrier => call-mismatch: MPI_Comm_dup */
static void dup_and_barrier(void)
{
    if (rank == 2)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
}

/* mazurka: -n 2 -- dup-and-split => call-mismatch: rank 1 calls MPI_Comm_split */
static void dup_and_split(void)
{
    if (rank == 1)
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &c);
    else
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
}

/* mazurka: -n 2 -- dup-alone => deadlock: rank 1 waits for a message with tag 0 from rank 0, which is in Comm_dup (wrong.c:76) and waits for rank 1 */
static void dup_alone(void)
{
    if (rank == 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
    else
        MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* mazurka: -n 3 -- other-groups => communicator-mismatch+resource-leak: calls MPI_Comm_create with another group */
static void other_groups(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Group_incl(w, 2, rank ? (int[]){1, 0} : (int[]){0, 1}, &g);
    MPI_Comm_create(MPI_COMM_WORLD, g, &c);
}

/* mazurka: -n 3 -- not-a-subset => invalid-argument: the group has members that do not belong to */
static void not_a_subset(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Comm_create(MPI_COMM_SELF, w, &c);
}

/* mazurka: -n 2 -- group-rank => invalid-argument: ranks[0] is 2, but the group has 2 members */
static void group_rank(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Group_incl(w, 1, (int[]){2}, &g);
}

/* mazurka: -n 2 -- group-twice => invalid-argument: ranks[1] is 1, which is in the list already */
static void group_twice(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Group_incl(w, 2, (int[]){1, 1}, &g);
}

/* mazurka: -n 1 -- group-freed => invalid-argument: the group does not exist, or has been freed */
static void group_freed(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    g = w;
    MPI_Group_free(&w);
    MPI_Group_size(g, &n);
}

/* mazurka: -n 4 -- other-leaders => root-mismatch: local_leader */
static void other_leaders(void)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &c);
    MPI_Intercomm_create(c, rank == 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 5, &d);
}

/* mazurka: -n 2 -- other-tags => deadlock: wait for each other */
static void other_tags(void)
{
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, !rank, rank, &d);
}

/* mazurka: -n 3 -- high => call-mismatch: give different values of high */
static void high(void)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, 0, &c);
    MPI_Intercomm_create(c, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &d);
    MPI_Intercomm_merge(d, rank == 1, &c);
}

/* mazurka: -n 4 -- other-grids => call-mismatch: with different topologies */
static void other_grids(void)
{
    MPI_Cart_create(MPI_COMM_WORLD, 2, rank ? (int[]){2, 2} : (int[]){4, 1}, (int[2]){0},
                    0, &c);
}

/* mazurka: -n 3 -- grid-too-large => invalid-argument: the grid is larger than MPI_COMM_WORLD */
static void grid_too_large(void)
{
    MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){2, 2}, (int[2]){0}, 0, &c);
}

/* mazurka: -n 2 -- no-grid => invalid-argument: MPI_COMM_WORLD has no topology of this kind */
static void no_grid(void)
{
    MPI_Cartdim_get(MPI_COMM_WORLD, &n);
}

/* mazurka: -n 2 -- one-end => invalid-argument: times among the */
static void one_end(void)
{
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, rank == 0,
                                   (int[]){1}, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
}

/* mazurka: -n 2 -- some-weights => call-mismatch: gives MPI_UNWEIGHTED, but rank 1 does not */
static void some_weights(void)
{
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, (int[]){1}, &rank,
                          rank ? (int[]){1} : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
}

/* mazurka: -n 1 -- keyval => invalid-argument: the keyval is MPI_KEYVAL_INVALID */
static void keyval(void)
{
    MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, NULL);
}

static int fails(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    return MPI_ERR_OTHER;
}

/* mazurka: -n 1 -- delete-fails => exit-code: the delete function of an attribute answers with error */
static void delete_fails(void)
{
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, fails, &n, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, n, NULL);
    MPI_Comm_delete_attr(MPI_COMM_SELF, n);
}

/* mazurka: -n 1 -- info-key => invalid-argument: the info has no key "none" */
static void info_key(void)
{
    MPI_Info_create(&info);
    MPI_Info_delete(info, "none");
}

/* mazurka: -n 1 -- call-errhandler => exit-code: the program reports error 4 */
static void call_errhandler(void)
{
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TAG);
}

static void ignore(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

/* mazurka: -n 2 -- leak-comm => verified+resource-leak: MPI_Comm_dup at wrong.c: */
static void leak_comm(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
}

/* mazurka: -n 1 -- leak-group => verified+resource-leak: MPI_Comm_group at wrong.c: */
static void leak_group(void)
{
    MPI_Comm_group(MPI_COMM_WORLD, &g);
}

/* mazurka: -n 1 -- leak-info => verified+resource-leak: MPI_Info_create at wrong.c: */
static void leak_info(void)
{
    MPI_Info_create(&info);
}

/* mazurka: -n 1 -- leak-errhandler => verified+resource-leak: MPI_Comm_create_errhandler at wrong.c: */
static void leak_errhandler(void)
{
    MPI_Comm_create_errhandler(ignore, &errhandler);
}

/* mazurka: -n 2 -- handled => verified */
static void handled(void)
{
    MPI_Comm_create_errhandler(ignore, &errhandler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, errhandler);
    MPI_Errhandler_free(&errhandler);
    MPI_Comm_rank(MPI_COMM_NULL, &n);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_NULL, &n);
}

/* mazurka: -n 1 -- no-status => invalid-argument: MPI_Recv: status is NULL; write MPI_STATUS_IGNORE */
static void no_status(void)
{
    MPI_Recv(&n, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, NULL);
}

/* mazurka: -n 1 -- no-statuses => invalid-argument: MPI_Waitall: array_of_statuses is NULL; write MPI_STATUSES_IGNORE */
static void no_statuses(void)
{
    MPI_Waitall(0, NULL, NULL); /* this is right */
    MPI_Waitall(1, &(MPI_Request){MPI_REQUEST_NULL}, NULL);
}

/* mazurka: -n 1 -- ignored-status => invalid-argument: MPI_Get_count: status is MPI_STATUS_IGNORE, from which nothing */
static void ignored_status(void)
{
    MPI_Get_count(MPI_STATUS_IGNORE, MPI_INT, &n);
}

/* Whoever has asked for it gets the code, and only from MPI-IO, which does not notice, it is an error nevertheless.
 * mazurka: -n 1 -- no-status-of-a-file => invalid-argument: status is NULL */
static void no_status_of_a_file(void)
{
    MPI_File f;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Recv(&n, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, NULL) == MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_File_open(MPI_COMM_WORLD, "file", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_write(f, &n, 1, MPI_INT, NULL);
    MPI_File_close(&f);
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
    {"no-status", no_status},
    {"no-statuses", no_statuses},
    {"ignored-status", ignored_status},
    {"no-status-of-a-file", no_status_of_a_file},
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
