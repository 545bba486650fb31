/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.c - the states explorer against brute force, on random programs with ranks.
 *
 *     states-fuzz [OPTION...] [FILE.lit ...]      (support/fuzzing.h)
 *
 * It must come to exactly the final states and the local states that brute force comes
 * to, and find the same kinds of findings. Brute force (oracle.h) gives the outcomes and
 * the local states; the match explorer, which must find exactly these outcomes, says
 * which final state and which findings each of them has. What the states explorer reports
 * is executed by the kernel, which must agree, and must be among the oracle's outcomes. A
 * disagreement prints the program and ends with 1; --show prints the programs only. */
#include "base/set128.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"
#include "explore/match/match.h"
#include "kernel/matching.h"
#include "litmus/litmus.h"
#include "judge/judge.h"
#include "support/audited.h"
#include "support/class.h"
#include "support/fuzzing.h"
#include "support/machines.h"
#include "support/oracle.h"
#include "support/orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define MAX_STATES 12000

typedef VEC(struct digest) digests_vec;

/* What an explorer saw. */
struct sightings {
    digests_vec ends;    /* final states, each once */
    digests_vec classes; /* the outcomes that were reported */
    digests_vec halts; /* what the ranks have observed where they come to a halt if sends
                          wait, but for loops without end */
    uint64_t kinds;    /* of findings at ends: a set of enum finding_kind */
    uint64_t halting;  /* of findings where sends wait */
    struct set128 known; /* ends, classes and halts */
};

struct totals {
    bool loops; /* the program has loops: an execution may go round in them, while the
                   oracle's histories have no rounds */
    uint64_t compared, skipped, ends, outcomes, states, locals, halting, deadlocks,
        endless, turned, stayed, parts, ordered, /* states in another order */
        far, far_turned, /* parcels for other machines; searches of auto that these
                            have followed to states */
        divided;         /* searches whose table was divided among these */
};

static struct digest hash(const void *bytes, size_t n, uint64_t seed)
{
    XXH128_hash_t h = XXH3_128bits_withSeed(bytes, n, seed);
    return (struct digest){h.low64, h.high64};
}

/* ---- local states ---- */

/* All local states that any program under test has been in: the oracle and the explorers
 * ask for the next operation in each of them. */
static struct {
    const struct program_ops *ops;
    digests_vec *seen;
    struct set128 known;
    struct identity id;
    uint64_t left; /* how often the next operation may be asked for until the search is
                      interrupted; 0: for ever */
    volatile sig_atomic_t interrupt;
} watch;

static bool watched_next(struct program *p, uint32_t actor, struct op *op)
{
    if (watch.seen) {
        p->ops->merging->identify(p, actor, &watch.id);
        uint64_t words[] = {watch.id.name.lo, watch.id.name.hi, actor};
        struct digest d = hash(words, sizeof words, 1);
        if (set128_add(&watch.known, d))
            vec_push(watch.seen, d);
    }
    if (watch.left && !--watch.left)
        watch.interrupt = 1;
    return watch.ops->next(p, actor, op);
}

static void begin_watch(digests_vec *seen)
{
    set128_free(&watch.known);
    watch.known = (struct set128){0};
    watch.seen = seen;
}

/* ---- final states ---- */

/* The local states, who has failed, and the messages that are left. */
static struct digest final_state(const struct state *st)
{
    uint32_t n = st->program->nactors;
    VEC(uint64_t) words = {0};
    for (uint32_t a = 0; a < n; a++) {
        st->program->ops->merging->identify(st->program, a, &watch.id);
        vec_push(&words, watch.id.name.lo);
        vec_push(&words, watch.id.name.hi);
        vec_push(&words, st->actor[a].failed);
    }
    unmatched_vec left = {0};
    matching_unmatched(st, &left);
    for (size_t i = 0; i < left.len; i++) {
        const struct op *op = &st->events.at[left.at[i].event].op;
        uint64_t message[] = {left.at[i].from, left.at[i].to, op->object,
                              (uint64_t)op->tag, (uint64_t)op->value};
        for (size_t k = 0; k < 5; k++)
            vec_push(&words, message[k]);
    }
    struct digest d = hash(words.at, words.len * sizeof *words.at, 2);
    vec_free(&words);
    vec_free(&left);
    return d;
}

static void add(struct sightings *all, struct digest d, digests_vec *to)
{
    if (set128_add(&all->known, d))
        vec_push(to, d);
}

static void note(struct search *s, void *context)
{
    struct sightings *all = context;
    FOR_EACH_KIND(kind)
    if (finding_shows(s->st, kind))
        *(s->st->potential ? &all->halting : &all->kinds) |= UINT64_C(1) << kind;
    if (s->st->endless)
        return;
    if (s->st->potential) {
        add(all, histories_of_state(s->st), &all->halts);
        return;
    }
    add(all, final_state(s->st), &all->ends);
    add(all, class_of_state(s->st), &all->classes);
}

static void free_sightings(struct sightings *x)
{
    vec_free(&x->ends);
    vec_free(&x->classes);
    vec_free(&x->halts);
    set128_free(&x->known);
}

/* ---- comparing ---- */

static int by_digest(const void *a, const void *b)
{
    const struct digest *x = a, *y = b;
    if (x->hi != y->hi)
        return x->hi < y->hi ? -1 : 1;
    return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* How many of these are also among those? */
static size_t common(digests_vec *these, digests_vec *those)
{
    size_t n = 0;
    if (these->len)
        qsort(these->at, these->len, sizeof *these->at, by_digest);
    if (those->len)
        qsort(those->at, those->len, sizeof *those->at, by_digest);
    for (size_t i = 0; i < these->len; i++)
        n += those->len &&
             bsearch(&these->at[i], those->at, those->len, sizeof *those->at, by_digest);
    return n;
}

static const char *const words[] = {"any", "zero", "infinite"};

static void compare_sets(const char *what, enum buffering b, digests_vec *mine,
                         digests_vec *theirs, bool all, struct str *why)
{
    size_t both = common(mine, theirs);
    if (both != mine->len || (all && both != theirs->len))
        str_addf(why, "# buffering %s: %zu %s, %zu of them right, instead of %zu\n",
                 words[b], mine->len, what, both, theirs->len);
}

/* What the explorers are compared with. */
struct truth {
    enum buffering buffering;
    struct sightings *match;
    const struct oracle *judge;
    uint64_t redundant; /* graphs of match that stand for no outcome */
};

static uint64_t bit(enum finding_kind kind)
{
    return UINT64_C(1) << kind;
}

/* A halt is a finding if the program can come from there to an end that is no deadlock.
 * States tells all of them, match the first on the way to each outcome. So states may
 * find one of another kind, or one where match finds none because ranks wait at the first
 * for one that has failed. A search that was interrupted tells a halt before it is known
 * which ends come after it. In all these cases the oracle must know of a halt. */
static bool may_find(const struct truth *x, bool interrupted)
{
    return x->judge->halted.len &&
           (interrupted || x->match->halting || x->match->kinds & bit(FINDING_ASSERTION));
}

/* match may find one where states does not: it looks for halts also on the way to graphs
 * that stand for no outcome, and does not know whether what comes after them is a
 * deadlock anyway. It is one, then, and was reported. */
static bool may_miss(const struct truth *x)
{
    uint64_t stuck = bit(FINDING_DEADLOCK) | bit(FINDING_NON_TERMINATION);
    return x->redundant && x->match->kinds & stuck;
}

/* What is found at ends must be the same. What is found at a halt and at an end need be
 * told of the end only. */
static void compare_findings(const struct truth *x, const struct sightings *mine,
                             bool interrupted, struct str *why)
{
    const struct sightings *match = x->match;
    uint64_t lost = may_miss(x) ? 0 : match->halting & ~(mine->halting | mine->kinds);
    uint64_t wrong =
        may_find(x, interrupted) ? 0 : mine->halting & ~(match->halting | match->kinds);
    lost |= match->kinds & ~mine->kinds;
    wrong |= mine->kinds & ~match->kinds;
    FOR_EACH_KIND(kind)
    if ((lost | wrong) & bit(kind))
        str_addf(why, "# buffering %s: %s is %s\n", words[x->buffering],
                 finding_word(kind),
                 wrong & bit(kind) ? "found though it cannot happen" : "not found");
}

/* A number of outcomes that is called exact is, and another one is no smaller than the
 * truth. */
static void compare_counts(const struct truth *x, const struct search_counts *counts,
                           struct str *why)
{
    size_t outcomes = x->judge->classes.len;
    double n = counts->estimate.n;
    if (counts->exact && !x->judge->endless && n != (double)outcomes)
        str_addf(why, "# buffering %s: %.0f outcomes counted instead of %zu\n",
                 words[x->buffering], n, outcomes);
    if (!counts->exact && n > 0 && !counts->estimate.scale && n < (double)outcomes)
        str_addf(why, "# buffering %s: at most %.0f outcomes, but there are %zu\n",
                 words[x->buffering], n, outcomes);
}

/* Are nodes with a single step left out from the start, as in a long search that does not
 * merge, or never? The number of states is the same for all who search alike. */
static bool lean;

/* Nodes are explored in this order; 0: as they are found. */
static void use_order(struct search *s, uint64_t order)
{
    s->sizes.lean.nodes = 0;
    s->sizes.lean.ways = lean ? 1e300 : 0;
    if (order)
        choose_order(s, order);
    s->options.memory = 0;
    s->options.threshold = 0;
}

static void explore(struct litmus *l, const char *algorithm, bool exact, uint64_t order,
                    const struct turn_limits *limits, struct sightings *all,
                    struct search_counts *counts)
{
    struct search s;
    search_init(&s, &l->program);
    s.every_execution = true;
    s.on_execution = note;
    s.context = all;
    s.options.exact = exact;
    use_order(&s, order);
    if (limits)
        s.turn_limits = *limits;
    explorer_run(explorer_find(algorithm), &s);
    *counts = search_counted(&s);
    search_free(&s);
}

/* Copies the graph, but for one edge that has a step which no program of ours can make:
 * the number of its rank, request, message or outcome is too large. */
static struct saved_graph with_wrong_step(const struct saved_graph *g, uint64_t chance)
{
    struct saved_graph wrong = {0};
    struct saved_node n = {0};
    uint64_t left = chance % g->nodes; /* of the nodes before the one that is changed */
    bool changed = false;
    while (saved_node_next(g, &n)) {
        saved_edges_vec edges = {0}, turned = {0};
        struct saved_node rest = n;
        struct saved_edge e;
        while (saved_edge_next(&rest, &e))
            vec_push(&edges, e);
        if (edges.len && !changed && n.number >= left) {
            uint32_t *step = edges.at[chance % edges.len].step;
            step[*step ? chance / 3 % 4 : 0] += 10000;
            changed = true;
        }
        for (size_t i = edges.len; i-- > 0;)
            vec_push(&turned, edges.at[i]);
        saved_graph_add(&wrong, n, &turned);
        vec_free(&edges);
        vec_free(&turned);
    }
    if (!changed)
        saved_graph_free(&wrong);
    return wrong;
}

/* A frontier with a wrong step is refused, wherever that is. */
static void resume_wrong(struct litmus *l, const struct frontier *left, uint64_t order,
                         uint64_t chance, struct str *why)
{
    struct frontier f = {.program = left->program, .counts = left->counts};
    struct search s;
    if (left->graph.nodes)
        f.graph = with_wrong_step(&left->graph, chance);
    if (!f.graph.nodes)
        return;
    search_init(&s, &l->program);
    s.frontier = &f;
    use_order(&s, order);
    states_run(&s);
    if (search_counted(&s).stopped != STOP_FRONTIER)
        str_addf(why, "# order %llu: a graph with a wrong step was resumed\n",
                 (unsigned long long)order);
    search_free(&s);
    frontier_free(&f);
}

/* The states explorer, interrupted again and again, and resumed from what it has
 * written. */
static void compare_resumed(struct litmus *l, const struct truth *x, uint64_t order,
                            const struct search_counts *whole, struct totals *t,
                            struct str *why)
{
    struct frontier f = {0};
    struct sightings mine = {0};
    struct search_counts counts = {.stopped = STOP_INTERRUPT};
    uint64_t patience = 20 + t->compared % 50, parts = 0;
    char *before = NULL; /* the bytes of f */
    for (; counts.stopped == STOP_INTERRUPT && parts < 200; parts++) {
        struct search s;
        search_init(&s, &l->program);
        s.every_execution = true;
        s.on_execution = note;
        s.context = &mine;
        s.frontier = &f;
        s.interrupt = &watch.interrupt;
        use_order(&s, order);
        watch.interrupt = 0;
        watch.left = patience += 1 + patience / 8; /* it begins at the start */
        states_run(&s);
        counts = search_counted(&s);
        search_free(&s);
        struct frontier copy;
        char *bytes = mem_alloc(frontier_bytes(&f));
        frontier_pack(&f, bytes);
        frontier_unpack(&copy, bytes, frontier_bytes(&f));
        frontier_free(&f);
        free(before);
        resume_wrong(l, &copy, order, (t->compared + parts) * 7919, why);
        f = copy;
        before = bytes;
    }
    watch.left = 0;
    /* How many states there are depends on the order in which they are found: a rank may
     * be explored at a node before it turns out that another one would have done. And who
     * resumes looks at new nodes first. */
    if (counts.stopped != whole->stopped || !frontier_is_empty(&f) ||
        counts.executions != whole->executions)
        str_addf(
            why,
            "# buffering %s, order %llu: resumed %llu times: %s, %llu final of %llu "
            "states instead of %llu of %llu\n",
            words[x->buffering], (unsigned long long)order, (unsigned long long)parts,
            counts.stopped ? stop_reason_text(counts.stopped) : "complete",
            (unsigned long long)counts.executions, (unsigned long long)counts.states,
            (unsigned long long)whole->executions, (unsigned long long)whole->states);
    compare_sets("final states in parts", x->buffering, &mine.ends, &x->match->ends, true,
                 why);
    compare_findings(x, &mine, true, why);
    t->parts += parts;
    frontier_free(&f);
    free(before);
    free_sightings(&mine);
}

/* The states explorer in several processes. */
static void compare_jobs(struct litmus *l, const struct truth *x, uint64_t order,
                         const struct search_counts *alone, struct totals *t,
                         struct str *why)
{
    struct sightings mine = {0};
    struct search s;
    search_init(&s, &l->program);
    s.every_execution = true;
    s.on_execution = note;
    s.context = &mine;
    s.options.jobs = 2 + (uint32_t)(t->compared % 3);
    s.sizes.crew_tasks = 1 + t->compared % 5;
    use_order(&s, order);
    states_run(&s);
    struct search_counts counts = search_counted(&s);
    if (counts.stopped != alone->stopped || counts.executions != alone->executions ||
        counts.states != alone->states || counts.exact != alone->exact ||
        counts.estimate.n < alone->estimate.n || counts.estimate.n > alone->estimate.n)
        str_addf(why,
                 "# buffering %s, order %llu, %u jobs: %s, %llu final of %llu states "
                 "instead of %llu of %llu\n",
                 words[x->buffering], (unsigned long long)order, s.options.jobs,
                 counts.stopped ? stop_reason_text(counts.stopped) : "complete",
                 (unsigned long long)counts.executions, (unsigned long long)counts.states,
                 (unsigned long long)alone->executions,
                 (unsigned long long)alone->states);
    search_free(&s);
    compare_counts(x, &counts, why);
    compare_sets("final states of several", x->buffering, &mine.ends, &x->match->ends,
                 true, why);
    compare_findings(x, &mine, false, why);
    free_sightings(&mine);
}

/* ---- several machines ---- */

/* Is every program explored by several machines, and not only some? MZ_FAR=1 asks for
 * it. */
static bool far;

struct far {
    struct search s;
    const char *algorithm;
};

static void run_far(struct cluster *c, void *context)
{
    struct far *x = context;
    x->s.cluster = c;
    explorer_run(explorer_find(x->algorithm), &x->s);
}

static void explore_far(struct litmus *l, const char *algorithm, uint64_t order,
                        const struct turn_limits *limits, struct sightings *all,
                        struct totals *t, struct search_counts *counts)
{
    struct far x = {.algorithm = algorithm};
    struct machines m;
    search_init(&x.s, &l->program);
    x.s.every_execution = true;
    x.s.on_execution = note;
    x.s.context = all;
    x.s.options.jobs = (uint32_t)(t->compared / 2 % 3);
    x.s.sizes.far_tasks = 0; /* these programs are small */
    x.s.sizes.divide_bytes = t->compared % 4 ? t->compared % 8 * 100 : SIZE_MAX;
    x.s.sizes.recent_worlds = 1 + t->compared % 9;
    use_order(&x.s, order);
    if (limits)
        x.s.turn_limits = *limits;
    machines_start(&m, 2 + (uint32_t)(t->compared % 3), run_far, &x);
    x.s.cluster = &m.first;
    explorer_run(explorer_find(algorithm), &x.s);
    *counts = search_counted(&x.s);
    t->far += m.first.did.items;
    t->divided += m.first.did.owners != 0;
    machines_end(&m);
    search_free(&x.s);
}

/* The states explorer in several processes that share no memory: the graph is the same.
 */
static void compare_machines(struct litmus *l, const struct truth *x, uint64_t order,
                             const struct search_counts *alone, struct totals *t,
                             struct str *why)
{
    struct sightings mine = {0};
    struct search_counts c;
    explore_far(l, "states", order, NULL, &mine, t, &c);
    if (c.stopped != alone->stopped || c.executions != alone->executions ||
        c.states != alone->states || c.exact != alone->exact || c.instead)
        str_addf(why,
                 "# buffering %s, order %llu, several machines: %s, %llu final of %llu "
                 "states instead of %llu of %llu\n",
                 words[x->buffering], (unsigned long long)order,
                 c.stopped ? stop_reason_text(c.stopped) : "complete",
                 (unsigned long long)c.executions, (unsigned long long)c.states,
                 (unsigned long long)alone->executions,
                 (unsigned long long)alone->states);
    compare_counts(x, &c, why);
    compare_sets("final states of several machines", x->buffering, &mine.ends,
                 &x->match->ends, true, why);
    compare_findings(x, &mine, false, why);
    free_sightings(&mine);
}

/* Others follow auto to states, and back to outcomes. */
static void compare_auto_far(struct litmus *l, const struct truth *x,
                             const struct search_counts *match, struct totals *t,
                             struct str *why)
{
    const struct turn_limits limits = {.outcomes = 2,
                                       .seen = 1,
                                       .seconds = 1000,
                                       .sample = 1 + t->compared % 40,
                                       .merge = 1 + (double)(t->compared % 3) / 4};
    struct sightings mine = {0};
    struct search_counts c;
    explore_far(l, "auto", 0, &limits, &mine, t, &c);
    if (c.stopped != match->stopped || c.instead ||
        (!c.by_states && c.executions != match->executions))
        str_addf(why, "# buffering %s: auto on several machines: %s, %llu\n",
                 words[x->buffering],
                 c.stopped ? stop_reason_text(c.stopped) : "complete",
                 (unsigned long long)c.executions);
    compare_sets("final states of auto on several machines", x->buffering, &mine.ends,
                 &x->match->ends, true, why);
    compare_findings(x, &mine, false, why);
    t->far_turned += c.by_states;
    free_sightings(&mine);
}

/* Nodes in another order: the same final states and findings, also if it is interrupted
 * and resumed; and as many states with several processes as with one. */
static void compare_order(struct litmus *l, const struct truth *x,
                          const struct search_counts *usual, struct totals *t,
                          struct str *why)
{
    struct sightings mine = {0};
    struct search_counts counts;
    uint64_t order = 1 + t->compared;
    explore(l, "states", false, order, NULL, &mine, &counts);
    if (counts.stopped != usual->stopped || counts.executions != usual->executions)
        str_addf(
            why, "# buffering %s, order %llu: %s, %llu final states instead of %llu\n",
            words[x->buffering], (unsigned long long)order,
            counts.stopped ? stop_reason_text(counts.stopped) : "complete",
            (unsigned long long)counts.executions, (unsigned long long)usual->executions);
    compare_sets("final states in another order", x->buffering, &mine.ends,
                 &x->match->ends, true, why);
    compare_findings(x, &mine, false, why);
    compare_counts(x, &counts, why);
    t->ordered += counts.states;
    free_sightings(&mine);
    compare_resumed(l, x, order, &counts, t, why);
    if (t->compared % 5 == 0)
        compare_jobs(l, x, order, &counts, t, why);
    if (t->compared % 11 == 2 || far)
        compare_machines(l, x, order, &counts, t, why);
}

/* The explorer auto, which goes over to states, and back, after a few outcomes and
 * states. */
static void compare_auto(struct litmus *l, const struct truth *x,
                         const struct search_counts *match, struct totals *t,
                         struct str *why)
{
    const struct turn_limits limits = {.outcomes = 2,
                                       .seen = 1 + t->compared % 5,
                                       .seconds = 1000,
                                       .sample = 1 + t->compared % 40,
                                       .merge = 1 + (double)(t->compared % 3) / 4};
    struct sightings mine = {0};
    struct search_counts counts;
    explore(l, "auto", false, 0, &limits, &mine, &counts);
    if (counts.stopped != match->stopped || counts.instead)
        str_addf(why, "# buffering %s: auto is not complete\n", words[x->buffering]);
    if (!counts.by_states && counts.executions != match->executions)
        str_addf(why, "# buffering %s: auto counts %llu outcomes instead of %llu\n",
                 words[x->buffering], (unsigned long long)counts.executions,
                 (unsigned long long)match->executions);
    compare_sets("final states of auto", x->buffering, &mine.ends, &x->match->ends, true,
                 why);
    compare_findings(x, &mine, false, why);
    t->turned += counts.by_states;
    t->stayed += counts.turn.why == TURN_FAILS;
    free_sightings(&mine);
}

static void compare(struct litmus *l, enum buffering b, struct totals *t, struct str *why)
{
    struct oracle judge;
    struct sightings mine = {0}, theirs = {0};
    struct search_counts counts, match;
    digests_vec locals = {0}, my_locals = {0};
    l->program.buffering = b;
    lean = t->compared % 4 != 1;
    begin_watch(&locals);
    oracle_run(&l->program, b, MAX_STATES, &judge);
    begin_watch(NULL);
    if (judge.complete) {
        explore(l, "match", false, 0, NULL, &theirs, &match);
        const struct truth x = {b, &theirs, &judge, match.redundant};
        begin_watch(&my_locals);
        explore(l, "states", t->compared % 2, 0, NULL, &mine, &counts);
        begin_watch(NULL);
        if (counts.stopped || counts.instead)
            str_addf(why, "# buffering %s: not complete\n", words[b]);
        compare_sets("final states", b, &mine.ends, &theirs.ends, true, why);
        digests_vec classes = {0};
        for (size_t i = 0; i < judge.classes.len; i++)
            vec_push(&classes, judge.classes.at[i].name);
        compare_sets("outcomes", b, &theirs.classes, &classes, !judge.endless, why);
        if (!t->loops)
            compare_sets("outcomes by states", b, &mine.classes, &classes, false, why);
        compare_sets("local states", b, &my_locals, &locals, true, why);
        compare_findings(&x, &mine, false, why);
        compare_auto(l, &x, &match, t, why);
        compare_resumed(l, &x, 0, &counts, t, why);
        if (t->compared % 7 == 0)
            compare_jobs(l, &x, 0, &counts, t, why);
        if (t->compared % 11 == 0 || far)
            compare_machines(l, &x, 0, &counts, t, why);
        if (t->compared % 11 == 1)
            compare_auto_far(l, &x, &match, t, why);
        compare_order(l, &x, &counts, t, why);
        audited_compare(&l->program, "states", 0, why);
        digests_vec halted = {0};
        for (size_t i = 0; i < judge.halted.len; i++)
            vec_push(&halted, judge.halted.at[i]);
        if (!t->loops)
            compare_sets("halts", b, &mine.halts, &halted, false, why);
        vec_free(&halted);
        compare_counts(&x, &counts, why);
        t->compared++;
        t->ends += mine.ends.len;
        t->outcomes += judge.classes.len;
        t->states += counts.states;
        t->locals += my_locals.len;
        t->halting += b == BUFFERING_ANY && judge.halted.len;
        t->deadlocks += judge.deadlocks;
        t->endless += judge.endless;
        vec_free(&classes);
    } else {
        t->skipped++;
    }
    free_sightings(&mine);
    free_sightings(&theirs);
    vec_free(&locals);
    vec_free(&my_locals);
    oracle_free(&judge);
}

static bool check(const char *name, const struct str *text, void *context)
{
    struct totals *t = context;
    struct litmus *l;
    struct str why = {0};
    if (litmus_parse(name, str_text(text), text->len, &l, &why)) {
        printf("%s\n%s", str_text(&why), str_text(text));
        str_free(&why);
        return false;
    }
    t->loops = strstr(str_text(text), "while ");
    struct program_ops ops = *l->program.ops;
    watch.ops = l->program.ops;
    ops.next = watched_next;
    l->program.ops = &ops;
    for (int b = 0; b < 3; b++)
        compare(l, (enum buffering)b, t, &why);
    bool good = !why.len;
    if (!good)
        printf("# %s\n%s%s", name, str_text(&why), str_text(text));
    str_free(&why);
    l->program.ops = watch.ops;
    litmus_free(l);
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    struct totals t = {0};
    far = getenv("MZ_FAR");
    struct fuzzing f = {.name = "states-fuzz", .check = check, .context = &t};
    if (!fuzzing_options(&f, argc, argv))
        return 2;
    fuzzing_run(&f);
    printf(
        "states-fuzz: %llu comparisons (%llu too large), %llu outcomes, %llu states, "
        "%llu final, %llu local, %llu programs that can halt, %llu deadlocks, %llu of "
        "these without end; auto: %llu by states, %llu tried and left; resumed in %llu "
        "parts; %llu states in other orders; %llu parcels for other machines, which have "
        "followed %llu searches to states, and among which %llu tables were divided; "
        "last seed %llu, %llu failed\n",
        (unsigned long long)t.compared, (unsigned long long)t.skipped,
        (unsigned long long)t.outcomes, (unsigned long long)t.states,
        (unsigned long long)t.ends, (unsigned long long)t.locals,
        (unsigned long long)t.halting, (unsigned long long)t.deadlocks,
        (unsigned long long)t.endless, (unsigned long long)t.turned,
        (unsigned long long)t.stayed, (unsigned long long)t.parts,
        (unsigned long long)t.ordered, (unsigned long long)t.far,
        (unsigned long long)t.far_turned, (unsigned long long)t.divided,
        (unsigned long long)f.last_seed, (unsigned long long)f.failed);
    set128_free(&watch.known);
    vec_free(&watch.id.requests);
    vec_free(&watch.id.messages);
    return f.failed ? 1 : 0;
}
