/* mazurka: -n 3 -a match => incomplete|unsupported; threads: one schedule; 2 outcomes */
/* mazurka: -n 3 -j 2 => incomplete|unsupported; threads: one schedule; 2 outcomes */
/* cc: -fopenmp */
/* env: OMP_NUM_THREADS=4 */
/* OpenMP with four threads, between messages of which the order decides. */
#include <assert.h>
#include <mpi.h>
#include <omp.h>

static int work(int from)
{
    int sum = 0, team = 0, tasks = 0, order[4] = {0};
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i + from;
#pragma omp parallel
    {
#pragma omp critical
        order[omp_get_thread_num()] = ++team;
#pragma omp barrier
        assert(team == omp_get_num_threads());
#pragma omp single
        for (int i = 0; i < 8; i++)
#pragma omp task
        {
#pragma omp atomic
            tasks++;
        }
    }
    assert(team == 4 && tasks == 8);
    return sum;
}

int main(int argc, char **argv)
{
    int rank, level, x;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    x = work(rank);
    assert(x == 4950 + 100 * rank);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int i = 1; i < 3; i++) {
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            assert(work(x) == 4950 + 100 * x);
        }
    }
    MPI_Finalize();
    return 0;
}
