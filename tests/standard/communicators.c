/* mpich: compiles */
/* Chapters 7 to 9: groups, communicators, caching, topologies, environment. See standard.h. */
#include "standard.h"

static MPI_Comm made = MPI_COMM_NULL;
static MPI_Group world, group;

/* 7.3.2: the ranks of a new group are ranks of the old one. */
/* mazurka: -n 2 -- incl_range right => verified!any */
/* mazurka: -n 2 -- incl_range wrong => invalid-argument */
RULE(incl_range)
{
    int ranks[2] = {0, wrong ? 2 : 1};
    MPI_Comm_group(WORLD, &world);
    MPI_Group_incl(world, 2, ranks, &group);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

/* 7.3.2: and are named once. */
/* mazurka: -n 2 -- incl_once right => verified!any */
/* mazurka: -n 2 -- incl_once wrong => invalid-argument */
RULE(incl_once)
{
    int ranks[2] = {0, !wrong};
    MPI_Comm_group(WORLD, &world);
    MPI_Group_incl(world, 2, ranks, &group);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

/* 7.3.2: a range ends where its stride leads, and its stride is not 0. */
/* mazurka: -n 2 -- range right => verified!any */
/* mazurka: -n 2 -- range wrong => invalid-argument */
RULE(range)
{
    int ranges[1][3] = {{0, 1, !wrong}};
    MPI_Comm_group(WORLD, &world);
    MPI_Group_range_incl(world, 1, ranges, &group);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

/* 7.3.3: a freed group is not used. */
/* mazurka: -n 2 -- group_freed right => verified!any */
/* mazurka: -n 2 -- group_freed wrong => invalid-argument */
RULE(group_freed)
{
    int n;
    MPI_Comm_group(WORLD, &world);
    group = world;
    if (wrong)
        MPI_Group_free(&world);
    MPI_Group_size(group, &n);
    if (!wrong)
        MPI_Group_free(&world);
}

/* 7.4.2: MPI_Comm_create is called by all ranks of the communicator. */
/* mazurka: -n 2 -- create_all right => verified!any */
/* mazurka: -n 2 -- create_all wrong => finding */
RULE(create_all)
{
    int zero = 0;
    MPI_Comm_group(WORLD, &world);
    MPI_Group_incl(world, 1, &zero, &group);
    if (!wrong || !rank)
        MPI_Comm_create(WORLD, group, &made);
    if (made != MPI_COMM_NULL)
        MPI_Comm_free(&made);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

/* 7.4.2: with the same group by all of its ranks. */
/* mazurka: -n 3 -- create_group right => verified!any */
/* mazurka: -n 3 -- create_group wrong => finding */
RULE(create_group)
{
    int ranks[2] = {0, wrong && rank ? 2 : 1};
    MPI_Comm_group(WORLD, &world);
    MPI_Group_incl(world, 2, ranks, &group);
    MPI_Comm_create(WORLD, group, &made);
    if (made != MPI_COMM_NULL)
        MPI_Comm_free(&made);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

/* 7.4.2: the groups of one MPI_Comm_create are equal or disjoint, in the same order of ranks. */
/* mazurka: -n 2 -- create_turned right => verified!any */
/* mazurka: -n 2 -- create_turned wrong => finding */
RULE(create_turned)
{
    int turned = wrong && rank, ranks[2] = {turned, !turned};
    MPI_Comm_group(WORLD, &world);
    MPI_Group_incl(world, 2, ranks, &group);
    MPI_Comm_create(WORLD, group, &made);
    MPI_Comm_free(&made);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

/* 7.4.2: a colour is not negative, or MPI_UNDEFINED. */
/* mazurka: -n 2 -- colour right => verified!any */
/* mazurka: -n 2 -- colour wrong => invalid-argument */
RULE(colour)
{
    MPI_Comm_split(WORLD, wrong ? -5 : MPI_UNDEFINED, 0, &made);
}

/* 7.4.2: MPI_Comm_split_type has the same type at all ranks (or MPI_UNDEFINED). */
/* mazurka: -n 2 -- split_type right => verified */
/* mazurka: -n 2 -- split_type wrong => invalid-argument */
RULE(split_type)
{
    MPI_Comm_split_type(WORLD, wrong ? 12345 : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    MPI_Comm_free(&made);
}

/* 7.4.2: the communicator of MPI_Comm_idup is not used before it is complete. */
/* mazurka: -n 2 -- idup right => verified!any */
/* mazurka: -n 2 -- idup wrong => finding */
RULE(idup)
{
    MPI_Request q;
    MPI_Comm_idup(WORLD, &made, &q);
    if (!wrong)
        MPI_Wait(&q, IGNORE);
    MPI_Barrier(made);
    if (wrong)
        MPI_Wait(&q, IGNORE);
    MPI_Comm_free(&made);
}

/* 7.4.3: a freed communicator is not used. */
/* mazurka: -n 2 -- freed right => verified!any */
/* mazurka: -n 2 -- freed wrong => invalid-argument */
RULE(freed)
{
    MPI_Comm copy;
    MPI_Comm_dup(WORLD, &made);
    copy = made;
    if (wrong)
        MPI_Comm_free(&made);
    MPI_Barrier(copy);
    if (!wrong)
        MPI_Comm_free(&made);
}

/* 7.4.3: MPI_Comm_free is called by all ranks. */
/* mazurka: -n 2 -- free_all right => verified!any */
/* mazurka: -n 2 -- free_all wrong => call-mismatch|deadlock|verified+resource-leak */
RULE(free_all)
{
    MPI_Comm_dup(WORLD, &made);
    if (!wrong || rank)
        MPI_Comm_free(&made);
}

/* 7.4.3: MPI_COMM_WORLD is not freed. */
/* mazurka: -n 1 -- free_world right => verified!any */
/* mazurka: -n 1 -- free_world wrong => invalid-argument */
RULE(free_world)
{
    MPI_Comm c = WORLD;
    if (wrong)
        MPI_Comm_free(&c);
}

/* 7.6.2: the groups of an intercommunicator are disjoint. */
/* mazurka: -n 2 -- disjoint right => verified!any */
/* mazurka: -n 2 -- disjoint wrong => finding */
RULE(disjoint)
{
    MPI_Intercomm_create(wrong ? WORLD : SELF, 0, WORLD, wrong ? !rank : !rank, 0, &made);
    MPI_Comm_free(&made);
}

/* 7.6.2: all ranks of a group name the same leader. */
/* mazurka: -n 3 -- leader right => verified!any */
/* mazurka: -n 3 -- leader wrong => finding */
RULE(leader)
{
    MPI_Comm half;
    MPI_Comm_split(WORLD, rank == 0, 0, &half);
    MPI_Intercomm_create(half, wrong && rank == 2, WORLD, rank ? 0 : 1, 0, &made);
    MPI_Comm_free(&made);
    MPI_Comm_free(&half);
}

/* 7.6.2: the leaders use the same tag. */
/* mazurka: -n 2 -- leader_tag right => verified!any */
/* mazurka: -n 2 -- leader_tag wrong => finding */
RULE(leader_tag)
{
    MPI_Intercomm_create(SELF, 0, WORLD, !rank, wrong ? rank : 0, &made);
    MPI_Comm_free(&made);
}

/* 7.6.2: all ranks of one group give MPI_Intercomm_merge the same value of high. */
/* mazurka: -n 3 -- merge_high right => verified!any */
/* mazurka: -n 3 -- merge_high wrong => finding */
RULE(merge_high)
{
    MPI_Comm half, inter;
    MPI_Comm_split(WORLD, rank == 0, 0, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank ? 0 : 1, 0, &inter);
    MPI_Intercomm_merge(inter, wrong ? rank == 2 : !rank, &made);
    MPI_Comm_free(&made);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* 7.4.1: MPI_Comm_remote_size is for intercommunicators. */
/* mazurka: -n 2 -- remote right => verified!any */
/* mazurka: -n 2 -- remote wrong => invalid-argument */
RULE(remote)
{
    int n;
    MPI_Intercomm_create(SELF, 0, WORLD, !rank, 0, &made);
    MPI_Comm_remote_size(wrong ? WORLD : made, &n);
    MPI_Comm_free(&made);
}

/* 7.7.2: an attribute has a key that exists. */
/* mazurka: -n 1 -- keyval right => verified!any */
/* mazurka: -n 1 -- keyval wrong => invalid-argument */
RULE(keyval)
{
    int key, copy;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    copy = key;
    if (wrong)
        MPI_Comm_free_keyval(&key);
    MPI_Comm_set_attr(WORLD, copy, in);
    if (!wrong) {
        MPI_Comm_delete_attr(WORLD, copy);
        MPI_Comm_free_keyval(&key);
    }
}

/* 9.1.2: predefined attributes are not changed. */
/* mazurka: -n 1 -- attr_predefined right => verified!any */
/* mazurka: -n 1 -- attr_predefined wrong => invalid-argument */
RULE(attr_predefined)
{
    int *bound, found;
    MPI_Comm_get_attr(WORLD, MPI_TAG_UB, &bound, &found);
    if (wrong)
        MPI_Comm_set_attr(WORLD, MPI_TAG_UB, in);
}

/* 9.1.2: nor is what they point at. */
/* mazurka: -n 1 -- attr_written right => verified!any */
/* mazurka: -n 1 -- attr_written wrong => verified */
RULE(attr_written)
{
    int *bound, found;
    MPI_Comm_get_attr(WORLD, MPI_TAG_UB, &bound, &found);
    if (wrong)
        *bound = 7;
}

/* 8.5.1: the grid has no more places than the communicator has ranks. */
/* mazurka: -n 2 -- cart_size right => verified!any */
/* mazurka: -n 2 -- cart_size wrong => invalid-argument */
RULE(cart_size)
{
    int dims = wrong ? 3 : 2, no = 0;
    MPI_Cart_create(WORLD, 1, &dims, &no, 0, &made);
    MPI_Comm_free(&made);
}

/* 8.5.1: all ranks give the same grid. */
/* mazurka: -n 2 -- cart_same right => verified!any */
/* mazurka: -n 2 -- cart_same wrong => finding */
RULE(cart_same)
{
    int dims[2] = {wrong && rank ? 1 : 2, wrong && rank ? 2 : 1}, no[2] = {0, 0};
    MPI_Cart_create(WORLD, 2, dims, no, 0, &made);
    MPI_Comm_free(&made);
}

/* 8.5.2: the product of the dimensions that are given divides the number of ranks. */
/* mazurka: -n 1 -- dims right => verified!any */
/* mazurka: -n 1 -- dims wrong => invalid-argument */
RULE(dims)
{
    int dims[2] = {wrong ? 4 : 3, 0};
    MPI_Dims_create(6, 2, dims);
}

/* 8.5.4: MPI_Graph_create: the same graph at all ranks. */
/* mazurka: -n 2 -- graph_same right => verified!any */
/* mazurka: -n 2 -- graph_same wrong => finding */
RULE(graph_same)
{
    int index[2] = {1, 2}, edges[2] = {1, 0};
    if (wrong && rank)
        edges[0] = 0;
    MPI_Graph_create(WORLD, 2, index, edges, 0, &made);
    MPI_Comm_free(&made);
}

/* 8.5.4: adjacent lists fit: whom a rank names as a source names it as a destination. */
/* mazurka: -n 2 -- adjacent right => verified!any */
/* mazurka: -n 2 -- adjacent wrong => finding */
RULE(adjacent)
{
    int other = !rank, degree = !(wrong && rank);
    MPI_Dist_graph_create_adjacent(WORLD, 1, &other, MPI_UNWEIGHTED, degree, &other, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
    MPI_Comm_free(&made);
}

/* 8.5.5: coordinates of a grid that is not periodic are within it. */
/* mazurka: -n 2 -- coords right => verified!any */
/* mazurka: -n 2 -- coords wrong => invalid-argument */
RULE(coords)
{
    int dims = 2, no = 0, at = wrong ? 2 : 1, n;
    MPI_Cart_create(WORLD, 1, &dims, &no, 0, &made);
    MPI_Cart_rank(made, &at, &n);
    MPI_Comm_free(&made);
}

/* 8.5.5: grid functions are for communicators with a grid. */
/* mazurka: -n 2 -- no_topology right => verified!any */
/* mazurka: -n 2 -- no_topology wrong => invalid-argument */
RULE(no_topology)
{
    int dims = 2, no = 0, n;
    MPI_Cart_create(WORLD, 1, &dims, &no, 0, &made);
    MPI_Cartdim_get(wrong ? WORLD : made, &n);
    MPI_Comm_free(&made);
}

/* 8.6: neighbourhood collectives are for communicators with a topology. */
/* mazurka: -n 2 -- neighbour_topology right => verified!any */
/* mazurka: -n 2 -- neighbour_topology wrong => invalid-argument */
RULE(neighbour_topology)
{
    int dims = 2, no = 0;
    MPI_Cart_create(WORLD, 1, &dims, &no, 0, &made);
    MPI_Neighbor_allgather(in, 1, MPI_INT, out, 1, MPI_INT, wrong ? WORLD : made);
    MPI_Comm_free(&made);
}

/* 9.3: an error handler that was freed is not set. */
/* mazurka: -n 1 -- errhandler right => verified!any */
/* mazurka: -n 1 -- errhandler wrong => invalid-argument */
static void handle(MPI_Comm *c, int *code, ...)
{
    (void)c;
    (void)code;
}

RULE(errhandler)
{
    MPI_Errhandler h, copy;
    MPI_Comm_create_errhandler(handle, &h);
    copy = h;
    if (wrong)
        MPI_Errhandler_free(&h);
    MPI_Comm_set_errhandler(WORLD, copy);
    if (!wrong)
        MPI_Errhandler_free(&h);
}

/* 10: keys and values of an info have bounds. */
/* mazurka: -n 1 -- info_key right => verified!any */
/* mazurka: -n 1 -- info_key wrong => invalid-argument */
RULE(info_key)
{
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, wrong ? "" : "key", "value");
    MPI_Info_free(&info);
}

/* 10: a key that is deleted is there. */
/* mazurka: -n 1 -- info_delete right => verified!any */
/* mazurka: -n 1 -- info_delete wrong => invalid-argument */
RULE(info_delete)
{
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_delete(info, wrong ? "other" : "key");
    MPI_Info_free(&info);
}

/* 8.5.3: the numbers of edges of MPI_Graph_create do not decrease. */
/* mazurka: -n 2 -- graph_index right => verified!any */
/* mazurka: -n 2 -- graph_index wrong => invalid-argument */
RULE(graph_index)
{
    MPI_Comm c;
    int ix[2] = {1, wrong ? 0 : 2}, e[2] = {1, 0};
    MPI_Graph_create(WORLD, 2, ix, e, 0, &c);
    if (c != MPI_COMM_NULL)
        MPI_Comm_free(&c);
}

/* 8.5.3: edges lead to nodes of the graph. */
/* mazurka: -n 2 -- graph_edge right => verified!any */
/* mazurka: -n 2 -- graph_edge wrong => invalid-argument */
RULE(graph_edge)
{
    MPI_Comm c;
    int ix[2] = {1, 2}, e[2] = {1, wrong ? 5 : 0};
    MPI_Graph_create(WORLD, 2, ix, e, 0, &c);
    if (c != MPI_COMM_NULL)
        MPI_Comm_free(&c);
}

/* 8.5.7: a dimension of MPI_Cart_shift is one of the topology. */
/* mazurka: -n 2 -- cart_shift_dim right => verified!any */
/* mazurka: -n 2 -- cart_shift_dim wrong => invalid-argument */
RULE(cart_shift_dim)
{
    MPI_Comm c;
    int d = 2, p = 1, a, b;
    MPI_Cart_create(WORLD, 1, &d, &p, 0, &c);
    MPI_Cart_shift(c, wrong ? 1 : 0, 1, &a, &b);
    MPI_Comm_free(&c);
}

/* 7.4.2: communicators are created in the same order by all ranks. */
/* mazurka: -n 2 -- split_order right => verified!any */
/* mazurka: -n 2 -- split_order wrong => call-mismatch */
RULE(split_order)
{
    MPI_Comm a, b;
    if (wrong && rank) {
        MPI_Comm_split(WORLD, 0, 0, &b);
        MPI_Comm_dup(WORLD, &a);
    } else {
        MPI_Comm_dup(WORLD, &a);
        MPI_Comm_split(WORLD, 0, 0, &b);
    }
    MPI_Comm_free(&a);
    MPI_Comm_free(&b);
}

/* 11.10.4: nothing is under way on a communicator that is disconnected. */
/* mazurka: -n 2 -- disconnect_pending right => verified!any */
/* mazurka: -n 2 -- disconnect_pending wrong => finding */
RULE(disconnect_pending)
{
    MPI_Comm c;
    MPI_Request q;
    MPI_Comm_dup(WORLD, &c);
    if (rank == 0)
        MPI_Send(in, 1, MPI_INT, 1, 0, c);
    else
        MPI_Irecv(out, 1, MPI_INT, 0, 0, c, &q);
    if (rank && !wrong)
        MPI_Wait(&q, IGNORE);
    MPI_Comm_disconnect(&c);
    if (rank && wrong)
        MPI_Wait(&q, IGNORE);
}

/* 11.3: sessions are finalised. */
/* mazurka: -n 2 -- session_left right => verified!any */
/* mazurka: -n 2 -- session_left wrong => finding */
RULE(session_left)
{
    MPI_Session s;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &s);
    if (!wrong)
        MPI_Session_finalize(&s);
}

/* 11.3: a set of processes exists. */
/* mazurka: -n 2 -- session_pset right => verified!any */
/* mazurka: -n 2 -- session_pset wrong => invalid-argument */
RULE(session_pset)
{
    MPI_Session s;
    MPI_Group g;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &s);
    MPI_Group_from_session_pset(s, wrong ? "mpi://nothing" : "mpi://WORLD", &g);
    MPI_Group_free(&g);
    MPI_Session_finalize(&s);
}

/* 7.6: a rank of an intercommunicator is one of the other group. */
/* mazurka: -n 2 -- inter_rank right => verified!any */
/* mazurka: -n 2 -- inter_rank wrong => invalid-argument */
RULE(inter_rank)
{
    MPI_Comm l, i;
    MPI_Comm_split(WORLD, rank, 0, &l);
    MPI_Intercomm_create(l, 0, WORLD, (1 - rank), 3, &i);
    if (rank == 0)
        MPI_Send(in, 1, MPI_INT, wrong ? 1 : 0, 0, i);
    else
        MPI_Recv(in, 1, MPI_INT, 0, 0, i, IGNORE);
    MPI_Comm_free(&i);
    MPI_Comm_free(&l);
}

/* 7.3.1: ranks that are translated are ranks of the group. */
/* mazurka: -n 2 -- translate right => verified!any */
/* mazurka: -n 2 -- translate wrong => invalid-argument */
RULE(translate)
{
    MPI_Group g;
    int a = wrong ? 9 : 0, b;
    MPI_Comm_group(WORLD, &g);
    MPI_Group_translate_ranks(g, 1, &a, g, &b);
    MPI_Group_free(&g);
}

/* 9.2: what MPI_Free_mem gets, MPI_Alloc_mem has returned. */
/* mazurka: -n 1 -- free_mem right => verified!any */
/* mazurka: -n 1 -- free_mem wrong => invalid-argument: MPI_Alloc_mem */
RULE(free_mem)
{
    void *p = malloc(8);
    if (!wrong) {
        free(p);
        MPI_Alloc_mem(8, MPI_INFO_NULL, &p);
    }
    MPI_Free_mem(p);
}

/* 9.2: and what MPI_Alloc_mem has returned, free() does not get. */
/* mazurka: -n 1 -- alloc_mem right => verified!any */
/* mazurka: -n 1 -- alloc_mem wrong => crash: MPI_Alloc_mem */
RULE(alloc_mem)
{
    void *p;
    MPI_Alloc_mem(8, MPI_INFO_NULL, &p);
    if (wrong)
        free(p);
    else
        MPI_Free_mem(p);
}
