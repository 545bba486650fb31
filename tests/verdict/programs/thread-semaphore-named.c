/* mazurka: -n 2 => unsupported; uses a semaphore with a name (sem_open), which ranks may share */
/* Ranks on one machine share it, and others do not. */
#include "truth.h"
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void *work(void *unused)
{
    sem_t *s = sem_open("/mazurka-test", O_CREAT, 0600, 1);
    sem_wait(s);
    sem_post(s);
    return unused;
}

int main(void)
{
    int provided;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    MPI_Finalize();
    return 0;
}
