/* SPDX-License-Identifier: Apache-2.0
 *
 * remark.h - what is wrong with a rank that goes on nevertheless.
 *
 * A rank's head names its newest remark, and each remark the one before it. Remarks lie
 * where the bytes of messages do, equal ones once, so going back needs nothing but the
 * head. */
#ifndef MZ_AGENT_TELL_REMARK_H
#define MZ_AGENT_TELL_REMARK_H
#include "agent/core/agent.h"

struct remark {
    uint32_t previous; /* number of the rank's previous remark; 0: none */
    uint32_t kind;     /* enum finding_kind */
    uint32_t nops;     /* number of operations that the rank had performed */
    uint32_t reason;   /* enum reason */
    uint64_t site;
    uint64_t library; /* the address in a library of the system from which MPI was called;
                         0: the program has called it itself */
    uint64_t about;   /* the other place that it is about; 0: none */
    char text[FAULT_TEXT];
};

/* Adds a remark to the running rank. */
void remark_add(enum finding_kind, const void *site, const char *text);
/* As remark_add(), about two places; made once for both, whatever the words. */
void remark_about(enum finding_kind, enum reason, uint64_t site, uint64_t about,
                  const char *text);
/* In all remarks of the running rank of this kind that are about this place: replaces the
 * end `from` of the text. They count as made now. */
void remark_change(enum finding_kind, uint64_t about, const char *from, const char *to);
const struct remark *remark_at(uint32_t number); /* NULL for number 0 */

#endif
