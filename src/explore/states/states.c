/* SPDX-License-Identifier: Apache-2.0
 *
 * states.c - the search; see states.h and docs/algorithms/states.md.
 *
 * 1. Every node that is found is explored for one rank: all its matches and all outcomes
 * of its operation.
 * 2. Summaries of what may come (summary.h) are computed backwards over what is explored,
 *    as a least fixpoint.
 * 3. Where something may come without any of the acts that are explored at a node,
 * another rank is explored there as well.
 * 4. If a rank could act at every node of a cycle, it acts at one of them.
 * This is repeated until nothing is added. */
#include "explore/states/states.h"
#include "explore/explorer.h"
#include "explore/states/try.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- nodes and edges ---- */

static struct states_node *node_at(const struct states *t, uint32_t node)
{
    return &t->nodes.at[node];
}

/* The node of the world t->w, which is created if it is new. */
static uint32_t find_node(struct states *t, bool settled, bool *is_new)
{
    size_t at = 0;
    world_pack(&t->w, &t->bytes);
    uint64_t hash = XXH3_64bits(t->bytes.text, t->bytes.len);
    *is_new = false;
    for (uint32_t i; (i = lookup_next(&t->lookup, hash, &at)) != NOWHERE;)
        if (node_at(t, i)->length == t->bytes.len &&
            !memcmp(node_at(t, i)->bytes, t->bytes.text, t->bytes.len))
            return i;
    struct states_node n = {.length = (uint32_t)t->bytes.len,
                            .parent = NOWHERE,
                            .out = NOWHERE,
                            .in = NOWHERE,
                            .unsettled = !settled};
    n.bytes = memcpy(mem_alloc(t->bytes.len + 1), t->bytes.text, t->bytes.len);
    vec_push(&t->nodes, n);
    uint32_t number = (uint32_t)t->nodes.len - 1;
    lookup_add(&t->lookup, hash, number);
    vec_push(&t->todo, number);
    t->used += sizeof n + t->bytes.len + 48;
    t->s->counts.states++;
    *is_new = true;
    return number;
}

static void mark_dirty(struct states *t, uint32_t node)
{
    node_at(t, node)->dirty = true;
}

static void add_edge(struct states *t, uint32_t from, const struct world_step *step,
                     uint32_t to, bool is_new)
{
    struct states_edge e = {.from = from,
                            .to = to,
                            .step = *step,
                            .next_out = node_at(t, from)->out,
                            .next_in = node_at(t, to)->in};
    uint32_t number = (uint32_t)t->edges.len;
    vec_push(&t->edges, e);
    node_at(t, from)->out = number;
    node_at(t, to)->in = number;
    if (is_new) {
        node_at(t, to)->parent = number;
        node_at(t, to)->depth = node_at(t, from)->depth + 1;
    }
    node_at(t, to)->ways += node_at(t, from)->ways;
    t->ways += node_at(t, from)->ways;
    mark_dirty(t, from);
    t->used += sizeof e;
}

/* Makes the step from the node, and what follows by itself. False if the explorer cannot
 * go on. */
static bool make(struct states *t, uint32_t from, const struct world_step *step,
                 bool *settled)
{
    world_unpack(&t->w, node_at(t, from)->bytes);
    t->s->st->pushes++;
    if (step->rank == NOWHERE) {
        states_touch_all(t);
    } else if (!world_do(&t->w, step)) {
        t->unable = t->w.unable;
        return false;
    }
    return states_settle(t, NULL, NULL, settled);
}

static bool follow(struct states *t, uint32_t from, const struct world_step *step)
{
    bool settled, is_new;
    if (!make(t, from, step, &settled))
        return false;
    uint32_t to = find_node(t, settled, &is_new);
    add_edge(t, from, step, to, is_new);
    return true;
}

/* ---- the choices at a node ---- */

/* What the ranks can do at a node. */
struct choices {
    world_steps_vec *rank;  /* for each rank */
    VEC(uint64_t) acts;     /* names of the acts that are explored */
    bool *may, *can, *done; /* may: it has a step; can: without buffering; done: it is
                               explored here */
};

static void choices_init(struct choices *c, uint32_t n)
{
    *c = (struct choices){.rank = mem_alloc(n * sizeof *c->rank),
                          .may = mem_alloc(n * sizeof(bool)),
                          .can = mem_alloc(n * sizeof(bool)),
                          .done = mem_alloc(n * sizeof(bool))};
}

static void choices_free(struct choices *c, uint32_t n)
{
    for (uint32_t p = 0; p < n; p++)
        vec_free(&c->rank[p]);
    vec_free(&c->acts);
    free(c->rank);
    free(c->may);
    free(c->can);
    free(c->done);
}

static uint64_t act_of(const struct world_step *step)
{
    return step->request == NO_PLACE
               ? name_of(NAME_LINE, step->rank, 0, 0)
               : name_of(NAME_MATCHED, step->rank, 0, (uint32_t)step->request);
}

static void add_acts(struct choices *c, uint32_t rank)
{
    c->done[rank] = true;
    for (size_t i = 0; i < c->rank[rank].len; i++)
        vec_push(&c->acts, act_of(&c->rank[rank].at[i]));
}

/* Fills in the choices at a node, and brings t->w there. */
static void look_at(struct states *t, uint32_t node, struct choices *c)
{
    struct world *w = &t->w;
    world_unpack(w, node_at(t, node)->bytes);
    memset(c->done, 0, w->n * sizeof *c->done);
    c->acts.len = 0;
    for (uint32_t p = 0; p < w->n; p++) {
        c->rank[p].len = 0;
        c->can[p] = false;
        if (!node_at(t, node)->unsettled) {
            world_matches(w, p, &c->rank[p]);
            world_moves(w, p, &c->rank[p]);
        }
        for (size_t i = 0; i < c->rank[p].len; i++)
            c->can[p] |= !c->rank[p].at[i].buffered;
        c->may[p] = c->rank[p].len;
    }
    for (uint32_t e = node_at(t, node)->out; e != NOWHERE; e = t->edges.at[e].next_out)
        if (t->edges.at[e].step.rank != NOWHERE && !c->done[t->edges.at[e].step.rank])
            add_acts(c, t->edges.at[e].step.rank);
}

/* Explores the rank's choices at the node. */
static bool expand(struct states *t, uint32_t node, struct choices *c, uint32_t rank)
{
    if (c->done[rank])
        return true;
    add_acts(c, rank);
    for (size_t i = 0; i < c->rank[rank].len; i++)
        if (!follow(t, node, &c->rank[rank].at[i]))
            return false;
    return true;
}

static void note_open(struct states *t, uint32_t node, const struct choices *c)
{
    node_at(t, node)->open = false;
    for (uint32_t p = 0; p < t->w.n; p++)
        node_at(t, node)->open |= c->may[p] && !c->done[p];
}

/* ---- ends ---- */

static bool worth_telling(struct states *t)
{
    struct search *s = t->s;
    const struct world *w = &t->w;
    if (s->every_execution)
        return true;
    for (uint32_t p = 0; p < w->n; p++)
        if (!world_local(w, p)->ended)
            return true;
    for (size_t c = 0; c < (size_t)w->n * w->n; c++)
        if (w->channel[c].len)
            return true;
    if (!s->worth_telling)
        return false;
    for (uint32_t p = 0; p < w->n; p++)
        locals_restore(&t->locals, w->rank[p].local);
    return s->worth_telling(s, s->context);
}

/* Notes that a rank is not followed any further, because of the loop that it is in. Where
 * nobody else goes on, failures so far are reported. */
static void judge_cut(struct states *t, uint32_t node, const struct choices *choices)
{
    const struct world *w = &t->w;
    struct program *p = t->locals.program;
    bool failed = false, moves = false, cut = false;
    for (uint32_t r = 0; r < w->n; r++) {
        failed |= world_local(w, r)->failed;
        moves |= choices->may[r];
        if (!world_local(w, r)->spent)
            continue;
        const struct op *op = world_op(w, r);
        struct search_counts *c = &t->s->counts;
        c->loop =
            (struct poll_loop){true, r, p->ops->site ? p->ops->site(p, op) : op->where,
                               locals_rounds(&t->locals)};
        cut |= world_cut(w, r);
    }
    if (!cut)
        return;
    if (!t->s->counts.cut)
        t->s->counts.cut = STOP_POLLS;
    if (moves && t->locals.polls) /* what it waits for may still come */
        return;
    struct states_end e = {.cut = true};
    if (failed && !moves)
        states_tell(t, node, &e, false);
}

/* Could the node be an end? Not if a rank can do something that is no look. */
static bool may_be_end(const struct states *t, const struct choices *c, bool *spent)
{
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

static void judge_end(struct states *t, uint32_t node, const struct choices *c)
{
    bool spent, end = may_be_end(t, c, &spent);
    if (spent) {
        judge_cut(t, node, c);
        world_unpack(&t->w, node_at(t, node)->bytes);
    }
    if (!end)
        return;
    struct states_end e = {0};
    states_judge_end(t, &e);
    bool failed = false, over = !e.endless;
    for (uint32_t p = 0; p < t->w.n; p++) {
        failed |= world_local(&t->w, p)->failed;
        over &= world_over(&t->w, p);
    }
    node_at(t, node)->ends_well = e.over && (over || failed);
    node_at(t, node)->end = e.over;
    node_at(t, node)->halted = e.halted && !e.over;
    if (e.over && worth_telling(t))
        states_tell(t, node, &e, false);
    else if (e.over)
        t->s->counts.executions++;
    vec_free(&e.round);
}

/* Looks at a node for the first time: is it an end? If not, explores one rank. */
static bool begin_node(struct states *t, uint32_t node, struct choices *c)
{
    struct world_step on = {.rank = NOWHERE};
    uint64_t depth = t->s->options.bounds.depth;
    if (depth && node_at(t, node)->depth >= depth) {
        t->s->counts.cut = STOP_DEPTH;
        node_at(t, node)->end = true; /* as far as is known */
        return true;
    }
    if (node_at(t, node)->unsettled)
        return follow(t, node, &on);
    look_at(t, node, c);
    judge_end(t, node, c);
    if (search_stopped(t->s))
        return true;
    uint32_t first = NOWHERE;
    for (uint32_t p = 0; p < t->w.n; p++)
        if (c->may[p] && (first == NOWHERE || (c->can[p] && !c->can[first])))
            first = p;
    if (first != NOWHERE && !expand(t, node, c, first))
        return false;
    note_open(t, node, c);
    return true;
}

/* ---- summaries ---- */

/* The facts of the edge's events. */
static bool compute_facts(struct states *t, struct states_edge *e)
{
    bool settled;
    if (e->facts)
        return true;
    t->facts.len = 0;
    t->w.facts = &t->facts;
    bool good = make(t, e->from, &e->step, &settled);
    t->w.facts = NULL;
    e->nfacts = (uint32_t)t->facts.len;
    e->facts = mem_alloc((e->nfacts + 1) * sizeof *e->facts);
    memcpy(e->facts, t->facts.at, e->nfacts * sizeof *e->facts);
    t->used += 16 + e->nfacts * sizeof *e->facts;
    return good;
}

static bool update(struct states *t, uint32_t node)
{
    bool more = false;
    node_at(t, node)->dirty = false;
    for (uint32_t i = node_at(t, node)->out; i != NOWHERE; i = t->edges.at[i].next_out) {
        struct states_edge *e = &t->edges.at[i];
        if (!compute_facts(t, e))
            return false;
        items_vec *future = &node_at(t, node)->future;
        size_t before = future->len;
        more |= summary_pass_back(&t->sets, &node_at(t, e->to)->future, e->facts,
                                  e->nfacts, future);
        if (future->len > before)
            t->used += (future->len - before) * sizeof *future->at;
    }
    if (!more)
        return true;
    node_at(t, node)->fresh = true;
    for (uint32_t i = node_at(t, node)->in; i != NOWHERE; i = t->edges.at[i].next_in)
        mark_dirty(t, t->edges.at[i].from);
    return true;
}

static bool any_open(const struct states *t)
{
    for (size_t i = 0; i < t->nodes.len; i++)
        if (t->nodes.at[i].open)
            return true;
    return false;
}

/* Computes the summaries as far as they are not up to date. Nodes mostly lead to nodes
 * that were found later, so it goes through them from the last to the first. */
static bool update_all(struct states *t)
{
    if (t->w.furthest > t->sets.furthest) { /* what was left out may matter now */
        t->sets.furthest = t->w.furthest;
        for (uint32_t i = 0; i < t->nodes.len; i++)
            mark_dirty(t, i);
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = t->nodes.len; i-- > 0;) {
            if (!node_at(t, (uint32_t)i)->dirty)
                continue;
            if (!search_go_on(t->s) || !update(t, (uint32_t)i))
                return false;
            more = true;
        }
    }
    return true;
}

/* ---- what may interfere ---- */

/* Does the rank ask whether this request is complete? NO_PLACE: any of its sends that was
 * taken. */
static bool asks_for(const struct world *w, uint32_t rank, int32_t request)
{
    const struct op *op = world_op(w, rank);
    for (uint32_t i = 0; op_reports(op->kind) && i < op->nargs; i++) {
        uint32_t named = world_named(w, rank, i);
        if (request == NO_PLACE ? w->rank[rank].requests.at[named].kind == OP_ISEND
                                : named == (uint32_t)request)
            return true;
    }
    return false;
}

static bool names_collective(const struct world *w, uint32_t rank, uint64_t what)
{
    const struct op *op = world_op(w, rank);
    for (uint32_t i = 0; op_reports(op->kind) && i < op->nargs; i++) {
        const struct world_request *r =
            &w->rank[rank].requests.at[world_named(w, rank, i)];
        if (r->kind == OP_ARRIVE && r->context == name_b(what) &&
            r->position == name_c(what))
            return true;
    }
    return false;
}

/* Could this give the rank, whose choices are explored at the node, another choice? */
static bool interferes(const struct world *w, uint32_t rank, const struct item *x)
{
    switch (name_type(x->what)) {
    case NAME_SENDS:
        return name_a(x->what) == rank &&
               world_wants(w, rank, name_c(x->what), name_b(x->what), x->tag);
    case NAME_COMPLETES: {
        const world_messages_vec *c = &w->channel[rank * w->n + name_b(x->what)];
        return name_a(x->what) == rank && !world_over(w, rank) &&
               name_c(x->what) < c->len && c->at[name_c(x->what)].owner != NO_PLACE &&
               asks_for(w, rank, c->at[name_c(x->what)].owner);
    }
    case NAME_RECEIVES:
        return name_a(x->what) == rank && !world_over(w, rank) &&
               asks_for(w, rank, NO_PLACE);
    case NAME_ARRIVES:
        return !world_over(w, rank) && names_collective(w, rank, x->what);
    case NAME_CANCELS:
        return name_a(x->what) == rank;
    default:
        return false;
    }
}

/* Explores more ranks at the node if something may come that interferes with those that
 * are explored. */
static bool complete_node(struct states *t, uint32_t node, struct choices *c, bool *grew)
{
    node_at(t, node)->fresh = false;
    look_at(t, node, c);
    struct str here = {0};
    str_add(&here, node_at(t, node)->bytes, node_at(t, node)->length);
    bool good = true;
    for (size_t i = 0; good && i < node_at(t, node)->future.len; i++) {
        struct item x = node_at(t, node)->future.at[i];
        bool hits = false;
        if (nameset_meet(&t->sets, x.mask, c->acts.at, c->acts.len))
            continue;
        for (uint32_t p = 0; p < t->w.n && !hits; p++)
            hits = c->done[p] && c->can[p] && interferes(&t->w, p, &x);
        if (!hits)
            continue;
        bool found = false;
        for (int any = 0; any < 2 && !found; any++)
            for (uint32_t q = 0; good && q < t->w.n && !(found && !any); q++) {
                bool named = any;
                for (size_t k = 0; k < c->rank[q].len && !named; k++)
                    named = nameset_have(&t->sets, x.mask, act_of(&c->rank[q].at[k]));
                if (!named || !c->may[q])
                    continue;
                found = true;
                *grew |= !c->done[q];
                good = expand(t, node, c, q);
            }
        world_unpack(&t->w, here.text);
    }
    str_free(&here);
    note_open(t, node, c);
    return good;
}

/* If a rank could act at every node of a cycle and acts at none, it acts at one. */
static bool complete_cycle(struct states *t, const uint32_t *nodes, size_t n,
                           struct choices *c, bool *grew)
{
    uint32_t ranks = t->w.n;
    bool *alive = mem_alloc(ranks), *acted = mem_alloc(ranks), good = true;
    memset(alive, true, ranks);
    for (size_t i = 0; i < n; i++) {
        look_at(t, nodes[i], c);
        for (uint32_t p = 0; p < ranks; p++) {
            alive[p] &= c->may[p];
            acted[p] |= c->done[p];
        }
    }
    look_at(t, nodes[0], c);
    for (uint32_t p = 0; p < ranks && good; p++)
        if (alive[p] && !acted[p]) {
            *grew = true;
            good = expand(t, nodes[0], c, p);
        }
    note_open(t, nodes[0], c);
    free(alive);
    free(acted);
    return good;
}

static bool complete_cycles(struct states *t, struct choices *c, bool *grew)
{
    states_components_vec all = {0};
    bool good = true;
    states_components(t, &all);
    for (size_t i = 0; i < all.len && good; i += all.at[i] + 1) {
        bool open = false;
        for (uint32_t k = 1; k <= all.at[i]; k++)
            open |= node_at(t, all.at[i + k])->open;
        if (open)
            good = complete_cycle(t, &all.at[i + 1], all.at[i], c, grew);
    }
    vec_free(&all);
    return good;
}

/* ---- the search ---- */

static bool within_bounds(struct states *t)
{
    uint64_t most = t->s->options.memory;
    const struct program *p = t->locals.program;
    uint64_t images = p->ops->stored ? p->ops->stored(p) : 0;
    if (most && t->used + t->locals.bytes + t->sets.bytes + images > most)
        t->s->counts.stopped = STOP_MEMORY;
    return search_go_on(t->s);
}

/* Do histories meet? A tree of outcomes has as many ways as nodes; here each way to a
 * node goes on with every edge from it. False if they do not, or too seldom. */
static bool worth_it(struct states *t)
{
    enum { SOME = 64 };
    struct search *s = t->s;
    bool all = t->nodes.len >= s->turn_limits.sample || search_seconds(s) > t->deadline;
    if (!t->trying || (!all && t->nodes.len % SOME))
        return true;
    s->turn.states = t->nodes.len;
    s->turn.ways = t->ways;
    bool merges = t->ways >= s->turn_limits.merge * (double)t->nodes.len;
    t->trying = !merges && !all;
    return merges || !all;
}

static bool find_all(struct states *t, struct choices *c)
{
    while (t->next < t->todo.len) {
        if (!worth_it(t)) {
            t->s->counts.stopped = STOP_TURN;
            return false;
        }
        if (!within_bounds(t) || !begin_node(t, t->todo.at[t->next++], c))
            return false;
    }
    t->next = t->todo.len = 0;
    return true;
}

/* Explores everything. False if it was stopped, or the explorer cannot go on. */
static bool run(struct states *t, struct choices *c)
{
    bool settled, is_new;
    world_start(&t->w);
    states_touch_all(t);
    if (!states_settle(t, NULL, NULL, &settled))
        return false;
    t->ways = node_at(t, find_node(t, settled, &is_new))->ways = 1;
    t->w.interferes = false; /* what comes before the first node interferes with nobody */
    for (bool grew = true; grew;) {
        grew = false;
        if (!find_all(t, c))
            return false;
        if (!any_open(t))
            break;
        if (t->w.interferes && !update_all(t))
            return false;
        for (uint32_t i = 0; t->w.interferes && i < t->nodes.len; i++)
            if (node_at(t, i)->fresh && node_at(t, i)->open &&
                !complete_node(t, i, c, &grew))
                return false;
        if (!grew && !complete_cycles(t, c, &grew))
            return false;
    }
    return true;
}

/* Marks the nodes from which one of the marked ones can be reached. */
static void mark_backwards(const struct states *t, bool *marked)
{
    VEC(uint32_t) todo = {0};
    for (uint32_t i = 0; i < t->nodes.len; i++)
        if (marked[i])
            vec_push(&todo, i);
    while (todo.len) {
        uint32_t node = vec_pop(&todo);
        for (uint32_t e = node_at(t, node)->in; e != NOWHERE;
             e = t->edges.at[e].next_in) {
            uint32_t from = t->edges.at[e].from;
            if (!marked[from])
                vec_push(&todo, from);
            marked[from] = true;
        }
    }
    vec_free(&todo);
}

/* Reports halts from which every rank can come to its end, if sends do not wait. Where it
 * cannot, a deadlock was reported; but not if the search was stopped. */
static void tell_halts(struct states *t, bool complete)
{
    bool *good = mem_alloc(t->nodes.len + 1);
    for (uint32_t i = 0; i < t->nodes.len; i++)
        good[i] = node_at(t, i)->ends_well;
    mark_backwards(t, good);
    for (uint32_t i = 0; i < t->nodes.len; i++) {
        if (!node_at(t, i)->halted || (complete && !good[i]))
            continue;
        struct states_end e = {0};
        world_unpack(&t->w, node_at(t, i)->bytes);
        states_judge_end(t, &e);
        states_tell(t, i, &e, true);
        vec_free(&e.round);
        if (search_stopped(t->s))
            break;
    }
    free(good);
}

/* Is there a node from which no end can be reached? */
static bool never_ends(const struct states *t)
{
    bool *ends = mem_alloc(t->nodes.len + 1), never = false;
    for (uint32_t i = 0; i < t->nodes.len; i++)
        ends[i] = node_at(t, i)->end || node_at(t, i)->out == NOWHERE;
    mark_backwards(t, ends);
    for (uint32_t i = 0; i < t->nodes.len; i++)
        never |= !ends[i];
    free(ends);
    return never;
}

static void free_graph(struct states *t)
{
    for (size_t i = 0; i < t->nodes.len; i++) {
        free(t->nodes.at[i].bytes);
        vec_free(&t->nodes.at[i].future);
    }
    for (size_t i = 0; i < t->edges.len; i++)
        free(t->edges.at[i].facts);
    vec_free(&t->nodes);
    vec_free(&t->edges);
    vec_free(&t->todo);
    vec_free(&t->facts);
    vec_free(&t->steps);
    vec_free(&t->moves);
    lookup_free(&t->lookup);
    str_free(&t->bytes);
}

/* fewer tell nothing about whether states merge */
#define SOME_NODES 1000

static void explore(struct search *s, bool trying, enum instead *unable)
{
    struct states t = {.s = s, .trying = trying};
    struct choices c;
    struct program *p = s->st->program;
    t.deadline = 3 * search_seconds(s) + s->turn_limits.seconds;
    s->counts.by_states = true;
    locals_init(&t.locals, p, s->options.exact, s->options.polls);
    world_init(&t.w, &t.locals, p->buffering);
    world_init(&t.trial, &t.locals, p->buffering);
    nameset_init(&t.sets);
    choices_init(&c, p->nactors);
    if (t.locals.failed)
        t.unable = INSTEAD_UNRECOGNISED;
    bool complete = !t.unable && run(&t, &c);
    if (!t.unable && s->counts.stopped != STOP_TURN)
        tell_halts(&t, complete);
    if (complete && !s->counts.stopped && s->counts.cut)
        s->counts.stopped = s->counts.cut;
    else if (complete && !s->counts.stopped && never_ends(&t))
        s->counts.stopped = STOP_CIRCLE;
    if (complete && !s->counts.stopped)
        states_count_outcomes(&t, &s->counts);
    if (!t.unable && t.nodes.len >= SOME_NODES &&
        t.ways < s->turn_limits.merge * (double)t.nodes.len)
        states_tell_difference(&t);
    *unable = t.unable;
    choices_free(&c, p->nactors);
    nameset_free(&t.sets);
    world_free(&t.trial);
    world_free(&t.w);
    free_graph(&t);
    locals_free(&t.locals);
}

static enum instead known_unable(const struct search *s)
{
    const struct program_ops *ops = s->st->program->ops;
    return s->options.exact && !ops->same ? INSTEAD_INEXACT
           : !ops->identify               ? INSTEAD_UNRECOGNISED
                                          : INSTEAD_NOT;
}

/* What was reported is true, and is counted again by whoever explores next. */
static void count_again(struct search *s)
{
    for (size_t i = 0; i < s->shown.len; i++)
        s->shown.at[i].executions = 0;
}

void states_run(struct search *s)
{
    enum instead unable = known_unable(s);
    if (!unable)
        explore(s, false, &unable);
    if (!unable)
        return;
    s->counts = (struct search_counts){.instead = unable};
    count_again(s);
    match_run(s);
}

bool states_try(struct search *s)
{
    struct search_counts counts = s->counts;
    VEC(uint64_t) executions = {0};
    enum instead unable = known_unable(s);
    for (size_t i = 0; i < s->shown.len; i++)
        vec_push(&executions, s->shown.at[i].executions);
    count_again(s);
    s->counts = (struct search_counts){0};
    if (!unable)
        explore(s, true, &unable);
    enum stop_reason stopped = s->counts.stopped;
    bool explored = !unable && stopped != STOP_TURN && stopped != STOP_MEMORY;
    s->turn.unable = unable;
    s->turn.why = explored                 ? TURN_MERGES
                  : unable                 ? TURN_UNABLE
                  : stopped == STOP_MEMORY ? TURN_MEMORY
                                           : TURN_FAILS;
    if (!explored) {
        s->counts = counts;
        count_again(s);
        for (size_t i = 0; i < executions.len; i++)
            s->shown.at[i].executions = executions.at[i];
    }
    vec_free(&executions);
    return explored;
}
