/* SPDX-License-Identifier: Apache-2.0
 *
 * fibonacci.c - fib(n) by divide and conquer: an actor for every call.
 *
 * An actor that is asked for fib(n), n > 2, creates two more and adds up what they
 * answer, in whichever order that comes. So there is one race for each addition:
 * fib(5) has 4 of them, and 2^4 = 16 classes.
 *
 *     mazurka run fibonacci [n]      default 5 */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { START, COMPUTE, RESULT };
static const char *const names[] = {"start", "compute", "result"};

struct fib {
    mz_ref parent;
    int answers, sum;
};

static void fib(void *state, const struct mz_message *m)
{
    struct fib *f = state;
    int n = *(const int *)m->data;
    if (m->type == COMPUTE && n > 2) {
        for (int i = 1; i <= 2; i++) {
            struct fib child = {mz_me(), 0, 0};
            int less = n - i;
            mz_ref c = mz_spawn("fib", fib, &child, sizeof child);
            mz_tell(c, COMPUTE, &less, sizeof less);
        }
        return;
    }
    f->answers += m->type == RESULT ? 1 : 2; /* fib(1) and fib(2) need no answers */
    f->sum += m->type == RESULT ? n : 1;
    if (f->answers == 2)
        mz_tell(f->parent, RESULT, &f->sum, sizeof f->sum);
}

static int plain(int n)
{
    return n <= 2 ? 1 : plain(n - 1) + plain(n - 2);
}

struct user {
    int n;
};

static void user(void *state, const struct mz_message *m)
{
    struct user *u = state;
    if (m->type == START) {
        struct fib root = {mz_me(), 0, 0};
        mz_tell(mz_spawn("fib", fib, &root, sizeof root), COMPUTE, &u->n, sizeof u->n);
    } else {
        mz_assert(*(const int *)m->data == plain(u->n));
    }
}

static void setup(int argc, char **argv)
{
    struct user u = {argc > 1 ? atoi(argv[1]) : 5};
    mz_type_names(names, 3);
    mz_tell(mz_spawn("user", user, &u, sizeof u), START, NULL, 0);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
