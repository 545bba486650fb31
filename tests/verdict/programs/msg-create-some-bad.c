/* mazurka: -n 3 => finding */
/* MPI_Comm_create has to be called by all of the parent, also by those outside the group.
 */
#include "truth.h"

int main(void)
{
    int rank = begin(), two[2] = {0, 1};
    MPI_Group all, some;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_group(WORLD, &all);
    MPI_Group_incl(all, 2, two, &some);
    if (rank < 2)
        MPI_Comm_create(WORLD, some, &comm);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    return end();
}
