/* Atomic functions of the compiler, for variables that are not declared as atomic, in a program that is compiled as usual.
 *
 * mazurka: {,-- macro} => verified; 2 outcomes; not explored: data races
 * mazurka: -- seen => assertion: !__atomic_load_n
 * mazurka: -- plain => data-race; it is flag
 * mazurka: -- unpublished => data-race; it is data
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define GET(what) __atomic_load_n(&(what), __ATOMIC_ACQUIRE)

static int flag, data;
static const char *how = "";

static void *other(void *unused)
{
    if (strcmp(how, "unpublished"))
        data = 1;
    if (!strcmp(how, "plain"))
        flag = 1;
    else
        __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
    if (!strcmp(how, "unpublished"))
        data = 1;
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t t;
    how = argc > 1 ? argv[1] : "";
    pthread_create(&t, NULL, other, NULL);
    if (!strcmp(how, "seen"))
        assert(!__atomic_load_n(&flag, __ATOMIC_ACQUIRE));
    else if (!strcmp(how, "macro") ? GET(flag) : __atomic_load_n(&flag, __ATOMIC_ACQUIRE))
        data++;
    pthread_join(t, NULL);
    return 0;
}
