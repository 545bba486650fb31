/* mazurka: -n 2 => verified; 4 outcomes; threads: every schedule */
/* mazurka: -n 2 -- first => assertion; in 3 of 4 outcomes; OpenMP thread 1 of rank */
/* mazurka: -n 2 -- order => assertion; y == me; of rank */
/* mazurka: -n 2 -- funneled => invalid-argument; MPI_THREAD_FUNNELED */
/* mazurka: -n 2 -a odpor --buffering zero => verified; threads: every schedule */
/* cc: -fopenmp */
/* In each rank, two threads of OpenMP go through a critical region: which is the last one is not known. Two of them receive with one tag. */
#include <assert.h>
#include <mpi.h>
#include <omp.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, level, last = -1, n = 0;
    const char *how = argc > 1 ? argv[1] : "";
    MPI_Init_thread(&argc, &argv, strcmp(how, "order") ? MPI_THREAD_FUNNELED : MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!strcmp(how, "order")) {
#pragma omp parallel num_threads(2)
        {
            int me = omp_get_thread_num(), y;
            if (rank) {
                MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
            } else {
                MPI_Recv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                assert(y == me);
            }
        }
    } else {
#pragma omp parallel num_threads(2)
        {
#pragma omp critical
            {
                n++;
                last = omp_get_thread_num();
            }
            if (!strcmp(how, "funneled") && omp_get_thread_num())
                MPI_Barrier(MPI_COMM_SELF);
        }
        MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        assert(n == 4);
        assert(strcmp(how, "first") || last == 1);
    }
    MPI_Finalize();
    return 0;
}
