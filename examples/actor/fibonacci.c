/* SPDX-License-Identifier: Apache-2.0
 *
 * fibonacci.c - fib(n) by divide and conquer: an actor for every call.
 *
 * An actor that is asked for fib(n), n > 2, creates two more and adds up what they
 * answer, in whichever order that comes. So there is one race for each addition:
 * fib(5) has 4 of them, and 2^4 = 16 classes.
 *
 *     ./fibonacci [n]      default 5 */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { COMPUTE, RESULT };
static const char *const names[] = {"compute", "result"};

struct fib {
    mz_ref parent; /* MZ_NOBODY: the root */
    int answers, sum, expected;
};

static void fib(void *state, const struct mz_message *m)
{
    struct fib *f = state;
    int n = *(const int *)m->data;
    if (m->type == COMPUTE && n > 2) {
        for (int i = 1; i <= 2; i++) {
            struct fib child = {mz_me(), 0, 0, 0};
            int less = n - i;
            mz_ref c = mz_spawn("fib", fib, &child, sizeof child);
            mz_tell(c, COMPUTE, &less, sizeof less);
        }
        return;
    }
    if (m->type == RESULT) {
        f->answers++;
        f->sum += n;
    } else {
        f->answers = 2;
        f->sum = 1;
    }
    if (f->answers < 2)
        return;
    if (f->parent)
        mz_tell(f->parent, RESULT, &f->sum, sizeof f->sum);
    else
        mz_assert(f->sum == f->expected);
}

static int plain(int n)
{
    return n <= 2 ? 1 : plain(n - 1) + plain(n - 2);
}

static void setup(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    struct fib root = {MZ_NOBODY, 0, 0, plain(n)};
    mz_ref r = mz_spawn("root", fib, &root, sizeof root);
    mz_type_names(names, 2);
    mz_tell(r, COMPUTE, &n, sizeof n);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
