/* SPDX-License-Identifier: Apache-2.0
 *
 * progress.c - what is shown while an exploration goes on, and how often. */
#include "cli/progress.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct search_counts outcomes = {.executions = 100, .explored = 0.25};

static const struct search_counts *before; /* what was counted before it was resumed */

/* What is written to standard error, which is no terminal, at these seconds, by a search
 * of so many processes that MPI has started. */
static char *shown_by(uint32_t processes, const struct search_counts *c,
                      const double *seconds, size_t n)
{
    static char text[1000];
    struct progress p;
    FILE *file = tmpfile();
    cr_assert_not_null(file);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    progress_begin(&p, false, true);
    p.processes = processes;
    if (before)
        progress_resume(&p, before);
    for (size_t i = 0; i < n; i++)
        progress_show(&p, c, seconds[i]);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static char *shown_at(const struct search_counts *c, const double *seconds, size_t n)
{
    return shown_by(0, c, seconds, n);
}

Test(progress, a_line_every_ten_seconds_without_a_terminal)
{
    static const double seconds[] = {1, 9.9, 10, 12, 19, 20.5};
    const char *text = shown_at(&outcomes, seconds, 6);
    size_t lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    cr_assert_eq(lines, 2, "%s", text);
}

Test(progress, a_line_has_the_share_the_rate_and_the_time_that_is_left)
{
    static const double seconds[] = {10};
    cr_assert_str_eq(shown_at(&outcomes, seconds, 1),
                     " exploring  25%  100 of ~400 outcomes  10/s  eta 30s\n");
}

Test(progress, the_rate_is_that_of_the_run_that_goes_on)
{
    static const struct search_counts saved = {.executions = 80, .explored = 0.2};
    static const double seconds[] = {10};
    before = &saved;
    cr_assert_str_eq(shown_at(&outcomes, seconds, 1),
                     " exploring  25%  100 of ~400 outcomes  2/s  eta 3m\n");
}

Test(progress, of_states_it_is_not_known_how_many_there_are)
{
    static const struct search_counts states = {
        .by_states = true, .states = 5000, .executions = 3};
    static const double seconds[] = {10};
    cr_assert_str_eq(shown_at(&states, seconds, 1),
                     " exploring   5,000 states  500/s  10s\n");
}

/* ---- several machines ---- */

/* After a minute, more than an hour is left: 0.01 of it is done. */
static const struct search_counts vast = {.executions = 100, .explored = 0.01};
static const char advice[] =
    " several machines can share a search: mpiexec -n 16 mazurka "
    "..., see docs/cluster.md\n";

Test(progress, several_machines_are_suggested_once_if_more_than_an_hour_is_left)
{
    static const double seconds[] = {50, 60, 70};
    const char *text = shown_at(&vast, seconds, 3), *at = strstr(text, advice);
    cr_assert_not_null(at, "%s", text);
    cr_assert_null(strstr(at + 1, advice), "%s", text);
}

Test(progress, several_machines_are_not_suggested_within_the_first_minute)
{
    static const double seconds[] = {20, 59};
    cr_assert_null(strstr(shown_at(&vast, seconds, 2), advice));
}

Test(progress, several_machines_are_not_suggested_if_less_than_an_hour_is_left)
{
    static const double seconds[] = {1000};
    cr_assert_null(strstr(shown_at(&outcomes, seconds, 1), advice));
}

Test(progress, several_machines_are_not_suggested_to_those_who_have_them)
{
    static const struct search_counts shared = {
        .executions = 100, .explored = 0.01, .busy = 3, .workers = 4};
    static const double seconds[] = {60};
    cr_assert_str_eq(
        shown_by(2, &shared, seconds, 1),
        " exploring  1%  100 of ~10,000 outcomes  1/s  eta 99m  3 of 4 workers "
        "busy in 2 processes\n");
}
