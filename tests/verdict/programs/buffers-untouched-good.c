/* mazurka: -n 2 => verified!any */
/* mpich: passes */
/* Memory that no call touches need not exist: nothing is moved, nobody is there, or the
 * argument has no meaning for this rank. */
#include "truth.h"

int main(void)
{
    int rank = begin(), sum = 0, one = 1, some[2], zeros[2] = {0, 0}, at[2] = {0, 1000};
    int *gone = malloc(4), *past = malloc(4) + 4;
    MPI_Request q;
    MPI_Datatype nothing, edge;
    free(gone);
    MPI_Sendrecv(gone, 0, MPI_INT, 1 - rank, 0, past, 0, MPI_INT, 1 - rank, 0, WORLD,
                 IGNORE);
    MPI_Send(past, 100, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    MPI_Recv(past, 100, MPI_INT, MPI_PROC_NULL, 0, WORLD, IGNORE);
    MPI_Reduce(&one, rank ? past : &sum, 1, MPI_INT, MPI_SUM, 0, WORLD);
    MPI_Gather(&one, 1, MPI_INT, rank ? past : some, 1, MPI_INT, 0, WORLD);
    MPI_Scatter(rank ? past : some, 1, MPI_INT, &one, 1, MPI_INT, 0, WORLD);
    MPI_Allgatherv(past, 0, MPI_INT, past, zeros, at, MPI_INT, WORLD);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    MPI_Bcast(past, 5, nothing, 0, WORLD);
    MPI_Type_free(&nothing);
    /* The extent is larger than what is there, but not what is touched. */
    MPI_Type_create_resized(MPI_INT, -100, 1000, &edge);
    MPI_Type_commit(&edge);
    MPI_Bcast(&one, 1, edge, 0, WORLD);
    MPI_Type_free(&edge);
    MPI_Recv_init(past, 100, MPI_INT, 1 - rank, 0, WORLD, &q); /* never started */
    MPI_Request_free(&q);
    return end();
}
