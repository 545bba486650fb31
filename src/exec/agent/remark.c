/* SPDX-License-Identifier: Apache-2.0
 *
 * remark.c - see remark.h. */
#include "exec/agent/remark.h"
#include "exec/agent/payload.h"

#include <stdio.h>
#include <string.h>

/* the largest number of remarks of one rank in one execution, counted separately for
 * those that have a place */
#define MOST 16

const struct remark *remark_at(uint32_t number)
{
    return number ? payload_bytes(number - 1) : NULL;
}

/* Is this remark one too many? A remark about a place is made once, so that a loop does
 * not change the rank's state by repeating it. */
static bool enough(const struct remark *newest, enum finding_kind kind, uint64_t site)
{
    bool of_place = finding_scope(kind) == SCOPE_PLACE;
    uint32_t n = 0;
    for (const struct remark *r = newest; r; r = remark_at(r->previous)) {
        if (of_place && r->kind == kind && r->site == site)
            return true;
        n += (finding_scope(r->kind) == SCOPE_PLACE) == of_place;
    }
    return n >= MOST;
}

void remark_add(enum finding_kind kind, const void *site, const char *text)
{
    struct head *h = rank_head();
    struct remark n;
    if (enough(remark_at(h->remarks), kind, (uint64_t)(uintptr_t)site))
        return;
    memset(&n, 0, sizeof n); /* remarks are compared byte by byte, so the padding must be
                                zero */
    n.previous = h->remarks;
    n.kind = kind;
    n.nops = h->strand.nops;
    n.site = (uint64_t)(uintptr_t)site;
    snprintf(n.text, sizeof n.text, "%s", text);
    h->remarks = (uint32_t)payload_keep(&n, sizeof n) + 1;
}
