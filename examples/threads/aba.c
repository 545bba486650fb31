/* mazurka: => assertion: given[0] == NONE
 * mazurka: -- counted => verified; no data race
 * cc: -fsanitize=thread
 *
 * A stack without locks: who takes the uppermost element looks what is below it, and puts that in its place if it is still the uppermost one. While
 * it looks, another thread may take two elements and give the first one back: the same element is on top again, and the one below it is in use. A
 * counter beside the top tells the two apart. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { NONE = 3, COUNT = 256 }; /* the top: an element, and how often it was changed */

static atomic_uint top, below[3];
static unsigned given[2];
static bool counted;

static unsigned take(void)
{
    for (;;) {
        unsigned was = atomic_load(&top), element = was % COUNT;
        if (element == NONE)
            return NONE;
        unsigned next = atomic_load(&below[element]), count = counted ? was / COUNT + 1 : 0;
        if (atomic_compare_exchange_strong(&top, &was, next + count * COUNT))
            return element;
    }
}

static void give(unsigned element)
{
    for (;;) {
        unsigned was = atomic_load(&top), count = counted ? was / COUNT + 1 : 0;
        atomic_store(&below[element], was % COUNT);
        if (atomic_compare_exchange_strong(&top, &was, element + count * COUNT))
            return;
    }
}

static void *slow(void *unused)
{
    take();
    given[0] = take();
    return unused;
}

static void *busy(void *unused)
{
    unsigned first = take();
    given[1] = take();
    if (first != NONE)
        give(first);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t a, b;
    counted = argc > 1 && argv;
    given[0] = given[1] = NONE;
    for (unsigned i = 0; i < 3; i++)
        atomic_init(&below[i], i + 1);
    atomic_init(&top, 0);
    pthread_create(&a, NULL, slow, NULL);
    pthread_create(&b, NULL, busy, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(given[0] == NONE || given[0] != given[1]);
    return 0;
}
