/* SPDX-License-Identifier: Apache-2.0
 *
 * handover.h - what is wrong with an execution, put into the link.
 *
 * Findings are handed over raw: operations in words, but places as addresses and
 * stacks as bytes. Turning those into source lines is the supervisor's work, which
 * has the libraries for it and a heap that no program under test can damage. */
#ifndef MZ_AGENT_TELL_HANDOVER_H
#define MZ_AGENT_TELL_HANDOVER_H
#include "agent/core/agent.h"
#include "judge/races.h"

/* Something that is wrong with an execution. */
struct trouble {
    enum finding_kind kind;
    enum reason reason;
    uint32_t actor;
    const char *message;
    uint64_t site;  /* address of the call; 0: the actor's stack tells */
    uint64_t other; /* another place without which it would not be the same finding */
    const uint32_t *cut; /* the events that matter for it; NULL: all */
    uint64_t variable;   /* as in struct fault */
    uint64_t library;    /* the address in a library of the system from which MPI was
                            called; 0: the site tells */
    bool excused; /* a rule that implementations do not enforce, broken by a library
                     alone: see FINDING_LIBRARY */
    enum finding_kind was; /* FINDING_LIBRARY: what it would be elsewhere */
    uint32_t alike;        /* likewise: how many more there are like it */
    bool remark;           /* it is a remark: the actor went on */
    bool of_line; /* the same finding if the actor and the call are, whatever the words */
    /* the two that it is about; NULL: none. They are taken out if they are handed over */
    struct finding_access *accesses;
};

/* Hands the finding over, if it is new; otherwise counts it. */
void handover_finding(struct search *, struct trouble);
/* Was it handed over? Only for findings whose words do not matter for that. */
bool handover_has(const struct search *, const struct trouble *);
/* Was a finding of this kind handed over? */
bool handover_any_of(enum finding_kind);
/* The search is over: refuses the program if it has written over how many there are. */
void handover_done(void);
/* Hands the execution over, whatever its outcome is: see link->outcome. */
void handover_outcome(struct search *);

struct evidence handover_evidence(uint32_t actor); /* the actor's stack and fault */
uint64_t handover_site(const struct op *);         /* the address of the operation's
                                                      call */
uint32_t handover_remarks(uint32_t actor);         /* its newest remark; 0: it has none */
/* Puts an event into words, with its outcome. */
void handover_words(struct state *, uint32_t event, struct str *);
void handover_race(const struct state *, const struct race *, struct str *);
/* A digest of where every actor is at the end: the same execution must end the same way
 * again. */
uint64_t handover_end(const struct state *);
void handover_output(
    struct program *); /* hands over what everybody printed in the first execution */

/* Steps that are only on a tape are compared by a digest of their operations: the digest
 * with one more. */
uint64_t handover_taped(uint64_t digest, const struct op *);

#endif
