/* mazurka: => verified; 2 outcomes
 *
 * Threads of C11. */
#include <assert.h>
#include <threads.h>
static mtx_t m;
static once_flag flag = ONCE_FLAG_INIT;
static int sum, made;
static void make(void)
{
    made++;
    mtx_init(&m, mtx_plain);
}
static int add(void *what)
{
    mtx_lock(&m);
    sum += *(int *)what;
    mtx_unlock(&m);
    return *(int *)what;
}
int main(void)
{
    thrd_t t[2];
    int value[2] = {1, 2}, result;
    call_once(&flag, make);
    for (int i = 0; i < 2; i++)
        thrd_create(&t[i], add, &value[i]);
    for (int i = 0; i < 2; i++) {
        thrd_join(t[i], &result);
        assert(result == value[i]);
    }
    assert(sum == 3 && made == 1);
    mtx_destroy(&m);
    return 0;
}
