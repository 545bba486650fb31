/* mazurka: -n 2 => invalid-argument: MPI_Recv is called while another thread is in a call of MPI */
/* cc: -pthread */
/* Two threads receive at the same time, although they have agreed not to. */
#include <mpi.h>
#include <pthread.h>

static void *receives(void *tag)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, 0, *(int *)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(void)
{
    int level, rank, tag[2] = {1, 2};
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!rank) {
        for (int i = 0; i < 2; i++)
            MPI_Send(&rank, 1, MPI_INT, 1, tag[i], MPI_COMM_WORLD);
    } else {
        pthread_create(&t, NULL, receives, &tag[0]);
        receives(&tag[1]);
        pthread_join(t, NULL);
    }
    MPI_Finalize();
    return 0;
}
