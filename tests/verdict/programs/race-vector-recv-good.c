/* mazurka: -n 2 => verified */
/* Elements in the holes are read and written. */
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
        MPI_Irecv(a, 1, t, 1, 0, WORLD, &q);
        for (int i = 0; i < 40; i++)
            if (i % 4)
                a[i] = a[i] + 1;
        MPI_Wait(&q, IGNORE);
        MPI_Type_free(&t);
    } else {
        MPI_Send(a, 1, t, 0, 0, WORLD);
        MPI_Type_free(&t);
    }
    return end();
}
