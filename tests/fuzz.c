/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.c - every explorer against brute force, on random programs.
 *
 *     fuzz [--programs N] [--seconds N] [--seed N] [--file F.lit ...]
 *
 * `exhaustive` walks through every interleaving; each other explorer must find
 * exactly the same traces, deadlocks and failed assertions, and the optimal ones
 * none twice. All interleavings of a trace must lead to one and the same state.
 * A disagreement prints the program as a litmus file and ends with exit 1. */
#include "explore/explorer.h"
#include "litmus/litmus.h"
#include "support/judge.h"
#include "support/random.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MAX_INTERLEAVINGS 20000

struct variant {
    const char *name;
    bool sleep;
    uint32_t k;
};

/* Every explorer, and those of its options that change how it walks. */
static const struct variant variants[] = {
    {"dpor", true, 0},  {"dpor", false, 0}, {"sdpor", true, 0}, {"odpor", true, 0},
    {"udpor", true, 0}, {"udpor", true, 1}, {"udpor", true, 2},
};

struct totals {
    uint64_t compared, skipped, traces, deadlocks, failures, redundant;
};

static void run(struct litmus *l, const struct variant *v, uint64_t limit,
                struct sightings *r, struct search *s)
{
    search_init(s, &l->program);
    s->sleep = v->sleep;
    s->k = v->k;
    s->bounds.executions = limit;
    s->st->hashing = true;
    s->on_execution = judge_remember;
    s->context = r;
    explorer_run(explorer_find(v->name), s);
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
        str_addf(why, "# %s: two executions of one trace differ\n", v->name);
    if (common != judge->at.len || common != mine.at.len)
        str_addf(why, "# %s%s: %zu traces, of which %zu are right; brute force has %zu\n",
                 v->name, v->sleep ? "" : " --sleep off", mine.at.len, common,
                 judge->at.len);
    if (duplicates + s.redundant && optimal)
        str_addf(why, "# %s: %zu traces twice, %llu redundant\n", v->name, duplicates,
                 (unsigned long long)s.redundant);
    if (duplicates && v->sleep && !v->k)
        str_addf(why, "# %s: %zu traces twice in spite of sleep sets\n", v->name,
                 duplicates);
    t->redundant += s.redundant;
    search_free(&s);
    vec_free(&mine.at);
}

/* False, with the reason, if some explorer disagrees with brute force. */
static bool check(const char *name, const struct str *text, struct totals *t,
                  struct str *why)
{
    static const struct variant brute = {"exhaustive", true, 0};
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
        t->deadlocks += s.deadlocks;
        t->failures += s.failures;
        for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
            compare(&variants[i], &judge, l, t, why);
        good = !why->len;
    }
    search_free(&s);
    vec_free(&judge.at);
    litmus_free(l);
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
        {"programs", 1, 0, 'p'}, {"seconds", 1, 0, 't'}, {"seed", 1, 0, 's'}, {0}};
    uint64_t programs = UINT64_MAX, seed = 1;
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
        default:
            fprintf(stderr, "usage: fuzz [--programs N] [--seconds N] [--seed N]\n");
            return 2;
        }
    uint64_t failed = 0;
    while (t.compared < programs && time(NULL) - start < seconds && !failed)
        failed += !check_random(seed++, &t);
    printf("fuzz: %llu programs (and %llu too large for brute force), %llu traces, "
           "%llu deadlocked, %llu with a failed assertion; last seed %llu\n",
           (unsigned long long)t.compared, (unsigned long long)t.skipped,
           (unsigned long long)t.traces, (unsigned long long)t.deadlocks,
           (unsigned long long)t.failures, (unsigned long long)seed - 1);
    return failed ? 1 : 0;
}
