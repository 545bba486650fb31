/* mazurka: -n 1 => deadlock: its only thread waits for another one */
/* cc: -pthread */
/* A mutex is locked twice. */
#include <mpi.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    MPI_Init(NULL, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    MPI_Finalize();
    return 0;
}
