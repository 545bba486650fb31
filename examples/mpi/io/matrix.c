/* A matrix in a file: each rank writes its columns, all of them see the whole matrix as one file through a view. Then
 * each rank reads the first column of its right neighbour.
 *
 * mpich: passes
 * mazurka: -n 2 => verified; 1 outcome
 * mazurka: -n 3 => verified; 1 outcome
 *
 * A barrier says that the neighbour has written, but not that it can be seen: only MPI_File_sync does.
 * mazurka: -n 2 -- no-sync => file-race: MPI_File_sync
 *
 * Who reads must call it as well: its own caches may still have what was there before.
 * mazurka: -n 2 -- sync-once => file-race: MPI_File_sync
 *
 * MPI_File_sync waits for nobody: without the barrier, the neighbour may not have written yet.
 * mazurka: -n 2 -- no-barrier => file-race
 *
 * A view that begins one column too late overlaps the neighbour's.
 * mazurka: -n 2 -- shifted => file-race */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 3, COLUMNS = 2 /* of each rank */ };

int main(int argc, char **argv)
{
    int rank, size, mine[ROWS][COLUMNS], column[ROWS];
    const char *mistake = argc > 1 ? argv[1] : "";
    MPI_File file;
    MPI_Datatype part, one;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < COLUMNS; k++)
            mine[i][k] = 100 * i + COLUMNS * rank + k;

    MPI_File_open(MPI_COMM_WORLD, "matrix.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    int width = COLUMNS * size;
    MPI_Type_create_subarray(2, (int[]){ROWS, width}, (int[]){ROWS, COLUMNS}, (int[]){0, COLUMNS * rank}, MPI_ORDER_C,
                             MPI_INT, &part);
    MPI_Type_commit(&part);
    int late = !strcmp(mistake, "shifted") && rank == 0;
    MPI_File_set_view(file, late * (MPI_Offset)sizeof(int), MPI_INT, part, "native", MPI_INFO_NULL);
    MPI_File_write_all(file, mine, ROWS * COLUMNS, MPI_INT, MPI_STATUS_IGNORE);

    if (strcmp(mistake, "no-sync") != 0)
        MPI_File_sync(file);
    if (strcmp(mistake, "no-barrier") != 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(mistake, "no-sync") != 0 && strcmp(mistake, "sync-once") != 0)
        MPI_File_sync(file);

    int right = (rank + 1) % size;
    MPI_Type_create_subarray(2, (int[]){ROWS, width}, (int[]){ROWS, 1}, (int[]){0, COLUMNS * right}, MPI_ORDER_C, MPI_INT,
                             &one);
    MPI_Type_commit(&one);
    MPI_File_set_view(file, 0, MPI_INT, one, "native", MPI_INFO_NULL);
    MPI_File_read_all(file, column, ROWS, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < ROWS && !*mistake; i++)
        assert(column[i] == 100 * i + COLUMNS * right);

    MPI_Type_free(&part);
    MPI_Type_free(&one);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
