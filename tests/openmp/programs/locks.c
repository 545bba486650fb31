/* mazurka: -- right => verified; 2 outcomes
 * mazurka: -- cycle => deadlock: main and OpenMP thread 1 wait for each other
 * mazurka: -- twice => deadlock
 * mazurka: -- nested => verified; 2 outcomes
 * mazurka: -- test => verified; 4 outcomes
 * mazurka: -- unowned => invalid-argument: unsets a lock that it has not set
 * mazurka: -- uninitialized => invalid-argument: uses a lock that was not initialized
 * mazurka: -- destroyed => invalid-argument: uses an object that was destroyed
 * mazurka: -- busy => invalid-argument: destroys a lock that is set
 *
 * Locks. */
#include <assert.h>
#include <omp.h>
#include <string.h>
static omp_lock_t a, b, never;
static omp_nest_lock_t nest;
int main(int argc, char **argv)
{
    const char *how = argv[1];
    int x = 0;
    omp_init_lock(&a);
    omp_init_lock(&b);
    omp_init_nest_lock(&nest);
    if (!strcmp(how, "destroyed"))
        omp_destroy_lock(&a);
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (!strcmp(how, "right") || !strcmp(how, "destroyed")) {
            omp_set_lock(&a);
            x++;
            omp_unset_lock(&a);
        } else if (!strcmp(how, "cycle")) {
            omp_set_lock(me ? &a : &b);
            omp_set_lock(me ? &b : &a);
            omp_unset_lock(me ? &b : &a);
            omp_unset_lock(me ? &a : &b);
        } else if (!strcmp(how, "twice") && me) {
            omp_set_lock(&a);
            omp_set_lock(&a);
        } else if (!strcmp(how, "nested")) {
            omp_set_nest_lock(&nest);
            assert(omp_test_nest_lock(&nest) == 2);
            x++;
            omp_unset_nest_lock(&nest);
            omp_unset_nest_lock(&nest);
        } else if (!strcmp(how, "test")) {
            if (omp_test_lock(&a)) {
                x++;
                omp_unset_lock(&a);
            }
        } else if (!strcmp(how, "unowned")) {
            if (me)
                omp_set_lock(&a);
#pragma omp barrier
            if (!me)
                omp_unset_lock(&a);
        } else if (!strcmp(how, "uninitialized")) {
            omp_set_lock(&never);
        } else if (!strcmp(how, "busy")) {
            omp_set_lock(me ? &a : &b);
        }
    }
    assert(x == 2 || (strcmp(how, "right") && strcmp(how, "nested")));
    if (strcmp(how, "destroyed"))
        omp_destroy_lock(&a);
    omp_destroy_lock(&b);
    omp_destroy_nest_lock(&nest);
    return 0;
}
