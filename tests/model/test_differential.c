/* SPDX-License-Identifier: Apache-2.0
 *
 * test_differential.c - every search against brute force, on random models.
 *
 * For each model: the full search reaches exactly the states of the graph;
 * every other search reaches exactly its potentially halted states, and no
 * state outside it. With and without channel and depth bounds, with each
 * notion of urgency, with sleep sets, and on two threads. */
#include "model/search.h"
#include "oracle.h"
#include "random.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>

#define LIMIT 3000

struct seen {
    const struct model *m;
    struct texts halted;
    pthread_mutex_t lock;
};

static void note(void *arg, const struct global *s)
{
    struct seen *seen = arg;
    char *text = oracle_spell(seen->m, s);
    pthread_mutex_lock(&seen->lock);
    texts_add(&seen->halted, text);
    pthread_mutex_unlock(&seen->lock);
    free(text);
}

static struct search_result run(const struct model *m, struct model_options o,
                                struct texts *halted)
{
    struct seen seen = {.m = m, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct search_result r = {0};
    o.on_halted = note;
    o.arg = &seen;
    search_run(m, &o, &r);
    texts_sort(&seen.halted);
    *halted = seen.halted;
    return r;
}

static const char *describe(const struct model_options *o, uint64_t seed)
{
    static char text[160];
    snprintf(text, sizeof text,
             "seed %lu urgency %d sleep %d jobs %u bound %d depth %ld sync %d",
             (unsigned long)seed, (int)o->urgency, o->sleep, o->jobs, (int)o->bound,
             (long)o->depth, o->every_sync);
    return text;
}

/* Compares one search with the oracle; returns the states it explored. */
static uint64_t agrees(const struct model *m, struct model_options o,
                       const struct oracle *truth, uint64_t seed)
{
    struct texts halted;
    struct search_result r = run(m, o, &halted);
    cr_assert(texts_equal(&halted, &truth->halted), "%s: %zu halted, not %zu",
              describe(&o, seed), halted.len, truth->halted.len);
    cr_assert(r.states <= truth->states.len, "%s", describe(&o, seed));
    if (o.urgency == URGENCY_OFF && !o.sleep)
        cr_assert_eq(r.states, truth->states.len, "%s: %lu states, not %zu",
                     describe(&o, seed), (unsigned long)r.states, truth->states.len);
    uint64_t states = r.states;
    texts_free(&halted);
    search_result_free(&r);
    return states;
}

static void compare(uint64_t seed, struct random_shape shape, uint32_t bound,
                    uint64_t depth, unsigned *used)
{
    struct model *m = random_model(seed, shape);
    struct oracle truth;
    oracle_run(&truth, m, bound, depth, LIMIT);
    if (!truth.too_big) {
        struct model_options o;
        model_options_default(&o);
        o.bound = bound;
        o.depth = depth;
        ++*used;
        for (int u = URGENCY_OFF; u <= URGENCY_REACH; u++) {
            o.urgency = (enum urgency)u;
            o.every_sync = o.sleep = false;
            o.jobs = 1;
            uint64_t plain = agrees(m, o, &truth, seed);
            o.sleep = true;
            cr_assert(agrees(m, o, &truth, seed) <= plain, "%s", describe(&o, seed));
            o.every_sync = true;
            agrees(m, o, &truth, seed);
            o.sleep = false;
            agrees(m, o, &truth, seed);
            o.every_sync = false;
            if (depth == SEARCH_NO_DEPTH && seed % 4 == 0) {
                o.jobs = 2;
                cr_assert_eq(agrees(m, o, &truth, seed), plain, "%s", describe(&o, seed));
            }
        }
    }
    oracle_free(&truth);
    model_free(m);
}

static unsigned rounds(unsigned otherwise)
{
    const char *n = getenv("MODEL_ROUNDS");
    return n ? (unsigned)atoi(n) : otherwise;
}

Test(differential, channel_bounds)
{
    unsigned used = 0, n = rounds(2500);
    for (uint64_t seed = 0; seed < n; seed++)
        compare(seed, (struct random_shape){0}, (uint32_t)(seed % 4), SEARCH_NO_DEPTH,
                &used);
    cr_assert(used > n / 2, "%u of %u models were small enough", used, n);
}

Test(differential, depth_bounds)
{
    unsigned used = 0, n = rounds(1500);
    for (uint64_t seed = 0; seed < n; seed++)
        compare(1000000 + seed, (struct random_shape){0}, (uint32_t)(seed % 3),
                2 + seed % 11, &used);
    cr_assert(used > n / 2);
}

Test(differential, no_bounds)
{
    unsigned used = 0, n = rounds(1500);
    for (uint64_t seed = 0; seed < n; seed++)
        compare(2000000 + seed, (struct random_shape){.acyclic = true}, SEARCH_NO_BOUND,
                seed % 3 ? SEARCH_NO_DEPTH : 3 + seed % 9, &used);
    cr_assert(used > n / 2);
}

Test(differential, channels_to_oneself)
{
    unsigned used = 0, n = rounds(1000);
    for (uint64_t seed = 0; seed < n; seed++)
        compare(3000000 + seed, (struct random_shape){.selves = true},
                (uint32_t)(seed % 3), seed % 4 ? SEARCH_NO_DEPTH : 3 + seed % 9, &used);
    cr_assert(used > n / 2);
}

/* Corollary 3: for a stable property of a source-specific model it is enough
 * to look at synchronous executions, whatever the bound. */
Test(differential, source_specific_models)
{
    unsigned used = 0, violated = 0, n = rounds(2000);
    for (uint64_t seed = 0; seed < n; seed++) {
        struct random_shape shape = {.source_specific = true, .acyclic = seed % 2};
        struct model *m = random_model(4000000 + seed, shape);
        cr_assert(model_source_specific(m));
        struct property q = {0};
        property_add_deadlock_free(&q, m);
        cr_assert(property_stable(&q, m));
        struct model_options o;
        model_options_default(&o);
        o.property = &q;
        o.urgency = URGENCY_OFF;
        o.bound = shape.acyclic ? SEARCH_NO_BOUND : (uint32_t)(seed % 4);
        o.depth = seed % 5 == 0 ? 4 + seed % 9 : SEARCH_NO_DEPTH;
        struct search_result full = {0}, sync = {0};
        search_run(m, &o, &full);
        o.sync_only = true;
        o.urgency = URGENCY_PAPER;
        search_run(m, &o, &sync);
        cr_assert_eq(full.violations > 0, sync.violations > 0, "seed %lu",
                     (unsigned long)seed);
        cr_assert(!(full.verdict == MZ_FOUND && sync.verdict == MZ_OK));
        cr_assert_not(sync.cut_channel);
        violated += full.violations > 0;
        used++;
        search_result_free(&full);
        search_result_free(&sync);
        property_free(&q);
        model_free(m);
    }
    cr_assert(violated > used / 10 && violated < used);
}

/* A counterexample is a trace: each step is enabled, and the last state is
 * potentially halted and breaks the property. */
Test(differential, counterexamples_are_real)
{
    unsigned n = rounds(1500), found = 0;
    for (uint64_t seed = 0; seed < n; seed++) {
        struct model *m = random_model(5000000 + seed, (struct random_shape){0});
        struct property q = {0};
        property_add_deadlock_free(&q, m);
        struct model_options o;
        model_options_default(&o);
        o.property = &q;
        o.bound = (uint32_t)(seed % 3);
        o.urgency = (enum urgency)(seed % 4);
        o.sleep = seed % 5 == 0;
        o.depth = seed % 7 == 0 ? 20 : SEARCH_NO_DEPTH;
        o.jobs = seed % 11 == 0 ? 2 : 1;
        o.bitstate = seed % 13 == 0 ? 1 << 16 : 0;
        struct search_result r = {0};
        search_run(m, &o, &r);
        if (r.verdict == MZ_FOUND) {
            uint32_t cap[8] = {64, 64, 64, 64, 64, 64, 64, 64};
            struct layout l;
            struct global s;
            found++;
            layout_init(&l, m, cap);
            global_init(&s, &l);
            cr_assert(r.has_path);
            uint64_t length = 0;
            for (size_t i = 0; i < r.path.len; i++) {
                step_apply(m, &s, r.path.at[i]);
                length += r.path.at[i].recv == MODEL_NONE ? 1 : 2;
            }
            cr_assert(length <= o.depth);
            cr_assert(step_halted(m, &s));
            cr_assert_eq(property_broken(&q, m, &s), r.clause);
            global_free(&s);
            layout_free(&l);
        }
        search_result_free(&r);
        property_free(&q);
        model_free(m);
    }
    cr_assert(found > n / 10);
}
