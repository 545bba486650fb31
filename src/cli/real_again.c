/* SPDX-License-Identifier: Apache-2.0
 *
 * real_again.c - an execution once more, in a fresh process: to confirm a finding, and to
 * find one near it that passes. See real.h. */
#include "base/timer.h"
#include "cli/interrupt.h"
#include "cli/real.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* ---- is it the same? ---- */

/* Is it the same finding? Where everybody waits, the end of the execution is compared,
 * too. */
static bool is_same(const struct link_finding *f, const struct link_finding *was)
{
    return f->kind == was->kind &&
           (f->kind == FINDING_DEADLOCK || f->kind == FINDING_POTENTIAL_DEADLOCK ||
            (f->actor == was->actor && f->name.lo == was->name.lo &&
             f->name.hi == was->name.hi));
}

/* Does the link contain it again? */
static bool same_end(struct link *l, const struct link_finding *was)
{
    struct raw_list list = {.link = l};
    struct link_finding f;
    bool fine = true;
    while (raw_next(&list, &f)) {
        if (is_same(&f, was))
            return true;
        fine &= !finding_counts((enum finding_kind)f.kind, false);
    }
    return !was->kind && fine && !list.overwritten;
}

/* Adds the calls that led to accesses, which are known in a replay only. */
static void add_callers(struct link *l, struct source *src,
                        const struct link_finding *was, struct finding *to)
{
    struct raw_list list = {.link = l};
    struct link_finding is;
    struct raw_finding f = {0};
    while (raw_next(&list, &is) && !is_same(&is, was))
        continue;
    if (!to->accesses.len || !list.at || list.overwritten || !is_same(&is, was) ||
        !raw_take(&list, &f))
        return;
    const struct finding *again = f.trace.finding;
    for (size_t i = 0; i < to->accesses.len && i < again->accesses.len; i++) {
        struct finding_access *a = &to->accesses.at[i], *b = &again->accesses.at[i];
        if (a->stack.len)
            continue;
        for (size_t k = 0; k < b->stack.len; k++)
            vec_push(&a->stack, b->stack.at[k]);
        real_frames(src, to, a);
    }
    raw_free(&f);
}

/* ---- an outcome that passes ---- */

/* The outcome that the agent tells; NULL: what it tells contradicts itself. */
static struct finding *passing(struct link *l, struct source *src)
{
    struct raw_finding outcome;
    if (!raw_outcome(l, l->outcome, &outcome))
        return NULL;
    struct finding *f = outcome.trace.finding;
    outcome.trace.finding = NULL;
    real_resolve(l, src, f);
    raw_free(&outcome);
    return f;
}

/* Repeats the execution up to that step, takes the nth other outcome there, and goes on
 * to the end. Returns the outcome; NULL if it has an error, too, or if there is none. In
 * the latter case, *exhausted is set: a larger n is of no use. */
static struct finding *detour(const struct mzt *t, uint32_t step, uint32_t nth,
                              char **argv, double step_time, double deadline,
                              struct source *src, bool *exhausted)
{
    struct launch l;
    struct str why = {0};
    struct finding *f = NULL;
    *exhausted = true;
    if (!launch_init(&l, &why)) {
        l.link->replay.guard = 1;
        l.link->plan.asked.tracking = TRACKING_OFF;
        l.step_time = step_time;
        l.deadline = deadline;
        l.interrupt = interrupt_watch();
        bool ready = real_schedule(t, l.link);
        l.link->replay.halt = l.link->replay.endless = 0;
        l.link->replay.detour = step + 1;
        l.link->replay.detour_nth = nth;
        if (ready && !launch_run(&l, argv, &why) && !launch_lost(&l, &why) && !l.late &&
            !l.link->lost_findings && !l.link->unsupported[0] && l.link->outcome) {
            *exhausted = false;
            if (same_end(l.link, &(struct link_finding){.kind = FINDING_NONE}))
                f = passing(l.link, src);
        }
        launch_free(&l);
    }
    str_free(&why);
    return f;
}

/* The seconds of processor time that programs under test have taken so far. */
static double spent(void)
{
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

/* Is it of use to look for an outcome that passes? A rank that computes without end would
 * take its time again. */
static bool may_pass(const struct finding *f)
{
    bool computes = f->kind == FINDING_NON_TERMINATION &&
                    f->actors.at[f->actor].state == ACTOR_FAILED;
    bool never = f->decided == DECIDED_ALWAYS && f->all_judged &&
                 f->kind != FINDING_POTENTIAL_DEADLOCK; /* sends may be buffered */
    return finding_severity(f->kind) == SEVERITY_ERROR && !computes && !never &&
           !f->passing;
}

/* The steps at which another outcome may be taken: the one that decides, then receives
 * that could have taken another message, the last one first. */
static void add_places(const struct finding *f, events_vec *to)
{
    if (f->decided == DECIDED_BY_STEP && !f->in_order)
        vec_push(to, f->decisive);
    for (size_t i = f->rivals.len; i-- > 0;)
        if (!to->len || to->at[0] != f->rivals.at[i].receive)
            vec_push(to, f->rivals.at[i].receive);
}

void real_passing(const struct mzt *t, char **argv, double step_time, double deadline,
                  struct source *src, time_t since)
{
    enum { MOST = 6, SECONDS = 1 };
    struct finding *f = t->finding;
    events_vec places = {0};
    bool exhausted;
    uint32_t tries = 0;
    double before = spent();
    if (!may_pass(f) || (deadline > 0 && timer_now() > deadline) || *interrupt_watch())
        return;
    f->parts = NO_STEP;
    if (f->kind == FINDING_POTENTIAL_DEADLOCK)
        f->passing = detour(t, (uint32_t)t->steps.len, 0, argv, step_time, deadline, src,
                            &exhausted);
    add_places(f, &places);
    for (size_t i = 0; i < places.len && !f->passing; i++) {
        exhausted = false;
        for (uint32_t nth = 0; !exhausted && !f->passing && tries < MOST &&
                               spent() - before < SECONDS && !*interrupt_watch();
             nth++, tries++)
            f->passing =
                detour(t, places.at[i], nth, argv, step_time, deadline, src, &exhausted);
        f->parts = f->passing ? places.at[i] : NO_STEP;
    }
    if (f->passing)
        finding_read_source(f->passing, since);
    vec_free(&places);
}

/* ---- confirming ---- */

static void tell_difference(const struct mzt *t, const struct link *l, struct str *why)
{
    const struct finding *f = t->finding;
    uint64_t step = l->differs - 1;
    bool told = f && step >= f->left_out;
    str_addf(why, "at step %u, %s was \"%s\" and then \"%s\"", l->differs,
             told ? f->actors.at[f->steps.at[step - f->left_out].actor].name : "an actor",
             l->expected, l->got);
}

static void tell_end(struct link *l, struct str *why)
{
    struct raw_list list = {.link = l};
    struct link_finding is;
    struct raw_finding first = {0};
    bool some = raw_next(&list, &is) && raw_take(&list, &first);
    if (list.overwritten)
        str_addf(why, LINK_OVERWRITTEN);
    else
        str_addf(why, "the same steps did not end in the same way%s%s", some ? ": " : "",
                 some ? first.trace.finding->message : "");
    raw_free(&first);
}

/* Describes the first difference to the recorded execution. */
static void compare(struct link *k, const struct mzt *t, const struct link_finding *was,
                    struct str *why)
{
    /* Is this an execution that ends where nobody can move? */
    bool whole =
        !was->kind || was->kind == FINDING_DEADLOCK || was->kind == FINDING_DEAD_LETTER;
    if (was->kind == FINDING_DEADLOCK && t->finding && !finding_is_of_all(t->finding))
        whole = false;
    if (k->differs)
        tell_difference(t, k, why);
    else if (k->unsupported[0])
        str_addf(why, "%s", k->unsupported);
    else if (whole && (k->unfinished || k->end != t->end))
        str_addf(why, "the same steps led somewhere else");
    else if (!same_end(k, was))
        tell_end(k, why);
}

/* Who asks for an end is to be told what was found, but soon: a replay may then go on for
 * as long as one that has just missed its deadline. */
static void hurry(struct launch *l, void *unused)
{
    (void)unused;
    if (*interrupt_watch() && (l->deadline <= 0 || l->deadline > timer_now()))
        l->deadline = timer_now();
}

enum confirmed real_confirm(const struct mzt *t, const struct link_finding *was,
                            char **argv, double step_time, double deadline,
                            struct source *src, char **origin, enum reason *reason_of,
                            struct str *why)
{
    struct launch l;
    struct str reason = {0};
    bool started = !launch_init(&l, &reason), lost = !started, overwritten = false;
    enum confirmed otherwise = NOT_CONFIRMED;
    if (started) {
        l.link->replay.guard = 1;
        l.link->plan.asked.tracking = TRACKING_OFF; /* nothing is restored, so writes need
                                            not be tracked */
        l.step_time = step_time;
        l.deadline = deadline;
        l.on_tick = hurry; /* and no l.interrupt, which would end it at once */
        l.link->replay.wants = was->kind != FINDING_NONE;
        l.link->replay.wanted = was->name;
        lost = !real_schedule(t, l.link) || launch_run(&l, argv, &reason) ||
               launch_lost(&l, &reason) || l.late;
        if (!lost && l.link->slow) {
            lost = true;
            otherwise = TOO_SLOW;
        }
        if (!lost && l.link->lost_findings) {
            lost = true;
            str_addf(&reason, "there is no room for the %llu steps that it has",
                     (unsigned long long)(t->taped + t->steps.len));
        }
        if (!lost)
            compare(l.link, t, was, &reason);
        if (!lost && src)
            *origin = l.values.len ? mem_strdup(str_text(&l.values))
                      : t->finding ? real_origin(l.link, src, t->finding)
                                   : NULL;
        if (!lost && src && t->finding)
            add_callers(l.link, src, was, t->finding);
        if (l.link->trespass)
            otherwise = TRESPASS;
        if (l.late)
            otherwise = NO_TIME;
        overwritten = l.overwritten;
        launch_free(&l);
    }
    bool good = !lost && !reason.len;
    if (!good)
        *reason_of = overwritten ? REASON_OVERWRITTEN
                     : lost      ? REASON_NO_REPLAY
                                 : REASON_DIFFERS;
    if (overwritten)
        str_addf(why, LINK_OVERWRITTEN);
    else if (!good)
        str_addf(why, "%s: in a fresh process, %s",
                 lost ? "an execution cannot be replayed, which would confirm it"
                      : "uncontrolled nondeterminism",
                 reason.len ? str_text(&reason) : "it did not start again");
    str_free(&reason);
    return good ? CONFIRMED : otherwise;
}
