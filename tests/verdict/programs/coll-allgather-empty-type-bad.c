/* mazurka: -n 3 => assertion */
/* A vector without blocks has size 0: nobody need wait. */
#include "leave.h"

static void collective(int rank)
{
    int all[3];
    MPI_Datatype empty;
    MPI_Type_vector(0, 1, 1, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    MPI_Allgather(&rank, 1, empty, all, 1, empty, WORLD);
    MPI_Type_free(&empty);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
