/* mazurka: -n 3 => assertion */
/* A datatype of size 0 moves nothing, whatever the count: nobody need wait for the root.
 */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Datatype empty;
    int x = 0;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    MPI_Bcast(&x, 5, empty, 1, WORLD);
    MPI_Type_free(&empty);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
