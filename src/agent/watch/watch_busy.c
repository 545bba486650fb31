/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_busy.c - for which calls are too many accesses let through? See watch.c. */
#include "agent/rank/space.h"
#include "agent/watch/watching.h"

/* Accesses that are let through for the operations of one call, and for all. A rank that
 * is run again and again may have more: one for every eighth and every fourth time, as it
 * may be in another execution. In a single one, the execution is a long one, which is to
 * be about as fast as without us: there the share is smaller, and pages that are
 * protected again and again count as well. */
#define MOST_FAULTS        4000
#define MOST_FAULTS_IN_ALL 8000
#define SHARE_IN_ONE       16
/* A replay has to find again what was found, by a process that may have run more and so
 * was allowed more; but it must not follow a phase forever that was only compared. */
#define MORE_IN_REPLAY 4
/* separate ranges of pages of one operation */
#define MOST_RUNS 256

/* Is this a single execution, which is not a repetition of another one? */
static bool in_one(void)
{
    return agent.once && agent.link->job != JOB_REPLAY;
}

static bool too_many(uint64_t faults)
{
    uint64_t slices = agent.link->progress;
    uint64_t more = agent.link->job == JOB_REPLAY ? MORE_IN_REPLAY : 1;
    if (in_one())
        slices /= SHARE_IN_ONE;
    if (agent.link->images == IMAGES_CHECK)
        return false; /* what is compared must not depend on the whole search */
    return faults > MOST_FAULTS * more + slices / 8 ||
           agent.watching->faults > MOST_FAULTS_IN_ALL * more + slices / 4;
}

static uint32_t *bucket_of(const void *site)
{
    uint64_t hash = (uint64_t)(uintptr_t)site * UINT64_C(0x9e3779b97f4a7c15);
    return &agent.watching->bucket[hash >> 56];
}

/* What is known of this call; NULL: no access was let through for its sake. */
static struct busy *busy_if(const void *site)
{
    struct watching *w = agent.watching;
    for (uint32_t i = *bucket_of(site); i; i = w->busy.at[i - 1].next)
        if (w->busy.at[i - 1].site == site)
            return &w->busy.at[i - 1];
    return NULL;
}

static struct busy *busy_of(const void *site)
{
    struct watching *w = agent.watching;
    uint32_t *first = bucket_of(site);
    if (!busy_if(site)) {
        vec_push(&w->busy, (struct busy){.site = site, .next = *first});
        *first = (uint32_t)w->busy.len;
    }
    return busy_if(site);
}

bool watch_too_busy(const struct port_watch *w)
{
    if (agent.link->plan.asked.watch == WATCH_COMPARE || space_has_threads())
        return true;
    const struct busy *b = busy_if(w->from.site);
    return b && too_many(b->faults);
}

bool watch_too_scattered(const struct port_watch *w)
{
    uint32_t runs = 0;
    uintptr_t end = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        runs += page_down(w->part[i].low) > end;
        end = page_up(w->part[i].high);
    }
    return runs > MOST_RUNS;
}

void watch_count_protected(uintptr_t address)
{
    if (in_one())
        watch_count(address);
}

bool watch_count(uintptr_t address)
{
    uintptr_t page = page_down(address);
    const spots_vec *v = &agent.watching->spots;
    bool enough = false;
    const void *last = NULL;
    for (size_t i = 0; i < v->len && v->at[i].low < page + PAGE; i++) {
        struct spot *s = &v->at[i];
        if (s->high <= page || s->plain || s->site == last)
            continue;
        last = s->site;
        enough |= too_many(++busy_of(last)->faults);
    }
    agent.watching->faults++;
    return enough;
}
