/* SPDX-License-Identifier: Apache-2.0
 *
 * remark.c - see remark.h. */
#include "agent/tell/remark.h"
#include "agent/core/layout.h"
#include "agent/core/unwind.h"
#include "agent/port/payload.h"
#include "agent/tell/replay.h"

#include <stdio.h>
#include <string.h>

/* the largest number of remarks of one rank in one execution, counted separately for
 * those that have a place */
#define MOST 16

const struct remark *remark_at(uint32_t number)
{
    return number ? payload_bytes(number - 1) : NULL;
}

/* Is this remark one too many? A remark about a place, or about two, is made once, so
 * that a loop does not change the rank's state by repeating it. */
static bool enough(const struct remark *newest, const struct remark *like)
{
    bool of_place = finding_scope(like->kind) == SCOPE_PLACE;
    uint32_t n = 0;
    for (const struct remark *r = newest; r; r = remark_at(r->previous)) {
        if ((of_place || like->about) && r->kind == like->kind && r->site == like->site &&
            r->about == like->about)
            return true;
        n += (finding_scope(r->kind) == SCOPE_PLACE) == of_place;
    }
    return n >= MOST;
}

void remark_about(enum finding_kind kind, enum reason reason, uint64_t site,
                  uint64_t about, const char *text)
{
    struct rank_head *h = rank_head();
    struct remark n;
    memset(&n, 0, sizeof n); /* remarks are compared byte by byte, so the padding must be
                                zero */
    n.previous = h->remarks;
    n.kind = kind;
    n.reason = reason;
    n.nops = h->strand.nops;
    n.site = site;
    if (unwind_is_theirs(site)) {
        uint64_t user = unwind_through(&n.library);
        n.site = n.library == site ? user : site; /* is it about the running call? */
        n.library = site;
    }
    n.about = about;
    snprintf(n.text, sizeof n.text, "%s", text);
    if (enough(remark_at(h->remarks), &n))
        return;
    h->remarks = (uint32_t)payload_keep(&n, sizeof n) + 1;
    if (agent.link->job == JOB_REPLAY)
        mazurka_remark((unsigned)layout_rank_of(h), (unsigned)kind, text);
}

void remark_add(enum finding_kind kind, const void *site, const char *text)
{
    remark_about(kind, REASON_NONE, (uint64_t)(uintptr_t)site, 0, text);
}

/* Replaces the end of a text; false if it does not end so. */
static bool change_end(char *text, const char *from, const char *to)
{
    size_t n = strlen(text), m = strlen(from);
    if (n < m || strcmp(text + n - m, from) != 0)
        return false;
    memset(text + n - m, 0, FAULT_TEXT - (n - m));
    snprintf(text + n - m, FAULT_TEXT - (n - m), "%s", to);
    return true;
}

/* The number of the remark with this change in it and in those before it. */
static uint32_t changed(uint32_t number, const struct remark *like, const char *to)
{
    if (!number)
        return 0;
    struct remark r = *remark_at(number);
    uint32_t previous = changed(r.previous, like, to);
    bool differs = previous != r.previous;
    r.previous = previous;
    if (r.kind == like->kind && r.about == like->about &&
        change_end(r.text, like->text, to)) {
        r.nops = rank_head()->strand.nops;
        differs = true;
    }
    return differs ? (uint32_t)payload_keep(&r, sizeof r) + 1 : number;
}

void remark_change(enum finding_kind kind, uint64_t about, const char *from,
                   const char *to)
{
    struct remark like = {.kind = kind, .about = about};
    snprintf(like.text, sizeof like.text, "%s", from);
    rank_head()->remarks = changed(rank_head()->remarks, &like, to);
}
