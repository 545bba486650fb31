/* SPDX-License-Identifier: Apache-2.0
 *
 * remark.h - what is wrong with a rank that goes on nevertheless.
 *
 * A rank's head names its newest remark, and each remark the one before it. Remarks lie
 * where the bytes of messages do, equal ones once, so going back needs nothing but the
 * head. */
#ifndef MZ_EXEC_REMARK_H
#define MZ_EXEC_REMARK_H
#include "exec/agent/agent.h"

struct remark {
    uint32_t previous; /* number of the rank's previous remark; 0: none */
    uint32_t kind;     /* enum finding_kind */
    uint32_t nops;     /* number of operations that the rank had performed */
    uint32_t pad;
    uint64_t site;
    char text[FAULT_TEXT];
};

/* Adds a remark to the running rank. */
void remark_add(enum finding_kind, const void *site, const char *text);
const struct remark *remark_at(uint32_t number); /* NULL for number 0 */

#endif
