/* SPDX-License-Identifier: Apache-2.0
 *
 * prints.c - see prints.h.
 *
 * Of each rank, the different outputs are counted by their digests, and the first two
 * are kept as they are. */
#include "agent/tell/prints.h"
#include "agent/tell/handover.h"
#include "agent/rank/image.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

struct output {
    struct digest digest;
    uint64_t outcomes;
    char *text; /* NULL: it is not kept */
    size_t bytes;
};
struct outputs {
    VEC(struct output) all;
};
static struct outputs *of; /* for each rank */

static void count(struct outputs *o, const char *text, size_t n)
{
    enum { KEPT = 2 };
    XXH128_hash_t h = XXH3_128bits(text, n);
    for (size_t i = 0; i < o->all.len; i++)
        if (o->all.at[i].digest.lo == h.low64 && o->all.at[i].digest.hi == h.high64) {
            o->all.at[i].outcomes++;
            return;
        }
    struct output fresh = {.digest = {h.low64, h.high64}, .outcomes = 1, .bytes = n};
    if (o->all.len < KEPT) {
        fresh.text = mem_alloc(n + 1);
        memcpy(fresh.text, text, n);
    }
    vec_push(&o->all, fresh);
}

void prints_compare(void)
{
    if (!of)
        of = mem_alloc(agent.nranks * sizeof *of);
    for (uint32_t r = 0; r < agent.nranks; r++) {
        if (!agent.rank[r].space.loaded)
            image_load(r);
        const struct rank_head *h = agent.rank[r].head;
        count(&of[r], rank_output(h), h->output_kept);
    }
}

void prints_tell(void)
{
    struct link *l = agent.link;
    uint64_t at = of ? link_room(l, agent.nranks * sizeof(struct link_prints)) : 0;
    struct link_prints *to = at ? link_at(l, at) : NULL;
    for (uint32_t r = 0; to && r < agent.nranks; r++) {
        to[r] = (struct link_prints){.different = of[r].all.len};
        for (size_t i = 0; i < of[r].all.len; i++) {
            const struct output *o = &of[r].all.at[i];
            to[r].outcomes += o->outcomes;
            if (!o->text || of[r].all.len < 2)
                continue;
            to[r].count[i] = o->outcomes;
            to[r].text[i] = link_room(l, o->bytes + 1);
            to[r].bytes[i] = to[r].text[i] ? o->bytes : 0;
            if (to[r].text[i])
                memcpy(link_at(l, to[r].text[i]), o->text, o->bytes);
        }
    }
    l->prints = at;
}
