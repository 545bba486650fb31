/* classics.c - programs with threads whose numbers of traces are published, for make
 * bench-threads. Written afresh from the descriptions in Nguyen, Rodriguez, Sousa, Coti,
 * Petrucci: Quasi-Optimal Partial Order Reduction, CAV 2018.
 *
 *     classics pi N        N threads add to one sum
 *     classics mpat K      K pairs share a lock each, and the first ones of all pairs
 * another one around it classics disp S R    R requests, each to one of S servers: which
 * one is what another thread has chosen so far classics mpc P W     P producers make a
 * number together, and each gives work to the one of W workers that it says classics pol
 * N K     K times, one of N threads is looked at: which one is what another thread has
 * chosen so far */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32 };

static pthread_mutex_t of_one[MOST], of_all = PTHREAD_MUTEX_INITIALIZER;
static int n, m, chosen, cell[MOST];
static unsigned long sum;

static void add(pthread_mutex_t *lock, int *to, int what)
{
    pthread_mutex_lock(lock);
    *to += what;
    pthread_mutex_unlock(lock);
}

static pthread_t start(void *(*function)(void *), long argument)
{
    pthread_t t;
    pthread_create(&t, NULL, function, (void *)argument);
    return t;
}

static void *apart(void *id)
{
    add(&of_one[(long)id], &cell[(long)id], 1);
    return NULL;
}

static void *together(void *id)
{
    (void)id;
    add(&of_all, &cell[0], 1);
    return NULL;
}

static void *nested(void *id)
{
    pthread_mutex_lock(&of_all);
    apart(id);
    pthread_mutex_unlock(&of_all);
    return NULL;
}

static void *choose(void *first)
{
    for (int i = (int)(long)first; i < n; i++) {
        pthread_mutex_lock(&of_all);
        chosen = i;
        pthread_mutex_unlock(&of_all);
    }
    return NULL;
}

static int get_chosen(void)
{
    pthread_mutex_lock(&of_all);
    int is = chosen;
    pthread_mutex_unlock(&of_all);
    return is;
}

static void *look(void *unused)
{
    apart((void *)(long)get_chosen());
    return unused;
}

static void *work(void *id)
{
    for (int i = 0; i < 2; i++)
        apart(id);
    return NULL;
}

static void *produce(void *id)
{
    unsigned long mine = 0;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&of_all);
        mine = sum = sum * (unsigned long)n + (unsigned long)id;
        pthread_mutex_unlock(&of_all);
    }
    apart((void *)(long)(mine % (unsigned long)m));
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t all[2 * MOST];
    int started = 0;
    n = argc > 2 ? atoi(argv[2]) : 0;
    m = argc > 3 ? atoi(argv[3]) : 0;
    if (n < 1 || n > MOST || m > MOST)
        return 2;
    for (int i = 0; i < MOST; i++)
        pthread_mutex_init(&of_one[i], NULL);
    if (!strcmp(argv[1], "pi"))
        for (int i = 0; i < n; i++)
            all[started++] = start(together, i);
    if (!strcmp(argv[1], "mpat"))
        for (int i = 0; i < n; i++) {
            all[started++] = start(apart, i);
            all[started++] = start(nested, i);
        }
    if (!strcmp(argv[1], "disp") || !strcmp(argv[1], "pol"))
        for (int i = 0; i < n; i++)
            all[started++] = start(apart, i);
    for (int i = 0; i < m && !strcmp(argv[1], "disp"); i++) {
        pthread_t other = start(choose, 0);
        look(NULL);
        pthread_join(other, NULL);
    }
    for (int i = 0; i < m && !strcmp(argv[1], "pol"); i++) {
        pthread_t other = start(choose, 1), looks = start(look, 0);
        pthread_join(other, NULL);
        pthread_join(looks, NULL);
    }
    if (!strcmp(argv[1], "mpc")) {
        for (int i = 0; i < m; i++)
            all[started++] = start(work, i);
        for (int i = 0; i < n; i++)
            all[started++] = start(produce, i);
    }
    for (int i = 0; i < started; i++)
        pthread_join(all[i], NULL);
    return 0;
}
