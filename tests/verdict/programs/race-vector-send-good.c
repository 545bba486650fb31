/* mazurka: -n 2 => verified */
/* Elements in the holes are. */
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
        MPI_Isend(a, 1, t, 1, 0, WORLD, &q);
        a[5] = a[3] = 1;
        MPI_Wait(&q, IGNORE);
        MPI_Type_free(&t);
    } else {
        MPI_Recv(a, 1, t, 0, 0, WORLD, IGNORE);
        MPI_Type_free(&t);
    }
    return end();
}
