/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.c - the match explorer against brute force, on random programs with ranks.
 *
 *     match-fuzz [OPTION...] [FILE.lit ...]      (support/fuzzing.h)
 *
 * It must find exactly the classes that the oracle finds, none twice, with the same
 * deadlocks and failed assertions; and say that the program can halt under some buffering
 * if and only if it can. The kernel must agree that all of it can happen. Interrupted
 * again and again and resumed from a file, or in several processes, or in another order
 * (every strategy and guide), it must find the same, and count it the same. A
 * disagreement prints the program and ends with 1;
 * --show prints the programs only. */
#include "explore/match/match.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"
#include "explore/match/halt.h"
#include "explore/match/spin.h"
#include "explore/match/work.h"
#include "litmus/litmus.h"
#include "judge/judge.h"
#include "support/audited.h"
#include "support/class.h"
#include "support/fuzzing.h"
#include "support/oracle.h"
#include "support/orders.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_STATES   60000
#define MAX_OUTCOMES 1000 /* of a program with more states than that */
#define MAX_DEPTH    2000 /* likewise */

struct sighting {
    struct digest name;
    struct digest told; /* by the way of the kernel, which does not know loops */
    bool deadlock, failed;
};

struct sightings {
    VEC(struct sighting) at;
    VEC(struct sighting) samples;
    VEC(struct digest) halted;
    size_t deadlocks;
    size_t endless;   /* of deadlocks */
    size_t stuck;     /* ranks that could not do what they did */
    struct play play; /* from one outcome to the next */
    bool playing;
    size_t apart;     /* how often it was not the same as a play from the start */
    size_t miscounts; /* of messages that nobody takes */
};

struct totals {
    uint64_t compared, skipped, large, classes, deadlocks, endless, failures, halting,
        redundant, limited;
    bool loops; /* of several polls, which may be redundant: see match/spin.h */
    uint64_t polls;
};

static uint64_t polls; /* --polls of all searches; 0: the default */

/* ---- what the oracle would call this graph ---- */

static int32_t message_of(const struct graph *g, int32_t match)
{
    if (match == NONE || graph_event(g, (uint32_t)match)->from == NONE)
        return OUTCOME_FALSE;
    const struct match_event *s =
        graph_event(g, (uint32_t)graph_event(g, (uint32_t)match)->from);
    return message_outcome(s->rank, s->index);
}

static void note_request(const struct graph *g, uint32_t rank, uint32_t request,
                         struct oracle_rank *out)
{
    const struct match_request *q = &g->rank[rank].requests.at[request];
    if (q->kind == OP_IRECV)
        vec_push(&out->history, message_of(g, graph_recv(g, rank, q->index)->event));
}

/* `round`: a loop is told as far as its last look. */
static void note_rank(const struct graph *g, uint32_t rank, size_t length, bool round,
                      struct oracle_rank *out)
{
    const struct match_rank *k = &g->rank[rank];
    const struct match_record *next = length < k->line.len ? &k->line.at[length]
                                      : k->ended           ? NULL
                                                           : &k->next;
    const struct match_round *rest = next ? next->round : NULL;
    uint32_t recv = 0;
    if (!round)
        next = NULL;
    while (next && next->spin == SPIN_STOP && !op_looks(k->line.at[length - 1].op.kind))
        length--;
    for (size_t i = 0; i < length; i++) {
        const struct match_record *r = &k->line.at[i];
        switch (r->op.kind) {
        case OP_PROBE:
        case OP_IPROBE:
        case OP_TRYRECV:
            vec_push(&out->history, message_of(g, graph_recv(g, rank, recv++)->event));
            break;
        case OP_FINISH:
        case OP_POLL:
            vec_push(&out->history, r->index);
            if (r->index != OUTCOME_FALSE)
                note_request(g, rank, r->op.args[r->index], out);
            break;
        case OP_IRECV:
            recv++;
            /* fall through */
        default:
            vec_push(&out->history, r->index);
        }
    }
    if (k->failed && length == k->line.len)
        vec_push(&out->history, 0);
    if (next && next->spin == SPIN_WAIT) /* it would fail, and then begin again */
        vec_push(&out->history, OUTCOME_FALSE);
    for (uint32_t i = 0; rest && i < rest->n + round; i++) /* the same of several looks */
        vec_push(&out->history, OUTCOME_FALSE);
    for (size_t i = 0; i < k->requests.len; i++) {
        const struct match_request *q = &k->requests.at[i];
        vec_push(&out->match, q->kind == OP_IRECV
                                  ? message_of(g, graph_recv(g, rank, q->index)->event)
                                  : OUTCOME_FALSE);
    }
}

static struct digest name(const struct graph *g, const uint32_t *length, bool round)
{
    struct oracle_rank *r = mem_alloc(g->n * sizeof *r);
    for (uint32_t p = 0; p < g->n; p++)
        note_rank(g, p, length ? length[p] : g->rank[p].line.len, round, &r[p]);
    struct digest d = length ? oracle_histories(r, g->n) : oracle_class(r, g->n);
    for (uint32_t p = 0; p < g->n; p++) {
        vec_free(&r[p].history);
        vec_free(&r[p].match);
    }
    free(r);
    return d;
}

/* ---- what is carried from one graph to the next, against the same from the start ----
 */

static bool same_play(const struct play *a, const struct play *b)
{
    bool same = a->log.len == b->log.len;
    for (uint32_t p = 0; p < a->n; p++)
        same &= a->pos[p] == b->pos[p];
    for (size_t i = 0; i < a->g->order.len; i++) {
        uint32_t slot = a->g->order.at[i];
        same &= graph_event(a->g, slot)->kind != EV_MATCH ||
                play_done(a, slot) == play_done(b, slot);
    }
    return same;
}

static bool counts_messages(const struct graph *g)
{
    int32_t untaken = 0;
    uint32_t ready = 0;
    for (uint32_t p = 0; p < g->n; p++)
        for (size_t i = 0; i < g->rank[p].line.len; i++) {
            const struct match_record *r = &g->rank[p].line.at[i];
            if (r->op.kind != OP_ISEND)
                continue;
            untaken += graph_event(g, (uint32_t)r->event)->reader == NONE;
            ready += r->op.mode == SEND_READY;
        }
    return untaken == g->untaken && ready == g->ready;
}

static void note_halt(struct visit *v, struct sightings *all)
{
    struct graph *g = &v->g;
    struct play fresh;
    if (!all->playing)
        play_init(&all->play, g);
    all->playing = true;
    play_init(&fresh, g);
    play_run(&fresh, true);
    for (uint32_t p = 0; p < g->n; p++)
        all->stuck += fresh.pos[p] != g->rank[p].line.len;
    if (all->at.len % 5 == 0) { /* the two kinds of play get in each other's way */
        play_run(&all->play, true);
        all->apart += !same_play(&all->play, &fresh);
    }
    if (g->program->buffering == BUFFERING_ANY) {
        play_free(&fresh);
        play_init(&fresh, g);
        bool halts = halt_find(&fresh);
        all->apart += halts != halt_find(&all->play) || !same_play(&all->play, &fresh);
        if (halts)
            vec_push(&all->halted, name(g, all->play.pos, true));
    }
    play_free(&fresh);
    all->miscounts += !counts_messages(g);
}

static void note_outcome(struct visit *v, struct sightings *all)
{
    struct sighting x = {.name = name(&v->g, NULL, true),
                         .told = name(&v->g, NULL, false)};
    bool endless = false;
    for (uint32_t p = 0; p < v->g.n; p++) {
        endless |= spin_holds(&v->g.rank[p]);
        x.deadlock |= !v->g.rank[p].ended;
        x.failed |= v->g.rank[p].failed;
    }
    vec_push(&all->at, x);
    all->deadlocks += x.deadlock;
    all->endless += endless;
}

static void note_graph(struct search *s, struct visit *v, void *context)
{
    (void)s;
    if (visit_stands(v))
        note_outcome(v, context);
    note_halt(v, context);
}

static int by_digest(const struct digest *x, const struct digest *y)
{
    if (x->hi != y->hi)
        return x->hi < y->hi ? -1 : 1;
    return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static int by_name(const void *a, const void *b)
{
    const struct sighting *x = a, *y = b;
    return by_digest(&x->name, &y->name);
}

static int by_told(const void *a, const void *b)
{
    const struct sighting *x = a, *y = b;
    return by_digest(&x->told, &y->told);
}

/* ---- the same by the way of the kernel: interrupted, or in several processes ---- */

static void note_state(struct search *s, void *context)
{
    struct sightings *all = context;
    struct sighting x = {.told = class_of_state(s->st)};
    if (s->st->potential || s->st->cut)
        return;
    if (s->execution.sampling)
        vec_push(&all->samples, x);
    else
        vec_push(&all->at, x);
}

/* Explores with so many processes; stops after so many executions at a time (0: never),
 * and goes on from a file. The order is not 0: the search is guided. */
static void explore_in_parts(struct litmus *l, uint32_t jobs, uint64_t step,
                             uint64_t order, struct sightings *all, struct str *why)
{
    struct frontier f = {0};
    char file[] = "/tmp/match-fuzz-XXXXXX";
    close(mkstemp(file));
    for (;;) {
        struct search s;
        search_init(&s, &l->program);
        s.every_execution = true;
        s.on_execution = note_state;
        s.context = all;
        s.options.jobs = jobs;
        s.options.polls = polls;
        s.options.bounds.executions = step;
        if (order)
            choose_order(&s, order++);
        s.frontier = &f;
        match_explore(&s, NULL, NULL);
        enum stop_reason stopped = s.counts.stopped;
        bool counted = s.counts.executions == all->at.len;
        search_free(&s);
        if (!counted)
            str_addf(why, "# %u jobs, in parts: %llu executions, %zu told\n", jobs,
                     (unsigned long long)f.counts.executions, all->at.len);
        if (stopped != STOP_EXECUTIONS || why->len)
            break;
        bool good = frontier_write(&f, file, why);
        frontier_free(&f);
        if (!good || !frontier_read(&f, file, why) ||
            !frontier_belongs(&f, item_program(&l->program), file, why))
            break;
    }
    frontier_free(&f);
    unlink(file);
}

/* ---- comparing ---- */

static bool same_sightings(struct sightings *x, const struct sightings *sorted)
{
    bool same = x->at.len == sorted->at.len;
    if (x->at.len)
        qsort(x->at.at, x->at.len, sizeof *x->at.at, by_told);
    for (size_t i = 0; same && i < x->at.len; i++)
        same = !by_told(&x->at.at[i], &sorted->at.at[i]);
    return same;
}

static void compare_parts(struct litmus *l, uint32_t jobs, uint64_t step, uint64_t order,
                          const struct sightings *sorted, struct str *why)
{
    struct sightings parts = {0};
    explore_in_parts(l, jobs, step, order, &parts, why);
    if (!same_sightings(&parts, sorted))
        str_addf(why,
                 "# %u jobs, order %llu, stopped after every %llu: %zu outcomes, not the "
                 "same\n",
                 jobs, (unsigned long long)order, (unsigned long long)step, parts.at.len);
    for (size_t i = 0; i < parts.samples.len; i++)
        if (!sorted->at.len || !bsearch(&parts.samples.at[i], sorted->at.at,
                                        sorted->at.len, sizeof *sorted->at.at, by_told)) {
            str_addf(why, "# order %llu: sample %zu of %zu is no outcome\n",
                     (unsigned long long)order, i, parts.samples.len);
            break;
        }
    vec_free(&parts.at);
    vec_free(&parts.samples);
}

static const char *const words[] = {"any", "zero", "infinite"};

/* What needs no oracle. */
static void compare_plays(const struct sightings *mine, enum buffering b, struct str *why)
{
    if (mine->stuck)
        str_addf(why, "# buffering %s: %zu outcomes cannot be played\n", words[b],
                 mine->stuck);
    if (mine->apart || mine->miscounts)
        str_addf(why,
                 "# buffering %s: %zu plays not as from the start, %zu wrong counts of "
                 "messages\n",
                 words[b], mine->apart, mine->miscounts);
}

static void free_sightings(struct sightings *all)
{
    vec_free(&all->at);
    vec_free(&all->samples);
    vec_free(&all->halted);
    if (all->playing)
        play_free(&all->play);
}

/* What is left is shared after every outcome. */
static void compare_shared(struct litmus *l, const struct sightings *sorted,
                           struct str *why)
{
    struct sightings all = {0};
    struct search s;
    struct work w;
    struct worklist list = {
        .s = &s, .tree = &match_tree, .explorer = &w, .after = worklist_share};
    search_init(&s, &l->program);
    s.options.polls = polls;
    work_init(&w, &s);
    w.look = note_graph;
    w.context = &all;
    w.list = &list;
    worklist_run(&list);
    if (!same_sightings(&all, sorted) || s.counts.explored < 0.999999 ||
        s.counts.explored > 1.000001)
        str_addf(why, "# shared after every outcome: %zu outcomes, not the same; %f\n",
                 all.at.len, s.counts.explored);
    worklist_free(&list);
    work_free(&w);
    search_free(&s);
    free_sightings(&all);
}

static void judge(struct search *s, void *unused)
{
    (void)unused;
    FOR_EACH_KIND(kind)
    {
        struct shown *fresh =
            finding_shows(s->st, kind)
                ? search_shows(s,
                               finding_place(s->st, kind, finding_next(s->st, kind, 0)))
                : NULL;
        if (fresh)
            fresh->keeper = s->st->events.len + 1;
    }
}

static void explore_judging(struct litmus *l, uint32_t jobs, struct search *s)
{
    search_init(s, &l->program);
    s->on_execution = judge;
    s->options.polls = polls;
    s->options.jobs = jobs;
    match_explore(s, NULL, NULL);
}

static uint64_t count_of(const struct search *s, const struct shown *x)
{
    for (size_t i = 0; i < s->shown.len; i++)
        if (!memcmp(&s->shown.at[i].what, &x->what, sizeof x->what))
            return s->shown.at[i].keeper ? s->shown.at[i].executions : 0;
    return 0;
}

/* The same findings, in as many outcomes, and somebody has kept an example of each. */
static void compare_findings(struct litmus *l, uint32_t jobs, struct str *why)
{
    struct search one, many;
    explore_judging(l, 1, &one);
    explore_judging(l, jobs, &many);
    const struct search_counts *a = &one.counts, *b = &many.counts;
    bool same = a->executions == b->executions && a->redundant == b->redundant &&
                a->deadlocks == b->deadlocks && a->failures == b->failures &&
                a->halts == b->halts && a->told == b->told && a->stopped == b->stopped &&
                one.shown.len == many.shown.len;
    for (size_t i = 0; i < one.shown.len; i++)
        same &= count_of(&many, &one.shown.at[i]) == one.shown.at[i].executions;
    if (!same)
        str_addf(why, "# %u jobs: %zu findings instead of %zu, or not the same counts\n",
                 jobs, many.shown.len, one.shown.len);
    search_free(&one);
    search_free(&many);
}

static void forget(struct search *s, void *context)
{
    (void)s;
    ((struct sightings *)context)->at.len = 0;
}

/* Programs that are too large for brute force are judged by another optimal explorer. */
static void compare_with_odpor(struct litmus *l, struct totals *t, struct str *why)
{
    struct sightings theirs = {0};
    struct search s;
    search_init(&s, &l->program);
    s.on_execution = note_state;
    s.on_restart = forget;
    s.context = &theirs;
    s.options.bounds.executions = MAX_OUTCOMES;
    explorer_run(explorer_find("odpor"), &s);
    if (!search_stopped(&s)) {
        qsort(theirs.at.at, theirs.at.len, sizeof *theirs.at.at, by_told);
        compare_parts(l, 1, 0, 0, &theirs, why);
        t->large++;
        t->classes += theirs.at.len;
    }
    search_free(&s);
    vec_free(&theirs.at);
}

static void compare(struct litmus *l, enum buffering b, struct totals *t, struct str *why)
{
    struct oracle judge;
    l->program.buffering = b;
    polls = t->polls ? t->polls : 1 + t->compared % 3;
    oracle_run_polls(&l->program, b, MAX_STATES, polls, &judge);
    struct search s;
    struct sightings mine = {0};
    search_init(&s, &l->program);
    s.options.polls = polls;
    s.every_execution = true; /* the kernel must agree that this can happen */
    s.options.bounds.executions = judge.complete ? 0 : MAX_OUTCOMES;
    s.options.bounds.depth = judge.complete ? 0 : MAX_DEPTH; /* it may go on for ever, */
    s.options.bounds.seconds = judge.complete ? 0 : 2; /* and cut graphs do not count */
    match_explore(&s, note_graph, &mine);
    compare_plays(&mine, b, why);
    if (!judge.complete) {
        t->skipped++;
        if (b != BUFFERING_ANY && !t->loops)
            compare_with_odpor(l, t, why);
        search_free(&s);
        free_sightings(&mine);
        oracle_free(&judge);
        return;
    }
    size_t twice = 0, wrong = 0;
    if (mine.at.len)
        qsort(mine.at.at, mine.at.len, sizeof *mine.at.at, by_name);
    for (size_t i = 0; i < mine.at.len; i++) {
        twice += i && !by_name(&mine.at.at[i - 1], &mine.at.at[i]);
        wrong += !oracle_has_class(&judge, mine.at.at[i].name);
    }
    size_t halted = 0;
    for (size_t i = 0; i < mine.halted.len; i++)
        halted += oracle_has_halted(&judge, mine.halted.at[i]);
    if (b == BUFFERING_ANY && (halted != mine.halted.len || !halted != !judge.halted.len))
        str_addf(why, "# of %zu halted states %zu are right; the oracle has %zu\n",
                 mine.halted.len, halted, judge.halted.len);
    t->halting += b == BUFFERING_ANY && judge.halted.len;
    size_t missed = judge.classes.len - (mine.at.len - twice - wrong);
    if (twice || wrong || missed)
        str_addf(why,
                 "# buffering %s: of %zu outcomes %zu missed; %zu twice, %zu wrong\n",
                 words[b], judge.classes.len, missed, twice, wrong);
    else if (mine.deadlocks != judge.deadlocks || mine.endless != judge.endless ||
             s.counts.failures != judge.failures)
        str_addf(why,
                 "# buffering %s: %zu deadlocks instead of %llu, %zu without end "
                 "instead of %llu, %llu failures instead of %llu\n",
                 words[b], mine.deadlocks, (unsigned long long)judge.deadlocks,
                 mine.endless, (unsigned long long)judge.endless,
                 (unsigned long long)s.counts.failures,
                 (unsigned long long)judge.failures);
    if (s.counts.stopped != (judge.limited ? STOP_POLLS : STOP_NO))
        str_addf(why, "# buffering %s: stopped by %s, loops were%s limited\n", words[b],
                 s.counts.stopped ? stop_reason_text(s.counts.stopped) : "nothing",
                 judge.limited ? "" : " not");
    t->limited += judge.limited;
    if (s.counts.executions != mine.at.len || (s.counts.redundant && !t->loops))
        str_addf(why, "# buffering %s: %llu executions, %llu redundant, %zu outcomes\n",
                 words[b], (unsigned long long)s.counts.executions,
                 (unsigned long long)s.counts.redundant, mine.at.len);
    if (mine.at.len)
        qsort(mine.at.at, mine.at.len, sizeof *mine.at.at, by_told);
    compare_parts(l, 1, 1 + t->compared % 7, 0, &mine, why);
    compare_parts(l, 1, 0, 1 + t->compared, &mine, why);
    compare_parts(l, 1, 1 + t->compared % 5, 7 + t->compared, &mine, why);
    compare_shared(l, &mine, why);
    audited_compare(&l->program, "match", polls, why);
    if (t->compared % 20 == 0)
        compare_parts(l, 2, 0, 0, &mine, why);
    if (t->compared % 20 == 10)
        compare_findings(l, 2 + (uint32_t)(t->compared % 3), why);
    if (t->compared % 50 == 0)
        compare_parts(l, 2, 3, 0, &mine, why);
    if (t->compared % 20 == 5)
        compare_parts(l, 2, 0, 1 + t->compared / 20, &mine, why);
    if (t->compared % 50 == 25)
        compare_parts(l, 2, 3, 1 + t->compared / 50, &mine, why);
    t->compared++;
    t->classes += judge.classes.len;
    t->deadlocks += judge.deadlocks;
    t->endless += judge.endless;
    t->failures += judge.failures;
    t->redundant += s.counts.redundant;
    search_free(&s);
    free_sightings(&mine);
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
    compare(l, BUFFERING_INFINITE, t, &why);
    compare(l, BUFFERING_ZERO, t, &why);
    compare(l, BUFFERING_ANY, t, &why);
    bool good = !why.len;
    if (!good)
        printf("# %s, --polls %llu\n%s%s", name, (unsigned long long)polls,
               str_text(&why), str_text(text));
    str_free(&why);
    litmus_free(l);
    return good;
}

int main(int argc, char **argv)
{
    struct totals t = {0};
    struct fuzzing f = {.name = "match-fuzz", .check = check, .context = &t};
    if (!fuzzing_options(&f, argc, argv))
        return 2;
    t.loops = f.taste.rounds || f.taste.loops;
    t.polls = f.polls;
    fuzzing_run(&f);
    printf(
        "match-fuzz: %llu comparisons (and %llu too large for brute force, %llu of them "
        "judged by odpor), %llu "
        "outcomes, %llu deadlocked, %llu of these without end, %llu programs that can "
        "halt, %llu with a failed "
        "assertion, %llu redundant, %llu with loops that were limited; "
        "last seed %llu, %llu failed\n",
        (unsigned long long)t.compared, (unsigned long long)t.skipped,
        (unsigned long long)t.large, (unsigned long long)t.classes,
        (unsigned long long)t.deadlocks, (unsigned long long)t.endless,
        (unsigned long long)t.halting, (unsigned long long)t.failures,
        (unsigned long long)t.redundant, (unsigned long long)t.limited,
        (unsigned long long)f.last_seed, (unsigned long long)f.failed);
    return f.failed ? 1 : 0;
}
