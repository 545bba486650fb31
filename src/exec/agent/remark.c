/* SPDX-License-Identifier: Apache-2.0
 *
 * remark.c - see remark.h. */
#include "exec/agent/remark.h"
#include "exec/agent/payload.h"

#include <stdio.h>
#include <string.h>

#define MOST 16 /* of one rank in one execution */

const struct remark *remark_at(uint32_t number)
{
    return number ? payload_bytes(number - 1) : NULL;
}

void remark_add(enum fault_kind kind, const void *site, const char *text)
{
    struct head *h = rank_head();
    const struct remark *before = remark_at(h->remarks);
    struct remark n;
    if (before && before->order == MOST)
        return;
    memset(&n, 0, sizeof n); /* it is compared byte by byte */
    n.previous = h->remarks;
    n.kind = kind;
    n.nops = h->nops;
    n.order = before ? before->order + 1 : 1;
    n.site = (uint64_t)(uintptr_t)site;
    snprintf(n.text, sizeof n.text, "%s", text);
    h->remarks = (uint32_t)payload_keep(&n, sizeof n) + 1;
}
