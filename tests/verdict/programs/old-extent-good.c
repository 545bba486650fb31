/* mazurka: -n 1 => verified!any */
/* What MPI-3.0 has removed, and old programs still call: each of them gives one result. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Aint extent, lower, upper;
    MPI_Init(&argc, &argv);
    assert(!MPI_Type_extent(MPI_DOUBLE, &extent) && extent == 8);
    assert(!MPI_Type_lb(MPI_DOUBLE, &lower) && lower == 0);
    assert(!MPI_Type_ub(MPI_DOUBLE, &upper) && upper == 8);
    return MPI_Finalize();
}
