/* SPDX-License-Identifier: Apache-2.0
 *
 * program.c - real code as a program (kernel/program.h).
 *
 * A rank that crashes, fails an assertion or exits with an error is about to
 * perform an assertion that does not hold: the kernel then ends that rank and
 * lets the others run on, which is what an explorer needs to know. What really
 * happened is in the rank's head. */
#include "base/str.h"
#include "agent/core/agent.h"
#include "agent/rank/areas.h"
#include "agent/equal/canon.h"
#include "agent/rank/image.h"
#include "agent/equal/journal.h"
#include "agent/port/payload.h"
#include "agent/rank/space.h"
#include "agent/rank/thread.h"
#include "agent/threads/datarace.h"
#include "agent/watch/touch.h"
#include "agent/rank/touched.h"
#include "agent/port/window.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static bool next(struct program *p, uint32_t actor, struct op *op)
{
    (void)p;
    const struct rank *r = &agent.rank[actor];
    *op = r->space.loaded ? r->head->strand.op : r->space.image->op;
    return r->space.loaded ? !r->head->strand.ended : !r->space.image->ended;
}

static void resume(struct program *p, uint32_t actor, struct outcome o)
{
    (void)p;
    struct canon_check check;
    journal_read();
    report_step(actor, o.index);
    if (agent.link->plan.asked.check_names)
        canon_check_before(actor, o, &check);
    rank_run(actor, o);
    if (agent.link->plan.asked.check_names)
        canon_check_after(actor, &check);
}

static image_id save(struct program *p, uint32_t actor)
{
    (void)p;
    if (agent.once)
        return 0;
    return (image_id)(uintptr_t)image_hold(image_of(&agent.rank[actor]));
}

static void restore(struct program *p, uint32_t actor, image_id id)
{
    (void)p;
    image_restore(&agent.rank[actor], (struct image *)(uintptr_t)id);
}

static void release(struct program *p, uint32_t actor, image_id id)
{
    (void)p, (void)actor;
    if (!agent.once)
        image_release((struct image *)(uintptr_t)id);
}

static int64_t gather(struct program *p, uint32_t actor, const struct op *arrive,
                      const int64_t *values)
{
    return agent.front->gather(p, actor, arrive, values);
}

/* Contents are stored once each. */
static uint64_t content(struct program *p, int64_t value)
{
    (void)p;
    return (uint64_t)(uintptr_t)payload_bytes(value);
}

/* A digest of a part of the heap. Of a large one, only what was touched is read. */
static uint64_t part_digest(const struct rank_head *h, const char *low, const char *high,
                            uint64_t seed)
{
    return h->heap.used > HEAP_VAST
               ? touched_digest(low, high, seed)
               : XXH3_64bits_withSeed(low, (size_t)(high - low), seed);
}

uint64_t program_heap_digest(const struct rank *r, struct rank_head *h)
{
    const char *low = (const char *)r->head + sizeof *h;
    const char *end = (const char *)r->head + h->heap.used;
    uintptr_t from, to;
    h->output_bytes = h->output_kept = 0;
    uint64_t d = XXH3_64bits(h, sizeof *h);
    for (; thread_unused(h, (uintptr_t)low, &from, &to); low = (const char *)to)
        d = part_digest(h, low, (const char *)from, d);
    return part_digest(h, low, end, d);
}

/* The size of what such a digest is made of; if it is larger than `limit`, any size that
 * is. */
static size_t digested(struct rank *r, size_t limit)
{
    const struct rank_head *h = r->head;
    size_t bytes = h->heap.used;
    if (bytes > HEAP_VAST) {
        areas_lift(r);
        bytes = touched_filled((const char *)h, (const char *)h + bytes, limit);
    }
    uintptr_t from, to;
    for (uintptr_t at = 0; thread_unused(h, at, &from, &to); at = to)
        bytes -= to - from < bytes ? to - from : bytes;
    return bytes;
}

/* Whether pages are protected depends on what was explored before: hides that, and shows
 * it again. */
static void hide_plain(const struct rank *r)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    agent.compared.len = 0;
    for (struct port_watch *w = r->head->watches; w; w = w->next)
        if (w->plain) {
            vec_push(&agent.compared, w);
            w->plain = false;
        }
    agent.current = who;
}

static void show_plain(void)
{
    for (size_t i = 0; i < agent.compared.len; i++)
        agent.compared.at[i]->plain = true;
}

static uint64_t rank_digest(const struct rank *r, struct rank_head *h)
{
    const char *sp = thread_slab_stack(r);
    h->idle = (struct idle){0};
    thread_hide(r->head, false);
    hide_plain(r);
    uint64_t d = program_heap_digest(r, h);
    show_plain();
    thread_show(r->head);
    return pages_digest(XXH3_64bits_withSeed(sp, (size_t)(r->top - sp), d));
}

uint64_t program_state(uint32_t actor)
{
    struct rank_head h = *agent.rank[actor].head;
    h.accesses = h.told = 0;
    for (uint64_t *at = (void *)thread_slab_stack(&agent.rank[actor]);
         (char *)at < agent.rank[actor].top; at++)
        if (layout_of_agent(*at))
            *at = 0;
    return rank_digest(&agent.rank[actor], &h);
}

/* A digest of a rank's memory. Counters of the executor are not included, nor is the
 * virtual time as long as the rank has not asked for it. */
static uint64_t memory_digest(uint32_t actor)
{
    const struct rank *r = &agent.rank[actor];
    struct rank_head h = *r->head;
    h.strand.nops = 0;
    h.history = h.clock = h.asleep = 0;
    h.vain = h.gazes = 0;
    h.strand.outcome = (struct outcome){0};
    if (agent.program.windows) {
        const struct op op = h.strand.op;
        memset(h.called, 0, sizeof h.called);
        h.synced_at = 0;
        h.nrequests = 0; /* each access of a loop is a request of its own */
        memset(&h.strand.op, 0, sizeof h.strand.op);
        h.strand.op.kind = op.kind;
        h.strand.op.where = op.where;
    }
    return rank_digest(r, &h);
}

/* May the rank be in a loop that looks at a window? In a single execution it matters only
 * for the rank that is to do so for ever. */
static bool may_spin(uint32_t actor, const struct rank_head *h)
{
    enum op_kind kind = h->strand.op.kind;
    return agent.program.windows &&
           (!agent.once || agent.link->replay.endless == actor + 1) &&
           (kind == OP_ATOMIC || kind == OP_DIRECT || kind == OP_WLOCK);
}

/* A digest of the rank's state. Normally it is the digest of its history: equal
 * histories lead to equal states, but equal states may have different histories. For a
 * rank that polls this would be too fine, since a failed poll changes the history but
 * not the state; so its memory is used. */
static uint64_t digest(struct program *p, uint32_t actor)
{
    enum { LARGEST = 16 << 20 };
    (void)p;
    struct rank *r = &agent.rank[actor];
    struct image *i = agent.once || agent.program.windows ? NULL : image_of(r);
    if (i && !op_looks(i->op.kind))
        return i->history;
    if (i)
        i = image_known(i);
    if (i && i->has_state && i->state_npages == pages_count())
        return i->state;
    if (!r->space.loaded)
        image_load(actor);
    const struct rank_head *h = r->head;
    if ((!op_looks(h->strand.op.kind) && !may_spin(actor, h)) ||
        digested(r, LARGEST) > LARGEST)
        return h->history;
    image_load(actor);
    areas_lift(&agent.rank[actor]);
    uint64_t state = memory_digest(actor);
    if (i) {
        i->state = state;
        i->state_npages = pages_count();
        i->has_state = true;
    }
    return state;
}

static const char *actor_name(struct program *p, uint32_t actor)
{
    (void)p;
    return agent.shares && space_is_unborn(actor) ? "" : agent.rank[actor].name;
}

static void describe(struct program *p, uint32_t actor, const struct op *op,
                     struct str *s)
{
    (void)p;
    front_of(op)->describe(actor, op, s);
}

/* The supervisor finds the source line. */
static struct location location(struct program *p, uint32_t actor, const struct op *op)
{
    (void)actor;
    return (struct location){.site = program_site(p, op)};
}

static const char *object_name(struct program *p, uint32_t object)
{
    (void)p;
    return (agent.hybrid ? agent.of_threads : agent.front)->object_name(object);
}

/* Whatever comes to a cell is read and written by the thread itself, once the access is
 * in its place in the order; so only the order matters. A version is the history of what
 * was written, and is told to whoever accesses the cell. Who waits for a change names the
 * version that it has seen. */
static bool cell(struct program *p, const struct op *op, uint64_t *version,
                 int64_t *result)
{
    (void)p;
    if (op->kind == OP_ENROL)
        return (uint64_t)op->value == *version;
    if (op->kind != OP_LOAD)
        *version = XXH3_64bits_withSeed(&op->where, sizeof op->where, *version + 1);
    *result = (int64_t)*version;
    return op->kind != OP_LOAD;
}

/* A crash or an error ends the process as well. */
static bool over(struct program *p, uint32_t actor)
{
    (void)p;
    for (uint32_t n = 0; n < agent.nranks; n++) {
        const struct rank *r = &agent.rank[n];
        if (rank_process(n) != rank_process(actor))
            continue;
        if (r->space.loaded ? r->head->strand.exits : r->space.image->exits)
            return true;
    }
    return false;
}

static const struct sync_node *node(struct program *p, uint32_t object, uint32_t n)
{
    (void)p;
    return (agent.hybrid ? agent.of_threads : agent.front)->node(object, n);
}

static uint32_t nodes(struct program *p, uint32_t object)
{
    (void)p;
    return (agent.hybrid ? agent.of_threads : agent.front)->nodes(object);
}

static void explain(struct program *p, uint32_t actor, const struct op *op, struct str *s)
{
    (void)p, (void)op;
    image_load(actor);
    str_addf(s, "%s", agent.rank[actor].head->strand.fault.text);
}

/* May the actor still perform such an operation? Real code does not tell what it will
 * do; to say who waits for whom, it is enough to know what it was seen to do in other
 * executions. But if an actor failed, the answer decides whether others are excused,
 * and then only "maybe" is safe. */
static bool may_still(struct program *p, uint32_t actor, enum op_kind kind,
                      uint32_t object)
{
    const struct state *st = agent.search.st;
    (void)p;
    if (agent.shares && space_is_unborn(actor))
        return false;
    for (uint32_t a = 0; st && a < st->nactors; a++)
        if (st->actor[a].failed)
            return true;
    return agent.front->uses(actor, kind, object);
}

static uint64_t site(struct program *p, const struct op *op)
{
    (void)p;
    return op->where < agent.sites.len ? agent.sites.at[op->where] : 0;
}

static uint64_t stored(const struct program *p)
{
    (void)p;
    return agent.image_bytes + agent.mirror_bytes;
}

/* Small programs need not be told that a megabyte is too little. */
static bool full(const struct program *p, uint64_t more)
{
    enum { ALWAYS = 32 << 20 };
    (void)p;
    return !agent.once &&
           image_others() + more > agent.link->plan.asked.memory_cap + ALWAYS;
}

static void differs(struct program *p)
{
    (void)p;
    agent_refuse(REASON_DIFFERS,
                 "uncontrolled nondeterminism: an execution that was explored is not "
                 "possible when the ranks make its steps again");
}

static enum purpose purpose(struct program *p, uint32_t actor, const struct op *op,
                            const char **name)
{
    (void)p;
    const struct front *f = front_of(op);
    return f->purpose ? f->purpose(actor, op, name) : PURPOSE_PLAIN;
}

static const char *context(struct program *p, const struct op *op)
{
    (void)p;
    const struct front *f = front_of(op);
    return f->context ? f->context(op) : NULL;
}

static const struct program_words words = {
    .actor_name = actor_name,
    .describe = describe,
    .location = location,
    .site = site,
    .may_still = may_still,
    .explain = explain,
    .purpose = purpose,
    .context = context,
};

static const struct program_merging merging = {
    .digest = digest,
    .identify = canon_identify,
    .mentions = canon_mentions,
    .same = canon_same,
    .tell_apart = canon_tell_apart,
};

static const struct program_sharing sharing = {
    .share = journal_share,
    .follow = journal_follow,
    .numbers = journal_numbers,
    .give_number = journal_give_number,
    .take_numbers = journal_take_numbers,
};

static const struct program_collectives collectives = {
    .gather = gather,
    .content = content,
};

static const struct program_windows windows = {
    .access = window_access,
    .pulled = window_pulls,
    .meet = window_meet,
    .touched = touch_list,
};

static const struct program_objects objects = {
    .cell = cell,
    .over = over,
    .object_name = object_name,
    .goes_on = spin_goes_on,
    .node = node,
    .nodes = nodes,
};

static const struct program_process process = {
    .stored = stored,
    .full = full,
    .differs = differs,
};

const struct program_ops exec_ops = {
    .next = next,
    .resume = resume,
    .save = save,
    .restore = restore,
    .release = release,
    .words = &words,
    .merging = &merging,
    .sharing = &sharing,
    .collectives = &collectives,
    .windows = &windows,
    .objects = &objects,
    .process = &process,
};
