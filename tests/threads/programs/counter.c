/* mazurka: -- 3 lock => verified; 6 outcomes; 4 threads: every schedule, sequentially consistent; no data race
 * mazurka: -- 4 lock => verified; 24 outcomes
 * mazurka: -a dpor -- 3 lock => verified; 6 outcomes
 * mazurka: -a exhaustive -- 2 lock => verified; 2 traces
 * mazurka: -j 2 -- 4 lock => verified; 24 outcomes
 * mazurka: -a match -- 2 lock => unsupported; match is for MPI programs
 * mazurka: -- 2 halves => assertion: counter == n failed
 *
 * Threads count under a lock; halves: reading and writing are two critical sections. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter, halves, n;
static void *count(void *unused)
{
    pthread_mutex_lock(&m);
    int seen = counter;
    if (halves) {
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
    }
    counter = seen + 1;
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t[8];
    n = atoi(argv[argc - 2]);
    halves = !strcmp(argv[argc - 1], "halves");
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, count, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    assert(counter == n);
    return 0;
}
