/* SPDX-License-Identifier: Apache-2.0
 *
 * attempts.c - see attempts.h: the columns of attempts.def, and the loop. */
#include "check/attempts.h"
#include "base/mem.h"

#include <stdlib.h>

/* ---- when a reason counts ---- */

static bool has_seen_nothing(const struct attempt *a)
{
    return !a->counts.executions && !a->counts.states && !a->found && !a->unverified &&
           !a->asked_to_end;
}

/* The time is over, and the search has not come to the end of one execution: it does more
 * than to execute. A single one takes less, and shows what the user would otherwise see
 * by --once; the agent has left some time for it. */
static bool out_of_time(const struct plan *p, const struct attempt *a)
{
    return p->phase.leaves_time && a->counts.stopped == STOP_TIME && has_seen_nothing(a);
}

/* One execution alone needs more than --memory: a single one is made in a way that needs
 * less, and its length tells what the search would need. */
static bool out_of_memory(const struct plan *p, const struct attempt *a)
{
    (void)p;
    return a->counts.stopped == STOP_MEMORY && a->alone && has_seen_nothing(a);
}

/* Watching for that makes every attempt slower, and is seldom necessary. */
static bool trespassed(const struct plan *p, const struct attempt *a)
{
    return a->trespassed && !p->learned.guard && !a->asked_to_end && !a->unverified;
}

/* Some explorers know one buffering at a time. Nothing was found as long as sends, locks
 * and the beginnings of epochs do not wait; now they do. */
static bool fine_so_far(const struct plan *p, const struct attempt *a)
{
    const struct search_options o = plan_options(p);
    return o.each_buffering && o.buffering == BUFFERING_INFINITE && a->good;
}

/* ---- what changes in the plan ---- */

static void one_execution(struct plan *p)
{
    p->phase.once = 1;
}

static void guard(struct plan *p)
{
    p->phase.leaves_time = 0;
    p->learned.guard = 1;
}

static void let_sends_wait(struct plan *p)
{
    p->phase.leaves_time = 0;
    p->phase.waits = 1;
}

/* ---- the table ---- */

enum { REPLACED, FIRST, SECOND };
#define ALWAYS UINT32_MAX
#define SAYS   NULL
#define LEARNS NULL

static const struct row {
    bool (*counts)(const struct plan *, const struct attempt *);
    void (*change)(struct plan *);
    int outcome;
    uint32_t most;
    const char *what;
} table[] = {
#define ATTEMPT(reason, when, change, outcome, most, what)                               \
    {when, change, outcome, most, what},
#include "check/attempts.def"
#undef ATTEMPT
};

const char *attempt_text(enum attempt_reason r)
{
    return table[r].what;
}

/* ---- what becomes of the outcome so far ---- */

/* The second attempt has one execution, or none; that the search did not come to its end,
 * and what it has left, stays as it was. */
static void take_second(struct attempt *first, const struct attempt *second)
{
    struct attempt before = *first;
    *first = *second;
    first->kept = before.kept;
    first->left = before.left;
    first->left_bytes = before.left_bytes;
    first->late = before.late;
    if (second->counts.executions) {
        first->counts.stopped = before.counts.stopped;
        first->counts.redundant = before.counts.redundant;
    } else {
        first->counts = before.counts;
    }
}

/* The outcomes of the second, if it is good, are among those of the first. */
static void take_first(struct plan *p, struct attempt *first,
                       const struct attempt *second)
{
    const struct search_counts before = first->counts;
    *first = *second;
    if (second->good) {
        first->counts = before;
        return;
    }
    p->phase.one_buffering = 1;
    if (second->found || second->counts.executions >= before.executions)
        return;
    first->counts = before;
    first->counts.stopped = second->counts.stopped;
    first->counts.cut = second->counts.cut;
    first->counts.loop = second->counts.loop;
}

/* How much memory would be enough, from the longest execution that was seen. */
static void tell_need(struct check *c, uint64_t steps, const struct attempt *second)
{
    enum { EACH = 1200, MB = 1 << 20 }; /* bytes for each step that the search records */
    uint64_t memory = c->plan->asked.memory_cap;
    bool ended = second->counts.executions;
    if (ended && second->counts.transitions > steps)
        steps = second->counts.transitions;
    str_addf(&c->needs, "--memory: one execution alone needs more than %llu MB",
             (unsigned long long)(memory / MB));
    if (ended)
        str_addf(&c->needs, " (--memory %lluM should be enough)",
                 ((unsigned long long)memory + steps * EACH) / MB + 1);
}

/* ---- the loop ---- */

/* Makes attempts as long as the agent wants others. */
static enum mz_err attempt(struct check *c, uint32_t *times, struct attempt *a,
                           struct str *why)
{
    for (;;) {
        *a = (struct attempt){0};
        enum mz_err err = c->explore(c, a, why);
        if (err || !a->reasons)
            return err;
        for (uint32_t r = 0; r < ATTEMPT_REASONS; r++)
            if (a->reasons & attempt_bit(r) && table[r].most != ALWAYS &&
                times[r]++ == table[r].most) {
                str_addf(why, "the program has to be started again and again: %s",
                         table[r].what);
                return MZ_UNSUPPORTED;
            }
    }
}

/* Another attempt, for this reason; *so_far is then how both have ended. */
static enum mz_err again(struct check *c, enum attempt_reason r, uint32_t *times,
                         struct attempt *so_far, struct str *why)
{
    const struct row *row = &table[r];
    struct attempt next;
    free(so_far->left);
    so_far->left = NULL;
    if (row->outcome == SECOND)
        c->keep(c, so_far);
    row->change(c->plan);
    enum mz_err err = attempt(c, times, &next, why);
    c->plan->phase.once = 0;
    if (err)
        return err;
    if (r == ATTEMPT_NO_ROOM)
        tell_need(c, so_far->counts.transitions, &next);
    if (row->outcome == SECOND)
        take_second(so_far, &next);
    else if (row->outcome == FIRST)
        take_first(c->plan, so_far, &next);
    else
        *so_far = next;
    return MZ_OK;
}

enum mz_err check_run(struct check *c, struct str *why)
{
    uint32_t times[ATTEMPT_REASONS] = {0};
    struct attempt so_far = {0};
    enum mz_err err = attempt(c, times, &so_far, why);
    for (uint32_t r = 0; r < ATTEMPT_REASONS && c->settle && !err; r++)
        if (table[r].counts && table[r].counts(c->plan, &so_far)) {
            err = again(c, r, times, &so_far, why);
            times[r]++;
        }
    if (!times[ATTEMPT_BUFFERING])
        c->plan->phase.one_buffering = 1;
    if (c->settle && !err)
        c->settle(c, &so_far);
    free(so_far.left);
    return err;
}
