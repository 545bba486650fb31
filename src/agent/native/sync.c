/* SPDX-License-Identifier: Apache-2.0
 *
 * sync.c - semaphores, barriers and condition variables, made of mailboxes.
 *
 * Nothing here is new to the kernel, so nothing needs a new rule of dependence.
 *
 * Semaphore: a mailbox of tokens. Acquiring receives one, releasing sends one
 * without waiting. The initial tokens are sent by an actor of the library's.
 *
 * Barrier: dissemination. In round k, member i sends to member i + 2^k and waits
 * for member i - 2^k. Every mailbox has one sender and one receiver, so a barrier
 * adds no trace of its own.
 *
 * Condition: a mailbox that always holds one message, the list of those who wait.
 * Whoever takes it has the list to himself until he sends it back, so a signal
 * sees exactly the waiters there are. Which of them it wakes is a choice. */
#include "agent/native/native.h"

#include <stdio.h>
#include <string.h>

#define SITE __builtin_return_address(0)

struct semaphore {
    mz_mailbox tokens;
    int initial;
};

struct barrier {
    VEC(mz_actor) members;
    VEC(mz_mailbox) boxes; /* [round * members + receiver] */
    int rounds;
};

struct condition {
    mz_mailbox list;
    VEC(mz_mailbox) wake; /* one for each actor, created when needed */
    char name[48];
};

struct made {
    VEC(struct semaphore) semaphores;
    VEC(struct barrier) barriers;
    VEC(struct condition) conditions;
};

void sync_init(void)
{
    agent.native->made = mem_alloc(sizeof *agent.native->made);
}

const struct made_mailbox *native_made(uint32_t mailbox)
{
    for (size_t i = 0; i < agent.native->mailboxes.len; i++)
        if (agent.native->mailboxes.at[i].mailbox == mailbox)
            return &agent.native->mailboxes.at[i];
    return NULL;
}

static mz_mailbox box(enum purpose purpose, const char *format, const char *name, int a,
                      int b)
{
    char text[128];
    snprintf(text, sizeof text, format, name, a, b);
    struct made_mailbox m = {.mailbox = names_find(NAME_MAILBOX, text),
                             .purpose = purpose};
    if (!native_made(m.mailbox)) {
        m.name = mem_strdup(name);
        vec_push(&agent.native->mailboxes, m);
    }
    return (mz_mailbox)m.mailbox;
}

/* ---- semaphores ---- */

EXPORT mz_semaphore mz_semaphore_new(const char *name, int initial)
{
    native_setup_only("mz_semaphore_new");
    struct semaphore s = {box(PURPOSE_SEMAPHORE, "semaphore %s", name, 0, 0),
                          initial < 0 ? 0 : initial};
    vec_push(&agent.native->made->semaphores, s);
    return (mz_semaphore)agent.native->made->semaphores.len - 1;
}

static const struct semaphore *semaphore(mz_semaphore s)
{
    if (s < 0 || (size_t)s >= agent.native->made->semaphores.len)
        rank_fail(FINDING_INVALID_ARGUMENT, "%d is not a semaphore", s);
    return &agent.native->made->semaphores.at[s];
}

EXPORT void mz_acquire(mz_semaphore s)
{
    native_actor_only("mz_acquire");
    mz_comm c = native_post(OP_RECV, (uint32_t)semaphore(s)->tokens, NULL, NULL, 0, SITE);
    native_wait(OP_WAIT, &c, 1, SITE);
}

EXPORT void mz_release(mz_semaphore s)
{
    native_actor_only("mz_release");
    native_post(OP_SEND, (uint32_t)semaphore(s)->tokens, NULL, NULL, 0, SITE);
}

/* ---- barriers ---- */

EXPORT mz_barrier mz_barrier_new(const char *name, const mz_actor *members, int n)
{
    native_setup_only("mz_barrier_new");
    struct barrier b = {0};
    for (int i = 0; i < n; i++)
        vec_push(&b.members, members[i]);
    while (1 << b.rounds < n)
        b.rounds++;
    for (int round = 0; round < b.rounds; round++)
        for (int i = 0; i < n; i++)
            vec_push(&b.boxes,
                     box(PURPOSE_BARRIER, "barrier %s, round %d, to %d", name, round, i));
    vec_push(&agent.native->made->barriers, b);
    return (mz_barrier)agent.native->made->barriers.len - 1;
}

EXPORT void mz_barrier_wait(mz_barrier barrier)
{
    native_actor_only("mz_barrier_wait");
    if (barrier < 0 || (size_t)barrier >= agent.native->made->barriers.len)
        rank_fail(FINDING_INVALID_ARGUMENT, "%d is not a barrier", barrier);
    const struct barrier *b = &agent.native->made->barriers.at[barrier];
    int n = (int)b->members.len, me = 0;
    while (me < n && b->members.at[me] != agent.current)
        me++;
    if (me == n)
        rank_fail(FINDING_INVALID_ARGUMENT, "%s is not a member of the barrier",
                  agent.rank[agent.current].name);
    for (int round = 0; round < b->rounds; round++) {
        int to = (me + (1 << round)) % n;
        const mz_mailbox *boxes = b->boxes.at + round * n;
        native_post(OP_SEND, (uint32_t)boxes[to], NULL, NULL, 0, SITE);
        mz_comm c = native_post(OP_RECV, (uint32_t)boxes[me], NULL, NULL, 0, SITE);
        native_wait(OP_WAIT, &c, 1, SITE);
    }
}

/* ---- conditions ---- */

struct waiters {
    uint16_t n;
    uint16_t actor[LAYOUT_MAX_RANKS];
};

static size_t waiters_bytes(const struct waiters *w)
{
    return offsetof(struct waiters, actor) + w->n * sizeof w->actor[0];
}

EXPORT mz_condition mz_condition_new(const char *name)
{
    native_setup_only("mz_condition_new");
    struct condition c = {.list = box(PURPOSE_CONDITION, "waiters of %s", name, 0, 0)};
    snprintf(c.name, sizeof c.name, "%s", name);
    vec_push(&agent.native->made->conditions, c);
    return (mz_condition)agent.native->made->conditions.len - 1;
}

static const struct condition *condition(mz_condition c)
{
    if (c < 0 || (size_t)c >= agent.native->made->conditions.len)
        rank_fail(FINDING_INVALID_ARGUMENT, "%d is not a condition", c);
    return &agent.native->made->conditions.at[c];
}

static void take(const struct condition *c, struct waiters *w, void *site)
{
    mz_comm r = native_post(OP_RECV, (uint32_t)c->list, NULL, w, sizeof *w, site);
    native_wait(OP_WAIT, &r, 1, site);
}

static void put(const struct condition *c, const struct waiters *w, void *site)
{
    native_post(OP_SEND, (uint32_t)c->list, w, NULL, waiters_bytes(w), site);
}

static void wake(const struct condition *c, struct waiters *w, int which, void *site)
{
    uint16_t actor = w->actor[which];
    w->n--;
    memmove(w->actor + which, w->actor + which + 1,
            (size_t)(w->n - which) * sizeof w->actor[0]);
    native_post(OP_SEND, (uint32_t)c->wake.at[actor], NULL, NULL, 0, site);
}

EXPORT void mz_condition_wait(mz_condition which, mz_mutex mutex)
{
    native_actor_only("mz_condition_wait");
    const struct condition *c = condition(which);
    struct waiters w;
    take(c, &w, SITE);
    w.actor[w.n++] = (uint16_t)agent.current;
    put(c, &w, SITE);
    native_mutex_do(OP_UNLOCK, mutex, SITE);
    mz_comm r =
        native_post(OP_RECV, (uint32_t)c->wake.at[agent.current], NULL, NULL, 0, SITE);
    native_wait(OP_WAIT, &r, 1, SITE);
    native_mutex_do(OP_LOCK, mutex, SITE);
    native_mutex_wait(OP_MWAIT, &mutex, 1, SITE);
}

EXPORT void mz_condition_signal(mz_condition which)
{
    native_actor_only("mz_condition_signal");
    const struct condition *c = condition(which);
    struct waiters w;
    take(c, &w, SITE);
    if (w.n)
        wake(c, &w,
             w.n > 1 ? rank_do((struct op){.kind = OP_CHOOSE, .value = w.n}, SITE).index
                     : 0,
             SITE);
    put(c, &w, SITE);
}

EXPORT void mz_condition_broadcast(mz_condition which)
{
    native_actor_only("mz_condition_broadcast");
    const struct condition *c = condition(which);
    struct waiters w;
    take(c, &w, SITE);
    while (w.n)
        wake(c, &w, 0, SITE);
    put(c, &w, SITE);
}

/* ---- the library's own actor ---- */

static void initial_messages(void *unused)
{
    (void)unused;
    for (size_t i = 0; i < agent.native->made->semaphores.len; i++)
        for (int k = 0; k < agent.native->made->semaphores.at[i].initial; k++)
            native_post(OP_SEND, (uint32_t)agent.native->made->semaphores.at[i].tokens,
                        NULL, NULL, 0, SITE);
    struct waiters nobody = {0};
    for (size_t i = 0; i < agent.native->made->conditions.len; i++)
        put(&agent.native->made->conditions.at[i], &nobody, SITE);
}

void sync_prepare(void)
{
    bool needed = agent.native->made->conditions.len > 0;
    for (size_t i = 0; i < agent.native->made->semaphores.len; i++)
        needed |= agent.native->made->semaphores.at[i].initial > 0;
    for (size_t i = 0; i < agent.native->made->conditions.len; i++)
        for (uint32_t a = 0; a < agent.nranks; a++) {
            struct condition *c = &agent.native->made->conditions.at[i];
            vec_push(&c->wake,
                     box(PURPOSE_CONDITION, "wake up from %s, %d", c->name, (int)a, 0));
            vec_last(&agent.native->mailboxes).wakes = true;
        }
    if (needed)
        rank_new("(initial values)", initial_messages, NULL);
}
