/* hunt: -n 10 --buffering infinite
 * Nine producers send to one consumer, at most two messages at a time; it gives credits
 * back in batches. The consumer counts a producer's credits in one byte with those of its
 * neighbour: if both have given all back and the neighbour's come first three times, one
 * is lost, and that producer waits for ever. */
#include <mpi.h>

enum { ITEMS = 5, DATA = 1, CREDIT };

int main(int argc, char **argv)
{
    int rank, size, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank) {
        int credits = 2;
        for (int i = 0; i < ITEMS; i++) {
            while (!credits) {
                MPI_Recv(&value, 1, MPI_INT, 0, CREDIT, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
                credits += value;
            }
            credits--;
            MPI_Send(&rank, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD);
        }
        while (credits < 2) {
            MPI_Recv(&value, 1, MPI_INT, 0, CREDIT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            credits += value;
        }
    } else {
        int owed[16] = {0}, streak = 0;
        for (int i = 0; i < ITEMS * (size - 1); i++) {
            MPI_Status s;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, DATA, MPI_COMM_WORLD, &s);
            int from = s.MPI_SOURCE, give = 1;
            owed[from]++;
            if (from == 4)
                streak++;
            else if (from == 5)
                give = !(streak == 3 && owed[5] == 1);
            if (give)
                MPI_Send(&give, 1, MPI_INT, from, CREDIT, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
