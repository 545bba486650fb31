/* SPDX-License-Identifier: Apache-2.0
 *
 * target.c - see target.h. */
#include "real/target.h"
#include "real/flow/flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mz_err target_aim(struct link *l, const char *program, const char *target,
                       struct str *why)
{
    uint64_t *places = NULL;
    size_t n = 0;
    enum mz_err err = flow_places(program, target, &places, &n, why);
    if (!err && n > LINK_MAX_TARGETS) {
        str_addf(why,
                 "--target %s: there are %zu places with code of it; name one with less",
                 target, n);
        err = MZ_UNSUPPORTED;
    }
    for (size_t i = 0; !err && i < n; i++)
        l->target[i] = places[i];
    snprintf(l->target_name, sizeof l->target_name, "%s", target);
    l->ntargets = err ? 0 : (uint32_t)n;
    free(places);
    return err;
}

enum mz_err target_measure(struct link *l, const char *program, const char *target,
                           struct str *why)
{
    enum mz_err err = flow_read(&l->flow, program, target, why);
    size_t bytes = l->flow.nsites * sizeof *l->flow.sites;
    if (!err && (l->flow_sites = link_room(l, bytes + 1)))
        memcpy(link_at(l, l->flow_sites), l->flow.sites, bytes);
    free(l->flow.sites);
    l->flow.sites = NULL;
    return err;
}
