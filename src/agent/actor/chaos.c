/* SPDX-License-Identifier: Apache-2.0
 *
 * chaos.c - node failures.
 *
 * Who fails is the choice of one more actor, made before anything else can depend on
 * it. The choice sends a crash to those that fail; a crash waits in the inbox like any
 * message, so "at any point" needs nothing new. An actor that is not chosen gets none,
 * so executions without failures are explored, too. */
#include "agent/actor/system.h"

#include <string.h>

struct chaos {
    uint32_t left;
};

static void crash(mz_ref victim)
{
    system_send(mz_system, victim - 1, system_body(mz_system, BODY_CRASH, 0));
}

/* The behaviour that lets actors fail: the message lists them, and up to `left` of them
 * fail. */
static void chaos(void *state, const struct mz_message *m)
{
    struct chaos *c = state;
    int n = (int)(m->size / sizeof(mz_ref)), first = 0;
    while (c->left && first < n) {
        mz_ref victim;
        int pick = mz_choose(n - first + 1);
        if (!pick)
            break;
        first += pick;
        memcpy(&victim, (const char *)m->data + (size_t)(first - 1) * sizeof victim,
               sizeof victim);
        crash(victim);
        c->left--;
    }
}

void chaos_prepare(struct system *s)
{
    if (!s->failures)
        return;
    struct chaos c = {s->failures};
    s->chaos = mz_spawn("failures", chaos, &c, sizeof c);
    if (s->fallible.len)
        mz_tell(s->chaos, 0, s->fallible.at, s->fallible.len * sizeof *s->fallible.at);
}
