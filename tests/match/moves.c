/* SPDX-License-Identifier: Apache-2.0
 *
 * moves.c - the match explorer's one graph, moved about in the tree of choices.
 *
 *     match-moves [OPTION...] [FILE.lit ...]      (support/fuzzing.h)
 *
 * A search goes from one graph to the next by taking back choices and making others, in
 * any order: depth first with all ways in turn is only one of them. Wherever it goes, the
 * graph must be what the choices on the way to it make of the program. So a visit is
 * moved at random, and compared with one that goes to the same place from the root. And
 * the stamps, which say where the search need not look for what happens before, must
 * leave nothing out. A difference prints the program and ends with 1. */
#include "explore/match/patience.h"
#include "explore/match/visit.h"
#include "explore/search/polls.h"
#include "litmus/litmus.h"
#include "support/fuzzing.h"
#include "support/random.h"

#include <stdio.h>
#include <string.h>

#define MOVES     60 /* with each program and buffering */
#define MAX_DEPTH 200

struct totals {
    uint64_t programs, moves, revisits, polls;
};

/* ---- a graph in words ---- */

/* A position of a line, as far as the line is compared. */
static int32_t within(int32_t pos, uint32_t length)
{
    return pos != NONE && (uint32_t)pos < length ? pos : NONE;
}

static void tell_record(const struct match_record *r, struct str *to)
{
    const struct outcome *o = &r->outcome;
    str_addf(to, "  op %d at %u: %u %d %d %lld, event %d, ", r->op.kind, r->op.where,
             r->op.object, r->op.peer, r->op.tag, (long long)r->op.value, r->event);
    for (uint32_t i = 0; i < r->op.nargs; i++)
        str_addf(to, "%u ", r->op.args[i]);
    str_addf(to, "-> %d %d", r->index, o->index);
    if (o->received)
        str_addf(to, " %lld from %d, tag %d, message %d, send %u", (long long)o->value,
                 o->peer, o->tag, o->message, r->send);
    if (op_looks(r->op.kind))
        str_addf(to, "; spin %d, knot %d, again %d, %u %u %u", r->spin, r->knot, r->again,
                 r->vain, r->peeks, r->row);
    str_addf(to, "\n");
}

static void tell_rank(const struct graph *g, uint32_t p, const uint32_t *length,
                      struct str *to)
{
    const struct match_rank *k = &g->rank[p];
    str_addf(to, "rank %u, %u reads\n", p, k->reads);
    for (size_t i = 0; i < length[p]; i++)
        tell_record(&k->line.at[i], to);
    for (size_t i = 0; i < k->recvs.len && k->recvs.at[i].pos < length[p]; i++) {
        const struct match_recv *r = &k->recvs.at[i];
        str_addf(to,
                 "  receive %u %d %d at %u: %d %d %d %d, event %d, seen %d, cancelled "
                 "%d, open %u, oldest %u\n",
                 r->wants.context, r->wants.peer, r->wants.tag, r->pos, r->transient,
                 r->consumes, r->may_fail, r->later, r->event, within(r->seen, length[p]),
                 within(r->cancelled, length[p]), r->open, r->oldest);
    }
    for (uint32_t q = 0; q < g->n; q++) {
        const struct match_channel *c = graph_channel(g, p, q);
        str_addf(to, "  from %u: %u of", q, c->taken);
        for (size_t i = 0; i < c->sends.len; i++)
            str_addf(to, " %u", c->sends.at[i]);
        str_addf(to, "\n");
    }
}

static void tell_event(const struct graph *g, uint32_t slot, const uint32_t *length,
                       struct str *to)
{
    const struct match_event *e = graph_event(g, slot);
    str_addf(to, "event %u: %d of %u at %u, place %u, from %d, %d %d %d %d, canon %d",
             slot, e->kind, e->rank, e->pos, e->order, e->from, e->races, e->later,
             e->first, e->fixed, e->canon);
    if (e->kind == EV_MATCH || e->kind == EV_SEND)
        str_addf(to, ", number %u", e->index);
    if (e->kind == EV_SEND)
        str_addf(to, ", to %u: %u %d %lld, reader %d, done %d, seen %d, received %d",
                 e->to, e->context, e->tag, (long long)e->value, e->reader, e->done,
                 within(e->seen, length[e->rank]), within(e->received, length[e->to]));
    str_addf(to, "\n");
}

/* The graph and the choice that comes next. Of each line only this much: what a rank does
 * because of the last event may be done already. */
static void tell(const struct visit *v, const uint32_t *length, struct str *to)
{
    const struct graph *g = &v->g;
    str_addf(to, "%d not taken\n", g->untaken);
    for (size_t i = 0; i < g->order.len; i++)
        tell_event(g, g->order.at[i], length, to);
    for (uint32_t p = 0; p < g->n; p++)
        tell_rank(g, p, length, to);
    const struct frame *f = &vec_last(&v->frames);
    str_addf(to, "choice %d of %u, canon %d\n", f->kind, f->rank, f->canon);
    for (size_t i = f->first; i < v->ways.len; i++) {
        const struct way *o = &v->ways.at[i];
        str_addf(to, "  way %d %d:", o->target, o->value);
        for (uint32_t m = o->first; m < o->first + o->n; m++)
            str_addf(to, " %u %d", v->pairs.at[m].recv, v->pairs.at[m].send);
        str_addf(to, "\n");
    }
}

/* ---- comparing ---- */

/* The number of events in the past that are not before this place. */
static size_t events_after(const struct graph *g, const struct past *past, uint32_t place)
{
    size_t n = 0;
    for (size_t i = place; i < g->order.len; i++)
        n += past_has(past, g, g->order.at[i]);
    return n;
}

static void check_stamps(struct visit *v, struct str *why)
{
    struct graph *g = &v->g;
    size_t wrong = 0;
    for (uint32_t p = 0; p < g->n; p++) {
        past_clear(&v->one, g, 0);
        for (uint32_t i = 0; i < g->rank[p].line.len; i++) {
            past_add_line(&v->one, g, p, i + 1);
            wrong += events_after(g, &v->one, g->rank[p].line.at[i].stamp);
        }
    }
    for (size_t i = 0; i < g->order.len; i++) {
        const struct match_event *e = graph_event(g, g->order.at[i]);
        if (e->kind != EV_MATCH && e->kind != EV_DONE)
            continue;
        past_clear(&v->one, g, 0);
        past_add_event(&v->one, g, g->order.at[i]);
        wrong += events_after(g, &v->one, e->stamp);
    }
    if (wrong)
        str_addf(why, "# %zu events happen before what is stamped earlier\n", wrong);
}

/* Goes from the root to where v is. */
static bool follow(const struct visit *v, struct visit *fresh)
{
    for (size_t i = 0; i < v->frames.len; i++) {
        if (!visit_grow(fresh))
            return false;
        if (i + 1 < v->frames.len &&
            v->frames.at[i].current >= vec_last(&fresh->frames).n)
            return false;
        if (i + 1 < v->frames.len)
            visit_make(fresh, v->frames.at[i].current);
    }
    return true;
}

/* The visit is at a choice, of which no way is made. */
static void compare(struct visit *v, struct litmus *other, struct str *why)
{
    struct visit fresh;
    struct str a = {0}, b = {0};
    check_stamps(v, why);
    visit_init(&fresh, &other->program);
    fresh.g.polls = v->g.polls;
    bool same = follow(v, &fresh);
    uint32_t *length = mem_alloc(v->g.n * sizeof *length);
    for (uint32_t p = 0; same && p < v->g.n; p++) {
        length[p] = (uint32_t)fresh.g.rank[p].line.len;
        same = v->g.rank[p].line.len >= length[p];
    }
    if (same) {
        tell(v, length, &a);
        tell(&fresh, length, &b);
        same = !strcmp(str_text(&a), str_text(&b));
    }
    if (!same)
        str_addf(why, "# moved:\n%s# from the root:\n%s", str_text(&a), str_text(&b));
    if (fresh.frames.len)
        visit_drop(&fresh);
    visit_free(&fresh);
    free(length);
    str_free(&a);
    str_free(&b);
}

/* ---- moving ---- */

/* Takes back choices, at least one, until one has several ways; half of the time it goes
 * on. No way of the last choice is made then. */
static void back_up(struct visit *v, struct rng *chance)
{
    do {
        visit_unmake(v);
        if (vec_last(&v->frames).n > 1 && rng_below(chance, 2))
            return;
        visit_drop(v);
    } while (v->frames.len);
}

static void move(struct litmus *l, struct litmus *other, struct rng *chance,
                 struct totals *t, struct str *why)
{
    struct visit v;
    visit_init(&v, &l->program);
    v.g.polls = t->polls ? t->polls : 2;
    for (int i = 0; i < MOVES && !why->len; i++) {
        while (v.frames.len < MAX_DEPTH && visit_grow(&v)) {
            uint32_t n = vec_last(&v.frames).n;
            visit_make(&v, rng_below(chance, 3) ? 0 : rng_below(chance, n));
        }
        if (!v.frames.len)
            break;
        back_up(&v, chance);
        if (!v.frames.len)
            continue;
        compare(&v, other, why);
        uint32_t way = rng_below(chance, vec_last(&v.frames).n);
        t->revisits += v.ways.at[vec_last(&v.frames).first + way].target != NONE;
        t->moves++;
        visit_make(&v, way);
    }
    visit_free(&v);
}

static bool check(const char *name, const struct str *text, void *context)
{
    static const enum buffering all[] = {BUFFERING_INFINITE, BUFFERING_ZERO,
                                         BUFFERING_ANY};
    struct totals *t = context;
    struct litmus *l, *other;
    struct str why = {0};
    struct rng chance = {.state = t->programs++};
    if (litmus_parse(name, str_text(text), text->len, &l, &why)) {
        printf("%s\n%s", str_text(&why), str_text(text));
        str_free(&why);
        return false;
    }
    litmus_parse(name, str_text(text), text->len, &other, &why);
    for (size_t i = 0; i < 3 && !why.len; i++) {
        l->program.buffering = other->program.buffering = all[i];
        move(l, other, &chance, t, &why);
    }
    bool good = !why.len;
    if (!good)
        printf("# %s\n%s%s", name, str_text(&why), str_text(text));
    str_free(&why);
    litmus_free(l);
    litmus_free(other);
    return good;
}

int main(int argc, char **argv)
{
    struct totals t = {0};
    struct fuzzing f = {.name = "match-moves", .check = check, .context = &t};
    if (!fuzzing_options(&f, argc, argv))
        return 2;
    t.polls = f.polls;
    fuzzing_run(&f);
    printf("match-moves: %llu programs, %llu moves, %llu of them to revisits; last seed "
           "%llu, %llu failed\n",
           (unsigned long long)t.programs, (unsigned long long)t.moves,
           (unsigned long long)t.revisits, (unsigned long long)f.last_seed,
           (unsigned long long)f.failed);
    return f.failed || (t.programs > 50 && t.revisits < t.programs) ? 1 : 0;
}
