/* SPDX-License-Identifier: Apache-2.0
 *
 * leader.c - electing a leader in a ring (Chang and Roberts).
 *
 * Every node sends its number to the next. A node that gets a number larger than its own
 * passes it on, drops a smaller one, and is the leader if it gets its own back; it then
 * tells everybody. Messages between two nodes may overtake each other.
 *
 *     ./leader [nodes]      default 4 */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 16 };
enum { JOIN, NUMBER, ELECTED };
static const char *const names[] = {"join", "number", "elected"};

struct node {
    mz_ref next;
    int number, leader; /* leader: 0, not known yet */
};

static void node(void *state, const struct mz_message *m)
{
    struct node *s = state;
    if (m->type == JOIN) {
        s->next = *(const mz_ref *)m->data;
        mz_tell(s->next, NUMBER, &s->number, sizeof s->number);
        return;
    }
    int n = *(const int *)m->data;
    if (m->type == ELECTED) {
        mz_assert(!s->leader || s->leader == n);
        if (n != s->number)
            mz_tell(s->next, ELECTED, &n, sizeof n);
        s->leader = n;
    } else if (n > s->number) {
        mz_tell(s->next, NUMBER, &n, sizeof n);
    } else if (n == s->number) {
        s->leader = n;
        mz_tell(s->next, ELECTED, &n, sizeof n);
    }
}

/* A node joins before it takes anything else. */
static int joined(const void *state, const struct mz_message *m)
{
    const struct node *s = state;
    return s->next || m->type == JOIN;
}

static mz_ref ring[MOST];
static int nodes;

static int all_agree(void)
{
    for (int i = 0; i < nodes; i++) {
        const struct node *s = mz_peek(ring[i]);
        if (s->leader != nodes)
            return 0;
    }
    return 1;
}

static void setup(int argc, char **argv)
{
    nodes = argc > 1 ? atoi(argv[1]) : 4;
    nodes = nodes > MOST ? MOST : nodes;
    mz_type_names(names, 3);
    mz_goal("all nodes know the leader", all_agree);
    for (int i = 0; i < nodes; i++) {
        struct node s = {.number = i + 1};
        if (argc > 2 + i)
            s.number = atoi(argv[2 + i]);
        ring[i] = mz_spawn("node", node, &s, sizeof s);
        mz_constrain(ring[i], joined);
    }
    for (int i = 0; i < nodes; i++)
        mz_tell(ring[i], JOIN, &ring[(i + 1) % nodes], sizeof *ring);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
