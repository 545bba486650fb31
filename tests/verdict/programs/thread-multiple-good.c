/* mazurka: -n 2 => verified; threads: every schedule */
/* mazurka: -n 2 --buffering zero => verified */
/* mazurka: -n 2 -a match -j 2 => incomplete; threads: one schedule */
/* cc: -pthread */
/* mpich: passes */
/* Two threads of each rank wait for messages at the same time; each answers what the
 * other rank's threads ask. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>

enum { ASK = 1, ANSWER = 2, ROUNDS = 2 };

static int rank;

static void *serves(void *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        int x;
        MPI_Recv(&x, 1, MPI_INT, 1 - rank, ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x *= 2;
        MPI_Send(&x, 1, MPI_INT, 1 - rank, ANSWER, MPI_COMM_WORLD);
    }
    return arg;
}

int main(void)
{
    int level, flag;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&t, NULL, serves, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        int x = i, got;
        MPI_Send(&x, 1, MPI_INT, 1 - rank, ASK, MPI_COMM_WORLD);
        MPI_Recv(&got, 1, MPI_INT, 1 - rank, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(got == 2 * i);
    }
    MPI_Is_thread_main(&flag);
    assert(flag);
    pthread_join(t, NULL);
    MPI_Finalize();
    return 0;
}
