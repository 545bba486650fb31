/* SPDX-License-Identifier: Apache-2.0
 *
 * request.c - see request.h. */
#include "exec/request.h"

#include <string.h>

struct request request_of(const struct link *l)
{
    struct request r;
    memset(&r, 0, sizeof r); /* also between the fields, since requests are compared */
    r.search = l->cluster_search;
    r.waits = l->waits;
    r.wary = l->wary;
    r.trials = l->trials;
    r.timed = l->timed;
    r.stage = l->turn.stage;
    r.nlibraries = l->nlibraries;
    for (uint32_t i = 0; i < l->nlibraries; i++)
        strcpy(r.library[i], l->library[i]);
    r.nshort = l->nshort;
    for (uint32_t i = 0; i < l->nshort; i++)
        r.shortest[i] = l->shortest[i];
    memcpy(&r.options, &l->options, sizeof r.options);
    return r;
}

void request_apply(struct link *l, const struct request *r)
{
    l->cluster_search = r->search;
    l->cluster_stale = 0;
    l->waits = r->waits;
    l->wary = r->wary;
    l->trials = r->trials;
    l->timed = r->timed;
    l->turn.stage = r->stage;
    l->nlibraries = r->nlibraries;
    memcpy(l->library, r->library, sizeof l->library);
    l->nshort = r->nshort;
    memcpy(l->shortest, r->shortest, sizeof l->shortest);
    memcpy(&l->options, &r->options, sizeof l->options);
}

static bool has_library(const struct link *l, const char *path)
{
    for (uint32_t i = 0; i < l->nlibraries; i++)
        if (!strcmp(l->library[i], path))
            return true;
    return false;
}

/* Is this message shorter than those that are known of its call? */
static bool add_short(struct link *l, const struct link_short *s)
{
    uint32_t i = 0;
    while (i < l->nshort && l->shortest[i].site != s->site)
        i++;
    if (i == LINK_MAX_SHORT || (i < l->nshort && l->shortest[i].bytes <= s->bytes))
        return false;
    l->nshort += i == l->nshort;
    l->shortest[i] = *s;
    return true;
}

bool request_merge(struct link *l, const struct request *r)
{
    bool more = (r->trials && !l->trials) || (r->timed && !l->timed);
    l->trials |= r->trials;
    l->timed |= r->timed;
    for (uint32_t i = 0; i < r->nshort && i < LINK_MAX_SHORT; i++)
        more |= add_short(l, &r->shortest[i]);
    for (uint32_t i = 0; i < r->nlibraries && i < LINK_MAX_LIBRARIES; i++) {
        if (has_library(l, r->library[i]) || l->nlibraries == LINK_MAX_LIBRARIES)
            continue;
        strcpy(l->library[l->nlibraries++], r->library[i]);
        more = true;
    }
    return more;
}
