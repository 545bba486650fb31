/* SPDX-License-Identifier: Apache-2.0
 *
 * remark.c - see remark.h. */
#include "exec/agent/remark.h"
#include "exec/agent/payload.h"

#include <stdio.h>
#include <string.h>

#define MOST 16 /* of one rank in one execution, and as many notes */

const struct remark *remark_at(uint32_t number)
{
    return number ? payload_bytes(number - 1) : NULL;
}

static bool is_note(enum fault_kind kind)
{
    return finding_severity(fault_finding(kind)) == SEVERITY_NOTE;
}

/* A note is made once for each place, whatever it says: so a loop does not change the
 * rank by repeating it. */
static bool enough(const struct remark *newest, enum fault_kind kind, uint64_t site)
{
    uint32_t n = 0;
    for (const struct remark *r = newest; r; r = remark_at(r->previous)) {
        if (is_note(kind) && r->kind == kind && r->site == site)
            return true;
        n += is_note(r->kind) == is_note(kind);
    }
    return n >= MOST;
}

void remark_add(enum fault_kind kind, const void *site, const char *text)
{
    struct head *h = rank_head();
    struct remark n;
    if (enough(remark_at(h->remarks), kind, (uint64_t)(uintptr_t)site))
        return;
    memset(&n, 0, sizeof n); /* it is compared byte by byte */
    n.previous = h->remarks;
    n.kind = kind;
    n.nops = h->nops;
    n.site = (uint64_t)(uintptr_t)site;
    snprintf(n.text, sizeof n.text, "%s", text);
    h->remarks = (uint32_t)payload_keep(&n, sizeof n) + 1;
}
