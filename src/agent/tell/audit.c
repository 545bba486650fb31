/* SPDX-License-Identifier: Apache-2.0
 *
 * audit.c - see audit.h. */
#include "agent/tell/audit.h"
#include "agent/core/agent.h"
#include "explore/sample/audit.h"
#include "kernel/tape.h"

#include <string.h>

/* Is only one schedule of threads explored? */
static bool has_threads(void)
{
    const struct link *l = agent.shared;
    for (uint32_t i = 0; i < l->ngaps; i++)
        if (!strcmp(l->gaps[i], LINK_THREADS))
            return true;
    return false;
}

/* Was nothing found that counts? */
static bool is_fine(void)
{
    const struct link *l = agent.link;
    bool fine = !l->lost_findings && !has_threads();
    for (uint64_t at = l->findings; at;) {
        const struct link_finding *f = link_at(agent.link, at);
        fine &= f->kind < FINDING_KINDS &&
                !finding_counts((enum finding_kind)f->kind, l->options.strict);
        at = f->next;
    }
    return fine;
}

static void add_steps(const struct state *st, struct str *s)
{
    struct tape_writer *w = mem_alloc(sizeof *w);
    tape_write_begin(w, s);
    for (size_t i = 0; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        tape_write(w, (struct step){e->act.actor, e->act.outcome},
                   op_gets(e->op.kind) && e->act.outcome != OUTCOME_FALSE);
    }
    tape_write_end(w);
    free(w);
}

/* The steps are told in the words of kernel/tape.h. */
static void refuse(const struct state *st, enum audit_result r)
{
    enum { ROOM = sizeof agent.shared->unsupported };
    struct str s = {0}, steps = {0};
    add_steps(st, &steps);
    str_addf(&s, "an execution that was played by chance (--audit) %s; its steps: %s",
             audit_text(r), str_text(&steps));
    if (s.len >= ROOM) {
        s.len = ROOM - sizeof "...";
        str_addf(&s, "...");
    }
    link_refuse(agent.shared, REASON_AUDIT, str_text(&s));
    str_free(&s);
    str_free(&steps);
}

void audit_tell(void)
{
    struct search first = agent.search, *s = &agent.search;
    if (!audit_is_due(&first) || !is_fine())
        return;
    agent.recounts = true;
    enum audit_result r = audit_run(s, &first);
    agent.recounts = false;
    if (r != AUDIT_PASSED)
        refuse(s->st, r);
    audit_over(s);
    agent.search = first;
}
