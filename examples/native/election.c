/* SPDX-License-Identifier: Apache-2.0
 * mazurka: -- 3 => verified
 * mazurka: -- 4 => verified
 * mazurka: -- 3 twins => assertion; leaders == 1
 *
 * election.c - electing a leader on a ring (Chang and Roberts).
 *
 *     mazurka run ./election 4          one leader, whatever the order
 *     mazurka run ./election 3 twins    two nodes with one number: two leaders
 *
 * Every node sends its number to its neighbour and forwards numbers larger than its
 * own. Whose number comes back leads, and says so to the referee. */
#include <mazurka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { CANDIDATE, LEADER };

struct message {
    enum kind kind;
    int number;
};

static int nodes, twins;
static mz_mailbox *in, referee_box;

static int number_of(int node)
{
    int n = (node * 7 + 3) % nodes + 1; /* not in the order of the ring */
    return twins ? nodes : n;
}

static void node(void *arg)
{
    int me = *(int *)arg, mine = number_of(me);
    mz_mailbox out = in[(me + 1) % nodes];
    struct message m = {CANDIDATE, mine};
    mz_isend(out, &m, sizeof m);
    for (;;) {
        mz_recv(in[me], &m, sizeof m);
        if (m.kind == LEADER) {
            if (m.number != mine)
                mz_isend(out, &m, sizeof m);
            return;
        }
        if (m.number == mine) {
            mz_isend(referee_box, &me, sizeof me);
            m.kind = LEADER;
            mz_isend(out, &m, sizeof m);
            if (twins)
                return;
        } else if (m.number > mine) {
            mz_isend(out, &m, sizeof m);
        }
    }
}

/* Takes what is there when the ring has fallen silent for it: at least one. */
static void referee(void *arg)
{
    (void)arg;
    int leaders = 1, who;
    mz_recv(referee_box, &who, sizeof who);
    mz_comm more = mz_irecv(referee_box, &who, sizeof who);
    if (mz_test(more))
        leaders++;
    mz_assert(leaders == 1);
}

int main(int argc, char **argv)
{
    nodes = argc > 1 ? atoi(argv[1]) : 3;
    twins = argc > 2 && !strcmp(argv[2], "twins");
    in = calloc((size_t)nodes, sizeof *in);
    referee_box = mz_mailbox_new("referee");
    for (int i = 0; i < nodes; i++) {
        char name[32];
        snprintf(name, sizeof name, "to %d", i);
        in[i] = mz_mailbox_new(name);
    }
    for (int i = 0; i < nodes; i++) {
        char name[32];
        int *me = malloc(sizeof *me);
        *me = i;
        snprintf(name, sizeof name, "node %d", i);
        mz_actor_new(name, node, me);
    }
    mz_actor_new("referee", referee, NULL);
    return mz_run();
}
