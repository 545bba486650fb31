/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.c - see pack.h. One function for each struct passes over its fields, whether they
 * are written or read, so that the two cannot differ. */
#include "report/pack.h"

#include <string.h>

struct pass {
    bool reads;
    bool good; /* there was room, or there were bytes enough, so far */
    char *at, *end;
    evidence_fn *look;
};

static size_t left(const struct pass *p)
{
    return (size_t)(p->end - p->at);
}

static void bytes(struct pass *p, void *x, size_t n)
{
    p->good &= left(p) >= n;
    if (!n)
        return;
    if (p->good && p->reads)
        memcpy(x, p->at, n);
    else if (p->good)
        memcpy(p->at, x, n);
    else if (p->reads)
        memset(x, 0, n);
    if (p->good)
        p->at += n;
}

#define PASS(p, x) bytes(p, &(x), sizeof(x))

static void flag(struct pass *p, bool *x)
{
    uint8_t byte = *x;
    PASS(p, byte);
    *x = byte != 0;
}

/* The number of elements of an array, each of which takes so many bytes at least. */
static size_t count(struct pass *p, size_t n, size_t least)
{
    uint64_t number = n;
    PASS(p, number);
    p->good &= !p->reads || number <= left(p) / least;
    return p->good ? (size_t)number : 0;
}

/* Bytes that are owned by what is unpacked, with a zero behind them. */
static void block(struct pass *p, char **x, size_t *n)
{
    *n = count(p, *n, 1);
    if (p->reads)
        *x = mem_alloc(*n + 1);
    bytes(p, *x, *n);
}

/* A text or NULL. */
static void text(struct pass *p, char **x)
{
    bool there = *x;
    size_t n = there ? strlen(*x) : 0;
    flag(p, &there);
    if (there)
        block(p, x, &n);
    p->good &= !there || strlen(*x) == n;
}

/* Passes over the elements of an array, each by a function. */
#define EACH(p, v, least, function)                                                      \
    do {                                                                                 \
        size_t n_ = count(p, (v)->len, least);                                           \
        if ((p)->reads)                                                                  \
            vec_reserve(v, n_);                                                          \
        for (size_t i_ = 0; i_ < n_ && (p)->good; i_++) {                                \
            if ((p)->reads)                                                              \
                memset(&(v)->at[(v)->len++], 0, sizeof *(v)->at);                        \
            function(p, &(v)->at[i_]);                                                   \
        }                                                                                \
    } while (0)

/* ---- each struct ---- */

static void number(struct pass *p, uint32_t *x)
{
    PASS(p, *x);
}

static void place(struct pass *p, struct location *x)
{
    PASS(p, x->site);
}

static void actor(struct pass *p, struct finding_actor *x)
{
    text(p, &x->name);
    text(p, &x->call);
    PASS(p, x->state);
    place(p, &x->where);
    EACH(p, &x->waits_for, sizeof(uint32_t), number);
}

static void step(struct pass *p, struct finding_step *x)
{
    PASS(p, x->actor);
    text(p, &x->text);
    place(p, &x->where);
    PASS(p, x->role);
    PASS(p, x->other);
    PASS(p, x->level);
    flag(p, &x->lost);
}

static void rival(struct pass *p, struct finding_rival *x)
{
    PASS(p, x->receive);
    PASS(p, x->actor);
    PASS(p, x->step);
    text(p, &x->text);
    place(p, &x->where);
}

static void frame(struct pass *p, struct finding_frame *x)
{
    place(p, &x->where);
}

static void raced(struct pass *p, struct finding_access *x)
{
    text(p, &x->what);
    PASS(p, x->actor);
    PASS(p, x->target);
    PASS(p, x->first);
    PASS(p, x->end);
    place(p, &x->where);
    text(p, &x->epoch);
    place(p, &x->begun);
    EACH(p, &x->stack, sizeof(uint64_t), frame);
    p->good &= x->what != NULL;
}

static void words(struct pass *p, char **x)
{
    text(p, x);
    p->good &= *x != NULL;
}

static void scheduled(struct pass *p, struct mzt_step *x)
{
    PASS(p, x->actor);
    PASS(p, x->outcome);
    PASS(p, x->digest);
}

static void finding(struct pass *p, struct finding *x)
{
    PASS(p, x->kind);
    PASS(p, x->reason);
    PASS(p, x->name);
    text(p, &x->message);
    text(p, &x->detail);
    PASS(p, x->actor);
    PASS(p, x->at);
    EACH(p, &x->races, 1, words);
    EACH(p, &x->earlier, 1, words);
    EACH(p, &x->actors, 16, actor);
    EACH(p, &x->cycle, sizeof(uint32_t), number);
    EACH(p, &x->accesses, 32, raced);
    EACH(p, &x->steps, 16, step);
    EACH(p, &x->rivals, 16, rival);
    PASS(p, x->steps_before);
    PASS(p, x->left_out);
}

/* ---- stacks and output ---- */

/* How many bytes the evidence of an actor takes at least. */
#define EVIDENCE_LEAST (sizeof(((struct finding_evidence *)0)->registers) + 64)

static void evidence(struct pass *p, struct finding_evidence *x)
{
    PASS(p, x->registers);
    PASS(p, x->stack_address);
    PASS(p, x->output_dropped);
    block(p, &x->stack, &x->stack_bytes);
    block(p, &x->output, &x->output_bytes);
}

static void write_evidence(struct pass *p, uint32_t who, size_t others)
{
    struct finding_evidence x = {0};
    size_t room = left(p) > (others + 1) * EVIDENCE_LEAST
                      ? left(p) - (others + 1) * EVIDENCE_LEAST
                      : 0;
    if (p->look)
        p->look(who, &x);
    if (x.output_bytes > room) {
        x.output_dropped += x.output_bytes;
        x.output_bytes = 0;
    }
    if (x.stack_bytes > room - x.output_bytes)
        x.stack_bytes = 0;
    evidence(p, &x);
}

static void all_evidence(struct pass *p, struct finding *f)
{
    size_t n = f->actors.len;
    for (uint32_t a = 0; a < n && p->good; a++) {
        if (!p->reads) {
            write_evidence(p, a, n - a - 1);
            continue;
        }
        f->actors.at[a].evidence = mem_alloc(sizeof *f->actors.at[a].evidence);
        evidence(p, f->actors.at[a].evidence);
    }
}

static void trace(struct pass *p, struct mzt *t)
{
    finding(p, t->finding);
    EACH(p, &t->steps, sizeof(struct mzt_step), scheduled);
    text(p, &t->tape);
    PASS(p, t->taped);
    PASS(p, t->tape_digest);
    PASS(p, t->end);
    flag(p, &t->options.tidy);
    all_evidence(p, t->finding);
}

size_t pack_trace(const struct mzt *t, evidence_fn *look, void *to, size_t room)
{
    struct pass p = {.good = true, .at = to, .end = (char *)to + room, .look = look};
    trace(&p, (struct mzt *)(uintptr_t)t); /* which writing does not change */
    if (!p.good)
        memset(to, 0, (size_t)(p.at - (char *)to));
    return p.good ? (size_t)(p.at - (char *)to) : 0;
}

bool unpack_trace(struct mzt *t, const void *from, size_t n)
{
    char *at = (char *)(uintptr_t)from; /* which reading does not change */
    struct pass p = {.reads = true, .good = true, .at = at, .end = at + n};
    *t = (struct mzt){.finding = mem_alloc(sizeof *t->finding)};
    trace(&p, t);
    const struct finding *f = t->finding;
    bool good = p.good && p.at == p.end && f->message && !finding_contradicts(f) &&
                t->steps.len == f->steps.len && !t->taped == !t->tape &&
                t->taped == f->left_out;
    for (size_t a = 0; a < f->actors.len; a++)
        good &= f->actors.at[a].name != NULL;
    for (size_t i = 0; i < f->steps.len; i++)
        good &= f->steps.at[i].text != NULL;
    for (size_t i = 0; i < f->rivals.len; i++)
        good &= f->rivals.at[i].text != NULL;
    if (!good)
        mzt_free(t);
    return good;
}
