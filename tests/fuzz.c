/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.c - every explorer against brute force, on random programs.
 *
 *     fuzz [--ranks [--cancels] | --windows [--mixed]] [--programs N] [--seconds N]
 * [--seed N] [FILE...]
 *
 * `exhaustive` walks through every interleaving; each other explorer must find
 * exactly the same traces, deadlocks and failed assertions, and the optimal ones
 * none twice. All interleavings of a trace must lead to one and the same state.
 * A disagreement prints the program as a litmus file and ends with exit 1.
 *
 * With --ranks the programs have matching semantics. There `exhaustive` has a judge of
 * its own, the oracle, which knows neither this kernel's states nor its dependence: the
 * traces must be the oracle's classes. Where exhaustive is too slow, the others are
 * compared with the oracle. Each program is taken with both bufferings, with and without
 * queues. With --cancels all of them cancel sends.
 *
 * With --windows they have windows, and the judge is that of one-sided communication
 * (fuzz_windows.c); files are judged instead of random programs. */
#include "fuzz.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"
#include "litmus/litmus.h"
#include "support/audited.h"
#include "support/class.h"
#include "support/judge.h"
#include "support/oracle.h"
#include "support/orders.h"
#include "support/random.h"
#include "support/ranks.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MAX_INTERLEAVINGS 20000
#define MAX_STATES        20000 /* of the oracle */
#define MAX_SECONDS       1     /* of an explorer that takes each trace many times */

const struct variant brute = {"exhaustive", true, 0, 1, false, 0};
variant_vec variants;

static void list_variants(void)
{
    for (const struct explorer *e = explorers; e->name; e++) {
        if (e->inboxes || e->matching || e->samples)
            continue;
        if (strcmp(e->name, brute.name))
            vec_push(&variants, (struct variant){e->name, true, 0, 1, false, 0});
        if (e->takes & TAKES_SLEEP)
            vec_push(&variants, (struct variant){e->name, false, 0, 1, false, 0});
        for (uint32_t k = 1; k <= 2 && (e->takes & TAKES_K); k++)
            vec_push(&variants, (struct variant){e->name, true, k, 1, false, 0});
        if (e->takes & TAKES_JOBS && !e->heads)
            vec_push(&variants, (struct variant){e->name, true, 0, 3, false, 0});
        if (e->takes & TAKES_STRATEGY && !e->interleavings) {
            vec_push(&variants, (struct variant){e->name, true, 0, 1, true, 0});
            vec_push(&variants, (struct variant){e->name, true, 0, 1, true, 0});
            vec_push(&variants, (struct variant){e->name, true, 0, 2, true, 0});
            vec_push(&variants, (struct variant){e->name, true, 0, 1, true, 2});
            vec_push(&variants, (struct variant){e->name, true, 0, 2, true, 5});
            if (e->takes & TAKES_SLEEP)
                vec_push(&variants, (struct variant){e->name, false, 0, 1, true, 0});
        }
    }
}

static uint64_t last_order; /* of the last search that had one */

void variant_options(const struct variant *v, struct search *s)
{
    s->options.sleep = v->sleep;
    s->options.k = v->k;
    s->options.jobs = v->jobs;
    if (v->ordered)
        choose_order(s, ++last_order);
}

/* A search like this one, which goes on with what it has left. */
static void renew(const struct variant *v, struct litmus *l, struct search *s)
{
    struct search old = *s;
    bool hashing = s->st->hashing;
    search_free(s);
    search_init(s, &l->program);
    s->options = old.options;
    s->on_execution = old.on_execution;
    s->on_restart = old.on_restart;
    s->context = old.context;
    s->frontier = old.frontier;
    s->every_execution = true;
    s->st->hashing = hashing;
    if (v->ordered)
        choose_order(s, ++last_order);
}

static void copy_by_bytes(struct frontier *f)
{
    struct frontier copy;
    char *bytes = mem_alloc(frontier_bytes(f));
    frontier_pack(f, bytes);
    frontier_unpack(&copy, bytes, frontier_bytes(f));
    frontier_free(f);
    free(bytes);
    *f = copy;
}

void variant_explore(const struct variant *v, struct litmus *l, struct search *s)
{
    struct frontier f = {0};
    const struct explorer *e = explorer_find(v->name);
    s->every_execution = true;
    if (v->step) {
        s->options.bounds.executions = v->step;
        s->count_traces = false; /* of those before, nothing is known */
        s->frontier = &f;
    }
    explorer_run(e, s);
    while (v->step && s->counts.stopped == STOP_EXECUTIONS && f.items.len) {
        copy_by_bytes(&f);
        renew(v, l, s);
        explorer_run(e, s);
    }
    s->frontier = NULL;
    frontier_free(&f);
}

const char *variant_name(const struct variant *v)
{
    static char name[80];
    int n = snprintf(name, sizeof name, "%s%s", v->name, v->sleep ? "" : " --sleep off");
    if (v->ordered)
        snprintf(name + n, sizeof name - (size_t)n, ", -j %u, order %llu, %s", v->jobs,
                 (unsigned long long)last_order, v->step ? "in parts" : "at once");
    return name;
}

static void run(struct litmus *l, const struct variant *v, uint64_t limit,
                struct sightings *r, struct search *s)
{
    search_init(s, &l->program);
    variant_options(v, s);
    s->options.bounds.executions = limit;
    s->st->hashing = true;
    s->on_execution = judge_remember;
    s->context = r;
    variant_explore(v, l, s);
}

static void compare(const struct variant *v, struct sightings *judge, struct litmus *l,
                    struct totals *t, struct str *why)
{
    struct sightings mine = {0};
    struct search s;
    size_t duplicates;
    run(l, v, 20 * MAX_INTERLEAVINGS, &mine, &s);
    bool consistent = judge_distil(&mine, &duplicates);
    bool optimal = explorer_find(v->name)->optimal && !v->k;
    size_t common = judge_common(judge, &mine);
    if (!consistent)
        str_addf(why, "# %s: two executions of one trace differ\n", variant_name(v));
    if (common != judge->at.len || common != mine.at.len)
        str_addf(why, "# %s: %zu traces, of which %zu are right; brute force has %zu\n",
                 variant_name(v), mine.at.len, common, judge->at.len);
    if (duplicates + s.counts.redundant && optimal)
        str_addf(why, "# %s: %zu traces twice, %llu redundant\n", variant_name(v),
                 duplicates, (unsigned long long)s.counts.redundant);
    uint64_t deadlocks = 0, failures = 0;
    for (size_t i = 0; i < mine.at.len; i++) {
        deadlocks += mine.at.at[i].deadlock;
        failures += mine.at.at[i].failed;
    }
    if (search_counted(&s).traces != mine.at.len || s.counts.deadlocks != deadlocks ||
        s.counts.failures != failures ||
        (explorer_find(v->name)->interleavings &&
         s.counts.redundant != s.counts.executions - mine.at.len))
        str_addf(why, "# %s: %llu traces counted, %zu seen; or what they end with\n",
                 variant_name(v), (unsigned long long)search_counted(&s).traces,
                 mine.at.len);
    if (duplicates && v->sleep && !v->k && !explorer_find(v->name)->interleavings)
        str_addf(why, "# %s: %zu traces twice in spite of sleep sets\n", variant_name(v),
                 duplicates);
    t->redundant += s.counts.redundant;
    search_free(&s);
    vec_free(&mine.at);
    if (!v->k && v->sleep)
        audited_compare(&l->program, v->name, 0, why);
}

/* False, with the reason, if some explorer disagrees with brute force. */
static bool check(const char *name, const struct str *text, struct totals *t,
                  struct str *why)
{
    struct litmus *l;
    struct sightings judge = {0};
    struct search s;
    size_t duplicates;
    if (litmus_parse(name, str_text(text), text->len, &l, why))
        return false;
    run(l, &brute, MAX_INTERLEAVINGS, &judge, &s);
    bool good = true;
    if (search_stopped(&s)) {
        t->skipped++;
    } else if (!judge_distil(&judge, &duplicates)) {
        str_addf(why, "# exhaustive: two interleavings of one trace differ\n");
        good = false;
    } else {
        t->compared++;
        t->traces += judge.at.len;
        t->deadlocks += s.counts.deadlocks;
        t->failures += s.counts.failures;
        for (size_t i = 0; i < variants.len; i++)
            compare(&variants.at[i], &judge, l, t, why);
        good = !why->len;
    }
    search_free(&s);
    vec_free(&judge.at);
    litmus_free(l);
    return good;
}

/* ---- matching semantics ---- */

struct ends {
    VEC(struct oracle_end) at;
};

static void remember_end(struct search *s, void *context)
{
    struct ends *ends = context;
    struct oracle_end x = {.name = class_of_state(s->st)};
    for (uint32_t a = 0; a < s->st->program->nactors; a++) {
        x.failed |= s->st->actor[a].failed;
        x.deadlock |= !s->st->actor[a].ended && !s->st->actor[a].failed;
    }
    vec_push(&ends->at, x);
}

static void remember_restart(struct search *s, void *context)
{
    (void)s;
    ((struct ends *)context)->at.len = 0;
}

static int by_name(const void *a, const void *b)
{
    const struct oracle_end *x = a, *y = b;
    if (x->name.hi != y->name.hi)
        return x->name.hi < y->name.hi ? -1 : 1;
    return x->name.lo < y->name.lo ? -1 : x->name.lo > y->name.lo;
}

/* Sorts them; how many are there twice. */
static size_t drop_duplicates(struct ends *ends)
{
    size_t n = 0, before = ends->at.len;
    if (before)
        qsort(ends->at.at, before, sizeof *ends->at.at, by_name);
    for (size_t i = 0; i < before; i++)
        if (!n || by_name(&ends->at.at[n - 1], &ends->at.at[i]))
            ends->at.at[n++] = ends->at.at[i];
    ends->at.len = n;
    return before - n;
}

static size_t common_ends(const struct ends *mine, const struct oracle *o)
{
    size_t common = 0;
    for (size_t i = 0, j = 0; i < mine->at.len && j < o->classes.len;) {
        const struct oracle_end *x = &mine->at.at[i], *y = &o->classes.at[j];
        int order = by_name(x, y);
        if (!order)
            common += x->deadlock == y->deadlock && x->failed == y->failed;
        i += order <= 0;
        j += order >= 0;
    }
    return common;
}

/* Compares one explorer with the oracle; false if it was too slow. */
static bool compare_ends(const struct variant *v, const struct oracle *o,
                         struct litmus *l, uint64_t limit, struct str *why)
{
    const struct explorer *e = explorer_find(v->name);
    bool frugal = v->sleep && !v->k && !e->interleavings;
    struct ends mine = {0};
    struct search s;
    search_init(&s, &l->program);
    variant_options(v, &s);
    s.options.bounds.executions = limit;
    if (!frugal) /* executions that MPI does not allow are walked through, not counted */
        s.options.bounds.seconds = MAX_SECONDS;
    s.st->hashing = s.count_traces = true;
    s.on_execution = remember_end;
    s.on_restart = remember_restart;
    s.context = &mine;
    variant_explore(v, l, &s);
    bool finished = !search_stopped(&s);
    size_t executions = mine.at.len, duplicates = drop_duplicates(&mine);
    size_t common = common_ends(&mine, o);
    if (!finished && frugal)
        str_addf(why, "# %s: does not end\n", variant_name(v));
    if (finished && (common != mine.at.len || common != o->classes.len))
        str_addf(why, "# %s: %zu classes, of which %zu are right; the oracle has %zu\n",
                 variant_name(v), mine.at.len, common, o->classes.len);
    if (finished && search_counted(&s).traces != mine.at.len)
        str_addf(why, "# %s: %llu traces in %zu classes\n", variant_name(v),
                 (unsigned long long)search_counted(&s).traces, mine.at.len);
    if (finished && e->optimal && !v->k && executions + s.counts.redundant != mine.at.len)
        str_addf(why, "# %s: %zu classes twice, %llu redundant\n", variant_name(v),
                 duplicates, (unsigned long long)s.counts.redundant);
    if (finished && frugal && duplicates)
        str_addf(why, "# %s: %zu classes twice in spite of sleep sets\n", variant_name(v),
                 duplicates);
    search_free(&s);
    vec_free(&mine.at);
    return finished;
}

static bool check_ranks(const struct str *text, enum buffering buffering, bool queues,
                        struct totals *t, struct str *why)
{
    struct litmus *l;
    struct oracle o = {0};
    if (litmus_parse("random.lit", str_text(text), text->len, &l, why))
        return false;
    l->program.buffering = buffering;
    l->program.queues = queues;
    oracle_run(&l->program, buffering, MAX_STATES, &o);
    bool unknown = queues && l->program.withdrawal == WITHDRAWAL_ALL; /* see explorer.h */
    if (unknown || !o.complete || o.classes.len > MAX_INTERLEAVINGS) {
        t->skipped++;
    } else {
        t->compared++;
        t->traces += o.classes.len;
        t->deadlocks += o.deadlocks;
        t->failures += o.failures;
        t->cancelled += o.cancelled && o.kept;
        compare_ends(&brute, &o, l, MAX_INTERLEAVINGS / 10, why);
        for (size_t i = 0; i < variants.len; i++)
            if (l->program.withdrawal <= explorer_find(variants.at[i].name)->withdrawal)
                compare_ends(&variants.at[i], &o, l, 4 * o.classes.len + 5000, why);
    }
    oracle_free(&o);
    litmus_free(l);
    return !why->len;
}

static bool check_random_ranks(uint64_t seed, struct totals *t)
{
    struct str text = {0}, why = {0};
    struct ranks_flavour f = random_flavour(seed);
    if (t->cancels) {
        flavour_cancels_sends(&f);
        f.messages = 2 + f.messages % 3;
    }
    bool good = true;
    random_ranks(seed, &f, &text);
    for (int mode = 0; mode < 4 && good; mode++) {
        bool zero = mode & 1, queues = mode & 2;
        good = check_ranks(&text, zero ? BUFFERING_ZERO : BUFFERING_INFINITE, queues, t,
                           &why);
        if (!good)
            printf("# seed %llu, buffering %s, semantics %s\n%s%s",
                   (unsigned long long)seed, zero ? "zero" : "infinite",
                   queues ? "mailbox" : "matching", str_text(&why), str_text(&text));
    }
    str_free(&text);
    str_free(&why);
    return good;
}

static bool check_random(uint64_t seed, struct totals *t)
{
    struct str text = {0}, why = {0};
    random_program(seed, &text);
    bool good = check("random.lit", &text, t, &why);
    if (!good)
        printf("# seed %llu\n%s%s", (unsigned long long)seed, str_text(&why),
               str_text(&text));
    str_free(&text);
    str_free(&why);
    return good;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"ranks", 0, 0, 'r'},    {"cancels", 0, 0, 'c'},
        {"windows", 0, 0, 'w'},  {"mixed", 0, 0, 'm'},
        {"programs", 1, 0, 'p'}, {"seconds", 1, 0, 't'},
        {"seed", 1, 0, 's'},     {0}};
    bool (*check_one)(uint64_t, struct totals *) = check_random;
    uint64_t programs = UINT64_MAX, seed = 1;
    time_t seconds = 1000000, start = time(NULL);
    struct totals t = {0};
    list_variants();
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'r':
            check_one = check_random_ranks;
            break;
        case 'c':
            t.cancels = true;
            break;
        case 'm':
            t.mixed = true;
            break;
        case 'w':
            check_one = check_random_windows;
            break;
        case 'p':
            programs = strtoull(optarg, NULL, 10);
            break;
        case 't':
            seconds = (time_t)strtoull(optarg, NULL, 10);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 10);
            break;
        default:
            fprintf(
                stderr,
                "usage: fuzz [--ranks [--cancels] | --windows [--mixed]] [--programs N] "
                "[--seconds N] [--seed N] [FILE...]\n");
            return 2;
        }
    uint64_t failed = 0;
    if (optind < argc && check_one == check_random_windows) {
        for (int i = optind; i < argc; i++)
            failed += !check_windows_file(argv[i], &t);
        programs = 0;
    }
    while (t.compared < programs && time(NULL) - start < seconds && !failed)
        failed += !check_one(seed++, &t);
    printf(
        "fuzz: %llu programs (and %llu too large for brute force), %llu traces, "
        "%llu deadlocked, %llu with a failed assertion, %llu programs whose cancels of "
        "sends can succeed and fail, %llu with races; last seed %llu\n",
        (unsigned long long)t.compared, (unsigned long long)t.skipped,
        (unsigned long long)t.traces, (unsigned long long)t.deadlocks,
        (unsigned long long)t.failures, (unsigned long long)t.cancelled,
        (unsigned long long)t.racy, (unsigned long long)seed - 1);
    return failed ? 1 : 0;
}
