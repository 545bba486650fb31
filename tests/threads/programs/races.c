/* mazurka: -- plain => data-race: races.c; it is shared
 * mazurka: -- locked => verified; no data race
 * mazurka: -- two-locks => data-race: it is shared
 * mazurka: -- readers => verified
 * mazurka: -- joined => verified
 * mazurka: -- main-reads => data-race: main reads
 * mazurka: -- created => verified
 * mazurka: -- try => data-race
 * mazurka: -- tried => verified
 * mazurka: -- signal => data-race
 * mazurka: -- waited => verified
 * mazurka: -- reader-writes => data-race
 * mazurka: -- rwlock => verified
 * mazurka: -- semaphore => verified
 * mazurka: -- semaphore-two => data-race
 * mazurka: -- barrier => verified
 * mazurka: -- late => data-race
 * mazurka: -- once => verified
 * mazurka: -- spin => verified
 * mazurka: -- elements => verified
 * mazurka: -- bytes => verified
 * mazurka: -- overlap => data-race: it is text
 * mazurka: -- copy => data-race
 * mazurka: -- free => data-race: frees
 * mazurka: -- rare => data-race
 * cc: -fsanitize=thread -fno-builtin
 *
 * Two threads access the same memory. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static int shared, ready, array[2];
static char text[16];
static int *block;
static const char *what;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t sem;

static int is(const char *name)
{
    return !strcmp(what, name);
}

static void first_time(void)
{
    shared = 1;
}

static void *one(void *unused)
{
    (void)unused;
    if (is("plain") || is("main-reads") || is("joined")) {
        shared++;
    } else if (is("locked") || is("two-locks")) {
        pthread_mutex_lock(&a);
        shared++;
        pthread_mutex_unlock(&a);
    } else if (is("readers")) {
        return (void *)(long)shared;
    } else if (is("try")) { /* that it is taken tells nothing about what comes before */
        shared = 1;
        pthread_mutex_lock(&a);
        pthread_mutex_unlock(&a);
    } else if (is("tried")) {
        if (!pthread_mutex_trylock(&a)) {
            shared++;
            pthread_mutex_unlock(&a);
        }
    } else if (is("signal")) { /* without the lock */
        shared = 1;
        pthread_cond_signal(&c);
    } else if (is("waited")) {
        pthread_mutex_lock(&a);
        shared = ready = 1;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&a);
    } else if (is("reader-writes")) {
        pthread_rwlock_rdlock(&rw);
        shared++;
        pthread_rwlock_unlock(&rw);
    } else if (is("rwlock")) {
        pthread_rwlock_wrlock(&rw);
        shared++;
        pthread_rwlock_unlock(&rw);
    } else if (is("semaphore")) {
        shared = 1;
        sem_post(&sem);
    } else if (is("semaphore-two")) {
        sem_wait(&sem);
        shared++;
        sem_post(&sem);
    } else if (is("barrier")) {
        shared = 1;
        pthread_barrier_wait(&barrier);
    } else if (is("late")) {
        pthread_barrier_wait(&barrier);
        shared = 1;
    } else if (is("once")) {
        pthread_once(&once, first_time);
        return (void *)(long)shared;
    } else if (is("spin")) {
        pthread_spin_lock(&spin);
        shared++;
        pthread_spin_unlock(&spin);
    } else if (is("elements")) {
        array[0] = 1;
    } else if (is("bytes")) {
        text[3] = 'x';
    } else if (is("overlap")) {
        memset(text, 'x', 9);
    } else if (is("copy")) {
        memcpy(text, "text", 5);
    } else if (is("free")) {
        free(block);
    } else if (is("rare")) { /* only if the other one comes first */
        pthread_mutex_lock(&a);
        int other = ready;
        pthread_mutex_unlock(&a);
        if (other)
            shared = 1;
    }
    return NULL;
}

static void *two(void *unused)
{
    (void)unused;
    if (is("two-locks")) {
        pthread_mutex_lock(&b);
        shared++;
        pthread_mutex_unlock(&b);
    } else if (is("try")) {
        if (pthread_mutex_trylock(&a))
            return (void *)(long)shared;
        pthread_mutex_unlock(&a);
    } else if (is("signal")) {
        pthread_mutex_lock(&a);
        pthread_cond_wait(&c, &a);
        pthread_mutex_unlock(&a);
        return (void *)(long)shared;
    } else if (is("waited")) {
        pthread_mutex_lock(&a);
        while (!ready)
            pthread_cond_wait(&c, &a);
        pthread_mutex_unlock(&a);
        return (void *)(long)shared;
    } else if (is("rwlock")) {
        pthread_rwlock_rdlock(&rw);
        int seen = shared;
        pthread_rwlock_unlock(&rw);
        return (void *)(long)seen;
    } else if (is("semaphore")) {
        sem_wait(&sem);
        shared = 2;
    } else if (is("barrier")) {
        pthread_barrier_wait(&barrier);
        shared = 2;
    } else if (is("late")) {
        pthread_barrier_wait(&barrier);
        return (void *)(long)shared;
    } else if (is("elements")) {
        array[1] = 1;
    } else if (is("bytes")) {
        text[4] = 'y';
    } else if (is("overlap")) {
        text[8] = 'y';
    } else if (is("copy")) {
        return (void *)strlen(text);
    } else if (is("free")) {
        return (void *)(long)*block;
    } else if (is("rare")) {
        shared = 2;
        pthread_mutex_lock(&b); /* the wrong one, so that nothing orders the two... */
        pthread_mutex_unlock(&b);
        pthread_mutex_lock(&a);
        ready = 1;
        pthread_mutex_unlock(&a);
        return (void *)(long)shared; /* ...for the second access only */
    } else {
        return one(NULL);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t t[2];
    what = argc > 1 ? argv[1] : "locked";
    block = malloc(sizeof *block);
    *block = shared = 0;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_spin_init(&spin, 0);
    sem_init(&sem, 0, is("semaphore-two") ? 2 : 0);
    if (is("created"))
        shared = 1;
    pthread_create(&t[0], NULL, is("created") ? two : one, NULL);
    if (is("main-reads") && shared)
        return 2;
    if (is("joined"))
        pthread_join(t[0], NULL);
    if (!is("main-reads"))
        pthread_create(&t[1], NULL, is("created") ? one : two, NULL);
    if (!is("joined"))
        pthread_join(t[0], NULL);
    if (!is("main-reads") && !is("signal"))
        pthread_join(t[1], NULL);
    return 0;
}
