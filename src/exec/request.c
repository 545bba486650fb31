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
    r.stage = l->turn.stage;
    r.nlibraries = l->nlibraries;
    for (uint32_t i = 0; i < l->nlibraries; i++)
        strcpy(r.library[i], l->library[i]);
    memcpy(&r.options, &l->options, sizeof r.options);
    return r;
}

void request_apply(struct link *l, const struct request *r)
{
    l->cluster_search = r->search;
    l->waits = r->waits;
    l->wary = r->wary;
    l->trials = r->trials;
    l->turn.stage = r->stage;
    l->nlibraries = r->nlibraries;
    memcpy(l->library, r->library, sizeof l->library);
    memcpy(&l->options, &r->options, sizeof l->options);
}

static bool has_library(const struct link *l, const char *path)
{
    for (uint32_t i = 0; i < l->nlibraries; i++)
        if (!strcmp(l->library[i], path))
            return true;
    return false;
}

bool request_merge(struct link *l, const struct request *r)
{
    bool more = r->trials && !l->trials;
    l->trials |= r->trials;
    for (uint32_t i = 0; i < r->nlibraries && i < LINK_MAX_LIBRARIES; i++) {
        if (has_library(l, r->library[i]) || l->nlibraries == LINK_MAX_LIBRARIES)
            continue;
        strcpy(l->library[l->nlibraries++], r->library[i]);
        more = true;
    }
    return more;
}
