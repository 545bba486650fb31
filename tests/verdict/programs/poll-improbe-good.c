/* mazurka: -n 3 => verified */
/* A loop of Improbe; what it finds is received, whoever sent it. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0) {
        int sum = 0, x, flag;
        for (int n = 0; n < 2;) {
            MPI_Message message;
            MPI_Improbe(ANY, MPI_ANY_TAG, WORLD, &flag, &message, IGNORE);
            if (flag) {
                MPI_Mrecv(&x, 1, MPI_INT, &message, IGNORE);
                sum += x;
                n++;
            }
        }
        assert(sum == 3);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, rank, WORLD);
    }
    return end();
}
