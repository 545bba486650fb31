/* SPDX-License-Identifier: Apache-2.0
 *
 * look.c - a node by itself: what the ranks can do there, whether it is an end, and
 * where the steps of a rank lead. */
#include "explore/states/states.h"

#include <string.h>

/* ---- choices ---- */

void choices_init(struct states_choices *c, uint32_t n)
{
    *c = (struct states_choices){.rank = mem_alloc(n * sizeof *c->rank),
                                 .may = mem_alloc(n * sizeof(bool)),
                                 .can = mem_alloc(n * sizeof(bool)),
                                 .done = mem_alloc(n * sizeof(bool))};
}

void choices_free(struct states_choices *c, uint32_t n)
{
    for (uint32_t p = 0; p < n; p++)
        vec_free(&c->rank[p]);
    vec_free(&c->acts);
    free(c->rank);
    free(c->may);
    free(c->can);
    free(c->done);
}

bool choices_matter(const struct states *t, uint32_t rank)
{
    return t->choices.can[rank] || world_op(&t->w, rank)->nargs > 1;
}

/* In which ways could something interfere with a rank here? Whether a message comes, or a
 * receive is cancelled, may matter anywhere; what else, only to a rank that asks for it.
 */
static uint32_t minds(const struct states *t)
{
    const struct world *w = &t->w;
    uint32_t bits = 1u << NAME_SENDS | 1u << NAME_CANCELS;
    for (uint32_t p = 0; p < w->n; p++) {
        const struct op *op = world_op(w, p);
        if (world_over(w, p) || !op_reports(op->kind) || !choices_matter(t, p))
            continue;
        for (uint32_t i = 0; i < op->nargs; i++) {
            uint8_t kind = w->rank[p].requests.at[world_named(w, p, i)].kind;
            bits |= kind == OP_ISEND    ? 1u << NAME_COMPLETES | 1u << NAME_RECEIVES
                    : kind == OP_ARRIVE ? 1u << NAME_ARRIVES
                                        : 0;
        }
    }
    return bits;
}

uint64_t states_act(const struct world_step *step)
{
    return step->request == NO_PLACE
               ? name_of(NAME_LINE, step->rank, 0, 0)
               : name_of(NAME_MATCHED, step->rank, 0, (uint32_t)step->request);
}

void choices_add(struct states_choices *c, uint32_t rank)
{
    c->done[rank] = true;
    for (size_t i = 0; i < c->rank[rank].len; i++)
        vec_push(&c->acts, states_act(&c->rank[rank].at[i]));
}

void states_list(struct states *t, const char *bytes, bool unsettled)
{
    struct world *w = &t->w;
    struct states_choices *c = &t->choices;
    world_unpack(w, bytes);
    memset(c->done, 0, w->n * sizeof *c->done);
    c->acts.len = 0;
    for (uint32_t p = 0; p < w->n; p++) {
        c->rank[p].len = 0;
        c->can[p] = false;
        if (!unsettled && !world_idle(w, p)) {
            world_matches(w, p, &c->rank[p]);
            world_moves(w, p, &c->rank[p]);
        }
        for (size_t i = 0; i < c->rank[p].len; i++)
            c->can[p] |= !c->rank[p].at[i].buffered;
        c->may[p] = c->rank[p].len;
    }
}

/* ---- ends ---- */

/* Is it an end that has to be reported in any case? */
static bool worth_telling(const struct states *t)
{
    const struct world *w = &t->w;
    if (t->s->every_execution)
        return true;
    for (uint32_t p = 0; p < w->n; p++)
        if (!world_local(w, p)->ended)
            return true;
    for (size_t c = 0; c < (size_t)w->n * w->n; c++)
        if (w->channel[c].len)
            return true;
    return false;
}

/* Notes what there may be to report of an end that is as it should be. */
static void note_shown(struct states *t, struct states_report *r)
{
    struct search *s = t->s;
    const struct world *w = &t->w;
    if (!s->shows)
        return;
    for (uint32_t p = 0; p < w->n && !t->unable; p++)
        if (!locals_restore(&t->locals, w->rank[p].local))
            t->unable = INSTEAD_UNRECOGNISED;
    if (!t->unable)
        s->shows(s, s->context, &r->shows);
}

/* Is a rank not followed any further, because of the loop that it is in? */
static void judge_cut(struct states *t, struct states_report *r)
{
    const struct world *w = &t->w;
    struct program *p = t->locals.program;
    bool failed = false, moves = false;
    for (uint32_t k = 0; k < w->n; k++) {
        failed |= world_local(w, k)->failed;
        moves |= t->choices.may[k];
        if (!world_local(w, k)->spent)
            continue;
        const struct op *op = world_op(w, k);
        r->is.loop = (struct poll_loop){true, k, program_site(p, op), t->locals.rounds};
        r->is.cut |= world_limit(w, k) != WORLD_FREE;
    }
    r->is.failed = r->is.cut && failed && !moves;
}

/* Could the node be an end? Not if a rank can do something that is no look. */
static bool may_be_end(const struct states *t, bool *spent)
{
    const struct states_choices *c = &t->choices;
    bool end = true;
    *spent = false;
    for (uint32_t p = 0; p < t->w.n; p++) {
        *spent |= world_local(&t->w, p)->spent;
        for (size_t i = 0; i < c->rank[p].len && end; i++)
            end = c->rank[p].at[i].buffered || (c->rank[p].at[i].request == NO_PLACE &&
                                                op_looks(world_op(&t->w, p)->kind));
    }
    return end;
}

static void judge_end(struct states *t, struct states_report *r)
{
    bool spent, end = may_be_end(t, &spent);
    if (spent)
        judge_cut(t, r);
    if (!end)
        return;
    struct states_end e = {0};
    states_judge_end(t, &e);
    bool failed = false, over = !e.endless;
    for (uint32_t p = 0; p < t->w.n; p++) {
        failed |= world_local(&t->w, p)->failed;
        over &= world_over(&t->w, p);
    }
    r->is.ends_well = e.over && (over || failed);
    r->is.end = e.over;
    r->is.halted = e.halted && !e.over;
    r->is.tell = e.over && worth_telling(t);
    if (e.over && !r->is.tell)
        note_shown(t, r);
    vec_free(&e.round);
}

/* ---- steps ---- */

bool states_make(struct states *t, const struct world_step *step, bool lean,
                 bool *settled)
{
    enum {
        SHARE = 4
    }; /* a rank that has so many states for each node is seldom in one
          of them again */
    struct locals *ls = &t->locals;
    t->s->st->pushes++;
    const struct locals_mark mark = locals_mark(ls);
    ls->least = lean && !ls->registry && !t->s->audit.by_states
                    ? (uint32_t)t->nodes.len / SHARE
                    : NOWHERE;
    bool good = true;
    if (step->rank == NOWHERE) {
        states_touch_all(t);
    } else if (!world_do(&t->w, step)) {
        t->unable = t->w.unable;
        good = false;
    }
    good = good && states_settle(t, lean, NULL, NULL, settled);
    ls->least = NOWHERE;
    if (good)
        locals_forget(ls, mark);
    return good;
}

/* Makes the step from t->w, and writes down where it leads. */
static bool follow(struct states *t, const struct world_step *step, bool lean,
                   struct states_report *r)
{
    struct states_found f = {.label = NOWHERE,
                             .step = *step,
                             .part = PART_HERE,
                             .at = r->bytes.len,
                             .facts = r->facts.len};
    t->w.facts = t->wants_facts ? &r->facts : NULL;
    uint64_t before = t->s->st->pushes;
    bool good = states_make(t, step, lean, &f.settled);
    t->w.facts = NULL;
    if (!good)
        return false;
    r->is.passed += t->passed;
    f.steps = (uint32_t)(t->s->st->pushes - before);
    world_pack(&t->w, &r->bytes);
    f.length = (uint32_t)(r->bytes.len - f.at);
    f.nfacts = (uint32_t)(r->facts.len - f.facts);
    shelf_expect(&t->shelf, r->bytes.text + f.at, f.length);
    vec_push(&r->found, f);
    return true;
}

/* Explores the rank's choices at the node, which t->w is at. */
static bool expand(struct states *t, struct states_place at, uint32_t rank,
                   struct states_report *r)
{
    const world_steps_vec *steps = &t->choices.rank[rank];
    choices_add(&t->choices, rank);
    for (size_t i = 0; i < steps->len; i++) {
        if (i)
            world_unpack(&t->w, at.bytes);
        if (!follow(t, &steps->at[i], at.lean, r))
            return false;
    }
    return true;
}

/* The rank that is explored first: one that need not buffer, if there is any. */
static uint32_t first_rank(const struct states *t)
{
    const struct states_choices *c = &t->choices;
    uint32_t first = NOWHERE;
    for (uint32_t p = 0; p < t->w.n; p++)
        if (c->may[p] && (first == NOWHERE || (c->can[p] && !c->can[first])))
            first = p;
    return first;
}

bool states_look(struct states *t, struct states_place at, uint32_t rank,
                 struct states_report *r)
{
    const struct world_step on = {.rank = NOWHERE};
    const struct states_choices *c = &t->choices;
    r->is.open = r->is.halted = r->is.end = r->is.ends_well = false;
    r->is.tell = r->is.cut = r->is.failed = r->is.loop.known = false;
    r->found.len = r->bytes.len = r->facts.len = r->shows.len = 0;
    r->is.has_facts = t->wants_facts;
    r->is.minds = r->is.passed = 0;
    bool good = true;
    /* The report has what this task has seen, and not what this process has: with
     * several, that depends on which tasks it was given before. */
    const uint32_t interferes = t->w.interferes, furthest = t->w.furthest;
    t->w.interferes = t->w.furthest = 0;
    states_list(t, at.bytes, at.unsettled);
    if (at.unsettled) {
        good = follow(t, &on, at.lean, r);
    } else if (rank != NOWHERE) {
        good = expand(t, at, rank, r);
    } else {
        judge_end(t, r);
        r->is.minds = minds(t);
        uint32_t first = first_rank(t);
        good = first == NOWHERE || expand(t, at, first, r);
        for (uint32_t p = 0; p < t->w.n; p++)
            r->is.open |= c->may[p] && !c->done[p];
    }
    r->is.interferes = t->w.interferes;
    r->is.furthest = t->w.furthest;
    t->w.interferes |= interferes;
    t->w.furthest = furthest > r->is.furthest ? furthest : r->is.furthest;
    return good && !t->unable;
}

void states_report_free(struct states_report *r)
{
    vec_free(&r->found);
    vec_free(&r->facts);
    vec_free(&r->shows);
    str_free(&r->bytes);
}
