/* SPDX-License-Identifier: Apache-2.0
 *
 * handover.h - what is wrong with an execution, put into the link.
 *
 * Findings are handed over raw: operations in words, but places as addresses and
 * stacks as bytes. Turning those into source lines is the supervisor's work, which
 * has the libraries for it and a heap that no program under test can damage. */
#ifndef MZ_EXEC_AGENT_HANDOVER_H
#define MZ_EXEC_AGENT_HANDOVER_H
#include "exec/agent/agent.h"
#include "exec/agent/races.h"

/* What is wrong with an execution. */
struct trouble {
    enum finding_kind kind;
    uint32_t actor;
    const char *message;
    uint64_t site;       /* 0: where the actor's stack says */
    const uint32_t *cut; /* what matters for it; NULL: all */
    uint64_t variable;   /* see struct fault */
    bool remark;         /* and the actor went on */
};

/* Hands it over, unless it was before: then it is counted. */
void handover_finding(struct search *, struct trouble);

struct evidence handover_evidence(uint32_t actor); /* of what an actor has come to */
uint64_t handover_site(const struct op *);         /* where in the program it is */
uint32_t handover_remarks(uint32_t actor);         /* its newest remark; 0: it has none */
void handover_race(const struct state *, const struct race *, struct str *);
/* A digest of where everybody is: the same execution must end the same way again. */
uint64_t handover_end(const struct state *);
void handover_output(
    struct program *); /* what everybody printed, in the first execution */

#endif
