/* mazurka: => data-race: it is counter
 * mazurka: -- locked => verified
 *
 * Two threads count; without the lock, one may write over what the other has counted. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, locked;

static void *worker(void *unused)
{
    if (locked)
        pthread_mutex_lock(&lock);
    counter++;
    if (locked)
        pthread_mutex_unlock(&lock);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t t[2];
    locked = argc > 1 && *argv[1];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(counter == 2);
}
