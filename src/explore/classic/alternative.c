/* SPDX-License-Identifier: Apache-2.0
 *
 * alternative.c - see alternative.h.
 *
 * For each event of D there is a "spike": the known events in direct conflict with
 * it that the configuration could be extended with. One has to be picked from each
 * spike so that all picks are compatible. The problem is NP-complete; it is solved
 * by backtracking, smallest spike first, skipping spikes that an earlier pick has
 * satisfied already. */
#include "explore/classic/alternative.h"
#include "explore/classic/family/family.h"
#include "kernel/depend.h"

#include <string.h>

void alternatives_free(struct alternatives *alt)
{
    vec_free(&alt->spikes);
    vec_free(&alt->candidates);
    vec_free(&alt->rivals);
    vec_free(&alt->missing);
}

static bool conflicts(const struct unfolding *u, uint32_t avoided, uint32_t rival)
{
    return rival != avoided &&
           dep_between(&unfolded(u, avoided)->act, &unfolded(u, rival)->act) &&
           !unfolding_before(u, avoided, rival) && !unfolding_before(u, rival, avoided);
}

static bool any_avoided(const struct alternatives *alt, size_t from,
                        const uint32_t *avoid, size_t n)
{
    for (size_t i = from; i < alt->missing.len; i++)
        for (size_t d = 0; d < n; d++)
            if (alt->missing.at[i] == avoid[d])
                return true;
    return false;
}

static void grow_spike(struct alternatives *alt, uint32_t avoided, const uint32_t *avoid,
                       size_t n)
{
    struct spike s = {.avoided = avoided, .first = alt->candidates.len};
    alt->rivals.len = 0;
    unfolding_rivals(alt->u, avoided, &alt->rivals);
    for (size_t i = 0; i < alt->rivals.len; i++) {
        uint32_t rival = alt->rivals.at[i];
        const struct act *a = &unfolded(alt->u, rival)->act;
        if (reduction_of((enum op_kind)a->kind)->position_taken(alt->u->st, a))
            continue; /* the event is in the configuration already, or conflicts with
                         it */
        size_t before = alt->missing.len;
        if (conflicts(alt->u, avoided, rival) && !config_has(alt->c, alt->u, rival) &&
            config_compatible(alt->c, alt->u, rival, &alt->missing) &&
            !any_avoided(alt, before, avoid, n))
            vec_push(&alt->candidates, rival);
        alt->missing.len = before;
    }
    s.last = alt->candidates.len;
    vec_push(&alt->spikes, s);
}

static int by_size(const void *a, const void *b)
{
    size_t x = ((const struct spike *)a)->last - ((const struct spike *)a)->first;
    size_t y = ((const struct spike *)b)->last - ((const struct spike *)b)->first;
    return (x > y) - (x < y);
}

/* Does what has been picked so far conflict with the event to be avoided? */
static bool satisfied(const struct alternatives *alt, uint32_t avoided)
{
    for (size_t i = 0; i < alt->missing.len; i++)
        if (conflicts(alt->u, avoided, alt->missing.at[i]))
            return true;
    return false;
}

/* Picks, for this spike and all later ones, an event that conflicts with it. On
 * success, alt->missing lists what has to be added to the configuration. */
static bool pick(struct alternatives *alt, size_t spike, const uint32_t *avoid, size_t n)
{
    while (spike < alt->spikes.len && satisfied(alt, alt->spikes.at[spike].avoided))
        spike++;
    if (spike == alt->spikes.len)
        return true;
    const struct spike s = alt->spikes.at[spike];
    for (size_t i = s.first; i < s.last; i++) {
        size_t before = alt->missing.len;
        if (config_compatible(alt->c, alt->u, alt->candidates.at[i], &alt->missing) &&
            !any_avoided(alt, before, avoid, n)) {
            size_t after = alt->missing.len;
            for (size_t m = before; m < after; m++)
                config_add(alt->c, alt->u, alt->missing.at[m]);
            bool found = pick(alt, spike + 1, avoid, n);
            for (size_t m = after; m-- > before;)
                config_remove(alt->c, alt->u, alt->missing.at[m]);
            if (found)
                return true;
        }
        alt->missing.len = before;
    }
    return false;
}

bool alternatives_find(struct alternatives *alt, const uint32_t *avoid, size_t n,
                       uint32_t k, ids_vec *j)
{
    size_t first = k && k < n ? n - k : 0;
    alt->spikes.len = alt->candidates.len = alt->missing.len = 0;
    for (size_t d = n; d-- > first;) {
        grow_spike(alt, avoid[d], avoid, n);
        const struct spike *s = &vec_last(&alt->spikes);
        if (s->first == s->last)
            return false;
    }
    qsort(alt->spikes.at, alt->spikes.len, sizeof *alt->spikes.at, by_size);
    if (!pick(alt, 0, avoid, n))
        return false;
    for (size_t i = 0; i < alt->missing.len; i++)
        vec_push(j, alt->missing.at[i]);
    return true;
}
