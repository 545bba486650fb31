/* hybrid.c - plays a program of MPI and threads that is given in words, for hybrid.mjs.
 *
 * Each argument is a thread: the rank, and then operations of a letter and a digit. s, y send to a rank (MPI_Send, MPI_Ssend); r receives from one, a from any; p probes
 * for a message of any; i asks for one (MPI_Iprobe), and skips the next operation if there is none; c is a barrier of all ranks; L, U lock and unlock a mutex; P, V wait
 * for and post a semaphore; R, W read and write a variable; A adds 1 to an atomic variable, by acquire and release. */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t semaphore[2];
static atomic_int cell[2];
static int variable[2];
static __thread volatile int sink;

static void *thread(void *words)
{
    int token = 0, flag;
    for (const char *w = words; *w; w += 2) {
        int k = w[1] - '0';
        switch (w[0]) {
        case 's': MPI_Send(&token, 1, MPI_INT, k, 0, MPI_COMM_WORLD); break;
        case 'y': MPI_Ssend(&token, 1, MPI_INT, k, 0, MPI_COMM_WORLD); break;
        case 'r': MPI_Recv(&token, 1, MPI_INT, k, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); break;
        case 'a': MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); break;
        case 'p': MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); break;
        case 'i':
            MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            w += flag ? 0 : 2;
            break;
        case 'c': MPI_Barrier(MPI_COMM_WORLD); break;
        case 'L': pthread_mutex_lock(&mutex[k]); break;
        case 'U': pthread_mutex_unlock(&mutex[k]); break;
        case 'P': sem_wait(&semaphore[k]); break;
        case 'V': sem_post(&semaphore[k]); break;
        case 'R': sink = variable[k]; break;
        case 'W': variable[k] = 1; break;
        case 'A': atomic_fetch_add_explicit(&cell[k], 1, memory_order_acq_rel); break;
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t t[8];
    int level, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sem_init(&semaphore[0], 0, 0);
    sem_init(&semaphore[1], 0, 1);
    for (int i = 1; i < argc; i++)
        if (argv[i][0] - '0' == rank)
            pthread_create(&t[i - 1], NULL, thread, argv[i] + 1);
    for (int i = 1; i < argc; i++)
        if (argv[i][0] - '0' == rank)
            pthread_join(t[i - 1], NULL);
    MPI_Finalize();
    return 0;
}
