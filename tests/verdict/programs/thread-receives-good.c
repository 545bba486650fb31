/* mazurka: -n 3 => verified; 4 outcomes; threads: every schedule */
/* cc: -pthread */
/* mpich: passes */
/* Two threads receive what two ranks have sent, in either order. */
#include <mpi.h>
#include <pthread.h>

static void *receiver(void *unused)
{
    int v;
    MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
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
            pthread_create(&t[i], NULL, receiver, NULL);
        for (int i = 0; i < 2; i++)
            pthread_join(t[i], NULL);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
