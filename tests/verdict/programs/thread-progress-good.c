/* mazurka: -n 2 => incomplete; threads: one schedule; !error */
/* cc: -pthread -fsanitize=thread */
/* mpich: passes */
/* A thread of each rank looks for messages until it is told to end. The loop looks at a variable, too: that this has not changed does not mean
 * that it goes round in vain. */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int done;
static sem_t got;

static void *progress(void *unused)
{
    int there, value;
    while (!atomic_load(&done)) {
        MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (there) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sem_post(&got);
        }
    }
    return unused;
}

int main(int argc, char **argv)
{
    int level, rank;
    pthread_t t;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sem_init(&got, 0, 0);
    pthread_create(&t, NULL, progress, NULL);
    MPI_Send(&rank, 1, MPI_INT, !rank, 1, MPI_COMM_WORLD);
    sem_wait(&got);
    atomic_store(&done, 1);
    pthread_join(t, NULL);
    MPI_Finalize();
    return 0;
}
