/* mazurka: -n 3 => verified */
/* MPI_Comm_create_group needs the members of the group only: rank 2 does not take part.
 */
#include "truth.h"

int main(void)
{
    int rank = begin(), two[2] = {0, 1}, size;
    MPI_Group all, some;
    MPI_Comm comm;
    MPI_Comm_group(WORLD, &all);
    MPI_Group_incl(all, 2, two, &some);
    if (rank < 2) {
        MPI_Comm_create_group(WORLD, some, 0, &comm);
        MPI_Comm_size(comm, &size);
        assert(size == 2);
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    return end();
}
