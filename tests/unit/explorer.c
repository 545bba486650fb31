/* SPDX-License-Identifier: Apache-2.0
 *
 * explorer.c - which explorer is taken for which program. */
#include "explore/search/explorer.h"
#include "explore/search/search.h"
#include "litmus/litmus.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *chosen(struct explorer_need need)
{
    const struct explorer *e = explorer_choose(&need);
    return e ? e->name : "none";
}

Test(explorer, the_program_decides)
{
    cr_assert_str_eq(chosen((struct explorer_need){0}), "odpor");
    cr_assert_str_eq(chosen((struct explorer_need){.inboxes = true}), "odpor");
    cr_assert_str_eq(chosen((struct explorer_need){.matching = true}), "auto");
    cr_assert_str_eq(chosen((struct explorer_need){.matching = true, .queues = true}),
                     "odpor");
    cr_assert_str_eq(
        chosen((struct explorer_need){.matching = true, .withdrawal = WITHDRAWAL_ALL}),
        "odpor");
    cr_assert_str_eq(chosen((struct explorer_need){
                         .matching = true, .queues = true, .withdrawal = WITHDRAWAL_ALL}),
                     "none");
}

Test(explorer, another_takes_its_place_only_if_nobody_asked_for_it)
{
    const struct explorer_need need = {.matching = true, .withdrawal = WITHDRAWAL_ALL};
    struct search_options o = {.algorithm = "match", .buffering = BUFFERING_ANY};
    cr_assert(!explorer_replace(&o, &need));
    cr_assert_str_eq(o.algorithm, "match");
    o.may_choose = true;
    cr_assert(explorer_replace(&o, &need));
    cr_assert_str_eq(o.algorithm, "odpor");
    cr_assert_eq(o.buffering, BUFFERING_INFINITE);
    cr_assert(!explorer_replace(&o, &need), "once is enough");
}

Test(explorer, counts_of_two_processes)
{
    struct search_counts a = {.executions = 2, .cut = STOP_POLLS, .peak_events = 7};
    struct search_counts b = {.executions = 3,
                              .told = 1,
                              .explored = 0.5,
                              .cut = STOP_DEPTH,
                              .stopped = STOP_INTERRUPT,
                              .peak_events = 5,
                              .loop = {.known = true, .rank = 3}};
    counts_add(&a, &b);
    cr_assert_eq(a.executions, 5);
    cr_assert_eq(a.told, 1);
    cr_assert_eq(a.peak_events, 7);
    cr_assert_eq(a.cut, STOP_DEPTH);
    cr_assert_eq(a.stopped, STOP_NO, "each process is stopped for itself");
    cr_assert_eq(a.loop.rank, 3);
}

/* A step may take seconds: whoever watches the search moves its clock. */
Test(explorer, a_search_looks_at_the_time_when_its_clock_has_moved)
{
    static const char text[] =
        "actor P0\n  c1 = send m0\n  c2 = send m0\n  c3 = send m0\n";
    struct litmus *l;
    struct str why = {0};
    struct search s;
    volatile uint32_t clock = 0;
    cr_assert(!litmus_parse("program", text, strlen(text), &l, &why), "%s",
              str_text(&why));
    search_init(&s, &l->program);
    s.options.bounds.seconds = 1000;
    s.clock = &clock;
    cr_assert(search_push(&s, (struct step){.actor = 0}));
    s.timing.started -= 2000;
    cr_assert(search_push(&s, (struct step){.actor = 0}),
              "a look at every step would cost");
    clock++;
    cr_assert(!search_push(&s, (struct step){.actor = 0}));
    cr_assert_eq(s.counts.stopped, STOP_TIME);
    search_free(&s);
    litmus_free(l);
    str_free(&why);
}
