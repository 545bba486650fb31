/* hunt: -n 9
 * A product of matrices by blocks: eight workers, 6 x 6 blocks, each result in two halves
 * with their own tags. The master notes a row as complete when its last block has come; a
 * half of block 13 that comes after row 4 is complete goes to the wrong row. */
#include <assert.h>
#include <mpi.h>

enum { SIDE = 6, BLOCKS = SIDE * SIDE, LEFT = 100, RIGHT = 200, STOP = -1 };

int main(int argc, char **argv)
{
    int rank, size, block = 0, half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank) {
        while (block != STOP) {
            MPI_Recv(&block, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (block == STOP)
                break;
            MPI_Send(&block, 1, MPI_INT, 0, LEFT + block, MPI_COMM_WORLD);
            MPI_Send(&block, 1, MPI_INT, 0, RIGHT + block, MPI_COMM_WORLD);
        }
    } else {
        int next = 0, got[BLOCKS] = {0}, row[SIDE] = {0}, halves = 0;
        for (int w = 1; w < size; w++, next++)
            MPI_Send(&next, 1, MPI_INT, w, 0, MPI_COMM_WORLD);
        while (halves < 2 * BLOCKS) {
            MPI_Status s;
            MPI_Recv(&half, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            halves++;
            if (++got[half] == 2) {
                row[half / SIDE]++;
                block = next < BLOCKS ? next++ : STOP;
                MPI_Send(&block, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD);
            }
            assert(!(half == 13 && s.MPI_TAG >= RIGHT && row[4] == SIDE));
        }
    }
    MPI_Finalize();
    return 0;
}
