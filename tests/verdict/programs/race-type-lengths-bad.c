/* mazurka: -n 2 => local-race */
/* MPI_Type_indexed reads its arrays where a message is being received. */
#include "truth.h"

int main(void)
{
    int rank = begin(), a[2] = {1, 1}, displs[2] = {0, 1};
    static int lengths[2] = {1, 1};
    MPI_Datatype t;
    MPI_Request q;
    MPI_Irecv(lengths, 2, MPI_INT, !rank, 0, WORLD, &q);
    MPI_Type_indexed(2, lengths, displs, MPI_INT, &t);
    MPI_Send(a, 2, MPI_INT, !rank, 0, WORLD);
    MPI_Wait(&q, IGNORE);
    MPI_Type_free(&t);
    return end();
}
