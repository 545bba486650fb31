/* mazurka: -n 2 => verified */
/* holds for: MPI_Intercomm_merge */
/* With the same `high` on both sides, which group comes first is left open (MPI 3.1, 6.6.2):
 * the assertion holds for the order that was tried, and the verdict says so. */
#include "truth.h"

int main(void)
{
    MPI_Comm alone, both, one;
    int rank = begin(), place;
    MPI_Comm_split(WORLD, rank, 0, &alone);
    MPI_Intercomm_create(alone, 0, WORLD, !rank, 0, &both);
    MPI_Intercomm_merge(both, 1, &one);
    MPI_Comm_rank(one, &place);
    assert(place == rank);
    MPI_Comm_free(&alone);
    MPI_Comm_free(&both);
    MPI_Comm_free(&one);
    return end();
}
