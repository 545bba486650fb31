/* SPDX-License-Identifier: Apache-2.0
 *
 * summary.c - see summary.h. */
#include "report/summary.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t summary_seen(const struct summary *m)
{
    return m->by_states && !m->counts.executions ? m->counts.turn.seen : 0;
}

bool summary_reached(const struct summary *m)
{
    for (size_t i = 0; i < m->findings.len; i++)
        if (m->findings.at[i]->kind == FINDING_TARGET_REACHED)
            return true;
    for (size_t i = 0; i < m->earlier.len; i++)
        if (m->earlier.at[i]->kind == FINDING_TARGET_REACHED)
            return true;
    return false;
}

static void free_findings(findings_vec *v)
{
    for (size_t i = 0; i < v->len; i++)
        finding_free(v->at[i]);
    vec_free(v);
}

void summary_free(struct summary *m)
{
    free_findings(&m->findings);
    free_findings(&m->notes);
    free_findings(&m->earlier);
    free_findings(&m->earlier_notes);
    free_findings(&m->suppressed);
    texts_free(&m->holds_for);
    texts_free(&m->rests_on);
    texts_free(&m->gaps);
    texts_free(&m->mismatches);
    texts_free(&m->unused);
    texts_free(&m->replaced);
    free(m->complaint);
    free(m->remembered);
    free(m->note);
    free(m->differs);
}

double summary_peak_mb(void)
{
    /* getrusage() is not used, because it counts what the parent used before it started
     * us. */
    FILE *f = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmHWM: %ld", &kb) == 1)
            break;
    if (f)
        fclose(f);
    return (double)kb / 1024.0;
}

const char *undecided_text(enum undecided why)
{
    static const char *const text[] = {
        [UNDECIDED_STOPPED] = "the search was stopped, or it would have taken too long",
        [UNDECIDED_EXPLORER] = "it is not looked for with this algorithm",
        [UNDECIDED_POTENTIAL] = "it is not looked for in this case, where sends that "
                                "wait are the reason",
        [UNDECIDED_LONG] = "the execution is too long",
        [UNDECIDED_MANY] = "there are too many findings",
        [UNDECIDED_UNCLEAR] = "loops were cut short, or more than the order of messages "
                              "and locks decides",
    };
    return text[why];
}
