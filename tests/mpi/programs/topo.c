/* mazurka: -n 6 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Grids, graphs and distributed graphs. */
#include "say.h"

static int me;

static void error(const char *what, int code)
{
    int class;
    MPI_Error_class(code, &class);
    printf("%d 000 %s: error class %d\n", me, what, class);
}

static void list(const char *what, int n, const int *v)
{
    printf(" %s:", what);
    for (int i = 0; i < n; i++)
        printf(" %d", v[i]);
}

static void kind(const char *what, MPI_Comm c)
{
    int status = -1, size = 0, rank = -1;
    if (c != MPI_COMM_NULL) {
        MPI_Topo_test(c, &status);
        MPI_Comm_size(c, &size);
        MPI_Comm_rank(c, &rank);
    }
    printf("%d 000 %s: topology %d, rank %d of %d\n", me, what, status, rank, size);
}

static void show_cart(const char *what, MPI_Comm c)
{
    int n, dims[4], periods[4], coords[4], rank, source, dest, size;
    kind(what, c);
    if (c == MPI_COMM_NULL)
        return;
    MPI_Comm_size(c, &size);
    MPI_Cartdim_get(c, &n);
    MPI_Cart_get(c, 4, dims, periods, coords);
    printf("%d 000 %s:", me, what);
    list("dims", n, dims), list("periods", n, periods), list("coords", n, coords);
    MPI_Cart_rank(c, coords, &rank);
    printf(" rank %d", rank);
    for (int d = 0; d < n; d++)
        for (int by = -7; by <= 7; by++) {
            MPI_Cart_shift(c, d, by, &source, &dest);
            printf(" %d/%d", source, dest);
        }
    for (int r = 0; r < size; r++) {
        MPI_Cart_coords(c, r, 4, coords);
        list("at", n, coords);
    }
    printf("\n");
}

static void carts(void)
{
    MPI_Comm c, d, sub;
    int rank, coords[3], dims[3], periods[3];
    MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){3, 2}, (int[]){1, 0}, 0, &c);
    show_cart("3 x 2", c);
    MPI_Comm_dup(c, &d), show_cart("dup", d), MPI_Comm_free(&d);
    MPI_Comm_split(c, 0, 0, &d), kind("split", d), MPI_Comm_free(&d);
    MPI_Cart_sub(c, (int[]){1, 0}, &sub), show_cart("columns", sub), MPI_Comm_free(&sub);
    MPI_Cart_sub(c, (int[]){0, 1}, &sub), show_cart("rows", sub), MPI_Comm_free(&sub);
    MPI_Cart_sub(c, (int[]){1, 1}, &sub), show_cart("all", sub), MPI_Comm_free(&sub);
    MPI_Cart_rank(c, (int[]){-4, 1}, &rank), printf("%d 000 around: %d\n", me, rank);
    MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
    error("over the edge", MPI_Cart_rank(c, (int[]){0, 2}, &rank));
    error("no such rank", MPI_Cart_coords(c, 6, 2, coords));
    error("too little room", MPI_Cart_coords(c, 0, 1, coords));
    error("no such direction", MPI_Cart_shift(c, 2, 1, &rank, &rank));
    error("negative direction", MPI_Cart_shift(c, -1, 1, &rank, &rank));
    error("no graph", MPI_Graphdims_get(c, &rank, &rank));
    error("no distributed graph", MPI_Dist_graph_neighbors_count(c, &rank, &rank, &rank));
    MPI_Comm_free(&c);
    MPI_Cart_create(MPI_COMM_WORLD, 3, (int[]){1, 2, 2}, (int[]){1, 1, 0}, 1, &c);
    show_cart("1 x 2 x 2", c);
    if (c != MPI_COMM_NULL)
        MPI_Comm_free(&c);
    MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &c), show_cart("a point", c);
    if (c != MPI_COMM_NULL)
        MPI_Comm_free(&c);
    MPI_Cart_map(MPI_COMM_WORLD, 2, (int[]){2, 2}, (int[]){0, 0}, &rank);
    printf("%d 000 mapped: %d\n", me, rank);
    error("too large",
          MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){3, 3}, (int[]){0, 0}, 0, &c));
    error("ndims",
          MPI_Cart_create(MPI_COMM_WORLD, -1, (int[]){0, 2}, (int[]){0, 0}, 0, &c));
    error("no dims", MPI_Cart_create(MPI_COMM_WORLD, 1, NULL, (int[]){0, 0}, 0, &c));
    error("no grid", MPI_Cartdim_get(MPI_COMM_WORLD, &rank));
    error("no grid to shift", MPI_Cart_shift(MPI_COMM_WORLD, 0, 1, &rank, &rank));
    error("null", MPI_Topo_test(MPI_COMM_NULL, &rank));
}

static void graphs(void)
{
    MPI_Comm c, d;
    int index[] = {2, 3, 4, 6}, edges[] = {1, 3, 0, 3, 0, 2}, n, m, i[4], e[6], rank;
    MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &c), kind("graph", c);
    if (c != MPI_COMM_NULL) {
        MPI_Comm_dup(c, &d), kind("dup of graph", d);
        MPI_Graphdims_get(d, &n, &m), MPI_Graph_get(d, 4, 6, i, e);
        printf("%d 000 graph of %d and %d:", me, n, m);
        list("index", n, i), list("edges", m, e);
        for (int r = 0; r < 4; r++) {
            MPI_Graph_neighbors_count(d, r, &n), MPI_Graph_neighbors(d, r, n, e);
            list("neighbours", n, e);
        }
        printf("\n");
        MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
        error("no such node", MPI_Graph_neighbors_count(c, 4, &n));
        error("too few nodes", MPI_Graph_get(c, 3, 6, i, e));
        error("too few edges", MPI_Graph_get(c, 4, 5, i, e));
        error("no grid", MPI_Cartdim_get(c, &n));
        MPI_Comm_free(&c), MPI_Comm_free(&d);
    }
    MPI_Graph_create(MPI_COMM_WORLD, 0, index, edges, 0, &c), kind("no graph", c);
    MPI_Graph_map(MPI_COMM_WORLD, 4, index, edges, &rank);
    printf("%d 000 mapped: %d\n", me, rank);
    int more[] = {1, 2, 3, 4, 5, 6, 7}, back[] = {2, 1}, far[] = {1, 7};
    error("too many nodes", MPI_Graph_create(MPI_COMM_WORLD, 7, more, more, 0, &c));
    error("falling index", MPI_Graph_create(MPI_COMM_WORLD, 2, back, edges, 0, &c));
    error("no such neighbour",
          MPI_Graph_create(MPI_COMM_WORLD, 2, (int[]){1, 2}, far, 0, &c));
    error("no graph", MPI_Graph_neighbors_count(MPI_COMM_WORLD, 0, &n));
}

static void show_dist(const char *what, MPI_Comm c)
{
    int in, out, weighted, from[8], to[8], wi[8] = {0}, wo[8] = {0};
    kind(what, c);
    MPI_Dist_graph_neighbors_count(c, &in, &out, &weighted);
    MPI_Dist_graph_neighbors(c, in, from, weighted ? wi : MPI_UNWEIGHTED, out, to,
                             weighted ? wo : MPI_UNWEIGHTED);
    printf("%d 000 %s: weighted %d", me, what, weighted);
    list("from", in, from), list("to", out, to);
    if (weighted)
        list("weights", in, wi), list("weights", out, wo);
    printf("\n");
    MPI_Comm_free(&c);
}

static void dist_graphs(void)
{
    MPI_Comm c, d;
    int left = (me + 5) % 6, right = (me + 1) % 6, far = (me + 3) % 6, n;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, (int[]){far, left}, MPI_UNWEIGHTED,
                                   2, (int[]){right, far}, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                   0, &c);
    MPI_Comm_dup(c, &d), show_dist("adjacent", c), show_dist("its dup", d);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, &me, 1, &right, &right,
                                   MPI_INFO_NULL, 0, &c);
    show_dist("weighted", c);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL,
                                   MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &c);
    show_dist("no edges", c);
    /* Rank 0 tells everything: the order is certain. */
    MPI_Dist_graph_create(MPI_COMM_WORLD, me ? 0 : 3, (int[]){1, 0, 1}, (int[]){2, 1, 1},
                          (int[]){2, 0, 1, 3}, (int[]){7, 8, 9, 4}, MPI_INFO_NULL, 0, &c);
    show_dist("told by 0", c);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &me, (int[]){1}, &right, MPI_UNWEIGHTED,
                          MPI_INFO_NULL, 0, &c);
    show_dist("a ring", c);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &me, (int[]){2}, (int[]){right, right},
                          MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
    show_dist("a double ring", c);
    error("no distributed graph",
          MPI_Dist_graph_neighbors_count(MPI_COMM_WORLD, &n, &n, &n));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    me = rank;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    carts();
    graphs();
    dist_graphs();
    MPI_Finalize();
    return 0;
}
