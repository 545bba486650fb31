/* mazurka: -n 1 -- {mutex,barrier,semaphore,condition,rwlock} => deadlock: its only thread waits for another one */
/* cc: -pthread */
/* A rank with one thread that nobody can wake. */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

int main(int argc, char **argv)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_barrier_t barrier;
    sem_t semaphore;
    MPI_Init(&argc, &argv);
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&semaphore, 0, 0);
    pthread_mutex_lock(&mutex);
    pthread_rwlock_rdlock(&rwlock);
    if (!strcmp(argv[1], "mutex"))
        pthread_mutex_lock(&mutex);
    if (!strcmp(argv[1], "barrier"))
        pthread_barrier_wait(&barrier);
    if (!strcmp(argv[1], "semaphore"))
        sem_wait(&semaphore);
    if (!strcmp(argv[1], "condition"))
        pthread_cond_wait(&condition, &mutex);
    if (!strcmp(argv[1], "rwlock"))
        pthread_rwlock_wrlock(&rwlock);
    MPI_Finalize();
    return 0;
}
