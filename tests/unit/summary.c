/* SPDX-License-Identifier: Apache-2.0
 *
 * summary.c - what is said of a search that goes over to states. */
#include "base/str.h"
#include "report/summary.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *said(const struct summary *m)
{
    static struct str s;
    s.len = 0;
    text_summary(m, &(struct text_style){0}, &s);
    return str_text(&s);
}

Test(summary, outcomes_seen_before_states_count_until_there_is_a_final_state)
{
    struct summary m = {.program = "x", .algorithm = "states", .by_states = true};
    m.verdict = MZ_INCOMPLETE;
    m.stopped = "--time";
    m.counts.states = 5;
    m.counts.turn.seen = 3;
    cr_assert_eq(summary_seen(&m), 3);
    cr_assert(strstr(said(&m), "5 states, and before them 3 outcomes, "), "%s", said(&m));
    m.counts.executions = 1;
    cr_assert_eq(summary_seen(&m), 0);
    cr_assert(!strstr(said(&m), "before them"), "%s", said(&m));
    m.by_states = false;
    m.counts.executions = 0;
    cr_assert_eq(summary_seen(&m), 0);
}
