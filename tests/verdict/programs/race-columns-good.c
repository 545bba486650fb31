/* mazurka: -n 2 => verified */
/* Of different columns. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    MPI_Datatype t;
    int a[40] = {0};
    MPI_Request q;
    MPI_Type_vector(10, 1, 4, MPI_INT, &t);
    MPI_Type_commit(&t);
    if (rank == 0) {
        MPI_Request r;
        MPI_Irecv(a, 1, t, 1, 0, WORLD, &q);
        MPI_Irecv(a + 9, 1, MPI_INT, 1, 1, WORLD, &r);
        MPI_Wait(&q, IGNORE);
        MPI_Wait(&r, IGNORE);
        MPI_Type_free(&t);
    } else {
        MPI_Send(a, 1, t, 0, 0, WORLD);
        MPI_Send(a, 1, MPI_INT, 0, 1, WORLD);
        MPI_Type_free(&t);
    }
    return end();
}
