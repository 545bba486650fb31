/* mazurka: -n 2 => verified; threads: every schedule */
/* mazurka: -n 2 --once => verified */
/* cc: -pthread */
/* mpich: passes */
/* A thread completes a request that another one has started and tested, but never two at the
 * same time; threads wait for different requests; a persistent request is completed by each
 * of them, by turns. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>

static MPI_Request first, second, again;
static int x, y, z;

static void *waits(void *unused)
{
    MPI_Request all[2] = {first, again};
    MPI_Waitall(2, all, MPI_STATUSES_IGNORE);
    assert(x == 1 && z == 3);
    return unused;
}

int main(int argc, char **argv)
{
    int provided, rank, flag;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_t thread;
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &first);
        MPI_Irecv(&y, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &second);
        MPI_Recv_init(&z, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &again);
        MPI_Start(&again);
        MPI_Test(&second, &flag, MPI_STATUS_IGNORE);
        pthread_create(&thread, NULL, waits, NULL);
        if (!flag)
            MPI_Wait(&second, MPI_STATUS_IGNORE);
        assert(y == 2);
        pthread_join(thread, NULL);
        MPI_Start(&again);
        MPI_Wait(&again, MPI_STATUS_IGNORE);
        assert(z == 4);
        MPI_Request_free(&again);
    } else {
        for (int i = 1; i <= 4; i++)
            MPI_Send(&i, 1, MPI_INT, 0, i < 4 ? i - 1 : 2, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
