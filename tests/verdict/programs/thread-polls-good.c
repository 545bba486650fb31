/* mazurka: -n 2 => incomplete; threads: one schedule */
/* mazurka: -n 2 --once => verified */
/* cc: -pthread */
/* mpich: passes */
/* A thread of each rank answers, and looks for messages in a loop in which it sleeps,
 * while the other one waits for an answer. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { ASK = 1, ANSWER = 2 };

static int rank;
static atomic_int done;

static void *serves(void *arg)
{
    while (!done) {
        int there, x;
        MPI_Iprobe(1 - rank, ASK, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (!there) {
            usleep(100);
            continue;
        }
        MPI_Recv(&x, 1, MPI_INT, 1 - rank, ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x++;
        MPI_Send(&x, 1, MPI_INT, 1 - rank, ANSWER, MPI_COMM_WORLD);
    }
    return arg;
}

int main(void)
{
    int level, x = 5;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&t, NULL, serves, NULL);
    MPI_Send(&x, 1, MPI_INT, 1 - rank, ASK, MPI_COMM_WORLD);
    MPI_Recv(&x, 1, MPI_INT, 1 - rank, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(x == 6);
    MPI_Barrier(MPI_COMM_WORLD);
    done = 1;
    pthread_join(t, NULL);
    MPI_Finalize();
    return 0;
}
