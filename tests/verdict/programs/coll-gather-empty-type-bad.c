/* mazurka: -n 3 => assertion */
/* A datatype of size 0 moves nothing: the root need not wait. */
#include "leave.h"

static void collective(int rank)
{
    int all[3];
    MPI_Datatype empty;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    MPI_Gather(&rank, 1, empty, all, 1, empty, 0, WORLD);
    MPI_Type_free(&empty);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
