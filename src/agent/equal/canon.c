/* SPDX-License-Identifier: Apache-2.0
 *
 * canon.c - see canon.h. */
#include "agent/equal/canon.h"
#include "agent/rank/areas.h"
#include "agent/rank/image.h"
#include "agent/equal/journal.h"
#include "agent/port/numbers.h"
#include "agent/tell/remark.h"
#include "agent/rank/touched.h"
#include "mpi/port.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define PIECE(part, address, bytes, n) ((struct piece){part, address, bytes, n, 0})

/* ---- the parts of a state ---- */

/* The pending operation. What the kernel calls requests and messages is replaced by the
 * rank's own numbers. */
static void put_operation(const struct rank_head *h, canon_fn *put, void *to)
{
    const struct op *op = &h->strand.op;
    uint64_t o[] = {op->kind,
                    op->object,
                    (uint64_t)op->peer,
                    (uint64_t)op->tag,
                    op->mode,
                    op->needed,
                    op->call,
                    op->told,
                    op->nargs,
                    op->where < agent.sites.len ? agent.sites.at[op->where] : 0,
                    op->kind == OP_RECEIVE ? numbers_find(&h->taken, op->value)
                                           : (uint64_t)op->value};
    put(to, PIECE(PART_OPERATION, 0, o, sizeof o));
    bool requests = op_reports(op->kind) || op_withdraws(op->kind);
    for (uint32_t i = 0; i < op->nargs; i++) {
        uint32_t arg = requests ? numbers_find(&h->requests, op->args[i]) : op->args[i];
        put(to, PIECE(PART_OPERATION, 0, &arg, sizeof arg));
    }
}

static void put_remarks(const struct rank_head *h, canon_fn *put, void *to)
{
    for (const struct remark *r = remark_at(h->remarks); r; r = remark_at(r->previous)) {
        put(to, PIECE(PART_AGENT, 0, &r->kind, sizeof r->kind));
        put(to, PIECE(PART_AGENT, 0, &r->site, sizeof r->site));
        put(to, PIECE(PART_AGENT, 0, r->text, strlen(r->text) + 1));
    }
}

static void put_used(const struct numbers *t, canon_fn *put, void *to)
{
    for (uint32_t i = 0; i < t->n; i++) {
        bool used = numbers_has(t, i);
        put(to, PIECE(PART_AGENT, 0, &used, sizeof used));
    }
}

/* A poll takes no time, so that a loop of polls comes back to where it was, also if it
 * sleeps; whoever looks at a clock later may be told the time of another history. */
static void leave_out_time(struct rank_head *h)
{
    if (h->clock != h->looked || h->asleep)
        link_rests_on(agent.shared, "the time of polls as when they were first seen");
    h->clock = h->asleep = 0;
    h->vain = h->gazes = 0;
}

/* What the agent keeps for the rank, without counters and what is found elsewhere in the
 * form. */
static void put_head(const struct rank_head *of, canon_fn *put, void *to)
{
    struct rank_head h = *of;
    memset(&h.strand.op, 0, sizeof h.strand.op);
    memset(&h.strand.outcome, 0, sizeof h.strand.outcome);
    memset(h.strand.fault.registers, 0, sizeof h.strand.fault.registers);
    /* Where the last instruction and its operand were, the rank cannot learn but by
     * fnsave itself; and it has not done that yet. */
    if (h.strand.x87_kept)
        memset(h.strand.x87 + 12, 0, 16);
    else
        memset(h.strand.x87, 0, sizeof h.strand.x87);
    h.strand.nops = 0;
    h.history = 0;
    h.polls = false;
    if (!agent.timed)
        h.clock = h.looked = h.asleep = h.vain = h.gazes = 0;
    else if (op_looks(of->strand.op.kind))
        leave_out_time(&h);
    h.output_bytes = h.output_kept = 0;
    h.nrequests = h.nsends = h.remarks = 0;
    put(to, PIECE(PART_AGENT, 0, &h, sizeof h));
    put_used(&of->requests, put, to);
    put_used(&of->taken, put, to);
    put_remarks(of, put, to);
}

/* The stack in use. Near its end are our own functions, which know how the kernel calls
 * the arguments of the operation: a pointer that is left out. */
static void put_stack(const struct rank *r, canon_fn *put, void *to)
{
    const struct strand *s = &r->head->strand;
    const char *sp = s->sp;
    uint64_t ours[64];
    size_t n = (size_t)(r->top - sp), near = n < sizeof ours ? n : sizeof ours;
    memcpy(ours, sp, near);
    for (size_t i = 0; s->op.args && i < near / sizeof *ours; i++)
        if (ours[i] == (uintptr_t)s->op.args)
            ours[i] = 0;
    put(to, PIECE(PART_STACK, (uintptr_t)sp, ours, near));
    put(to, PIECE(PART_STACK, (uintptr_t)sp + near, sp + near, n - near));
}

/* ---- the heap ---- */

struct holes { /* parts of the heap that do not count, in the order of their addresses */
    VEC(struct area) at;
};

static void add_hole(struct holes *s, uintptr_t low, uintptr_t high)
{
    if (low >= high)
        return;
    size_t i = s->at.len;
    vec_push(&s->at, (struct area){.low = low, .high = high});
    for (; i && s->at.at[i - 1].low > low; i--) {
        s->at.at[i] = s->at.at[i - 1];
        s->at.at[i - 1] = (struct area){.low = low, .high = high};
    }
}

static void add_numbers(struct holes *s, const struct numbers *t)
{
    add_hole(s, (uintptr_t)t->name, (uintptr_t)(t->name + t->room));
}

/* Gives those parts of pages in a part of a large heap that are not zero, as few pieces
 * as possible. */
static void put_filled(const struct touched *t, uintptr_t low, uintptr_t high,
                       canon_fn *put, void *to)
{
    for (size_t i = 0; i < t->len; i++) {
        uintptr_t a = t->range[i].low > low ? t->range[i].low : low, start = 0, next;
        uintptr_t b = t->range[i].high < high ? t->range[i].high : high;
        for (; a < b; a = next) {
            next = page_down(a) + PAGE < b ? page_down(a) + PAGE : b;
            bool zero = touched_is_zero((const char *)a, (const char *)next);
            if (zero && start)
                put(to, PIECE(PART_HEAP, start, (const void *)start, a - start));
            start = zero ? 0 : start ? start : a;
        }
        if (start)
            put(to, PIECE(PART_HEAP, start, (const void *)start, b - start));
    }
}

void canon_heap(const struct rank *r, canon_fn *put, void *to)
{
    struct touched touched = {0};
    bool vast = r->head->heap.used > HEAP_VAST;
    if (vast)
        touched_find(&touched, (uintptr_t)r->head,
                     page_up((uintptr_t)r->head + r->head->heap.used));
    const struct rank_head *h = r->head;
    uintptr_t at = (uintptr_t)(h + 1), end = (uintptr_t)h + h->heap.used;
    struct holes holes = {0};
    add_numbers(&holes, &h->requests);
    add_numbers(&holes, &h->taken);
    for (const struct port_watch *w = h->watches; w; w = w->next) /* see watch.c */
        add_hole(&holes, (uintptr_t)&w->plain, (uintptr_t)(&w->plain + 1));
    for (uint32_t i = 0; i < h->areas.n; i++)
        if (h->areas.at[i].kind == AREA_FREED || h->areas.at[i].kind == AREA_UNMAPPED)
            add_hole(&holes, h->areas.at[i].low, h->areas.at[i].high);
    for (size_t i = 0; i <= holes.at.len; i++) {
        uintptr_t low = i < holes.at.len ? holes.at.at[i].low : end;
        if (low > at && vast)
            put_filled(&touched, at, low, put, to);
        else if (low > at)
            put(to, PIECE(PART_HEAP, at, (const void *)at, low - at));
        if (i < holes.at.len && holes.at.at[i].high > at)
            at = holes.at.at[i].high;
    }
    vec_free(&holes.at);
    touched_free(&touched);
}

/* ---- all of it ---- */

/* Will the rank do nothing any more? Its memory does not matter then. */
static bool over(const struct rank_head *h)
{
    return h->strand.ended || h->strand.fault.kind;
}

/* Will it do nothing but to say at the last collective what it has to say? Its memory
 * does not matter either: docs/algorithms/match.md, on the last collective. */
static bool parts(const struct rank_head *h)
{
    return op_parts(&h->strand.op);
}

/* What is left of a rank that is over: what it did, and how it ended. */
static void put_end(const struct rank_head *h, canon_fn *put, void *to)
{
    const struct fault *f = &h->strand.fault;
    uint64_t end[] = {h->accesses, h->known, h->told,    h->strand.ended,
                      f->kind,     f->site,  f->variable};
    put(to, PIECE(PART_AGENT, 1, end, sizeof end));
    put(to, PIECE(PART_AGENT, 1, f->text, strlen(f->text)));
    put_remarks(h, put, to);
}

/* With `digests`, which requires image_look(), pages are given as digests of them. */
static void give(struct rank *r, canon_fn *put, void *to, bool digests)
{
    if (over(r->head)) {
        put_end(r->head, put, to);
        return;
    }
    put_operation(r->head, put, to);
    put_head(r->head, put, to);
    if (parts(r->head))
        return;
    put_stack(r, put, to);
    canon_heap(r, put, to);
    pages_form(put, to, digests);
}

void canon_form(uint32_t actor, canon_fn *put, void *to)
{
    struct rank *r = &agent.rank[actor];
    image_load(actor);
    areas_lift(r);
    give(r, put, to, false);
}

/* ---- names ---- */

/* A name is a hash of agent.wording: the form, in which whole pages of the heap and long
 * pieces are replaced by digests of them. */
static void say(const void *bytes, size_t n)
{
    vec_reserve(&agent.wording, agent.wording.len + n);
    memcpy(agent.wording.at + agent.wording.len, bytes, n);
    agent.wording.len += n;
}

static void say_heap(const struct rank *r, uintptr_t low, uintptr_t high)
{
    uintptr_t base = (uintptr_t)r->head, end = base + r->head->heap.used;
    while (low < high) {
        uintptr_t next = page_down(low) + PAGE < end ? page_down(low) + PAGE : end;
        if (low == page_down(low) && high >= next) {
            struct digest d =
                mirror_digest(&r->space.mirror, (uint32_t)((low - base) / PAGE));
            say(&d, sizeof d);
        } else {
            next = next < high ? next : high;
            say((const void *)low, next - low);
        }
        low = next;
    }
}

static void put_words(void *rank, struct piece p)
{
    uint64_t head[3] = {p.part, p.address, p.n};
    say(head, sizeof head);
    if (p.part == PART_HEAP) {
        say_heap(rank, p.address, p.address + p.n);
    } else if (p.n > PAGE) {
        XXH128_hash_t h = XXH3_128bits(p.bytes, p.n);
        say(&h, sizeof h);
    } else {
        say(p.bytes, p.n);
    }
}

static struct digest name_of(uint32_t actor)
{
    struct rank *r = &agent.rank[actor];
    image_load(actor);
    areas_lift(r);
    if (!over(r->head) && !parts(r->head))
        image_look(r);
    agent.wording.len = 0;
    give(r, put_words, r, true);
    XXH128_hash_t h = XXH3_128bits(agent.wording.at, agent.wording.len);
    return (struct digest){h.low64, h.high64};
}

static void list(const struct numbers *t, struct identity *id, bool messages)
{
    for (uint32_t i = 0; i < t->n; i++) {
        if (!numbers_has(t, i))
            continue;
        if (messages)
            vec_push(&id->messages, (int32_t)t->name[i]);
        else
            vec_push(&id->requests, (uint32_t)t->name[i]);
    }
}

bool canon_mentions(struct program *p, uint32_t actor, struct identity *id)
{
    (void)p;
    if (!agent.rank[actor].space.loaded)
        image_load(actor);
    if (agent.rank[actor].head->threads || journal_is_late())
        return false;
    id->requests.len = id->messages.len = 0;
    if (over(agent.rank[actor].head))
        return true;
    list(&agent.rank[actor].head->requests, id, false);
    list(&agent.rank[actor].head->taken, id, true);
    return true;
}

bool canon_identify(struct program *p, uint32_t actor, struct identity *id)
{
    if (!canon_mentions(p, actor, id))
        return false;
    id->name = name_of(actor);
    return true;
}

/* ---- comparing ---- */

static void put_copy(void *to, struct piece p)
{
    struct form *f = to;
    p.offset = f->bytes.len;
    vec_reserve(&f->bytes, f->bytes.len + p.n);
    memcpy(f->bytes.at + f->bytes.len, p.bytes, p.n);
    f->bytes.len += p.n;
    p.bytes = NULL;
    vec_push(&f->pieces, p);
}

void canon_copy(uint32_t actor, struct form *f)
{
    f->pieces.len = f->bytes.len = 0;
    canon_form(actor, put_copy, f);
}

void canon_free(struct form *f)
{
    vec_free(&f->pieces);
    vec_free(&f->bytes);
}

static bool equal(const struct form *a, const struct form *b)
{
    if (a->pieces.len != b->pieces.len || a->bytes.len != b->bytes.len)
        return false;
    for (size_t i = 0; i < a->pieces.len; i++) {
        const struct piece *x = &a->pieces.at[i], *y = &b->pieces.at[i];
        if (x->part != y->part || x->address != y->address || x->n != y->n)
            return false;
    }
    return !a->bytes.len || !memcmp(a->bytes.at, b->bytes.at, a->bytes.len);
}

bool canon_same(struct program *p, uint32_t actor, image_id other)
{
    (void)p;
    struct rank *r = &agent.rank[actor];
    struct form a = {0}, b = {0};
    canon_copy(actor, &a);
    struct image *here = image_hold(image_of(r));
    image_restore(r, (struct image *)(uintptr_t)other);
    canon_copy(actor, &b);
    image_restore(r, here);
    image_release(here);
    bool same = equal(&a, &b);
    canon_free(&a);
    canon_free(&b);
    return same;
}

const char *canon_differs(const struct form *a, const struct form *b, uintptr_t *where)
{
    static const char *const words[] = {"the pending operation", "what the agent keeps",
                                        "the stack", "the heap", "a page"};
    for (size_t i = 0; i < a->pieces.len && i < b->pieces.len; i++) {
        const struct piece *x = &a->pieces.at[i], *y = &b->pieces.at[i];
        const char *p = a->bytes.at + x->offset, *q = b->bytes.at + y->offset;
        size_t n = x->n < y->n ? x->n : y->n, at = 0;
        *where = x->address;
        if (x->part != y->part || x->address != y->address)
            return words[x->part < y->part ? x->part : y->part];
        while (at < n && p[at] == q[at])
            at++;
        if (at == n && x->n == y->n)
            continue;
        *where = x->address + at;
        return words[x->part];
    }
    *where = 0;
    return a->pieces.len == b->pieces.len ? NULL : "a page";
}
