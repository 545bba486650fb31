/* SPDX-License-Identifier: Apache-2.0
 *
 * audited.c - see audited.h. */
#include "support/audited.h"
#include "judge/judge.h"
#include "kernel/schedule.h"

#include <string.h>

static void judge(struct search *s, void *unused)
{
    (void)unused;
    FOR_EACH_KIND(kind)
    s->execution.wrong |= !s->st->moot && finding_shows(s->st, kind);
}

/* Remembers whether any execution was wrong. */
static void judge_all(struct search *s, void *wrong)
{
    judge(s, NULL);
    *(bool *)wrong |= s->execution.wrong;
}

static enum audit_result run(struct program *p, const char *explorer, uint64_t polls,
                             uint64_t n, bool forget, struct audit_counts *c,
                             struct str *schedule)
{
    struct search s, again;
    bool wrong = false;
    enum audit_result r = AUDIT_PASSED;
    search_init(&s, p);
    s.options.audit = n;
    s.options.polls = polls;
    s.on_execution = judge_all;
    s.context = &wrong;
    explorer_run(explorer_find(explorer), &s);
    s.on_execution = judge;
    if (audit_is_due(&s) && !wrong) {
        if (forget) {
            set128_free(&s.audit.names);
            set128_free(&s.audit.states);
            s.audit.names = s.audit.states = (struct set128){0};
        }
        r = audit_run(&again, &s);
        if (r != AUDIT_PASSED && schedule)
            schedule_print(again.st, NULL, schedule);
        audit_over(&again);
    }
    if (c)
        *c = s.counts.audit;
    search_free(&s);
    return r;
}

enum audit_result audited(struct program *p, const char *explorer, uint64_t polls,
                          uint64_t n, bool forget, struct audit_counts *c)
{
    return run(p, explorer, polls, n, forget, c, NULL);
}

void audited_compare(struct program *p, const char *explorer, uint64_t polls,
                     struct str *why)
{
    enum { EXECUTIONS = 20 };
    struct str schedule = {0};
    enum audit_result r = run(p, explorer, polls, EXECUTIONS, false, NULL, &schedule);
    if (r != AUDIT_PASSED)
        str_addf(why, "# %s: an execution by chance %s: %s\n", explorer, audit_text(r),
                 str_text(&schedule));
    str_free(&schedule);
}
