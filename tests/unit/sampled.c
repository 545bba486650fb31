/* SPDX-License-Identifier: Apache-2.0
 *
 * sampled.c - what samples tell of the whole: does the interval contain the truth as
 * often as it says? */
#include "report/sampled.h"
#include "explore/sample/chance.h"
#include "explore/search/explorer.h"
#include "litmus/litmus.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define SEEDS 100

/* Of the intervals, so many contain the truth. They are to be 95 of 100; with as many
 * seeds as here, 88 or fewer would come up once in some hundred programs. */
#define ENOUGH 88

static bool contains(struct interval x, double truth)
{
    return x.low <= truth + 1e-9 && truth <= x.high + 1e-9;
}

static struct search_counts explore(struct litmus *l, const char *explorer, uint64_t seed,
                                    uint64_t runs)
{
    struct search s;
    search_init(&s, &l->program);
    s.options.seed = seed;
    s.options.bounds.executions = runs;
    s.options.pct_depth = 3;
    explorer_run(explorer_find(explorer), &s);
    struct search_counts c = search_counted(&s);
    search_free(&s);
    return c;
}

static struct litmus *program(const char *text)
{
    struct litmus *l;
    struct str why = {0};
    cr_assert(!litmus_parse("program", text, strlen(text), &l, &why), "%s",
              str_text(&why));
    l->program.buffering = BUFFERING_INFINITE;
    return l;
}

/* The number of outcomes, and how often the interval around its estimate contains it. */
static void check_random(const char *text, uint64_t runs)
{
    struct litmus *l = program(text);
    uint64_t all = explore(l, "match", 0, 0).executions;
    int right = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct search_counts c = explore(l, "random", seed, runs);
        cr_assert_eq(c.sampled.runs, runs);
        cr_assert_leq(c.traces, all);
        right += contains(sampled_outcomes(&c), log((double)all));
    }
    cr_assert_geq(right, ENOUGH, "%d of %d intervals contain %llu", right, SEEDS,
                  (unsigned long long)all);
    litmus_free(l);
}

Test(sampled, outcomes_that_are_equally_likely)
{
    check_random("semantics matching\nrank 0\n  repeat 6\n    recv any\n  end\n"
                 "rank 1..6\n  send 0\n",
                 100);
}

/* One first message leaves 120 orders, each of the others one. */
static const char unequal[] =
    "semantics matching\nrank 0\n  x = recv any\n  if x.source == 1\n"
    "    repeat 5\n      recv any\n    end\n  else\n    recv 1\n"
    "    y = 2\n    while y < 7\n      if x.source != y\n        recv y\n      end\n"
    "      y = y + 1\n    end\n  end\nrank 1..6\n  send 0\n";

Test(sampled, outcomes_of_which_few_are_likely)
{
    check_random(unequal, 300);
}

/* Who answers first gets the next task: the tree has branches of all lengths. */
static const char tasks[] =
    "semantics matching\nrank 0\n  send 1 value 1\n  send 2 value 1\n  send 3 value 1\n"
    "  repeat 4\n    x = recv any\n    send x.source value 1\n  end\n"
    "  repeat 3\n    x = recv any\n    send x.source\n  end\n"
    "rank 1..3\n  task = recv 0\n  while task\n    send 0\n    task = recv 0\n  end\n";

Test(sampled, outcomes_of_different_probabilities)
{
    check_random(tasks, 200);
}

Test(sampled, all_outcomes_were_seen)
{
    struct litmus *l = program("semantics matching\nrank 0\n  recv any\n  recv any\n"
                               "rank 1..2\n  send 0\n");
    struct search_counts c = explore(l, "random", 1, 50);
    struct interval x = sampled_outcomes(&c);
    cr_assert_float_eq(x.low, log(2), 1e-9);
    cr_assert_float_eq(x.high, log(2), 1e-9);
    cr_assert_float_eq(c.sampled.covered, 1, 1e-9);
    litmus_free(l);
}

Test(sampled, more_outcomes_than_a_number_has_digits)
{
    struct litmus *l = program("semantics matching\nrank 0\n  repeat 200\n    recv any\n"
                               "  end\nrank 1..200\n  send 0\n");
    double all = 0;
    for (int i = 2; i <= 200; i++)
        all += log(i);
    struct search_counts c = explore(l, "random", 1, 20);
    cr_assert(c.estimate.scale > 0);
    cr_assert(contains(sampled_outcomes(&c), all));
    cr_assert_float_eq(sampled_outcomes(&c).value, all, 0.01);
    litmus_free(l);
}

/* ---- without knowing probabilities: a population of outcomes ---- */

enum { KINDS = 300, DRAWS = 400 };

/* Draws by chance; returns what was counted, and the probability of what was not
 * drawn. The probability of kind i falls off with i; not if `fall` is 0. */
static struct search_counts draw(uint64_t seed, double fall, double *missing)
{
    uint32_t times[KINDS] = {0};
    double chance[KINDS], all = 0;
    struct search_counts c = {.sampled.runs = DRAWS};
    for (int i = 0; i < KINDS; i++)
        all += chance[i] = 1 / (1 + fall * i);
    for (int n = 0; n < DRAWS; n++) {
        double x = all * (double)(chance_next(&seed) >> 11) * 0x1p-53;
        int i = 0;
        while (i < KINDS - 1 && (x -= chance[i]) > 0)
            i++;
        times[i]++;
    }
    *missing = 0;
    for (int i = 0; i < KINDS; i++) {
        c.traces += times[i] > 0;
        c.sampled.once += times[i] == 1;
        c.sampled.twice += times[i] == 2;
        *missing += times[i] ? 0 : chance[i] / all;
    }
    return c;
}

Test(sampled, the_chance_of_something_new)
{
    static const double falls[] = {0, 0.01, 0.1, 1};
    for (size_t i = 0; i < 4; i++) {
        int right = 0;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            double missing;
            struct search_counts c = draw(seed * 77, falls[i], &missing);
            right += contains(sampled_new(&c), missing);
        }
        cr_assert_geq(right, ENOUGH, "%d with %f", right, falls[i]);
    }
}

Test(sampled, at_least_so_many)
{
    int right = 0, below = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double missing;
        struct search_counts c = draw(seed * 99, 0, &missing);
        right += contains(sampled_at_least(&c), log(KINDS));
        c = draw(seed * 99, 1, &missing);
        below += sampled_at_least(&c).low <= log(KINDS);
    }
    cr_assert_geq(right, ENOUGH, "%d", right);
    cr_assert_geq(below, ENOUGH, "%d", below);
}
