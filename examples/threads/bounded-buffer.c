/* mazurka: -- 1 1 2 while => verified
 * mazurka: -- 2 1 1 while => verified
 * mazurka: -- 1 2 2 if => assertion: used > 0 failed
 * mazurka: -- 1 2 1 one => deadlock: consumer #
 *
 * A bounded buffer of one place: producers, consumers, items of each producer. if: a waiter does not look again when
 * it is woken; one: consumers and producers wait for one condition, of which one waiter is woken. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int used, items, once_only, one, takes;
static void wait(pthread_cond_t *c, int for_room)
{
    if (once_only) {
        if (for_room ? used == 1 : used == 0)
            pthread_cond_wait(c, &m);
        return;
    }
    while (for_room ? used == 1 : used == 0)
        pthread_cond_wait(c, &m);
}
static void *producer(void *unused)
{
    for (int i = 0; i < items; i++) {
        pthread_mutex_lock(&m);
        wait(one ? &full : &empty, 1);
        used++;
        pthread_cond_signal(&full);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
static void *consumer(void *unused)
{
    for (int i = 0; i < takes; i++) {
        pthread_mutex_lock(&m);
        wait(&full, 0);
        assert(used > 0);
        used--;
        pthread_cond_signal(one ? &full : &empty);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t[8];
    int producers = atoi(argv[argc - 4]), consumers = atoi(argv[argc - 3]), n = 0;
    items = atoi(argv[argc - 2]);
    once_only = !strcmp(argv[argc - 1], "if");
    one = !strcmp(argv[argc - 1], "one");
    if (one)
        items = 2;
    takes = producers * items / consumers;
    for (int i = 0; i < producers; i++)
        pthread_create(&t[n++], NULL, producer, NULL);
    for (int i = 0; i < consumers; i++)
        pthread_create(&t[n++], NULL, consumer, NULL);
    while (n)
        pthread_join(t[--n], NULL);
    return 0;
}
