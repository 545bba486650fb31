/* mazurka: -n 2 => verified */
/* holds for: ^((?!merge).)*$ */
/* With `high` on one side only, the other group comes first: nothing is left open. */
#include "truth.h"

int main(void)
{
    MPI_Comm alone, both, one;
    int rank = begin(), place;
    MPI_Comm_split(WORLD, rank, 0, &alone);
    MPI_Intercomm_create(alone, 0, WORLD, !rank, 0, &both);
    MPI_Intercomm_merge(both, rank, &one);
    MPI_Comm_rank(one, &place);
    assert(place == rank);
    MPI_Comm_free(&alone);
    MPI_Comm_free(&both);
    MPI_Comm_free(&one);
    return end();
}
