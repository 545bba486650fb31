/* SPDX-License-Identifier: Apache-2.0
 *
 * Executions: what is done can be undone, clocks are what the dependency relation
 * says, and a trace's digest does not depend on the interleaving. */
#include "explore/search/explorer.h"
#include "kernel/clock.h"
#include "kernel/depend.h"
#include "kernel/mutex.h"
#include "kernel/place.h"
#include "kernel/schedule.h"
#include "kernel/matching.h"
#include "litmus/litmus.h"
#include "judge/steps.h"
#include "support/random.h"
#include "support/ranks.h"

#include <criterion/criterion.h>
#include <string.h>

static struct litmus *program(const char *text)
{
    struct litmus *l;
    struct str why = {0};
    cr_assert_eq(litmus_parse("test.lit", text, strlen(text), &l, &why), MZ_OK, "%s",
                 str_text(&why));
    return l;
}

/* Every third one has ranks. */
static struct litmus *random_litmus(uint64_t seed)
{
    struct str text = {0};
    struct ranks_flavour f = random_flavour(seed);
    if (seed % 3)
        random_program(seed, &text);
    else
        random_ranks(seed, &f, &text);
    struct litmus *l = program(str_text(&text));
    if (l->program.matching)
        l->program.buffering = seed % 2 ? BUFFERING_ZERO : BUFFERING_INFINITE;
    str_free(&text);
    return l;
}

/* One random step; false if there is none. */
static bool step(struct rng *rng, struct state *st)
{
    outcomes_vec out = {0};
    uint32_t start = rng_below(rng, st->nactors);
    bool moved = false;
    for (uint32_t i = 0; i < st->nactors && !moved; i++) {
        uint32_t a = (start + i) % st->nactors;
        out.len = 0;
        state_outcomes(st, a, &out);
        moved = out.len;
        if (moved)
            state_push(st, a, out.at[rng_below(rng, (uint32_t)out.len)]);
    }
    vec_free(&out);
    return moved;
}

static bool equal(struct digest a, struct digest b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

Test(state, what_is_done_can_be_undone)
{
    struct rng rng = {7};
    for (uint64_t seed = 1; seed <= 750; seed++) {
        struct litmus *l = random_litmus(seed);
        struct state *st = state_new(&l->program);
        VEC(struct digest) before = {0};
        st->hashing = true;
        do
            vec_push(&before, state_digest(st));
        while (step(&rng, st));
        struct digest end = state_digest(st), trace = st->trace;
        struct str schedule = {0}, why = {0};
        schedule_print(st, NULL, &schedule);
        while (st->events.len) {
            cr_assert(equal(state_digest(st), before.at[st->events.len]));
            state_pop(st);
        }
        cr_assert(equal(state_digest(st), before.at[0]));
        cr_assert(equal(st->trace, (struct digest){0}));
        cr_assert_eq(schedule_follow(st, str_text(&schedule), &why), MZ_OK, "%s",
                     str_text(&why));
        cr_assert(equal(state_digest(st), end), "a schedule leads to the same state");
        cr_assert(equal(st->trace, trace));
        vec_free(&before);
        str_free(&why);
        str_free(&schedule);
        state_free(st);
        litmus_free(l);
    }
}

/* Happens-before, by asking about every pair of events. */
static void closure(const struct state *st, bool *before)
{
    size_t n = st->events.len;
    for (size_t j = 0; j < n; j++) {
        before[j * n + j] = true;
        for (size_t i = 0; i < j; i++)
            if (dep_between(&st->events.at[i].act, &st->events.at[j].act))
                for (size_t k = 0; k <= i; k++)
                    before[k * n + j] |= before[k * n + i];
    }
}

/* Half of the programs with ranks get their clocks late: some at the end, others when
 * somebody asks on the way, and goes back a step then. */
Test(state, clocks_are_the_closure_of_dependence)
{
    struct rng rng = {8};
    for (uint64_t seed = 1; seed <= 4500; seed++) {
        struct litmus *l = random_litmus(seed);
        struct state *st = state_new(&l->program);
        bool late = st->late = l->program.matching && seed % 2, asks = seed % 4 == 1;
        while (step(&rng, st))
            if (late && asks && !rng_below(&rng, 10)) {
                cr_assert(state_before(st, 0, 0));
                cr_assert_eq(st->clocks.n, st->events.len);
                cr_assert(!st->late);
                state_pop(st);
            }
        cr_assert(!st->late || !st->clocks.n);
        size_t n = st->events.len;
        bool *before = mem_alloc(n * n + 1);
        closure(st, before);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = i; j < n; j++)
                if (state_before(st, i, j) != before[i * n + j])
                    cr_assert_fail("seed %llu: events %u and %u",
                                   (unsigned long long)seed, i, j);
        free(before);
        state_free(st);
        litmus_free(l);
    }
}

/* Executing a random linearization of the same trace gives the same trace. */
/* What must come before is on a lower level, and so is what a rank did before; every
 * level has a reason, unless it is that of a collective. */
Test(steps, levels_follow_from_what_must_come_before)
{
    struct rng rng = {13};
    uint32_t collectives = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct litmus *l = random_litmus(seed);
        struct state *st = state_new(&l->program);
        while (step(&rng, st))
            ;
        uint32_t *level = steps_levels(st, 0);
        for (uint32_t i = 0; i < st->events.len; i++) {
            const struct event *e = &st->events.at[i];
            uint32_t highest = 0;
            for (uint32_t k = 0; k < i; k++) {
                bool rank = matching_rank(st, st->events.at[k].act.actor) ==
                            matching_rank(st, e->act.actor);
                if (!rank && !state_before(st, k, i))
                    continue;
                cr_assert_lt(level[k], level[i], "program %llu, events %u and %u",
                             (unsigned long long)seed, k, i);
                highest = level[k] + 1 > highest ? level[k] + 1 : highest;
            }
            collectives += e->op.kind == OP_ARRIVE;
            cr_assert(e->op.kind == OP_ARRIVE || level[i] == highest);
        }
        free(level);
        state_free(st);
        litmus_free(l);
    }
    cr_assert_gt(collectives, 100);
}

Test(state, a_trace_does_not_depend_on_the_interleaving)
{
    struct rng rng = {9};
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct litmus *l = random_litmus(seed);
        struct state *st = state_new(&l->program);
        st->hashing = true;
        while (step(&rng, st))
            continue;
        uint32_t n = (uint32_t)st->events.len;
        struct digest trace = st->trace, end = state_digest(st);
        bool *done = mem_alloc(n + 1);
        steps_vec order = {0};
        while (order.len < n) {
            uint32_t e = rng_below(&rng, n);
            bool ready = !done[e];
            for (uint32_t i = 0; i < n && ready; i++)
                ready = done[i] || i == e || !state_before(st, i, e);
            if (!ready)
                continue;
            done[e] = true;
            vec_push(&order, (struct step){st->events.at[e].act.actor,
                                           st->events.at[e].act.outcome});
        }
        while (st->events.len)
            state_pop(st);
        for (size_t i = 0; i < order.len; i++)
            state_push(st, order.at[i].actor, order.at[i].outcome);
        cr_assert(equal(st->trace, trace), "seed %llu", (unsigned long long)seed);
        cr_assert(equal(state_digest(st), end), "seed %llu", (unsigned long long)seed);
        vec_free(&order);
        free(done);
        state_free(st);
        litmus_free(l);
    }
}

static size_t outcomes_of(struct state *st, uint32_t actor)
{
    outcomes_vec out = {0};
    state_outcomes(st, actor, &out);
    size_t n = out.len;
    vec_free(&out);
    return n;
}

Test(place, a_wait_on_two_may_report_either_if_their_pairings_are_concurrent)
{
    struct litmus *l = program("actor A\n a = recv x\n b = recv y\n wait a b\n"
                               "actor B\n send x\nactor C\n send y\n");
    struct state *st = state_new(&l->program);
    struct str why = {0};
    cr_assert_eq(schedule_follow(st, "A A", &why), MZ_OK);
    cr_assert_eq(outcomes_of(st, 0), 0);
    cr_assert_eq(schedule_follow(st, "B", &why), MZ_OK);
    cr_assert_eq(outcomes_of(st, 0), 1);
    cr_assert_eq(schedule_follow(st, "C", &why), MZ_OK);
    cr_assert_eq(outcomes_of(st, 0), 2);
    state_free(st);
    litmus_free(l);
}

Test(place, a_wait_on_two_reports_the_first_if_their_pairings_are_ordered)
{
    struct litmus *l = program("actor A\n b = recv y\n a = recv x\n wait a b\n"
                               "actor B\n send y\n send x\n");
    struct state *st = state_new(&l->program);
    struct str why = {0};
    outcomes_vec out = {0};
    cr_assert_eq(schedule_follow(st, "A A B B", &why), MZ_OK);
    state_outcomes(st, 0, &out);
    cr_assert_eq(out.len, 1);
    cr_assert_eq(out.at[0], 1, "y was paired first in every order");
    vec_free(&out);
    state_free(st);
    litmus_free(l);
}

Test(place, the_owner_in_a_cut_is_who_would_own_had_only_that_happened)
{
    struct litmus *l = program("actor A\n l = lock M\n unlock M\nactor B\n l = lock M\n");
    struct state *st = state_new(&l->program);
    struct str why = {0};
    cr_assert_eq(schedule_follow(st, "A B A", &why), MZ_OK);
    uint32_t none[2] = {0, 0}, first[2] = {1, 0}, both[2] = {1, 1}, left[2] = {2, 1};
    cr_assert_eq(mutex_owner(st, 0, none), NO_EVENT);
    cr_assert_eq(mutex_owner(st, 0, first), 0);
    cr_assert_eq(mutex_owner(st, 0, both), 0);
    cr_assert_eq(mutex_owner(st, 0, left), 1);
    cr_assert_eq(mutex_owner(st, 0, NULL), 1);
    state_free(st);
    litmus_free(l);
}

Test(schedule, says_what_is_wrong_with_it)
{
    static const struct {
        const char *schedule, *complaint;
    } bad[] = {{"A Z", "there is no actor 'Z'"},
               {"A A A", "A cannot move here"},
               {"B A B", "B cannot move here"},
               {"B:9", "B cannot have outcome 9"}};
    struct litmus *l = program("actor A\n r = recv x\n wait r\nactor B\n x = choose 2\n");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct state *st = state_new(&l->program);
        struct str why = {0};
        cr_assert_eq(schedule_follow(st, bad[i].schedule, &why), MZ_USAGE);
        cr_assert(strstr(str_text(&why), bad[i].complaint), "%s", str_text(&why));
        str_free(&why);
        state_free(st);
    }
    litmus_free(l);
}
