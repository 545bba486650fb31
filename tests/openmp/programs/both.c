/* mazurka: => verified; 2 outcomes; 5 threads
 * holds for: OpenMP with 2 threads where the program does not say how many
 *
 * Two threads of POSIX, each with a team of its own; both teams count in one critical region. */
#include <assert.h>
#include <omp.h>
#include <pthread.h>
static int counter;
static void *run(void *of)
{
    int sum = 0, *a = of;
#pragma omp parallel
    a[omp_get_thread_num()] = 1;
#pragma omp critical
    counter++;
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    int a[2][2] = {0};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, a[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(a[0][0] + a[0][1] + a[1][0] + a[1][1] == 4 && counter == 2);
    return 0;
}
