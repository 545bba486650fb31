/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.c - the match explorer against brute force, on random programs with ranks.
 *
 *     match-fuzz [--heavy] [--cancels] [--programs N] [--seconds N] [--seed N] [FILE ...]
 *
 * It must find exactly the classes that the oracle finds, none twice, with the same
 * deadlocks and failed assertions; and say that the program can halt under some buffering
 * if and only if it can. The kernel must agree that all of it can happen. Interrupted
 * again and again and resumed from a file, or in two processes, it must find the same. A
 * disagreement prints the program and ends with 1. */
#include "explore/match.h"
#include "explore/frontier.h"
#include "explore/match_halt.h"
#include "litmus/litmus.h"
#include "support/class.h"
#include "support/oracle.h"
#include "support/ranks.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_STATES 60000

struct sighting {
    struct digest name;
    bool deadlock, failed;
};

struct sightings {
    VEC(struct sighting) at;
    VEC(struct digest) halted;
    size_t deadlocks;
    size_t stuck; /* ranks that could not do what they did */
};

struct totals {
    uint64_t compared, skipped, classes, deadlocks, failures, redundant, halting;
};

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

static void note_rank(const struct graph *g, uint32_t rank, size_t length,
                      struct oracle_rank *out)
{
    const struct match_rank *k = &g->rank[rank];
    uint32_t recv = 0;
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
    for (size_t i = 0; i < k->requests.len; i++) {
        const struct match_request *q = &k->requests.at[i];
        vec_push(&out->match, q->kind == OP_IRECV
                                  ? message_of(g, graph_recv(g, rank, q->index)->event)
                                  : OUTCOME_FALSE);
    }
}

static struct digest name(const struct graph *g, const uint32_t *length)
{
    struct oracle_rank *r = mem_alloc(g->n * sizeof *r);
    for (uint32_t p = 0; p < g->n; p++)
        note_rank(g, p, length ? length[p] : g->rank[p].line.len, &r[p]);
    struct digest d = length ? oracle_histories(r, g->n) : oracle_class(r, g->n);
    for (uint32_t p = 0; p < g->n; p++) {
        vec_free(&r[p].history);
        vec_free(&r[p].match);
    }
    free(r);
    return d;
}

static void note_class(struct search *s, struct visit *v, void *context)
{
    struct sightings *all = context;
    struct sighting x = {.name = name(&v->g, NULL)};
    for (uint32_t p = 0; p < v->g.n; p++) {
        x.deadlock |= !v->g.rank[p].ended;
        x.failed |= v->g.rank[p].failed;
    }
    vec_push(&all->at, x);
    all->deadlocks += x.deadlock;
    struct play play;
    play_init(&play, &v->g);
    play_run(&play, true);
    for (uint32_t p = 0; p < v->g.n; p++)
        all->stuck += play.pos[p] != v->g.rank[p].line.len;
    if (s->st->program->buffering == BUFFERING_ANY && halt_find(&play))
        vec_push(&all->halted, name(&v->g, play.pos));
    play_free(&play);
}

static int by_name(const void *a, const void *b)
{
    const struct sighting *x = a, *y = b;
    if (x->name.hi != y->name.hi)
        return x->name.hi < y->name.hi ? -1 : 1;
    return x->name.lo < y->name.lo ? -1 : x->name.lo > y->name.lo;
}

/* ---- the same by the way of the kernel: interrupted, or in several processes ---- */

static void note_state(struct search *s, void *context)
{
    struct sightings *all = context;
    if (!s->st->potential)
        vec_push(&all->at, (struct sighting){.name = class_of_state(s->st)});
}

/* Explores with so many processes; stops after so many executions at a time (0: never),
 * and goes on from a file. */
static void explore_in_parts(struct litmus *l, uint32_t jobs, uint64_t step,
                             struct sightings *all, struct str *why)
{
    struct frontier f = {0};
    char file[] = "/tmp/match-fuzz-XXXXXX";
    close(mkstemp(file));
    for (uint64_t limit = step;; limit += step) {
        struct search s;
        search_init(&s, &l->program);
        s.every_execution = true;
        s.on_execution = note_state;
        s.context = all;
        s.jobs = jobs;
        s.bounds.executions = limit;
        s.frontier = &f;
        match_explore(&s, NULL, NULL);
        enum stop_reason stopped = s.stopped;
        bool counted = s.executions == all->at.len;
        search_free(&s);
        if (!counted)
            str_addf(why, "# %u jobs, in parts: %llu executions, %zu told\n", jobs,
                     (unsigned long long)f.executions, all->at.len);
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
        qsort(x->at.at, x->at.len, sizeof *x->at.at, by_name);
    for (size_t i = 0; same && i < x->at.len; i++)
        same = !by_name(&x->at.at[i], &sorted->at.at[i]);
    return same;
}

static void compare_parts(struct litmus *l, uint32_t jobs, uint64_t step,
                          const struct sightings *sorted, struct str *why)
{
    struct sightings parts = {0};
    explore_in_parts(l, jobs, step, &parts, why);
    if (!same_sightings(&parts, sorted))
        str_addf(why, "# %u jobs, stopped after every %llu: %zu outcomes, not the same\n",
                 jobs, (unsigned long long)step, parts.at.len);
    vec_free(&parts.at);
}

static void compare(struct litmus *l, enum buffering b, struct totals *t, struct str *why)
{
    static const char *const words[] = {"any", "zero", "infinite"};
    struct oracle judge;
    l->program.buffering = b;
    oracle_run(&l->program, b, MAX_STATES, &judge);
    if (!judge.complete) {
        t->skipped++;
        oracle_free(&judge);
        return;
    }
    struct search s;
    struct sightings mine = {0};
    search_init(&s, &l->program);
    s.every_execution = true; /* the kernel must agree that this can happen */
    match_explore(&s, note_class, &mine);
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
    if (mine.stuck)
        str_addf(why, "# buffering %s: %zu outcomes cannot be played\n", words[b],
                 mine.stuck);
    t->halting += b == BUFFERING_ANY && judge.halted.len;
    size_t missed = judge.classes.len - (mine.at.len - twice - wrong);
    if (twice || wrong || missed)
        str_addf(why,
                 "# buffering %s: of %zu outcomes %zu missed; %zu twice, %zu wrong\n",
                 words[b], judge.classes.len, missed, twice, wrong);
    else if (mine.deadlocks != judge.deadlocks || s.failures != judge.failures)
        str_addf(why,
                 "# buffering %s: %zu deadlocks instead of %llu, %llu failures "
                 "instead of %llu\n",
                 words[b], mine.deadlocks, (unsigned long long)judge.deadlocks,
                 (unsigned long long)s.failures, (unsigned long long)judge.failures);
    if (s.executions != mine.at.len)
        str_addf(why, "# buffering %s: %llu executions in %zu outcomes\n", words[b],
                 (unsigned long long)s.executions, mine.at.len);
    compare_parts(l, 1, 1 + t->compared % 7, &mine, why);
    if (t->compared % 20 == 0)
        compare_parts(l, 2, 0, &mine, why);
    if (t->compared % 50 == 0)
        compare_parts(l, 2, 3, &mine, why);
    t->compared++;
    t->classes += judge.classes.len;
    t->deadlocks += judge.deadlocks;
    t->failures += judge.failures;
    t->redundant += s.redundant;
    search_free(&s);
    vec_free(&mine.at);
    vec_free(&mine.halted);
    oracle_free(&judge);
}

static bool check(const char *name, const struct str *text, struct totals *t)
{
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
        printf("# %s\n%s%s", name, str_text(&why), str_text(text));
    str_free(&why);
    litmus_free(l);
    return good;
}

static bool check_random(uint64_t seed, bool heavy, bool cancels, struct totals *t)
{
    struct str text = {0};
    char name[40];
    struct ranks_flavour f = random_flavour(seed);
    f.retracts = 0; /* see explorer.c */
    if (cancels) {  /* and more receives at once */
        f.cancels = 50;
        f.irecvs = 60 + f.irecvs % 40;
        f.extras = 30 + f.extras % 40;
    }
    if (heavy) { /* more messages at once, and more who look at them */
        f.messages += 2;
        f.irecvs = 50 + (f.irecvs + f.messages * 7) % 50;
        f.wildcards = 60 + f.wildcards % 40;
        f.extras = 30 + f.extras % 30;
        f.several = 50;
    }
    random_ranks(seed, &f, &text);
    snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
    bool good = check(name, &text, t);
    str_free(&text);
    return good;
}

static bool check_file(const char *file, struct totals *t)
{
    struct str text = {0};
    FILE *f = fopen(file, "r");
    for (int c; f && (c = getc(f)) != EOF;)
        str_addf(&text, "%c", c);
    if (f)
        fclose(f);
    bool good = f && check(file, &text, t);
    str_free(&text);
    return good;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"programs", 1, 0, 'p'},
                                            {"seconds", 1, 0, 't'},
                                            {"seed", 1, 0, 's'},
                                            {"failures", 1, 0, 'f'},
                                            {"heavy", 0, 0, 'h'},
                                            {"cancels", 0, 0, 'c'},
                                            {0}};
    uint64_t programs = UINT64_MAX, seed = 1, failed = 0, allowed = 1;
    bool heavy = false, cancels = false;
    time_t seconds = 1000000, start = time(NULL);
    struct totals t = {0};
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'p':
            programs = strtoull(optarg, NULL, 10);
            break;
        case 't':
            seconds = (time_t)strtoull(optarg, NULL, 10);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 10);
            break;
        case 'h':
            heavy = true;
            break;
        case 'c':
            cancels = true;
            break;
        case 'f':
            allowed = strtoull(optarg, NULL, 10);
            break;
        default:
            fprintf(stderr, "usage: match-fuzz [--programs N] [--seconds N] [--seed N] "
                            "[--failures N] [FILE.lit ...]\n");
            return 2;
        }
    for (int i = optind; i < argc; i++)
        failed += !check_file(argv[i], &t);
    uint64_t n = 0;
    for (; optind == argc && n < programs && time(NULL) - start < seconds &&
           failed < allowed;
         n++)
        failed += !check_random(seed++, heavy, cancels, &t);
    printf("match-fuzz: %llu comparisons (and %llu too large for brute force), %llu "
           "outcomes, %llu deadlocked, %llu programs that can halt, %llu with a failed "
           "assertion, %llu redundant; "
           "last seed %llu, %llu failed\n",
           (unsigned long long)t.compared, (unsigned long long)t.skipped,
           (unsigned long long)t.classes, (unsigned long long)t.deadlocks,
           (unsigned long long)t.halting, (unsigned long long)t.failures,
           (unsigned long long)t.redundant, (unsigned long long)seed - 1,
           (unsigned long long)failed);
    return failed ? 1 : 0;
}
