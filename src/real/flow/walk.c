/* SPDX-License-Identifier: Apache-2.0
 *
 * walk.c - the distance of a call stack, from those of its calls. It also runs inside of
 * programs, where no code can be decoded. */
#include "real/flow/ways.h"

static flow_hops least(flow_hops a, flow_hops b)
{
    return a < b ? a : b;
}

static flow_hops sum(flow_hops a, flow_hops b)
{
    if (a == FLOW_NEVER || b == FLOW_NEVER)
        return FLOW_NEVER;
    return (flow_hops)least((flow_hops)(FLOW_NEVER - 1 - a), b) + a;
}

struct flow_ways ways_least(struct flow_ways a, struct flow_ways b)
{
    return (struct flow_ways){least(a.target, b.target), least(a.back, b.back),
                              least(a.thrown, b.thrown)};
}

static struct flow_ways after(flow_hops calls, struct flow_ways w)
{
    return (struct flow_ways){sum(calls, w.target), sum(calls, w.back),
                              sum(calls, w.thrown)};
}

struct flow_ways ways_of_call(struct flow_ways called, struct flow_ways next,
                              struct flow_ways caught)
{
    struct flow_ways w = after(called.back, next);
    w.target = least(w.target, called.target);
    w.thrown = least(w.thrown, called.thrown);
    return ways_least(w, after(called.thrown, caught));
}

static const struct flow_site *site(const struct flow_map *f, uint64_t at)
{
    size_t low = 0, high = f->nsites;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (f->sites[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->nsites && f->sites[low].at == at ? &f->sites[low] : NULL;
}

/* From the innermost frame outwards: w is what the frames so far come to, first the call
 * that is under way. */
flow_hops flow_distance(const struct flow_map *f, const uint64_t *returns, size_t n)
{
    struct flow_ways w = {f->signals ? f->called_back : FLOW_NEVER, 0, FLOW_NEVER};
    for (size_t i = 0; i < n; i++) {
        const struct flow_site *s = site(f, returns[i]);
        struct flow_ways library = {f->called_back, 0, w.thrown};
        w = s ? ways_of_call(w, s->next, s->caught) : ways_least(w, library);
    }
    return w.target;
}
