/* SPDX-License-Identifier: Apache-2.0
 *
 * progress.c - see progress.h. */
#include "cli/progress.h"
#include "report/summary.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define CELLS   18  /* width of the bar */
#define LONGEST 3e9 /* seconds, a century: nobody waits for that */

void progress_begin(struct progress *p, bool quiet, bool verbose)
{
    *p = (struct progress){
        .quiet = quiet, .verbose = verbose, .terminal = isatty(STDERR_FILENO)};
}

void progress_resume(struct progress *p, const struct search_counts *before)
{
    p->executions = before->executions;
    p->states = before->states;
    p->explored = before->explored;
}

double progress_patience(void)
{
    return isatty(STDOUT_FILENO) ? 2 : 10;
}

void progress_clear(struct progress *p)
{
    if (p->showing)
        fprintf(stderr, "\r\033[K");
    p->showing = false;
}

static void add_bar(struct str *s, double share)
{
    int full = (int)(share * CELLS);
    for (int i = 0; i < CELLS; i++)
        str_addf(s, i < full ? "━" : i == full ? "╸" : "─");
}

static void add_time(struct str *s, double seconds)
{
    if (seconds < 120)
        str_addf(s, "%.0fs", seconds);
    else if (seconds < 7200)
        str_addf(s, "%.0fm", seconds / 60);
    else {
        text_estimate(seconds / 3600, 0, s);
        str_addf(s, "h");
    }
}

/* Says once that several machines can share a search that takes longer than this one does
 * in an hour. */
static void suggest(struct progress *p, double seconds, double left)
{
    if (p->suggested || p->processes || seconds < 60 || left < 3600)
        return;
    p->suggested = true;
    progress_clear(p);
    fprintf(stderr,
            " several machines can share a search: mpiexec -n 16 mazurka ..., see "
            "docs/cluster.md\n");
}

/* The time that is left; 0: not known. */
static double time_left(const struct progress *p, const struct search_counts *c,
                        double seconds)
{
    double done = c->explored - p->explored; /* the share that this run has explored */
    bool known = c->explored > 1e-280 && c->explored < 1 && done > 0;
    return known ? seconds / done * (1 - c->explored) : 0;
}

/* A search that begins again counts anew, and may have counted less than before. */
static void add_rate(uint64_t now, uint64_t before, double seconds, struct str *line)
{
    str_count(line, now > before ? (uint64_t)((double)(now - before) / seconds) : 0);
    str_addf(line, "/s  ");
}

/* What fits into a line of the terminal: less is told if it is narrow. */
enum { ALL, NO_WAY, NO_BAR, NO_PROCESSES, NO_RATE, NO_ESTIMATE, NO_TIME };

/* How many outcomes there may be, and how much time is left. */
static void add_outcomes(const struct progress *p, const struct search_counts *c,
                         double seconds, int without, struct str *line)
{
    bool bar = p->terminal && without < NO_BAR, rate = without < NO_RATE;
    double explored = c->explored;
    bool known = explored > 1e-280 && explored < 1; /* otherwise the share is unknown or
                                                       too small to divide by */
    double eta = time_left(p, c, seconds);
    bool ends = eta < LONGEST;
    if (known && bar)
        add_bar(line, explored);
    if (known)
        str_addf(line, " %.0f%%", 100 * explored);
    str_addf(line, "  ");
    if (!c->executions) { /* it may be long, so its steps are told */
        str_addf(line, "the first outcome");
        if (c->transitions) {
            str_addf(line, ": ");
            str_counted(line, c->transitions, "step");
        }
        str_addf(line, "  ");
        if (c->transitions && rate)
            add_rate(c->transitions, 0, seconds, line);
        if (without < NO_TIME)
            add_time(line, seconds);
        return;
    }
    if (known && without < NO_ESTIMATE) {
        str_count(line, c->executions);
        str_addf(line, " of ~");
        text_estimate((double)c->executions / explored, 0, line);
        str_addf(line, " outcomes  ");
    } else {
        str_counted(line, c->executions, "outcome");
        str_addf(line, "  ");
    }
    if (rate)
        add_rate(c->executions, p->executions, seconds, line);
    if (eta > 0 && !ends) {
        str_addf(line, "will not finish  ");
        eta = 0;
    } else if (eta > 0 && without < NO_TIME) {
        str_addf(line, "eta ");
    }
    if (without < NO_TIME)
        add_time(line, eta > 0 ? eta : seconds);
}

/* How many states there are is not known before the end. */
static void add_states(const struct progress *p, const struct search_counts *c,
                       double seconds, int without, struct str *line)
{
    str_addf(line, "  ");
    str_counted(line, c->states, "state");
    str_addf(line, "  ");
    if (without < NO_RATE)
        add_rate(c->states, p->states, seconds, line);
    if (without < NO_TIME)
        add_time(line, seconds);
}

static void compose(const struct progress *p, const struct search_counts *c,
                    double seconds, int without, struct str *line)
{
    str_clear(line);
    str_addf(line, " exploring ");
    if (c->by_states)
        add_states(p, c, seconds, without, line);
    else
        add_outcomes(p, c, seconds, without, line);
    if (p->processes && without < NO_PROCESSES)
        str_addf(line, "  %u of %u workers busy in %u processes", c->busy, c->workers,
                 p->processes);
    if (p->verbose && c->guided.now && without < NO_WAY)
        str_addf(line, "  %s", arm_text((enum arm)(c->guided.now - 1)));
}

/* The number of characters; in UTF-8, all but the first byte of one begin with 10. */
static size_t width_of(const struct str *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->len; i++)
        n += ((unsigned char)s->text[i] & 0xc0) != 0x80;
    return n;
}

static size_t width_of_terminal(const struct progress *p)
{
    struct winsize w;
    bool known = p->terminal && !ioctl(STDERR_FILENO, TIOCGWINSZ, &w) && w.ws_col;
    return known ? w.ws_col : SIZE_MAX;
}

void progress_show(struct progress *p, const struct search_counts *c, double seconds)
{
    if (p->quiet || seconds - p->last < (p->terminal ? 0.2 : 10))
        return;
    struct str line = {0};
    p->last = seconds;
    if (!c->by_states)
        suggest(p, seconds, time_left(p, c, seconds));
    size_t width = width_of_terminal(p);
    compose(p, c, seconds, ALL, &line);
    for (int less = NO_WAY; less <= NO_TIME && width_of(&line) >= width; less++)
        compose(p, c, seconds, less, &line);
    if (width != SIZE_MAX && width_of(&line) >= width && line.len >= width) {
        line.len = width ? width - 1 : 0; /* no bar is left, and so only ASCII */
        line.text[line.len] = '\0';
    }
    fprintf(stderr, p->terminal ? "\r\033[K%s" : "%s\n", str_text(&line));
    fflush(stderr);
    p->showing = p->terminal;
    str_free(&line);
}
