/* mazurka: -- publish => verified; no data race
 * mazurka: -- relaxed => data-race: it is data
 * mazurka: -- fences => verified
 * mazurka: -- one-fence => data-race: it is data
 * mazurka: -- sequence => verified
 * mazurka: -- broken-sequence => data-race: it is data
 * mazurka: -- counter => verified
 * mazurka: -- halves => assertion
 * mazurka: -- compare => verified
 * mazurka: -- spin => verified
 * mazurka: -- spin-plain => data-race: it is plain
 * mazurka: -- nobody => non-termination: nobody will change atomic flag
 * mazurka: -- test-and-set => verified
 * mazurka: -- never-cleared => non-termination
 * mazurka: -- ticket => verified
 * mazurka: -- peterson => verified
 * mazurka: -- peterson-wrong => data-race: it is data
 * mazurka: -- store-buffers => verified
 * mazurka: -- counts => incomplete; asking in vain
 * mazurka: -- double-checked => verified
 * mazurka: -- double-checked-plain => data-race
 * mazurka: -- reference => verified
 * cc: -fsanitize=thread
 *
 * Atomic operations: what they order, and loops that wait for them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define R memory_order_relaxed
#define A memory_order_acquire
#define L memory_order_release

static int data, plain;
static atomic_int flag, want[2], turn, next_ticket, serving, a, b, seen[2], refs = 2;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic(int *) made;
static int *volatile made_plain;
static int *block;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *what;

static int is(const char *name)
{
    return !strcmp(what, name);
}

static int *instance(void)
{
    int *p = atomic_load_explicit(&made, A);
    if (p)
        return p;
    pthread_mutex_lock(&mutex);
    p = atomic_load_explicit(&made, R);
    if (!p) {
        p = malloc(sizeof *p);
        *p = 7;
        atomic_store_explicit(&made, p, L);
    }
    pthread_mutex_unlock(&mutex);
    return p;
}

static int *instance_plain(void)
{
    if (!made_plain) {
        pthread_mutex_lock(&mutex);
        if (!made_plain) {
            int *p = malloc(sizeof *p);
            *p = 7;
            made_plain = p;
        }
        pthread_mutex_unlock(&mutex);
    }
    return made_plain;
}

static void peterson(int me)
{
    atomic_store(&want[me], 1);
    if (!is("peterson-wrong"))
        atomic_store(&turn, 1 - me);
    while (atomic_load(&want[1 - me]) && (atomic_load(&turn) == 1 - me))
        ;
    data++;
    atomic_store(&want[me], 0);
}

static void both(int me)
{
    if (is("counter"))
        atomic_fetch_add_explicit(&a, 1, R);
    else if (is("halves"))
        atomic_store(&a, atomic_load(&a) + 1);
    else if (is("compare")) {
        int was = atomic_load_explicit(&a, R);
        while (!atomic_compare_exchange_weak_explicit(&a, &was, was + 1, R, R))
            ;
    } else if (is("test-and-set")) {
        while (atomic_flag_test_and_set_explicit(&lock, A))
            ;
        data++;
        atomic_flag_clear_explicit(&lock, L);
    } else if (is("never-cleared")) {
        while (atomic_flag_test_and_set_explicit(&lock, A))
            ;
    } else if (is("ticket")) {
        int mine = atomic_fetch_add_explicit(&next_ticket, 1, R);
        while (atomic_load_explicit(&serving, A) != mine)
            ;
        data++;
        atomic_store_explicit(&serving, mine + 1, L);
    } else if (is("peterson") || is("peterson-wrong"))
        peterson(me);
    else if (is("double-checked"))
        assert(*instance() == 7);
    else if (is("double-checked-plain"))
        assert(*instance_plain() == 7);
    else if (is("reference")) {
        if (atomic_fetch_sub_explicit(&refs, 1, memory_order_acq_rel) == 1)
            free(block);
    } else if (is("store-buffers")) { /* sequential consistency: not both see 0 */
        atomic_store(me ? &a : &b, 1);
        atomic_store(&seen[me], atomic_load(me ? &b : &a) + 1);
    }
}

static void *one(void *unused)
{
    (void)unused;
    if (is("publish")) {
        data = 1;
        atomic_store_explicit(&flag, 1, L);
    } else if (is("relaxed")) {
        data = 1;
        atomic_store_explicit(&flag, 1, R);
    } else if (is("fences") || is("one-fence")) {
        data = 1;
        if (is("fences"))
            atomic_thread_fence(L);
        atomic_store_explicit(&flag, 1, R);
    } else if (is("sequence")) { /* the increments of others continue the sequence */
        data = 1;
        atomic_fetch_add_explicit(&flag, 1, L);
    } else if (is("broken-sequence")) {
        data = 1;
        atomic_store_explicit(&flag, 1, L);
        atomic_store_explicit(&flag, 2, R);
    } else if (is("spin") || is("counts")) {
        data = 1;
        atomic_store(&flag, 1);
    } else if (is("spin-plain")) {
        plain = 1;
    } else {
        both(0);
    }
    return NULL;
}

static void *two(void *unused)
{
    (void)unused;
    int n = 0;
    if (is("publish") || is("relaxed")) {
        if (atomic_load_explicit(&flag, A))
            assert(data == 1);
    } else if (is("fences") || is("one-fence")) {
        if (atomic_load_explicit(&flag, R)) {
            atomic_thread_fence(A);
            assert(data == 1);
        }
    } else if (is("sequence")) {
        atomic_fetch_add_explicit(&flag, 2, R);
        if (atomic_load_explicit(&flag, A) == 3)
            assert(data == 1);
    } else if (is("broken-sequence")) {
        if (atomic_load_explicit(&flag, A) == 2)
            assert(data == 1);
    } else if (is("spin")) {
        while (!atomic_load(&flag))
            ;
        assert(data == 1);
    } else if (is("counts")) {
        while (!atomic_load(&flag))
            n++;
        return (void *)(long)n;
    } else if (is("spin-plain")) {
        while (!*(volatile int *)&plain)
            atomic_load(&flag);
    } else if (is("nobody")) {
        while (!atomic_load(&flag))
            ;
    } else {
        both(1);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t t[2];
    what = argc > 1 ? argv[1] : "publish";
    block = malloc(sizeof *block);
    pthread_create(&t[0], NULL, one, NULL);
    pthread_create(&t[1], NULL, two, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    if (is("counter") || is("halves") || is("compare"))
        assert(a == 2);
    if (is("test-and-set") || is("ticket") || is("peterson"))
        assert(data == 2);
    if (is("store-buffers"))
        assert(seen[0] == 2 || seen[1] == 2);
    return 0;
}
