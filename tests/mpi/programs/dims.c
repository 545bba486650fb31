/* ranks: 1. MPI_Dims_create over many inputs, free and partly given. */
#include "say.h"

static void show(int nnodes, int ndims, int *dims)
{
    printf("0 000 %d in %d:", nnodes, ndims);
    int code = MPI_Dims_create(nnodes, ndims, dims), class;
    MPI_Error_class(code, &class);
    if (code)
        printf(" error class %d", class);
    else
        for (int i = 0; i < ndims; i++)
            printf(" %d", dims[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int n = 1; n <= 600; n++)
        for (int d = 1; d <= 6; d++) {
            int dims[6] = {0};
            show(n, d, dims);
        }
    for (int n = 4096; n <= 1000000; n = n * 3 / 2 + 1)
        for (int d = 1; d <= 5; d++) {
            int dims[5] = {0};
            show(n, d, dims);
        }
    for (int n = 1; n <= 120; n++)
        for (int given = 1; given <= 6; given++) {
            int dims[4] = {0, given, 0, 0};
            show(n, 4, dims);
            int two[3] = {given, 0, 2};
            show(n, 3, two);
        }
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
    MPI_Finalize();
    return 0;
}
