/* mazurka: -n 2 => local-race */
/* MPI_Group_incl reads its ranks where a message is being received. */
#include "truth.h"

int main(void)
{
    int rank = begin(), a[2] = {0, 1};
    static int ranks[2] = {0, 1};
    MPI_Group all, some;
    MPI_Request q;
    MPI_Comm_group(WORLD, &all);
    MPI_Irecv(ranks, 2, MPI_INT, !rank, 0, WORLD, &q);
    MPI_Group_incl(all, 2, ranks, &some);
    MPI_Send(a, 2, MPI_INT, !rank, 0, WORLD);
    MPI_Wait(&q, IGNORE);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    return end();
}
