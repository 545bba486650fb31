/* mazurka: -n 5 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* MPI_Group_*: results, and the classes of errors. */
#include "say.h"

static int me;

static void show(const char *what, MPI_Group g)
{
    int n, rank, world[16], all[16];
    MPI_Group w;
    MPI_Group_size(g, &n);
    MPI_Group_rank(g, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    for (int i = 0; i < n; i++)
        all[i] = i;
    MPI_Group_translate_ranks(g, n, all, w, world);
    printf("%d 000 %s: %d of %d:", me, what, rank == MPI_UNDEFINED ? -1 : rank, n);
    for (int i = 0; i < n; i++)
        printf(" %d", world[i]);
    printf("%s\n", g == MPI_GROUP_EMPTY ? " (MPI_GROUP_EMPTY)" : "");
    MPI_Group_free(&w);
    if (g != MPI_GROUP_EMPTY)
        MPI_Group_free(&g);
}

static void error(const char *what, int code)
{
    int class;
    MPI_Error_class(code, &class);
    printf("%d 000 %s: error class %d\n", me, what, class);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    me = rank;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Group w, a, b, g, bad = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &w);
    int odd[] = {3, 1}, some[] = {4, 0, 3}, result, out[5];

    MPI_Group_incl(w, 2, odd, &a);
    MPI_Group_incl(w, 3, some, &b);
    MPI_Group_union(a, b, &g), show("union", g);
    MPI_Group_union(b, a, &g), show("union the other way", g);
    MPI_Group_intersection(a, b, &g), show("intersection", g);
    MPI_Group_intersection(b, a, &g), show("intersection the other way", g);
    MPI_Group_difference(a, b, &g), show("difference", g);
    MPI_Group_difference(b, a, &g), show("difference the other way", g);
    MPI_Group_difference(a, a, &g), show("nothing", g);
    MPI_Group_union(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY, &g), show("still nothing", g);
    MPI_Group_excl(w, 2, odd, &g), show("excl", g);
    MPI_Group_excl(w, 0, odd, &g), show("excl none", g);
    MPI_Group_incl(w, 0, odd, &g), show("incl none", g);
    int ranges[][3] = {{4, 2, -1}, {0, 1, 3}};
    MPI_Group_range_incl(w, 2, ranges, &g), show("range_incl", g);
    MPI_Group_range_excl(w, 2, ranges, &g), show("range_excl", g);
    MPI_Group_range_incl(w, 0, ranges, &g), show("range_incl none", g);
    MPI_Group_range_excl(w, 0, ranges, &g), show("range_excl none", g);

    MPI_Group_compare(a, b, &result), printf("%d 000 compare %d\n", me, result);
    MPI_Group_compare(a, a, &result), printf("%d 000 compare %d\n", me, result);
    int even[] = {1, 3};
    MPI_Group_incl(w, 2, even, &g);
    MPI_Group_compare(a, g, &result), printf("%d 000 compare %d\n", me, result);
    MPI_Group_free(&g);
    MPI_Group_incl(w, 2, odd, &g);
    MPI_Group_compare(a, g, &result), printf("%d 000 compare %d\n", me, result);
    MPI_Group_free(&g);
    MPI_Group_compare(MPI_GROUP_EMPTY, a, &result),
        printf("%d 000 compare %d\n", me, result);
    int these[] = {1, MPI_PROC_NULL, 0};
    MPI_Group_translate_ranks(a, 3, these, b, out);
    printf("%d 000 translated %d %d %d\n", me, out[0], out[1], out[2]);

    error("null size", MPI_Group_size(MPI_GROUP_NULL, &result));
    error("null rank", MPI_Group_rank(MPI_GROUP_NULL, &result));
    error("no pointer", MPI_Group_size(w, NULL));
    error("free null", MPI_Group_free(&bad));
    error("incl too great", MPI_Group_incl(w, 1, (int[]){5}, &g));
    error("incl negative", MPI_Group_incl(w, 1, (int[]){-1}, &g));
    error("incl n negative", MPI_Group_incl(w, -1, (int[]){1, 1}, &g));
    error("excl too great", MPI_Group_excl(w, 1, (int[]){5}, &g));
    error("excl n negative", MPI_Group_excl(w, -1, (int[]){1, 1}, &g));
    int r1[][3] = {{0, 5, 1}}, r2[][3] = {{0, 3, 0}}, r3[][3] = {{3, 0, 1}},
        r4[][3] = {{-1, 3, 1}}, r5[][3] = {{0, 3, 1}, {2, 2, 1}}, r6[][3] = {{0, 4, 3}};
    error("range too great", MPI_Group_range_incl(w, 1, r1, &g));
    error("range stride 0", MPI_Group_range_incl(w, 1, r2, &g));
    error("range away", MPI_Group_range_incl(w, 1, r3, &g));
    error("range negative", MPI_Group_range_incl(w, 1, r4, &g));
    error("range twice", MPI_Group_range_incl(w, 2, r5, &g));
    error("range not at its end", MPI_Group_range_incl(w, 1, r6, &g)), show("it", g);
    error("range excl too great", MPI_Group_range_excl(w, 1, r1, &g));
    error("range excl stride 0", MPI_Group_range_excl(w, 1, r2, &g));
    error("range excl twice", MPI_Group_range_excl(w, 2, r5, &g));
    error("range n negative", MPI_Group_range_incl(w, -1, r1, &g));
    error("translate bad", MPI_Group_translate_ranks(w, 1, (int[]){5}, a, out));
    error("translate negative", MPI_Group_translate_ranks(w, 1, (int[]){-7}, a, out));
    error("translate n negative", MPI_Group_translate_ranks(w, -1, these, a, out));
    error("translate null", MPI_Group_translate_ranks(w, 1, these, MPI_GROUP_NULL, out));
    error("compare null", MPI_Group_compare(w, MPI_GROUP_NULL, &result));
    error("union null", MPI_Group_union(w, MPI_GROUP_NULL, &g));
    g = MPI_GROUP_EMPTY;
    error("free empty", MPI_Group_free(&g));
    printf("%d 000 null after free: %d\n", me, g == MPI_GROUP_NULL);
    MPI_Group_free(&a);
    MPI_Group_free(&b);
    MPI_Group_free(&w);
    MPI_Finalize();
    return 0;
}
