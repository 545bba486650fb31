/* SPDX-License-Identifier: Apache-2.0
 *
 * registry.c - who is registered first? Figure 1 of Tasharofi et al., TransDPOR.
 *
 * A master registers itself and starts two workers, which register themselves when
 * they get their first message. The registry gets three messages, in any of 6 orders.
 *
 *     mazurka run registry                            6 orders, each explored once
 *     mazurka run -a dpor --sleep off registry        24 paths
 *     mazurka run -a transdpor --sleep off registry   10 paths
 *     mazurka run registry wrong                      assumes that the master comes first
 */
#include <mazurka_actor.h>
#include <string.h>

enum { REGISTER, START };
static const char *const names[] = {"register", "start"};

struct registry {
    mz_ref entry[3];
    int n;
    mz_ref must_be_first; /* MZ_NOBODY: no matter who */
};

static void registry(void *state, const struct mz_message *m)
{
    struct registry *r = state;
    memcpy(&r->entry[r->n++], m->data, sizeof(mz_ref));
    mz_assert(!r->must_be_first || r->entry[0] == r->must_be_first);
}

struct worker {
    mz_ref registry;
};

static void worker(void *state, const struct mz_message *m)
{
    struct worker *w = state;
    mz_ref me = mz_me();
    (void)m;
    mz_tell(w->registry, REGISTER, &me, sizeof me);
}

static void idle(void *state, const struct mz_message *m)
{
    (void)state, (void)m;
}

static void setup(int argc, char **argv)
{
    struct registry none = {{0}, 0, MZ_NOBODY};
    mz_ref master = mz_spawn("master", idle, NULL, 0);
    if (argc > 1 && !strcmp(argv[1], "wrong"))
        none.must_be_first = master;
    mz_ref r = mz_spawn("registry", registry, &none, sizeof none);
    struct worker w = {r};
    mz_ref first = mz_spawn("worker1", worker, &w, sizeof w);
    mz_ref second = mz_spawn("worker2", worker, &w, sizeof w);
    mz_type_names(names, 2);
    mz_tell(r, REGISTER, &master, sizeof master);
    mz_tell(first, START, NULL, 0);
    mz_tell(second, START, NULL, 0);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
