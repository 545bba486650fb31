/* SPDX-License-Identifier: Apache-2.0
 *
 * sync.c - objects that threads share: do two acts that are said to be independent change
 * places? Lines perform operations by chance, and in each state that they come to, every
 * two next operations are made in both orders. */
#include "kernel/sync.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 4, TASKS = 4, NODES = LINES + TASKS + 1, STEPS = 24 };

/* ---- tasks: each line is an implicit one; the last node is a group of line 0 ---- */

static struct sync_node nodes[NODES];

static const struct sync_node *node_at(struct program *p, uint32_t object, uint32_t node)
{
    (void)p, (void)object;
    return &nodes[node];
}

static uint32_t node_count(struct program *p, uint32_t object)
{
    (void)p, (void)object;
    return NODES;
}

static bool cell(struct program *p, const struct op *op, uint64_t *version,
                 int64_t *result)
{
    (void)p;
    *result = 0;
    if (op->kind == OP_LOAD || op->kind == OP_ENROL)
        return op->kind == OP_ENROL && *version == 0;
    *version = *version * 31 + op->where + 1;
    return true;
}

static const struct program_objects objects = {
    .cell = cell, .node = node_at, .nodes = node_count};
static const struct program_ops ops = {.objects = &objects};
static struct program program = {.ops = &ops, .nactors = LINES};

static void make_nodes(void)
{
    for (uint32_t i = 0; i < NODES; i++) {
        bool implicit = i < LINES, group = i == NODES - 1;
        uint32_t parent = group ? 0 : (uint32_t)rand() % LINES;
        nodes[i] = (struct sync_node){.name = 100 + (int32_t)i,
                                      .parent = implicit ? NO_NODE : (uint16_t)parent,
                                      .within = implicit ? NO_NODE
                                                : !group && !parent && rand() % 2
                                                    ? NODES - 1
                                                    : (uint16_t)parent,
                                      .waits = group ? WAITS_WITHIN : WAITS_CHILDREN};
        for (uint32_t k = LINES; !implicit && !group && k < i; k++)
            if (nodes[k].parent == parent && rand() % 2)
                nodes[i].before[0] |= UINT64_C(1) << k;
    }
}

/* ---- lines ---- */

struct line {
    struct op op;   /* what it does next */
    bool enrolled;  /* it must await, or pass */
    uint32_t task;  /* that it performs, plus 1 */
    uint32_t holds; /* locks */
    uint32_t put;   /* tasks that it has looked at */
};

struct world {
    enum sync_type type;
    int32_t initial;
    struct sync_object o;
    struct line line[LINES];
};

static struct op operation(const struct world *w, enum op_kind kind, uint8_t mode)
{
    return (struct op){.kind = kind,
                       .peer = (int32_t)w->type,
                       .tag = w->initial,
                       .mode = mode,
                       .where = (uint32_t)rand() % 3};
}

static struct op team_operation(struct world *w, uint32_t n)
{
    struct line *l = &w->line[n];
    struct op op;
    if (l->task) {
        op = operation(w, OP_RELEASE, 0);
        op.value = l->task - 1;
        return op;
    }
    if (l->enrolled)
        return operation(w, OP_PASS, 0);
    while (l->put < TASKS && nodes[LINES + l->put].parent != n)
        l->put++;
    if (l->put < TASKS && rand() % 3) {
        op = operation(w, OP_ENROL, 0);
        op.value = LINES + l->put;
        return op;
    }
    if (rand() % 3)
        return operation(w, OP_REACH, 0);
    op = operation(w, rand() % 2 ? OP_AWAIT : OP_TRY, 0);
    op.value = n || rand() % 2 ? n : NODES - 1;
    return op;
}

/* An operation that the line may perform now. */
static struct op next(struct world *w, uint32_t n)
{
    struct line *l = &w->line[n];
    int by = rand() % 6;
    switch (w->type) {
    case SYNC_MUTEX:
    case SYNC_RECURSIVE:
    case SYNC_CHECKED:
    case SYNC_RWLOCK:
    case SYNC_SEMAPHORE:
        if (w->type == SYNC_SEMAPHORE && by == 5)
            return operation(w, OP_LOAD, 0);
        if (l->holds && by < 3)
            return operation(w, OP_RELEASE, 0);
        if (w->type == SYNC_RWLOCK && !l->enrolled && by == 5)
            return operation(w, OP_ENROL, 0);
        return operation(w,
                         l->enrolled ? OP_ACQUIRE
                         : by == 3   ? OP_TRY
                         : by == 4   ? OP_RELEASE
                                     : OP_ACQUIRE,
                         w->type == SYNC_RWLOCK && !l->enrolled
                             ? (uint8_t)(rand() % (HOLD_POLITE + 1))
                             : HOLD_ALONE);
    case SYNC_CONDITION:
        if (l->enrolled)
            return operation(w, OP_AWAIT, rand() % 2 ? AWAIT_WAKE : AWAIT_OR_LEAVE);
        return by < 3 ? operation(w, OP_ENROL, 0)
                      : operation(w, OP_WAKE, by == 3 ? WAKE_ALL : WAKE_ONE);
    case SYNC_BARRIER:
        return l->enrolled ? operation(w, OP_PASS, PASS_SERIAL)
                           : operation(w, OP_REACH, 0);
    case SYNC_ONCE:
        return operation(w, l->holds ? OP_RELEASE : OP_ACQUIRE, 0);
    case SYNC_LATCH:
        return operation(w, by < 3 ? OP_RELEASE : by < 5 ? OP_TRY : OP_ACQUIRE, 0);
    case SYNC_CELL:
        return operation(w, by < 2 ? OP_LOAD : by < 4 ? OP_STORE : OP_UPDATE, 0);
    case SYNC_DEAL:
        return operation(w, OP_TRY, 0);
    case SYNC_TEAM:
        return team_operation(w, n);
    case SYNC_THREAD: /* line 0 */
        if (!n)
            return operation(w, l->holds ? OP_AWAIT : OP_RELEASE, 0);
        return operation(w, by < 2 ? OP_ACQUIRE : by < 4 ? OP_TRY : OP_RETIRE, 0);
    case SYNC_TYPES:
        break;
    }
    return operation(w, OP_RETIRE, rand() % 2 ? RETIRE_NOW : RETIRE_ASKS);
}

static struct act make(struct sync_object *o, uint32_t n, const struct op *op,
                       int32_t outcome)
{
    struct sync_act a;
    sync_apply(&program, o, n, op, outcome, &a);
    return (struct act){.kind = (uint8_t)op->kind,
                        .actor = n,
                        .outcome = outcome,
                        .seq = a.seq,
                        .source = a.node,
                        .owner = a.those,
                        .place = a.effect};
}

static bool possible(const struct sync_object *o, uint32_t n, const struct op *op,
                     int32_t outcome)
{
    outcomes_vec all = {0};
    bool is = false;
    sync_outcomes(&program, o, n, op, &all);
    for (size_t i = 0; i < all.len; i++)
        is |= all.at[i] == outcome;
    vec_free(&all);
    return is;
}

static bool same(const struct sync_object *a, const struct sync_object *b)
{
    return a->retired == b->retired && a->phase == b->phase && a->owner == b->owner &&
           a->count == b->count && a->value == b->value && a->number == b->number &&
           a->version == b->version && a->waiting == b->waiting && a->woken == b->woken &&
           a->others == b->others && !memcmp(a->put, b->put, sizeof a->put) &&
           !memcmp(a->taken, b->taken, sizeof a->taken) &&
           !memcmp(a->done, b->done, sizeof a->done) &&
           !memcmp(a->mark, b->mark, sizeof a->mark);
}

static bool same_act(const struct act *a, const struct act *b)
{
    return a->place == b->place && a->seq == b->seq && a->owner == b->owner;
}

/* Line a, then line b, with every outcome; and the other way round. */
static size_t both_orders(const struct world *w, uint32_t a, uint32_t b)
{
    const struct op *x = &w->line[a].op, *y = &w->line[b].op;
    outcomes_vec first = {0}, second = {0};
    size_t independent = 0;
    sync_outcomes(&program, &w->o, a, x, &first);
    for (size_t i = 0; i < first.len; i++) {
        struct sync_object then = w->o;
        struct act of_x = make(&then, a, x, first.at[i]);
        second.len = 0;
        sync_outcomes(&program, &then, b, y, &second);
        for (size_t k = 0; k < second.len; k++) {
            struct sync_object one = then, other = w->o;
            struct act of_y = make(&one, b, y, second.at[k]);
            if (sync_depend(&of_x, &of_y))
                continue;
            independent++;
            const char *what = op_word((enum op_kind)x->kind),
                       *with = op_word((enum op_kind)y->kind);
            cr_assert(possible(&w->o, b, y, second.at[k]), "type %d: %s, %s", w->type,
                      what, with);
            struct act y_first = make(&other, b, y, second.at[k]);
            cr_assert(possible(&other, a, x, first.at[i]), "type %d: %s, %s", w->type,
                      what, with);
            struct act x_last = make(&other, a, x, first.at[i]);
            cr_assert(same_act(&of_x, &x_last) && same_act(&of_y, &y_first),
                      "type %d: effects of %s, %s", w->type, what, with);
            cr_assert(same(&one, &other), "type %d: state after %s, %s", w->type, what,
                      with);
        }
    }
    vec_free(&first);
    vec_free(&second);
    return independent;
}

static bool step(struct world *w, uint32_t n)
{
    struct line *l = &w->line[n];
    outcomes_vec all = {0};
    sync_outcomes(&program, &w->o, n, &l->op, &all);
    if (all.len) {
        int32_t outcome = all.at[(size_t)rand() % all.len];
        enum op_kind kind = (enum op_kind)l->op.kind;
        make(&w->o, n, &l->op, outcome);
        bool team = w->type == SYNC_TEAM;
        if (team && outcome > 0) {
            l->task = (uint32_t)outcome - 100;
        } else if (team && kind == OP_RELEASE) {
            l->task = 0;
        } else if (team && kind == OP_ENROL) {
            l->put++;
        } else if (kind == OP_ENROL || kind == OP_REACH) {
            l->enrolled = true;
        } else if (kind == OP_AWAIT || kind == OP_PASS) {
            l->enrolled = l->enrolled && team && kind == OP_AWAIT;
            if (team && kind == OP_PASS)
                l->put = 0;
        } else if ((kind == OP_ACQUIRE || kind == OP_TRY) && outcome == 0) {
            l->holds++;
            if (w->type == SYNC_RWLOCK)
                l->enrolled = false;
        } else if (w->type == SYNC_THREAD && kind == OP_RELEASE) {
            l->holds = 1; /* it has ended */
        } else if (kind == OP_RELEASE && outcome == 0 && l->holds) {
            l->holds--;
        }
        l->op = next(w, n);
    }
    bool moved = all.len != 0;
    vec_free(&all);
    return moved;
}

Test(sync, independent_acts_change_places)
{
    srand(1);
    for (enum sync_type type = 0; type <= SYNC_THREAD; type++) {
        size_t independent = 0;
        for (int round = 0; round < 1000; round++) {
            struct world w = {.type = type, .initial = type == SYNC_BARRIER ? 3 : 2};
            if (type == SYNC_TEAM)
                w.initial = LINES;
            if (type == SYNC_THREAD)
                make(&w.o, LINES - 1, &(struct op){.kind = OP_WAKE, .peer = type}, 0);
            make_nodes();
            for (uint32_t n = 0; n < LINES; n++)
                w.line[n].op = next(&w, n);
            for (int i = 0; i < STEPS; i++) {
                for (uint32_t a = 0; a < LINES; a++)
                    for (uint32_t b = 0; b < LINES; b++)
                        if (a != b)
                            independent += both_orders(&w, a, b);
                step(&w, (uint32_t)rand() % LINES);
            }
        }
        cr_assert(independent > 0, "type %d", type);
    }
}
