/* SPDX-License-Identifier: Apache-2.0
 *
 * api.c - mailboxes, mutexes, choices and assertions; see include/mazurka.h.
 *
 * A call of the API becomes an operation, and rank_do() brings its outcome. What
 * was received is put into the actor's buffer here, by the actor itself. */
#include "agent/rank/objects.h"
#include "agent/native/native.h"
#include "base/str.h"
#include "agent/port/payload.h"
#include "agent/port/sets.h"
#include "agent/system/syscall.h"

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define SITE __builtin_return_address(0)

/* ---- who may call what ---- */

static void __attribute__((constructor)) be_in_front(void)
{
    agent.front = &native_front;
    agent.native = mem_alloc(sizeof *agent.native);
    sync_init();
}

void native_actor_only(const char *function)
{
    if (!agent.link)
        abort(); /* main() went on without a checker, so there are no actors */
    if (agent.current < 0)
        agent_refuse(REASON_FEATURE,
                     "%s() was called before mz_run(), outside of any actor", function);
    agent_use(&native_front);
}

void native_setup_only(const char *function)
{
    if (agent.current >= 0)
        rank_fail(FINDING_INVALID_ARGUMENT,
                  "%s() is for main, before mz_run(); an actor called it", function);
}

EXPORT mz_actor mz_actor_new(const char *name, void (*function)(void *), void *argument)
{
    native_setup_only("mz_actor_new");
    if (agent.nranks >= LAYOUT_MAX_RANKS)
        agent_refuse(REASON_SIZE, "more than %d actors", LAYOUT_MAX_RANKS);
    return (mz_actor)rank_new(name, function, argument);
}

EXPORT int mz_run(void)
{
    if (!agent.link)
        return agent_absent();
    native_setup_only("mz_run");
    if (!agent.nranks)
        agent_refuse(REASON_FEATURE, "mz_run() without any actor");
    sync_prepare();
    agent_run();
}

EXPORT mz_actor mz_self(void)
{
    native_actor_only("mz_self");
    return agent.current;
}

EXPORT int mz_actors(void)
{
    return (int)agent.nranks;
}

EXPORT const char *mz_name(mz_actor actor)
{
    return actor >= 0 && (uint32_t)actor < agent.nranks ? agent.rank[actor].name
                                                        : "nobody";
}

/* ---- names ---- */

static int named(enum name_kind kind, const char *name, const char *what)
{
    if (agent.link)
        agent_use(&native_front);
    uint32_t n = names_find(kind, name);
    uint32_t room =
        kind == NAME_MAILBOX ? agent.program.nmailboxes : agent.program.nmutexes;
    if (agent.current >= 0 && n >= room && agent.link->plan.asked.ranks)
        rank_refuse(REASON_SIZE, "more than %u names of a %s", room, what);
    if (agent.current >= 0 && n >= room)
        rank_fail(FINDING_INVALID_ARGUMENT,
                  "%s %s is made by an actor; make it before mz_run()", what, name);
    return (int)n;
}

EXPORT mz_mailbox mz_mailbox_new(const char *name)
{
    return named(NAME_MAILBOX, name, "mailbox");
}

EXPORT mz_mutex mz_mutex_new(const char *name)
{
    return named(NAME_MUTEX, name, "mutex");
}

/* ---- messages ---- */

static void remember(struct rank_post p)
{
    struct rank_head *h = rank_head();
    if (h->nposts == h->cap_posts) {
        uint32_t cap = h->cap_posts ? 2 * h->cap_posts : 8;
        struct rank_post *more = heap_alloc(&h->heap, cap * sizeof *more, 16);
        if (!more)
            rank_fail(FINDING_CRASH, "no memory left");
        if (h->nposts)
            memcpy(more, h->posts, h->nposts * sizeof *more);
        if (h->posts)
            heap_free(&h->heap, h->posts);
        h->posts = more;
        h->cap_posts = cap;
    }
    h->posts[h->nposts++] = p;
}

/* The sender's virtual time; 0 if it has not advanced, as in programs that never look
 * at a clock. */
static uint64_t native_time(void)
{
    uint64_t now = rank_head()->clock;
    return now == VIRTUAL_EPOCH ? 0 : now;
}

mz_comm native_post(enum op_kind kind, uint32_t mailbox, const void *data, void *buffer,
                    size_t bytes, void *site)
{
    struct op op = {.kind = kind, .object = mailbox};
    if (mailbox >= agent.program.nmailboxes)
        rank_fail(FINDING_INVALID_ARGUMENT, "%d is not a mailbox", (int)mailbox);
    if (bytes > INT32_MAX)
        rank_fail(FINDING_INVALID_ARGUMENT, "a message of %zu bytes is too large", bytes);
    if (kind == OP_SEND)
        op.value = payload_number(data, bytes, native_time());
    use_note((uint32_t)agent.current, kind, mailbox);
    mz_comm me = (mz_comm)rank_head()->nposts;
    remember((struct rank_post){.buffer = buffer, .capacity = (uint32_t)bytes});
    rank_do(op, site);
    return me;
}

static void deliver(mz_comm comm, int64_t value)
{
    struct rank_post *p = &rank_head()->posts[comm];
    if (p->done)
        return;
    size_t size = payload_size(value);
    p->done = true;
    virtual_not_before(payload_time(value));
    p->size = (uint32_t)size & INT32_MAX;
    if (size > p->capacity)
        rank_fail(FINDING_TRUNCATION, "a message of %zu bytes for a buffer of %u", size,
                  p->capacity);
    payload_copy(value, p->buffer, p->capacity);
}

int native_wait(enum op_kind kind, const mz_comm *comms, int n, void *site)
{
    const struct rank_head *h = rank_head();
    for (int i = 0; i < n; i++)
        if (comms[i] < 0 || (uint32_t)comms[i] >= h->nposts)
            rank_fail(FINDING_INVALID_ARGUMENT, "%d is not a communication of this actor",
                      comms[i]);
    if (n < 1 || n > UINT16_MAX)
        rank_fail(FINDING_INVALID_ARGUMENT, "waiting for %d communications", n);
    struct op op = {.kind = kind, .nargs = (uint32_t)n};
    op.args = set_of((const uint32_t *)comms, (uint32_t)n);
    struct outcome o = rank_do(op, site);
    if (o.received)
        deliver(comms[o.index], o.value);
    return o.index;
}

EXPORT mz_comm mz_isend(mz_mailbox mailbox, const void *data, size_t bytes)
{
    native_actor_only("mz_isend");
    return native_post(OP_SEND, (uint32_t)mailbox, data, NULL, bytes, SITE);
}

EXPORT mz_comm mz_irecv(mz_mailbox mailbox, void *buffer, size_t capacity)
{
    native_actor_only("mz_irecv");
    return native_post(OP_RECV, (uint32_t)mailbox, NULL, buffer, capacity, SITE);
}

EXPORT void mz_send(mz_mailbox mailbox, const void *data, size_t bytes)
{
    native_actor_only("mz_send");
    mz_comm c = native_post(OP_SEND, (uint32_t)mailbox, data, NULL, bytes, SITE);
    native_wait(OP_WAIT, &c, 1, SITE);
}

EXPORT size_t mz_recv(mz_mailbox mailbox, void *buffer, size_t capacity)
{
    native_actor_only("mz_recv");
    mz_comm c = native_post(OP_RECV, (uint32_t)mailbox, NULL, buffer, capacity, SITE);
    native_wait(OP_WAIT, &c, 1, SITE);
    return rank_head()->posts[c].size;
}

EXPORT size_t mz_wait(mz_comm comm)
{
    native_actor_only("mz_wait");
    native_wait(OP_WAIT, &comm, 1, SITE);
    return rank_head()->posts[comm].size;
}

EXPORT int mz_test(mz_comm comm)
{
    native_actor_only("mz_test");
    return native_wait(OP_TEST, &comm, 1, SITE) != OUTCOME_FALSE;
}

EXPORT int mz_wait_any(const mz_comm *comms, int n)
{
    native_actor_only("mz_wait_any");
    return native_wait(OP_WAIT, comms, n, SITE);
}

EXPORT int mz_test_any(const mz_comm *comms, int n)
{
    native_actor_only("mz_test_any");
    return native_wait(OP_TEST, comms, n, SITE);
}

EXPORT size_t mz_received(mz_comm comm)
{
    native_actor_only("mz_received");
    const struct rank_head *h = rank_head();
    return comm >= 0 && (uint32_t)comm < h->nposts ? h->posts[comm].size : 0;
}

/* ---- mutexes ---- */

void native_mutex_do(enum op_kind kind, mz_mutex mutex, void *site)
{
    if (mutex < 0 || (uint32_t)mutex >= agent.program.nmutexes)
        rank_fail(FINDING_INVALID_ARGUMENT, "%d is not a mutex", mutex);
    rank_do((struct op){.kind = kind, .object = (uint32_t)mutex}, site);
}

int native_mutex_wait(enum op_kind kind, const mz_mutex *mutexes, int n, void *site)
{
    for (int i = 0; i < n; i++)
        if (mutexes[i] < 0 || (uint32_t)mutexes[i] >= agent.program.nmutexes)
            rank_fail(FINDING_INVALID_ARGUMENT, "%d is not a mutex", mutexes[i]);
    if (n < 1 || n > UINT16_MAX)
        rank_fail(FINDING_INVALID_ARGUMENT, "waiting for %d mutexes", n);
    struct op op = {.kind = kind, .nargs = (uint32_t)n};
    op.args = set_of((const uint32_t *)mutexes, (uint32_t)n);
    return rank_do(op, site).index;
}

EXPORT void mz_lock(mz_mutex mutex)
{
    native_actor_only("mz_lock");
    native_mutex_do(OP_LOCK, mutex, SITE);
    native_mutex_wait(OP_MWAIT, &mutex, 1, SITE);
}

EXPORT void mz_unlock(mz_mutex mutex)
{
    native_actor_only("mz_unlock");
    native_mutex_do(OP_UNLOCK, mutex, SITE);
}

EXPORT int mz_trylock(mz_mutex mutex)
{
    native_actor_only("mz_trylock");
    native_mutex_do(OP_LOCK, mutex, SITE);
    if (native_mutex_wait(OP_MTEST, &mutex, 1, SITE) != OUTCOME_FALSE)
        return 1;
    native_mutex_do(OP_UNLOCK, mutex, SITE);
    return 0;
}

EXPORT void mz_lock_async(mz_mutex mutex)
{
    native_actor_only("mz_lock_async");
    native_mutex_do(OP_LOCK, mutex, SITE);
}

EXPORT void mz_lock_wait(mz_mutex mutex)
{
    native_actor_only("mz_lock_wait");
    native_mutex_wait(OP_MWAIT, &mutex, 1, SITE);
}

EXPORT int mz_lock_test(mz_mutex mutex)
{
    native_actor_only("mz_lock_test");
    return native_mutex_wait(OP_MTEST, &mutex, 1, SITE) != OUTCOME_FALSE;
}

EXPORT int mz_lock_wait_any(const mz_mutex *mutexes, int n)
{
    native_actor_only("mz_lock_wait_any");
    return native_mutex_wait(OP_MWAIT, mutexes, n, SITE);
}

EXPORT int mz_lock_test_any(const mz_mutex *mutexes, int n)
{
    native_actor_only("mz_lock_test_any");
    return native_mutex_wait(OP_MTEST, mutexes, n, SITE);
}

/* ---- choices and claims ---- */

EXPORT int mz_choose(int n)
{
    native_actor_only("mz_choose");
    if (n < 1)
        rank_fail(FINDING_INVALID_ARGUMENT, "a choice among %d", n);
    return rank_do((struct op){.kind = OP_CHOOSE, .value = n}, SITE).index;
}

EXPORT void mz_local(void)
{
    native_actor_only("mz_local");
    rank_do((struct op){.kind = OP_LOCAL}, SITE);
}

EXPORT void mz_assert_at(int holds, const char *text, const char *file, int line)
{
    native_actor_only("mz_assert");
    if (!holds)
        objects_tell_values(text, __builtin_return_address(0));
    if (!holds)
        rank_fail(FINDING_ASSERTION, "%s failed, %s:%d", text, file, line);
    rank_do((struct op){.kind = OP_ASSERT, .value = 1}, SITE);
}

/* ---- for the executor ---- */

static void prepare(void)
{
    bool late = agent.link->plan.asked.ranks > 0; /* there was no main() that could create
                                          them all before the actors started */
    agent.program.nmailboxes = late ? NATIVE_LATE_NAMES : names_count(NAME_MAILBOX);
    agent.program.nmutexes = late ? NATIVE_LATE_NAMES : names_count(NAME_MUTEX);
}

/* What a post to a mailbox of sync.c means, and what somebody waits for who waits for it:
 * the words that stand before the name of the semaphore, barrier or condition. */
struct made_words {
    const char *sends, *receives, *waits;
};
static const struct made_words made[] = {
    [PURPOSE_SEMAPHORE] = {"release semaphore", "acquire semaphore", "semaphore"},
    [PURPOSE_BARRIER] = {"come to barrier", "wait at barrier", "barrier"},
    [PURPOSE_CONDITION] = {"leave condition", "look at condition", "condition"}};
static const struct made_words wakes = {"signal condition", "wait for condition",
                                        "condition"};

/* Appends that, for a mailbox of sync.c; false: it is the program's own. */
static bool add_made(uint32_t mailbox, enum op_kind kind, struct str *s)
{
    const struct made_mailbox *m = native_made(mailbox);
    const struct made_words *w = !m ? NULL : m->wakes ? &wakes : &made[m->purpose];
    if (w)
        str_addf(s, "%s %s",
                 kind == OP_SEND   ? w->sends
                 : kind == OP_RECV ? w->receives
                                   : w->waits,
                 m->name);
    return w;
}

/* The mailbox that an operation is about; that of a wait, if it is for one communication.
 * NO_MAILBOX: none. */
#define NO_MAILBOX UINT32_MAX
static uint32_t mailbox_of(uint32_t actor, const struct op *op)
{
    const struct state *st = agent.search.st;
    if (op->kind == OP_SEND || op->kind == OP_RECV)
        return op->object;
    return op->kind == OP_WAIT && st && op->nargs &&
                   op->args[0] < st->actor[actor].posts.len
               ? st->actor[actor].posts.at[op->args[0]].mailbox
               : NO_MAILBOX;
}

static enum purpose purpose(uint32_t actor, const struct op *op, const char **name)
{
    const struct made_mailbox *m = native_made(mailbox_of(actor, op));
    if (m)
        *name = m->name;
    return m ? m->purpose : PURPOSE_PLAIN;
}

/* Describes what an operation waits for: mutexes by name, communications by their
 * mailbox. */
static void describe_set(const struct op *op, uint32_t actor, struct str *s)
{
    const struct state *st = agent.search.st;
    for (uint32_t i = 0; i < op->nargs; i++) {
        str_addf(s, i ? ", " : " ");
        if (op->kind == OP_MWAIT || op->kind == OP_MTEST) {
            str_addf(s, "%s", names_text(NAME_MUTEX, op->args[i]));
        } else if (st && op->args[i] < st->actor[actor].posts.len) {
            const struct handle *h = &st->actor[actor].posts.at[op->args[i]];
            if (add_made(h->mailbox, op->kind, s))
                continue;
            str_addf(s, "%s %s", h->side ? "receive from" : "send to",
                     names_text(NAME_MAILBOX, h->mailbox));
        } else {
            str_addf(s, "communication %u", op->args[i]);
        }
    }
}

static void describe(uint32_t actor, const struct op *op, struct str *s)
{
    switch (op->kind) {
    case OP_SEND:
        if (add_made(op->object, op->kind, s))
            break;
        str_addf(s, "send %zu bytes to %s", payload_size(op->value),
                 names_text(NAME_MAILBOX, op->object));
        break;
    case OP_RECV:
        if (add_made(op->object, op->kind, s))
            break;
        str_addf(s, "receive from %s", names_text(NAME_MAILBOX, op->object));
        break;
    case OP_LOCK:
    case OP_UNLOCK:
        str_addf(s, "%s %s", op_word(op->kind), names_text(NAME_MUTEX, op->object));
        break;
    case OP_CHOOSE:
        str_addf(s, "choose one of %lld", (long long)op->value);
        break;
    case OP_WAIT:
    case OP_TEST:
    case OP_MWAIT:
    case OP_MTEST:
        str_addf(s, "%s",
                 op->kind == OP_WAIT    ? "wait:"
                 : op->kind == OP_TEST  ? "test:"
                 : op->kind == OP_MWAIT ? "wait for mutex"
                                        : "test mutex");
        describe_set(op, actor, s);
        break;
    default: /* needs no description, or does not belong to this API */
        str_addf(s, "%s", op_word(op->kind));
    }
}

/* A digest by name and content, since numbers may differ between processes. */
static uint64_t digest(const struct op *op)
{
    uint64_t d[3] = {op->kind, op->nargs, (uint64_t)op->value};
    const char *name = "";
    if (op->kind == OP_SEND)
        d[2] = payload_digest(op->value);
    if (op->kind == OP_SEND || op->kind == OP_RECV)
        name = names_text(NAME_MAILBOX, op->object);
    if (op->kind == OP_LOCK || op->kind == OP_UNLOCK)
        name = names_text(NAME_MUTEX, op->object);
    uint64_t h = XXH3_64bits_withSeed(name, strlen(name), XXH3_64bits(d, sizeof d));
    if (op->nargs && op->kind != OP_MWAIT && op->kind != OP_MTEST)
        h = XXH3_64bits_withSeed(op->args, op->nargs * sizeof *op->args, h);
    return h;
}

const struct front native_front = {
    .name = "functions of mazurka.h",
    .prepare = prepare,
    .describe = describe,
    .purpose = purpose,
    .digest = digest,
    .uses = use_seen,
};
