/* mazurka: -n 2 => verified; overlaps within large datatypes */
/* Two combs, the teeth of one between those of the other, with more teeth than are
 * compared: the verdict says so. */
#include "truth.h"

enum { TEETH = 50000 };

int main(void)
{
    static int a[2 * TEETH];
    int rank = begin();
    MPI_Datatype comb, combs;
    MPI_Type_vector(TEETH, 1, 2, MPI_INT, &comb);
    MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){0, 4}, comb, &combs);
    MPI_Type_commit(&combs);
    if (rank == 0)
        MPI_Send(a, 2 * TEETH, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(a, 1, combs, 0, 0, WORLD, IGNORE);
    MPI_Type_free(&comb);
    MPI_Type_free(&combs);
    return end();
}
