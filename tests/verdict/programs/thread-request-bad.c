/* mazurka: -n 2 {,-a odpor,--once} -- wait wait => invalid-argument; another thread is in MPI_Wait for the same request (of MPI_Irecv at thread-request-bad.c:48), at thread-request-bad.c:23 */
/* mazurka: -n 2 -- waitall wait => invalid-argument; another thread is in MPI_Waitall for the same request */
/* mazurka: -n 2 -- wait waitany => invalid-argument; MPI_Waitany: another thread is in MPI_Wait for the same request */
/* mazurka: -n 2 -- wait test => invalid-argument; MPI_Test: another thread is in MPI_Wait for the same request */
/* mazurka: -n 2 -- wait free => invalid-argument; MPI_Request_free: another thread is in MPI_Wait for the same request */
/* mazurka: -n 2 -- wait status => unsupported; MPI_Request_get_status of a request for which another thread is in MPI_Wait */
/* cc: -pthread */
/* Two threads are in calls that complete one and the same request (MPI-4.1, 11.6.2). */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MPI_Request request;

static void complete(const char *how, MPI_Request *r)
{
    int flag, index;
    if (!strcmp(how, "waitall"))
        MPI_Waitall(1, r, MPI_STATUSES_IGNORE);
    else if (!strcmp(how, "wait"))
        MPI_Wait(r, MPI_STATUS_IGNORE);
    else if (!strcmp(how, "waitany"))
        MPI_Waitany(1, r, &index, MPI_STATUS_IGNORE);
    else if (!strcmp(how, "test"))
        MPI_Test(r, &flag, MPI_STATUS_IGNORE);
    else if (!strcmp(how, "free"))
        MPI_Request_free(r);
    else
        MPI_Request_get_status(*r, &flag, MPI_STATUS_IGNORE);
}

static void *second(void *how)
{
    MPI_Request same = request;
    complete(how, &same);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, x = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_t thread;
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        pthread_create(&thread, NULL, second, argv[2]);
        complete(argv[1], &request);
        pthread_join(thread, NULL);
    } else {
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
