/* mazurka: => data-race: it is instance
 * mazurka: -- atomic => verified; no data race
 * cc: -fsanitize=thread
 *
 * The first caller makes the object, and who finds it made does without the lock. Then the look needs an atomic variable: without one, another
 * thread may see the pointer before it sees what it points to. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *instance;
static _Atomic(int *) instance_atomic;
static int right;

static int *make(void)
{
    int *p = malloc(sizeof *p);
    *p = 42;
    return p;
}

static int *get(void)
{
    if (!instance) {
        pthread_mutex_lock(&lock);
        if (!instance)
            instance = make();
        pthread_mutex_unlock(&lock);
    }
    return instance;
}

static int *get_atomic(void)
{
    int *p = atomic_load_explicit(&instance_atomic, memory_order_acquire);
    if (p)
        return p;
    pthread_mutex_lock(&lock);
    p = atomic_load_explicit(&instance_atomic, memory_order_relaxed);
    if (!p) {
        p = make();
        atomic_store_explicit(&instance_atomic, p, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return p;
}

static void *user(void *unused)
{
    assert(*(right ? get_atomic() : get()) == 42);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t t[2];
    right = argc > 1 && argv;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, user, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
