/* mazurka: -n 1 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* MPI_Dims_create over many inputs, free and partly given. */
#include "say.h"

/* The dimensions, or the class of the error, without an end of the line. */
static void show(int nnodes, int ndims, int *dims)
{
    int code = MPI_Dims_create(nnodes, ndims, dims), class;
    MPI_Error_class(code, &class);
    printf(";");
    if (code)
        printf(" error %d", class);
    else
        for (int i = 0; i < ndims; i++)
            printf(" %d", dims[i]);
}

static void line(int nnodes)
{
    printf("0 000 %d:", nnodes);
    for (int d = 2; d <= 5; d++)
        show(nnodes, d, (int[5]){0});
    printf("\n");
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int n = 1; n <= 300; n++)
        line(n);
    for (int n = 360; n <= 1000000; n = n * 5 / 4 + 3)
        line(n);
    for (int n = 720; n <= 1000000; n *= 2)
        line(n);
    for (int n = 1; n <= 72; n++) {
        printf("0 000 %d, partly given:", n);
        for (int given = 1; given <= 6; given++) {
            show(n, 4, (int[4]){0, given, 0, 0});
            show(n, 3, (int[3]){given, 0, 2});
        }
        printf("\n");
    }
    printf("0 000 special cases:");
    show(1000000000, 3, (int[3]){0});
    show(1 << 30, 7, (int[7]){0});
    show(-1, 2, (int[2]){0});
    show(4, -1, (int[2]){0});
    show(4, 2, (int[2]){-1, 0});
    show(4, 2, (int[2]){2, 2});
    show(4, 2, (int[2]){3, 0});
    show(8, 2, (int[2]){2, 2});
    show(1, 0, NULL);
    show(2, 0, NULL);
    printf("\n");
    MPI_Finalize();
    return 0;
}
