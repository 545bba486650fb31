/* SPDX-License-Identifier: Apache-2.0
 *
 * leader.c - electing a leader in a ring (Dolev, Klawe and Rodeh, 1982).
 *
 * Every node begins active, with its own number. An active node learns the numbers of
 * the two active nodes before it. If the nearer one has the largest of the three, it
 * goes on in that one's place, with its number; if not, it becomes passive and only
 * passes messages on. In every round at least half of the active nodes drop out, and
 * the last one gets its own number back.
 *
 * The algorithm relies on links that keep messages in order, and actors have no such
 * links: in 183 of 492 classes it is not one node that is left.
 *
 *     mazurka run leader [nodes]      default 4; the first messages are under way
 *     mazurka run --delivery fifo leader nodes start
 *                                     nodes send them when started: verified */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 16 };
enum { FIRST, SECOND, START };
static const char *const names[] = {"first", "second", "start"};

struct node {
    mz_ref next;
    int active;
    int number; /* the number that it stands for */
    int nearer; /* the number of the nearest active node before it */
    int started;
};

static void pass(const struct node *s, int type, int number)
{
    mz_tell(s->next, type, &number, sizeof number);
}

static void node(void *state, const struct mz_message *m)
{
    struct node *s = state;
    int n = *(const int *)m->data;
    if (m->type == START) {
        s->started = 1;
        pass(s, FIRST, s->number);
    } else if (!s->active) {
        pass(s, m->type, n);
    } else if (m->type == FIRST) {
        if (n == s->number)
            return; /* its number went round: it is the only active node */
        s->nearer = n;
        pass(s, SECOND, n);
    } else if (s->nearer > n && s->nearer > s->number) {
        s->number = s->nearer;
        pass(s, FIRST, s->number);
    } else {
        s->active = 0;
    }
}

static int starts_first(const void *state, const struct mz_message *m)
{
    return ((const struct node *)state)->started || m->type == START;
}

static mz_ref ring[MOST];
static int nodes;

static int one_is_left(void)
{
    int active = 0;
    for (int i = 0; i < nodes; i++)
        active += ((const struct node *)mz_peek(ring[i]))->active;
    return active == 1;
}

static void setup(int argc, char **argv)
{
    nodes = argc > 1 ? atoi(argv[1]) : 4;
    nodes = nodes > MOST ? MOST : nodes;
    int started = argc < 3;
    mz_type_names(names, 3);
    mz_goal("one node is left", one_is_left);
    /* References are given out in order, so the next one is known beforehand. */
    for (int i = 0; i < nodes; i++) {
        struct node s = {(mz_ref)((i + 1) % nodes) + 1, 1, i + 1, 0, started};
        ring[i] = mz_spawn("node", node, &s, sizeof s);
        mz_constrain(ring[i], started ? NULL : starts_first);
    }
    for (int i = 0; i < nodes; i++) {
        int number = i + 1;
        if (started)
            mz_tell(ring[(i + 1) % nodes], FIRST, &number, sizeof number);
        else
            mz_tell(ring[i], START, &number, sizeof number);
    }
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
