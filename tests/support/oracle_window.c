/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_window.c - see oracle_window.h. */
#include "oracle_window_state.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- everything ---- */

/* What is over is forgotten, if outcomes do not matter. */
static void forget(const struct judge *j, struct state *s)
{
    for (uint32_t i = 0; i < WIN_RANKS && j->options.no_outcomes; i++) {
        struct rank_state *r = &s->rank[i];
        uint8_t n = 0;
        for (uint32_t k = 0; k < r->naccesses; k++)
            if (!r->access[k].done || !r->access[k].known)
                r->access[n++] = r->access[k];
        memset(&r->access[n], 0, (size_t)(r->naccesses - n) * sizeof *r->access);
        r->naccesses = n;
    }
}

struct digest win_known(const struct win_knowledge *k)
{
    XXH128_hash_t h = XXH3_128bits(k, sizeof *k);
    return (struct digest){h.low64, h.high64};
}

static void know(const struct judge *j, const struct state *s, struct win_knowledge *k)
{
    memset(k, 0, sizeof *k);
    for (uint32_t i = 0; i < j->text->nranks; i++) {
        const struct win_rank *code = &j->text->rank[i];
        const struct rank_state *r = &s->rank[i];
        k->rank[i].fate = r->failed              ? FATE_FAILED
                          : r->pc < code->at.len ? FATE_WAITS
                                                 : FATE_ENDED;
        for (uint32_t n = 0; n < code->nnames; n++)
            if (win_counts(code, n, k->rank[i].fate == FATE_WAITS))
                k->rank[i].value[n] = r->value[n];
    }
}

static struct digest outcome_of(const struct state *s, const struct win_knowledge *known)
{
    struct {
        uint16_t pc[WIN_RANKS];
        uint8_t match[WIN_RANKS][REQUESTS];
        uint32_t locks[WIN_RANKS][LOCKS];
        uint64_t accesses[WIN_RANKS][ACCESSES];
        struct win_knowledge known;
    } o;
    memset(&o, 0, sizeof o);
    o.known = *known;
    for (uint32_t i = 0; i < WIN_RANKS; i++) {
        o.pc[i] = s->rank[i].pc;
        for (uint32_t k = 0; k < REQUESTS; k++)
            o.match[i][k] = s->rank[i].request[k].match;
        for (uint32_t k = 0; k < LOCKS; k++)
            o.locks[i][k] = s->rank[i].lock[k].earlier;
        for (uint32_t k = 0; k < ACCESSES; k++)
            o.accesses[i][k] = s->rank[i].access[k].earlier;
    }
    XXH128_hash_t h = XXH3_128bits(&o, sizeof o);
    return (struct digest){h.low64, h.high64};
}

static void note_end(struct judge *j, const struct state *s)
{
    struct win_knowledge k;
    know(j, s, &k);
    struct win_end e = {.known = win_known(&k)};
    e.outcome = j->options.no_outcomes ? e.known : outcome_of(s, &k);
    for (uint32_t i = 0; i < j->text->nranks; i++) {
        e.deadlock |= k.rank[i].fate == FATE_WAITS;
        e.failed |= k.rank[i].fate == FATE_FAILED;
    }
    if (!set128_add(&j->outcomes, e.outcome))
        return;
    vec_push(&j->out->ends, e);
    j->out->deadlocks += e.deadlock;
    j->out->failures += e.failed;
}

static void explore(struct judge *j, struct state *s);

/* A copy of the state in which something is about to happen. */
static struct state *copy_of(const struct state *s)
{
    struct state *c = mem_resize(NULL, sizeof *c);
    memcpy(c, s, sizeof *c);
    return c;
}

static void go_on(struct judge *j, struct state *s)
{
    forget(j, s);
    explore(j, s);
    free(s);
}

static bool step(struct judge *j, const struct state *s, uint32_t rank)
{
    const struct win_rank *code = &j->text->rank[rank];
    bool moved = false;
    if (s->rank[rank].failed || s->rank[rank].pc >= code->at.len)
        return false;
    const struct win_statement *in = &code->at.at[s->rank[rank].pc];
    for (uint32_t c = 0; c < choices(in); c++) {
        struct state *next = copy_of(s);
        enum progress p = perform(j, next, rank, in, c);
        j->out->invalid |= p == BREAKS;
        if (p == WAITS || p == BREAKS) {
            free(next);
            continue;
        }
        if (p == GOES_ON) {
            next->rank[rank].pc++;
            next->rank[rank].phase = 0;
            run_to_statement(j, next, rank);
        }
        moved = true;
        go_on(j, next);
    }
    return moved;
}

static bool match_all(struct judge *j, const struct state *s, uint32_t rank)
{
    bool moved = false;
    for (uint32_t k = 0; k < s->rank[rank].nrequests; k++) {
        const struct request *q = &s->rank[rank].request[k];
        for (uint32_t from = 0; from < j->text->nranks && !q->is_send && !q->match;
             from++) {
            uint32_t m = message_for(s, rank, k, from);
            if (m == REQUESTS)
                continue;
            struct state *next = copy_of(s);
            next->rank[rank].request[k].match = (uint8_t)(1 + from * REQUESTS + m);
            next->rank[from].request[m].match = (uint8_t)(1 + rank * REQUESTS + k);
            moved = true;
            go_on(j, next);
        }
    }
    return moved;
}

/* May it take effect by itself now? With the shortcut only atomic accesses may, and what
 * `complete` has left behind. */
static bool may_take_effect(const struct judge *j, const struct state *s, uint32_t rank,
                            uint32_t k)
{
    const struct access *a = &s->rank[rank].access[k];
    return a->called && !a->effected && is_let_in(s, rank, a) &&
           is_its_turn(s, rank, k) &&
           (j->options.when == WIN_ANY_TIME || is_atomic(a) || (a->post && a->known));
}

static bool network(struct judge *j, const struct state *s, uint32_t rank)
{
    bool moved = match_all(j, s, rank);
    for (uint32_t k = 0; k < LOCKS; k++)
        if (s->rank[rank].lock[k].asked && !s->rank[rank].lock[k].joined) {
            struct state *next = copy_of(s);
            join(next, rank, k);
            moved = true;
            go_on(j, next);
        }
    for (uint32_t k = 0; k < s->rank[rank].naccesses; k++)
        if (may_take_effect(j, s, rank, k)) {
            struct state *next = copy_of(s);
            take_effect(j, next, rank, k);
            moved = true;
            go_on(j, next);
        }
    return moved;
}

static void explore(struct judge *j, struct state *s)
{
    XXH128_hash_t h = XXH3_128bits(s, sizeof *s);
    if (!j->out->complete || j->out->invalid ||
        !set128_add(&j->visited, (struct digest){h.low64, h.high64}))
        return;
    j->out->complete = ++j->out->states <= j->options.max_states;
    note_races(j, s);
    bool moved = false;
    for (uint32_t i = 0; i < j->text->nranks; i++) {
        moved |= step(j, s, i);
        moved |= network(j, s, i);
    }
    if (!moved)
        note_end(j, s);
}

static int by_known(const void *a, const void *b)
{
    const struct win_end *x = a, *y = b;
    uint64_t p[] = {x->known.hi, x->known.lo, x->outcome.hi, x->outcome.lo};
    uint64_t q[] = {y->known.hi, y->known.lo, y->outcome.hi, y->outcome.lo};
    for (int i = 0; i < 4; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

void oracle_window(const struct win_text *text, const struct win_options *options,
                   struct win_verdict *out)
{
    struct judge j = {.text = text, .options = *options, .out = out};
    struct state *s = mem_alloc(sizeof *s);
    *out = (struct win_verdict){.complete = true};
    for (uint32_t i = 0; i < text->nranks; i++)
        run_to_statement(&j, s, i);
    explore(&j, s);
    if (out->ends.len)
        qsort(out->ends.at, out->ends.len, sizeof *out->ends.at, by_known);
    free(s);
    set128_free(&j.visited);
    set128_free(&j.outcomes);
}

void win_verdict_free(struct win_verdict *v)
{
    vec_free(&v->ends);
    vec_free(&v->races);
}

bool win_same_ends(const struct win_verdict *a, const struct win_verdict *b)
{
    if (a->ends.len != b->ends.len)
        return false;
    for (size_t i = 0; i < a->ends.len; i++)
        if (by_known(&a->ends.at[i], &b->ends.at[i]))
            return false;
    return true;
}

bool win_same_races(const struct win_verdict *a, const struct win_verdict *b)
{
    return a->races.len == b->races.len &&
           (!a->races.len ||
            !memcmp(a->races.at, b->races.at, a->races.len * sizeof *a->races.at));
}
