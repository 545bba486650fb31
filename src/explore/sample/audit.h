/* SPDX-License-Identifier: Apache-2.0
 *
 * audit.h - was everything explored? Executions by chance, compared with what was.
 *
 * After a search that has explored all and found nothing, executions are played by the
 * kernel alone, without the explorer: any interleaving, sends that wait or do not, and
 * messages that are late. Each must be one of those that were explored, and show nothing
 * wrong. One that is not is a fault of the explorer, and so of ours.
 *
 * What is compared depends on the explorer. Those that walk executions of the kernel have
 * visited traces (state.trace). Match has explored outcomes: what ranks have observed
 * (observed.h). States has explored states of ranks: wherever a rank is about to wait, to
 * look or to choose, and where it ends, it must be in one of these. */
#ifndef MZ_EXPLORE_SAMPLE_AUDIT_H
#define MZ_EXPLORE_SAMPLE_AUDIT_H
#include "explore/search/explorer.h"

/* Before the search: what is to be remembered of it, for an audit that options ask for.
 */
void audit_expect(const struct explorer *, struct search *);

/* Is there to be an audit now? The search is over. */
bool audit_is_due(const struct search *);

/* Names a state of a rank, which identity.name names among its own. */
static inline struct digest audit_state(uint32_t rank, struct digest name)
{
    return (struct digest){name.lo + rank, name.hi};
}

enum audit_result {
    AUDIT_PASSED,
    AUDIT_UNEXPLORED, /* an execution is none of those that were explored, */
    AUDIT_STATE,      /* or a rank comes to a state that was not */
    AUDIT_FINDING,    /* it shows something wrong; on_execution has set execution.wrong */
};
/* In words, for "an execution that was played by chance ...". */
const char *audit_text(enum audit_result);

/* Plays. `again` is filled in, and its state stands at the end of the execution if that
 * did not pass; on_execution must judge and tell nothing. Afterwards first.counts.audit
 * says what was done. */
enum audit_result audit_run(struct search *again, struct search *first);
/* Takes the execution back, and frees `again`. */
void audit_over(struct search *again);

#endif
