/* mazurka: -n 3 => verified */
/* A split by type joins everybody. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Comm part;
    MPI_Comm_split_type(WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part);
    MPI_Comm_free(&part);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
