/* SPDX-License-Identifier: Apache-2.0
 *
 * test_examples.c - the examples of the paper, with the figures it states. */
#include "model/file.h"
#include "model/search.h"

#include <criterion/criterion.h>

static struct model_file load(const char *name, int32_t n)
{
    struct model_file f;
    struct str path = {0}, why = {0};
    struct model_param p = {"n", n};
    str_addf(&path, "examples/model/%s.model", name);
    enum mz_err err = model_load(&f, str_text(&path), &p, n ? 1 : 0, &why);
    cr_assert_eq(err, MZ_OK, "%s", str_text(&why));
    str_free(&path);
    str_free(&why);
    return f;
}

static struct search_result explore(const char *name, int32_t n, enum urgency u,
                                    uint32_t bound)
{
    struct model_file f = load(name, n);
    struct model_options o;
    struct search_result r = {0};
    model_options_default(&o);
    o.property = &f.property;
    o.urgency = u;
    o.bound = bound;
    search_run(f.model, &o, &r);
    model_file_free(&f);
    search_result_free(&r);
    return r;
}

Test(examples, client_server_has_n_plus_1_states_and_2n_transitions)
{
    for (int32_t n = 1; n <= 201; n += 40)
        for (int u = URGENCY_PAPER; u <= URGENCY_REACH; u++)
            for (uint32_t v = 0; v < 5; v++) {
                struct search_result r = explore("client-server", n, (enum urgency)u,
                                                 v < 4 ? v : SEARCH_NO_BOUND);
                cr_assert_eq(r.states, (uint64_t)n + 1);
                cr_assert_eq(r.transitions, 2 * (uint64_t)n);
                cr_assert_eq(r.verdict, MZ_OK);
            }
}

Test(examples, producer_consumer_has_n_plus_1_states)
{
    for (int32_t n = 1; n <= 200; n += 33)
        for (uint32_t v = 0; v < 5; v++) {
            struct search_result r = explore("producer-consumer", n, URGENCY_PAPER,
                                             v < 4 ? v : SEARCH_NO_BOUND);
            cr_assert_eq(r.states, (uint64_t)n + 1);
            cr_assert_eq(r.verdict, MZ_OK);
        }
    cr_assert_eq(explore("producer-consumer", 5, URGENCY_OFF, 0).states, 6);
}

Test(examples, chansize_deadlocker_needs_n_messages)
{
    for (int32_t n = 1; n < 12; n++) {
        uint64_t full = 0;
        for (int u = URGENCY_OFF; u <= URGENCY_REACH; u++) {
            struct search_result few =
                explore("chansize-deadlocker", n, (enum urgency)u, (uint32_t)n - 1);
            cr_assert_eq(few.violations, 0);
            cr_assert_eq(few.verdict, MZ_INCOMPLETE); /* a send was refused */
            full = u == URGENCY_OFF ? few.states : full;
            cr_assert(few.states <= full);
            cr_assert_eq(
                explore("chansize-deadlocker", n, (enum urgency)u, (uint32_t)n).verdict,
                MZ_FOUND);
            cr_assert_eq(
                explore("chansize-deadlocker", n, (enum urgency)u, SEARCH_NO_BOUND)
                    .verdict,
                MZ_FOUND);
        }
    }
}

Test(examples, exchanges_are_linear)
{
    for (int32_t n = 3; n < 200; n += 49) {
        cr_assert_eq(explore("exchange-alternate", n, URGENCY_PAPER, 2).states,
                     3 * (uint64_t)n + 1);
        cr_assert_eq(explore("exchange-sendrecv", n, URGENCY_PAPER, 2).states,
                     3 * (uint64_t)n - 1);
    }
}

Test(examples, urgent_is_never_larger_than_full)
{
    static const struct {
        const char *name;
        int32_t n;
    } all[] = {
        {"client-server", 6},
        {"producer-consumer", 4},
        {"master-producer-consumer", 3},
        {"exchange-alternate", 5},
        {"exchange-sendrecv", 5},
        {"master-slave", 4},
        {"monte-carlo", 4},
        {"chansize-deadlocker", 5},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (uint32_t v = 0; v < 3; v++) {
            struct search_result full = explore(all[i].name, all[i].n, URGENCY_OFF, v);
            for (int u = URGENCY_PAPER; u <= URGENCY_REACH; u++) {
                struct search_result r =
                    explore(all[i].name, all[i].n, (enum urgency)u, v);
                cr_assert(r.states <= full.states, "%s", all[i].name);
                cr_assert_eq(r.violations, full.violations);
            }
        }
}

Test(examples, synchronous_executions_miss_the_deadlock_of_three_processes)
{
    cr_assert_eq(explore("three-processes", 0, URGENCY_OFF, 0).violations, 0);
    for (int u = URGENCY_OFF; u <= URGENCY_REACH; u++) {
        struct search_result r = explore("three-processes", 0, (enum urgency)u, 1);
        cr_assert_eq(r.verdict, MZ_FOUND);
    }
}

Test(examples, sends_are_not_urgent_in_two_processes)
{
    for (int u = URGENCY_OFF; u <= URGENCY_REACH; u++)
        for (uint32_t v = 0; v < 3; v++)
            cr_assert_eq(explore("two-processes", 0, (enum urgency)u, v).verdict,
                         MZ_FOUND);
}

/* A state found over a synchronous step (two) and again over a simple one must
 * be expanded at the smaller depth. */
Test(levels, the_shortest_way_counts)
{
    static const char *const orders[] = {"local slow goto a local fast goto c",
                                         "local fast goto c local slow goto a"};
    for (int i = 0; i < 2; i++) {
        struct str text = {0}, why = {0};
        struct model_file f;
        str_addf(&text,
                 "channel x from p to q\n"
                 "process p state s %s\n"
                 " state c local on goto e\n"
                 " state a send x goto e\n"
                 " state e local last goto f state f final\n"
                 "process q state s local l goto r local m goto t\n"
                 " state r receive x goto t\n"
                 " state t final\n"
                 "check when halted !(p at f && q at t)\n",
                 orders[i]);
        cr_assert_eq(model_parse(&f, "t", str_text(&text), NULL, 0, &why), MZ_OK, "%s",
                     str_text(&why));
        struct model_options o;
        model_options_default(&o);
        o.property = &f.property;
        o.urgency = URGENCY_OFF;
        for (uint64_t depth = 0; depth < 8; depth++) {
            struct search_result r = {0};
            o.depth = depth;
            search_run(f.model, &o, &r);
            cr_assert_eq(r.violations, depth >= 4, "depth %lu", (unsigned long)depth);
            cr_assert_eq(r.verdict, depth >= 4 ? MZ_FOUND : MZ_INCOMPLETE);
            search_result_free(&r);
        }
        model_file_free(&f);
        str_free(&text);
        str_free(&why);
    }
}

/* Figure 2 of the paper, word for word: a depth-first search that remembers
 * states but not the depth at which it met them. */
struct literal {
    const struct model *m;
    uint64_t most;
    uint32_t seen[16], count; /* one process: its local state is the state */
    bool violated;
};

static void literal_search(struct literal *l, uint32_t u, uint64_t depth)
{
    if (depth > l->most)
        return;
    l->seen[l->count++] = u;
    l->violated |= l->m->state[u].kind == MODEL_FINAL;
    for (uint32_t t = l->m->state[u].first;
         t < l->m->state[u].first + l->m->state[u].count; t++) {
        bool known = false;
        for (uint32_t i = 0; i < l->count; i++)
            known |= l->seen[i] == l->m->trans[t].dst;
        if (!known)
            literal_search(l, l->m->trans[t].dst, depth + 1);
    }
}

Test(levels, figure_2_is_incomplete_under_a_depth_bound)
{
    const char *text = "process p\n"
                       "  state s local long goto a local short goto b\n"
                       "  state a local on goto b\n"
                       "  state b local on goto c\n"
                       "  state c local on goto d\n"
                       "  state d final\n"
                       "check never halts\n";
    struct model_file f;
    struct str why = {0};
    cr_assert_eq(model_parse(&f, "t", text, NULL, 0, &why), MZ_OK, "%s", str_text(&why));
    struct literal l = {.m = f.model, .most = 3};
    literal_search(&l, 0, 0);
    cr_assert_not(l.violated); /* it meets b at depth 2 first, and c at the bound */
    struct model_options o;
    struct search_result r = {0};
    model_options_default(&o);
    o.property = &f.property;
    o.depth = 3;
    search_run(f.model, &o, &r);
    cr_assert_eq(r.verdict, MZ_FOUND);
    cr_assert_eq(r.path.len, 3);
    search_result_free(&r);
    model_file_free(&f);
    str_free(&why);
}

Test(memory, a_cap_ends_the_search_cleanly)
{
    struct model_file f = load("client-server", 12);
    struct model_options o;
    model_options_default(&o);
    o.property = &f.property;
    o.urgency = URGENCY_OFF;
    for (int way = 0; way < 3; way++) {
        struct search_result r = {0};
        o.memory = 2 << 20;
        o.jobs = way == 1 ? 2 : 1;
        o.sleep = way == 2;
        search_run(f.model, &o, &r);
        cr_assert_eq(r.verdict, MZ_INCOMPLETE);
        cr_assert(r.cut_memory);
        cr_assert(r.states > 1000);
        cr_assert(r.bytes < 4 << 20, "%zu", r.bytes);
        search_result_free(&r);
    }
    model_file_free(&f);
}

Test(bitstate, never_verifies)
{
    struct model_file f = load("client-server", 6);
    struct model_options o;
    struct search_result r = {0};
    model_options_default(&o);
    o.property = &f.property;
    o.urgency = URGENCY_OFF;
    o.bound = 2;
    o.bitstate = 1 << 20;
    search_run(f.model, &o, &r);
    cr_assert_eq(r.states, 2187);
    cr_assert_eq(r.verdict, MZ_INCOMPLETE);
    cr_assert(r.lossy);
    search_result_free(&r);
    model_file_free(&f);
}
