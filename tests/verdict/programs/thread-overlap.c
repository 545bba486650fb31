/* mazurka: -n 2 -- serialized => invalid-argument: may be in MPI_Send, and the level of thread support is MPI_THREAD_SERIALIZED
 * mazurka: -n 2 -- collective => invalid-argument: may be in MPI_Barrier, a collective call on the same communicator
 * mazurka: -n 2 -- {multiple,locked,joined,apart,in-turn} => verified
 * cc: -pthread
 *
 * Calls of two threads that no schedule shows to overlap, as neither waits; some must not, and nothing orders them. */
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locks, tags[2] = {1, 2};
static MPI_Comm comms[2];

static void *sends(void *tag)
{
    int x = 0;
    if (locks)
        pthread_mutex_lock(&lock);
    MPI_Send(&x, 1, MPI_INT, 1, *(int *)tag, MPI_COMM_WORLD);
    if (locks)
        pthread_mutex_unlock(&lock);
    return NULL;
}

static void *meets(void *comm)
{
    if (locks)
        pthread_mutex_lock(&lock);
    MPI_Barrier(*(MPI_Comm *)comm);
    if (locks)
        pthread_mutex_unlock(&lock);
    return NULL;
}

static void both(void *(*function)(void *), void *one, void *other, int wait)
{
    pthread_t t;
    pthread_create(&t, NULL, function, one);
    if (wait)
        pthread_join(t, NULL);
    function(other);
    if (!wait)
        pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int serialized = !strcmp(what, "serialized") || !strcmp(what, "locked") || !strcmp(what, "joined");
    int level, rank;
    MPI_Request request[2];
    MPI_Init_thread(NULL, NULL, serialized ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    comms[0] = comms[1] = MPI_COMM_WORLD;
    if (!strcmp(what, "apart"))
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    locks = !strcmp(what, "locked") || !strcmp(what, "in-turn");
    if (!strcmp(what, "collective") || !strcmp(what, "apart") || !strcmp(what, "in-turn")) {
        both(meets, &comms[0], &comms[1], 0);
    } else if (rank == 0) {
        both(sends, &tags[0], &tags[1], !strcmp(what, "joined"));
    } else {
        int from[2];
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&from[i], 1, MPI_INT, 0, tags[i], MPI_COMM_WORLD, &request[i]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
    if (comms[1] != MPI_COMM_WORLD)
        MPI_Comm_free(&comms[1]);
    MPI_Finalize();
    return 0;
}
