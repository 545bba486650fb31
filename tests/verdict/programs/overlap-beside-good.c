/* mazurka: -n 2 => verified */
/* Buffers that lie side by side, in one another's holes, at one address but without data,
 * and MPI_IN_PLACE: none of them overlap. */
#include "truth.h"

int main(void)
{
    static int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, displs[2] = {0, 0};
    MPI_Datatype even, later, odd;
    int rank = begin(), lengths[] = {2, 0};
    MPI_Allreduce(a, a + 2, 2, MPI_INT, MPI_MAX, WORLD);
    MPI_Allreduce(a, a, 0, MPI_INT, MPI_MAX, WORLD);
    MPI_Allreduce(MPI_IN_PLACE, a, 2, MPI_INT, MPI_MAX, WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, a, 1, MPI_INT, WORLD);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, a, 1, MPI_INT, WORLD);
    MPI_Gatherv(rank ? NULL : a + 6, rank ? 0 : 2, MPI_INT, a, lengths, displs, MPI_INT, 0,
                WORLD);
    MPI_Sendrecv_replace(a, 2, MPI_INT, !rank, 0, !rank, 0, WORLD, IGNORE);

    MPI_Type_vector(4, 1, 2, MPI_INT, &even);
    MPI_Type_create_hindexed_block(1, 1, (MPI_Aint[]){sizeof(int)}, even, &later);
    MPI_Type_dup(later, &odd);
    MPI_Type_commit(&even);
    MPI_Type_commit(&odd);
    MPI_Bcast(a, 8, MPI_INT, 0, WORLD);
    MPI_Sendrecv(a, 1, even, !rank, 0, a, 1, odd, !rank, 0, WORLD, IGNORE);
    for (int i = 0; i < 8; i += 2)
        assert(a[i] == a[i + 1]);
    MPI_Type_free(&even);
    MPI_Type_free(&later);
    MPI_Type_free(&odd);
    return end();
}
