/* mazurka: -n 3 => deadlock */
/* cc: -pthread */
/* Each of two threads probes for a message, and receives from whom it saw there. Both may
 * have seen the same one. */
#include <mpi.h>
#include <pthread.h>

static void *takes(void *unused)
{
    MPI_Status s;
    int v;
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
    MPI_Recv(&v, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return unused;
}

int main(void)
{
    int rank, level;
    pthread_t t[2];
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, takes, NULL);
        for (int i = 0; i < 2; i++)
            pthread_join(t[i], NULL);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
