/* SPDX-License-Identifier: Apache-2.0
 *
 * Attempts: the table of reasons, the loop that goes by it, and what plans learn. */
#include "check/attempts.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A subject that only tells how its attempts end, one after the other. */
struct script {
    struct attempt ends[8];
    struct plan seen[8]; /* the plan of each attempt */
    uint32_t n, kept;
    struct attempt settled;
};

static enum mz_err explore(struct check *c, struct attempt *a, struct str *why)
{
    struct script *s = c->owner;
    (void)why;
    cr_assert(s->n < 8);
    s->seen[s->n] = *c->plan;
    *a = s->ends[s->n++];
    return MZ_OK;
}

static void keep(struct check *c, struct attempt *a)
{
    ((struct script *)c->owner)->kept++;
    a->kept = true;
}

static void settle(struct check *c, const struct attempt *a)
{
    ((struct script *)c->owner)->settled = *a;
}

static struct plan plan;

/* Makes the attempts of the script; `why` is what is told. */
static enum mz_err play(struct script *s, struct str *why, struct str *needs)
{
    struct check c = {
        .plan = &plan, .explore = explore, .keep = keep, .settle = settle, .owner = s};
    enum mz_err err = check_run(&c, why);
    if (needs)
        *needs = c.needs;
    else
        str_free(&c.needs);
    return err;
}

static struct attempt ended(enum stop_reason stopped, uint64_t executions)
{
    struct attempt a = {.alone = true, .good = !stopped && executions};
    a.counts.stopped = stopped;
    a.counts.executions = executions;
    return a;
}

static struct attempt says(enum attempt_reason r)
{
    return (struct attempt){.reasons = attempt_bit(r)};
}

static void begin(void)
{
    memset(&plan, 0, sizeof plan);
    strcpy(plan.asked.search.algorithm, "match");
    plan.asked.search.buffering = BUFFERING_ANY;
}

Test(attempts, one_is_enough_without_a_reason, .init = begin)
{
    struct script s = {.ends = {ended(STOP_NO, 5)}};
    struct str why = {0};
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 1 && !s.kept);
    cr_assert(s.settled.counts.executions == 5);
}

Test(attempts, what_the_agent_says_replaces_the_outcome, .init = begin)
{
    struct script s = {
        .ends = {says(ATTEMPT_LIBRARY), says(ATTEMPT_CLOCK), ended(STOP_NO, 5)}};
    struct str why = {0};
    s.ends[1].counts.executions = 77;
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 3);
    cr_assert(s.settled.counts.executions == 5);
}

Test(attempts, a_reason_does_not_come_more_often_than_the_table_says, .init = begin)
{
    struct script s = {.ends = {says(ATTEMPT_INPUT), says(ATTEMPT_INPUT)}};
    struct str why = {0};
    cr_assert(play(&s, &why, NULL) == MZ_UNSUPPORTED && s.n == 2);
    cr_assert(strstr(str_text(&why), attempt_text(ATTEMPT_INPUT)));
    str_free(&why);
}

Test(attempts, no_outcome_in_time_shows_one_execution, .init = begin)
{
    struct script s = {.ends = {ended(STOP_TIME, 0), ended(STOP_EXECUTIONS, 1)}};
    struct str why = {0};
    plan.phase.leaves_time = 1;
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 2 && s.kept == 1);
    cr_assert(!plan_options(&s.seen[0]).once && plan_options(&s.seen[1]).once);
    cr_assert(plan_images(&s.seen[1]) == IMAGES_ROOT && !plan_options(&plan).once);
    cr_assert(s.settled.counts.stopped == STOP_TIME && s.settled.kept);
    cr_assert(s.settled.counts.executions == 1);
}

Test(attempts, who_asks_for_an_end_gets_no_other_attempt, .init = begin)
{
    struct script s = {.ends = {ended(STOP_TIME, 0)}};
    struct str why = {0};
    plan.phase.leaves_time = 1;
    s.ends[0].asked_to_end = true;
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 1);
}

Test(attempts, one_execution_that_needs_too_much_memory, .init = begin)
{
    struct script s = {.ends = {ended(STOP_MEMORY, 0), ended(STOP_EXECUTIONS, 1)}};
    struct str why = {0}, needs = {0};
    plan.asked.memory_cap = 1 << 20;
    s.ends[1].counts.transitions = 10000;
    cr_assert(play(&s, &why, &needs) == MZ_OK && s.n == 2);
    cr_assert(s.settled.counts.stopped == STOP_MEMORY);
    cr_assert_str_eq(str_text(&needs),
                     "--memory: one execution alone needs more than 1 MB "
                     "(--memory 13M should be enough)");
    str_free(&needs);
}

Test(attempts, another_machine_leaves_the_memory_as_it_is, .init = begin)
{
    struct script s = {.ends = {ended(STOP_MEMORY, 0)}};
    struct str why = {0};
    s.ends[0].alone = false;
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 1);
}

Test(attempts, a_trespasser_is_guarded_against_once, .init = begin)
{
    struct script s = {.ends = {ended(STOP_NO, 3), ended(STOP_NO, 4)}};
    struct str why = {0};
    s.ends[0].trespassed = s.ends[1].trespassed = true;
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 2);
    cr_assert(!s.seen[0].learned.guard && s.seen[1].learned.guard);
    cr_assert(s.settled.counts.executions == 4);
}

/* The explorer was replaced by one that knows one buffering at a time. */
static void begin_each(void)
{
    begin();
    plan.asked.search.may_choose = true;
    plan.learned.need = (struct explorer_need){.matching = true, .windows = true};
    cr_assert(plan_options(&plan).each_buffering);
}

Test(attempts, both_bufferings_one_after_the_other, .init = begin_each)
{
    struct script s = {.ends = {ended(STOP_NO, 9), ended(STOP_NO, 4)}};
    struct str why = {0};
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 2);
    cr_assert(plan_options(&s.seen[0]).buffering == BUFFERING_INFINITE);
    cr_assert(plan_options(&s.seen[1]).buffering == BUFFERING_ZERO);
    cr_assert(s.settled.counts.executions == 9 && plan_options(&plan).each_buffering);
}

Test(attempts, the_second_buffering_is_not_complete, .init = begin_each)
{
    struct script s = {.ends = {ended(STOP_NO, 9), ended(STOP_TIME, 4)}};
    struct str why = {0};
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 2);
    cr_assert(s.settled.counts.executions == 9);
    cr_assert(s.settled.counts.stopped == STOP_TIME);
    cr_assert(!plan_options(&plan).each_buffering);
}

Test(attempts, what_was_found_with_one_buffering_is_all, .init = begin_each)
{
    struct script s = {.ends = {ended(STOP_NO, 9)}};
    struct str why = {0};
    s.ends[0].good = false;
    s.ends[0].found = true;
    cr_assert(play(&s, &why, NULL) == MZ_OK && s.n == 1);
    cr_assert(!plan_options(&plan).each_buffering);
}

/* ---- learning ---- */

Test(plan, learns_in_either_order)
{
    struct plan a = {0}, b = {0};
    struct plan_learned x = {.timed = 1, .nlibraries = 1, .slots = 40, .nshort = 1},
                        y = {.trials = 1, .nlibraries = 2, .slots = 20, .nshort = 1};
    strcpy(x.library[0], "/a.so");
    strcpy(y.library[0], "/b.so");
    strcpy(y.library[1], "/a.so");
    x.shortest[0] = (struct plan_short){0x10, 8};
    y.shortest[0] = (struct plan_short){0x10, 4};
    x.need.windows = true;
    y.need.withdrawal = WITHDRAWAL_RECEIVES;
    cr_assert(plan_learn(&a, &x) && plan_learn(&a, &y));
    cr_assert(plan_learn(&b, &y) && plan_learn(&b, &x));
    cr_assert(!plan_learn(&a, &x) && !plan_learn(&a, &y) && !plan_learn(&a, &b.learned));
    cr_assert(!plan_learn(&b, &a.learned));
    cr_assert(a.learned.nlibraries == 2 && a.learned.slots == 40 &&
              a.learned.shortest[0].bytes == 4 && a.learned.nshort == 1);
}

Test(plan, copes_only_if_it_may_choose)
{
    struct plan p = {0};
    struct explorer_need need = {.matching = true, .windows = true};
    strcpy(p.asked.search.algorithm, "match");
    cr_assert(!plan_can_cope(&p, &need));
    p.asked.search.may_choose = true;
    cr_assert(plan_can_cope(&p, &need));
    p.learned.need = need; /* known already: another attempt would be the same */
    cr_assert(!plan_can_cope(&p, &need));
}

Test(plan, is_shared_byte_by_byte)
{
    struct plan p = {0}, q = {0};
    struct plan_shared a, b;
    memset(&a, 1, sizeof a);
    memset(&b, 2, sizeof b);
    p.learned.timed = 1;
    p.phase.waits = 1;
    strcpy(p.asked.search.algorithm, "sdpor");
    plan_share(&p, 7, &a);
    plan_take(&q, &a);
    plan_share(&q, 7, &b);
    cr_assert(!memcmp(&a, &b, sizeof a) && q.learned.timed && q.phase.waits);
}
