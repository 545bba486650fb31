/* mazurka: -n 2 => verified */
/* A message may be shorter than the buffer; a count that is no whole number of elements
 * is MPI_UNDEFINED. */
#include "truth.h"

int main(void)
{
    int a[4] = {1, 2, 3, 4};
    if (begin() == 0) {
        MPI_Status status;
        MPI_Datatype pair;
        int count;
        a[3] = 9;
        MPI_Type_contiguous(2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
        MPI_Recv(a, 2, pair, 1, 0, WORLD, &status);
        MPI_Get_count(&status, pair, &count);
        assert(count == MPI_UNDEFINED && a[2] == 3 && a[3] == 9);
        MPI_Type_free(&pair);
    } else {
        MPI_Send(a, 3, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
