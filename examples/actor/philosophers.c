/* SPDX-License-Identifier: Apache-2.0
 *
 * philosophers.c - dining philosophers; forks are actors that refuse.
 *
 * A philosopher asks for one fork, then for the other, eats, and gives both back. A
 * fork that is held refuses to be asked (a constraint), so the request waits. If all
 * begin with the fork to their left, each can end up with one fork: a deadlock. If the
 * last one begins with the right one, that cannot happen.
 *
 *     mazurka run philosophers [n]          default 5, correct: 30 classes
 *     mazurka run philosophers n deadlock   all begin with the left fork: 31 classes,
 *                                           one of them deadlocked */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 8 };
enum { START, REQUEST, GRANT, RELEASE };
static const char *const names[] = {"start", "request", "grant", "release"};

struct fork {
    mz_ref holder; /* MZ_NOBODY: it lies on the table */
};

static int fork_accepts(const void *state, const struct mz_message *m)
{
    const struct fork *f = state;
    return m->type == RELEASE || !f->holder;
}

static void fork_actor(void *state, const struct mz_message *m)
{
    struct fork *f = state;
    if (m->type == REQUEST) {
        f->holder = m->from;
        mz_tell(m->from, GRANT, NULL, 0);
    } else {
        mz_assert(f->holder == m->from);
        f->holder = MZ_NOBODY;
    }
}

struct philosopher {
    mz_ref fork[2]; /* in the order in which they are asked for */
    int held, eaten;
};

static void philosopher(void *state, const struct mz_message *m)
{
    struct philosopher *p = state;
    if (m->type == GRANT)
        p->held++;
    if (p->held < 2) {
        mz_tell(p->fork[p->held], REQUEST, NULL, 0);
        return;
    }
    p->eaten++;
    p->held = 0;
    mz_tell(p->fork[0], RELEASE, NULL, 0);
    mz_tell(p->fork[1], RELEASE, NULL, 0);
}

static void setup(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    mz_ref forks[MOST];
    struct fork free_fork = {MZ_NOBODY};
    n = n > MOST ? MOST : n;
    mz_type_names(names, 4);
    for (int i = 0; i < n; i++) {
        forks[i] = mz_spawn("fork", fork_actor, &free_fork, sizeof free_fork);
        mz_constrain(forks[i], fork_accepts);
    }
    for (int i = 0; i < n; i++) {
        int other = (i + 1) % n, swap = i == n - 1 && argc < 3;
        struct philosopher p = {{forks[swap ? other : i], forks[swap ? i : other]}, 0, 0};
        mz_tell(mz_spawn("philosopher", philosopher, &p, sizeof p), START, NULL, 0);
    }
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
