/* mazurka: -- 3 right => verified; 6 outcomes
 * mazurka: -- 3 wrong => deadlock: philosopher #1, philosopher #2 and philosopher #3 wait for each other; waits for philosopher #2; lock mutex forks[
 * mazurka: -- 4 right => verified; 14 outcomes
 *
 * Philosophers who take their left fork first; where all do, each may have one. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t forks[8] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER};
static int n, right;
static void *philosopher(void *seat)
{
    int left = (int)(long)seat, other = (left + 1) % n;
    int first = right && other < left ? other : left;
    int second = left + other - first;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t[8];
    n = atoi(argv[argc - 2]);
    right = !strcmp(argv[argc - 1], "right");
    for (long i = 0; i < n; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    return 0;
}
