/* SPDX-License-Identifier: Apache-2.0
 *
 * Matching semantics by brute force: counts that are known, and what must hold between
 * the bufferings of any program. */
#include "litmus/litmus.h"
#include "support/oracle.h"
#include "support/ranks.h"

#include <criterion/criterion.h>
#include <glob.h>

enum { MAX_STATES = 300000 };

static struct litmus *parse(const struct str *text)
{
    struct litmus *l;
    struct str why = {0};
    cr_assert_eq(litmus_parse("t.lit", text->text, text->len, &l, &why), MZ_OK, "%s\n%s",
                 str_text(&why), text->text);
    return l;
}

/* The program must have so many outcomes, without deadlocks and failed assertions. */
static void expect_outcomes(struct str *text, uint64_t outcomes)
{
    struct litmus *l = parse(text);
    for (enum buffering b = BUFFERING_ANY; b <= BUFFERING_INFINITE; b++) {
        struct oracle o;
        oracle_run(&l->program, b, MAX_STATES, &o);
        cr_assert(o.complete);
        cr_assert_eq(o.classes.len, outcomes, "%zu outcomes, not %llu, of\n%s",
                     o.classes.len, (unsigned long long)outcomes, text->text);
        cr_assert_eq(o.deadlocks + o.failures + o.halted.len, 0);
        oracle_free(&o);
    }
    litmus_free(l);
    str_free(text);
}

static void add_senders(struct str *text, uint32_t n)
{
    str_addf(text, "rank 1..%u\n  send 0 value self\n", n);
}

static uint64_t factorial(uint64_t n)
{
    return n > 1 ? n * factorial(n - 1) : 1;
}

Test(oracle, one_wildcard_leaves_one_choice)
{
    for (uint32_t n = 2; n <= 4; n++) {
        struct str text = {0};
        str_addf(&text, "semantics matching\nrank 0\n  x = recv any\n");
        for (uint32_t i = 1; i <= n; i++)
            str_addf(&text, "  if x.source != %u\n    recv %u\n  end\n", i, i);
        add_senders(&text, n);
        expect_outcomes(&text, n);
    }
}

Test(oracle, wildcards_take_every_order)
{
    for (uint32_t n = 2; n <= 4; n++) {
        struct str text = {0};
        str_addf(&text, "semantics matching\nrank 0\n  repeat %u\n    recv any\n  end\n",
                 n);
        add_senders(&text, n);
        expect_outcomes(&text, factorial(n));
    }
}

Test(oracle, named_receives_leave_no_choice)
{
    for (uint32_t n = 2; n <= 4; n++) {
        struct str text = {0};
        str_addf(&text, "semantics matching\nrank 0\n");
        for (uint32_t i = 1; i <= n; i++)
            str_addf(&text, "  recv %u\n", i);
        add_senders(&text, n);
        expect_outcomes(&text, 1);
    }
}

static void master_and_workers(uint32_t workers, uint32_t tasks, uint64_t outcomes)
{
    struct str text = {0};
    str_addf(&text, "semantics matching\nrank 0\n");
    for (uint32_t i = 1; i <= workers; i++)
        str_addf(&text, "  send %u value 1\n", i);
    str_addf(&text,
             "  repeat %u\n    x = recv any\n    send x.source value 1\n  end\n"
             "  repeat %u\n    x = recv any\n    send x.source\n  end\n",
             tasks - workers, workers);
    str_addf(&text,
             "rank 1..%u\n  task = recv 0\n  while task\n    send 0\n"
             "    task = recv 0\n  end\n",
             workers);
    expect_outcomes(&text, outcomes);
}

Test(oracle, the_first_worker_that_answers_gets_the_next_task)
{
    master_and_workers(2, 2, 2);
    master_and_workers(2, 3, 4);
    master_and_workers(2, 5, 16);
    master_and_workers(3, 3, 6);
    master_and_workers(3, 4, 18);
    master_and_workers(3, 5, 54);
}

Test(oracle, a_posted_wildcard_takes_one_of_all)
{
    for (uint32_t n = 2; n <= 4; n++) {
        struct str text = {0};
        str_addf(&text,
                 "semantics matching\nrank 0\n  r = irecv any\n  local\n  wait r\n"
                 "rank 1..%u\n  isend 0\n",
                 n);
        expect_outcomes(&text, n);
    }
}

Test(oracle, a_ring_leaves_no_choice)
{
    for (uint32_t n = 2; n <= 5; n++) {
        struct str text = {0};
        str_addf(&text, "semantics matching\n");
        for (uint32_t i = 0; i < n; i++)
            str_addf(&text, "rank %u\n  s = isend %u\n  recv %u\n  wait s\n", i,
                     (i + 1) % n, (i + n - 1) % n);
        expect_outcomes(&text, 1);
    }
}

/* m receives, each from its own sender, and a line that waits for them. */
static void add_requests(struct str *text, uint32_t m, uint32_t times, const char *wait)
{
    str_addf(text, "semantics matching\nrank 0\n");
    for (uint32_t i = 1; i <= m; i++)
        str_addf(text, "  r%u = irecv %u\n", i, i);
    str_addf(text, "  repeat %u\n    i = %s", times, wait);
    for (uint32_t i = 1; i <= m; i++)
        str_addf(text, " r%u", i);
    str_addf(text, "\n  end\n");
    add_senders(text, m);
}

Test(oracle, waitany_drains_in_every_order)
{
    for (uint32_t m = 1; m <= 4; m++) {
        struct str text = {0};
        add_requests(&text, m, m, "waitany");
        expect_outcomes(&text, factorial(m));
    }
}

Test(oracle, waitsome_reports_every_set_but_the_empty_one)
{
    for (uint32_t m = 1; m <= 4; m++) {
        struct str text = {0};
        add_requests(&text, m, 1, "waitsome");
        expect_outcomes(&text, (1u << m) - 1);
    }
}

static void check_file(const char *file)
{
    struct litmus *l;
    struct str why = {0};
    cr_assert_eq(litmus_load(file, &l, &why), MZ_OK, "%s", str_text(&why));
    const struct expectation *e = &l->expect;
    cr_assert(e->has_traces, "%s says nothing about its outcomes", file);
    for (enum buffering b = BUFFERING_ZERO; b <= BUFFERING_INFINITE; b++) {
        struct oracle o;
        if (l->program.buffering != BUFFERING_ANY && l->program.buffering != b)
            continue;
        oracle_run(&l->program, b, MAX_STATES, &o);
        cr_assert(o.complete, "%s is too large", file);
        cr_assert_eq(o.classes.len, e->traces, "%s: %zu outcomes", file, o.classes.len);
        cr_assert(!e->has_deadlocks || o.deadlocks == e->deadlocks, "%s: %llu deadlocks",
                  file, (unsigned long long)o.deadlocks);
        cr_assert(!e->has_assertions || o.failures == e->assertions, "%s: %llu failures",
                  file, (unsigned long long)o.failures);
        oracle_free(&o);
    }
    litmus_free(l);
}

Test(oracle, litmus_files_say_what_is_true)
{
    glob_t g;
    cr_assert_eq(glob("tests/litmus/matching/*.lit", 0, NULL, &g), 0,
                 "run it from the folder that has tests/ in it");
    for (size_t i = 0; i < g.gl_pathc; i++)
        check_file(g.gl_pathv[i]);
    globfree(&g);
}

static bool same(const struct oracle *x, const struct oracle *y)
{
    bool good = x->classes.len == y->classes.len && x->halted.len == y->halted.len &&
                x->states == y->states;
    for (size_t i = 0; good && i < x->classes.len; i++)
        good = oracle_has_class(y, x->classes.at[i].name);
    return good;
}

/* With free buffering all is possible that is possible with none or with all; and the
 * oracle leaves the program as it was. */
static void check_bufferings(struct program *p, const char *text)
{
    struct oracle any, one, again;
    oracle_run(p, BUFFERING_ANY, MAX_STATES, &any);
    for (enum buffering b = BUFFERING_ZERO; any.complete && b <= BUFFERING_INFINITE;
         b++) {
        oracle_run(p, b, MAX_STATES, &one);
        oracle_run(p, b, MAX_STATES, &again);
        cr_assert(one.complete && one.classes.len, "%s", text);
        cr_assert(same(&one, &again), "not the same twice:\n%s", text);
        cr_assert_eq(one.halted.len > 0, one.deadlocks > 0);
        for (size_t i = 0; i < one.classes.len; i++)
            if (!one.classes.at[i].deadlock || b == BUFFERING_INFINITE)
                cr_assert(oracle_has_class(&any, one.classes.at[i].name), "%s", text);
        for (size_t i = 0; i < one.halted.len; i++)
            cr_assert(oracle_has_halted(&any, one.halted.at[i]), "%s", text);
        oracle_free(&one);
        oracle_free(&again);
    }
    oracle_free(&any);
}

Test(oracle, bufferings_of_random_programs)
{
    for (uint64_t seed = 0; seed < 150; seed++) {
        struct str text = {0};
        struct ranks_flavour f = random_flavour(seed);
        random_ranks(seed, &f, &text);
        struct litmus *l = parse(&text);
        check_bufferings(&l->program, text.text);
        litmus_free(l);
        str_free(&text);
    }
}
