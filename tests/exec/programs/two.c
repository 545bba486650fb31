/* mazurka: --keep-going => assertion; a == 0 failed; b == 1 failed; 2 findings
 * mazurka: => assertion; 1 finding
 *
 * Two mistakes. By default the first of each kind is reported, with --keep-going both. */
#include <mazurka.h>
#include <stddef.h>

static void first(void *arg)
{
    (void)arg;
    int a = mz_choose(2);
    mz_assert(a == 0);
}

static void second(void *arg)
{
    (void)arg;
    int b = mz_choose(2);
    mz_assert(b == 1);
}

int main(void)
{
    mz_actor_new("first", first, NULL);
    mz_actor_new("second", second, NULL);
    return mz_run();
}
