/* mazurka: -n 1 => non-termination: its threads wait for each other, some in loops */
/* cc: -pthread */
/* Each of two threads waits in a loop for the other one. */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *other(void *arg)
{
    while (!a)
        ;
    b = 1;
    return arg;
}

int main(void)
{
    int level;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    pthread_create(&t, NULL, other, NULL);
    while (!b)
        ;
    a = 1;
    pthread_join(t, NULL);
    MPI_Finalize();
    return 0;
}
