/* mazurka: -n 6 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Communicators: what they consist of, how they compare, names, classes of
 * errors. */
#include "say.h"

static int me;

static void show_group(MPI_Group g)
{
    int n, world[16], all[16];
    MPI_Group w;
    MPI_Group_size(g, &n);
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    for (int i = 0; i < n; i++)
        all[i] = i;
    MPI_Group_translate_ranks(g, n, all, w, world);
    for (int i = 0; i < n; i++)
        printf(" %d", world[i]);
    MPI_Group_free(&w);
    MPI_Group_free(&g);
}

static void show(const char *what, MPI_Comm c)
{
    int rank, size, inter, remote = -1, len;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Group g;
    if (c == MPI_COMM_NULL) {
        printf("%d 000 %s: MPI_COMM_NULL\n", me, what);
        return;
    }
    MPI_Comm_rank(c, &rank);
    MPI_Comm_size(c, &size);
    MPI_Comm_test_inter(c, &inter);
    MPI_Comm_get_name(c, name, &len);
    MPI_Comm_group(c, &g);
    printf("%d 000 %s: \"%s\" %d, rank %d of %d:", me, what, name, len, rank, size);
    show_group(g);
    if (inter) {
        MPI_Comm_remote_size(c, &remote);
        MPI_Comm_remote_group(c, &g);
        printf(" and %d:", remote);
        show_group(g);
    }
    printf("\n");
}

static void compare(const char *what, MPI_Comm a, MPI_Comm b)
{
    int result = -1;
    MPI_Comm_compare(a, b, &result);
    printf("%d 000 compare %s: %d\n", me, what, result);
}

static void error(const char *what, int code)
{
    int class;
    MPI_Error_class(code, &class);
    printf("%d 000 %s: error class %d\n", me, what, class);
}

static void done(MPI_Comm *c)
{
    if (*c != MPI_COMM_NULL)
        MPI_Comm_free(c);
}

int main(int argc, char **argv)
{
    MPI_Comm dup, split, other, half, inter, merged, parts, c;
    MPI_Group w, g;
    MPI_Request request;
    MPI_Info info;
    begin(&argc, &argv);
    me = rank;
    show("world", MPI_COMM_WORLD);
    show("self", MPI_COMM_SELF);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup), show("dup", dup);
    MPI_Comm_set_name(dup, "a copy"), show("with a name", dup);
    MPI_Comm_dup(dup, &c), show("dup of dup", c), compare("dups", c, dup), done(&c);
    compare("world and itself", MPI_COMM_WORLD, MPI_COMM_WORLD);
    compare("world and dup", MPI_COMM_WORLD, dup);
    compare("world and self", MPI_COMM_WORLD, MPI_COMM_SELF);

    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &split), show("split", split);
    MPI_Comm_split(MPI_COMM_WORLD, me < 2 ? MPI_UNDEFINED : 7, 0, &c);
    show("split of some", c), done(&c);
    MPI_Comm_split(dup, 0, me == 3 ? -1 : 5, &c), show("split, rank 3 first", c);
    compare("reordered", c, MPI_COMM_WORLD), done(&c);
    MPI_Comm_split(split, me, 0, &c), show("alone", c),
        compare("alone", c, MPI_COMM_SELF);
    done(&c);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -me, MPI_INFO_NULL, &c);
    show("shared", c), done(&c);
    MPI_Comm_split_type(MPI_COMM_WORLD, me ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED, 0,
                        MPI_INFO_NULL, &c);
    show("shared by some", c), done(&c);

    MPI_Comm_group(MPI_COMM_WORLD, &w);
    MPI_Group_incl(w, 3, (int[]){4, 1, 2}, &g);
    MPI_Comm_create(MPI_COMM_WORLD, g, &c), show("create", c), done(&c);
    if (me == 1 || me == 2 || me == 4) {
        MPI_Comm_create_group(MPI_COMM_WORLD, g, 3, &c), show("create_group", c);
        MPI_Comm_create_group(MPI_COMM_WORLD, g, 3, &other), show("again", other);
        MPI_Barrier(c), MPI_Barrier(other);
        compare("created", c, other), done(&c), done(&other);
    }
    MPI_Group_free(&g);
    int mine[][3] = {{me % 2, me % 2 + 4, 2}};
    MPI_Group_range_incl(w, 1, mine, &g);
    MPI_Comm_create(MPI_COMM_WORLD, g, &c), show("several created", c), done(&c);
    MPI_Group_free(&g);
    MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &c), show("of nobody", c);

    MPI_Comm_idup(MPI_COMM_WORLD, &c, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE), show("idup", c), done(&c);
    MPI_Info_create(&info);
    MPI_Comm_dup_with_info(split, info, &c), show("dup_with_info", c), done(&c);
    MPI_Info_free(&info);

    /* 0 2 4 and 1 3 5 */
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    MPI_Intercomm_create(half, 1, MPI_COMM_WORLD, me % 2 ? 2 : 3, 9, &inter);
    show("inter", inter);
    MPI_Comm_dup(inter, &c), show("dup of inter", c), compare("inters", c, inter),
        done(&c);
    compare("inter and intra", inter, MPI_COMM_WORLD);
    MPI_Intercomm_merge(inter, me % 2, &merged), show("merged", merged), done(&merged);
    MPI_Intercomm_merge(inter, !(me % 2), &merged), show("merged, odd first", merged);
    MPI_Barrier(merged), done(&merged);
    MPI_Intercomm_merge(inter, 0, &merged), show("merged, both low", merged),
        done(&merged);
    MPI_Comm_split(inter, me < 4, -me, &parts), show("inter split", parts), done(&parts);
    MPI_Comm_split(inter, me == 4 ? 8 : me / 2, 0, &parts), show("some alone", parts);
    done(&parts);
    MPI_Group_free(&w);
    MPI_Comm_group(inter, &w);
    MPI_Group_incl(w, 2, (int[]){2, 0}, &g);
    MPI_Comm_create(inter, g, &parts), show("create of inter", parts), done(&parts);
    MPI_Group_free(&g);
    MPI_Comm_create(inter, me % 2 ? w : MPI_GROUP_EMPTY, &parts);
    show("one side empty", parts), done(&parts);
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter), show("disconnected", inter);
    MPI_Comm_free(&half);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(dup, MPI_ERRORS_RETURN);
    int n;
    error("rank of null", MPI_Comm_rank(MPI_COMM_NULL, &n));
    error("size of null", MPI_Comm_size(MPI_COMM_NULL, &n));
    error("no pointer", MPI_Comm_size(dup, NULL));
    error("dup null", MPI_Comm_dup(MPI_COMM_NULL, &c));
    error("create of null", MPI_Comm_create(dup, MPI_GROUP_NULL, &c));
    error("create_group of null", MPI_Comm_create_group(dup, MPI_GROUP_NULL, 0, &c));
    error("create_group, bad tag", MPI_Comm_create_group(dup, w, -1, &c));
    error("bad split type", MPI_Comm_split_type(dup, 99, 0, MPI_INFO_NULL, &c));
    error("bad local leader", MPI_Intercomm_create(dup, 9, dup, 0, 0, &c));
    c = MPI_COMM_WORLD;
    error("free world", MPI_Comm_free(&c));
    c = MPI_COMM_NULL;
    error("free null", MPI_Comm_free(&c));
    error("compare null", MPI_Comm_compare(MPI_COMM_NULL, dup, &n));
    error("set_name null", MPI_Comm_set_name(dup, NULL));
    c = dup;
    MPI_Comm_free(&dup);
    error("freed", MPI_Comm_size(c, &n));
    printf("%d 000 null after free: %d\n", me, dup == MPI_COMM_NULL);
    MPI_Comm_free(&split);
    MPI_Group_free(&w);
    MPI_Finalize();
    return 0;
}
