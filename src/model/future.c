/* SPDX-License-Identifier: Apache-2.0
 *
 * future.c - see future.h.
 *
 * The sets of a process number the pairs (channel, message) of its outgoing
 * channels. They are the least solution of "what I send now, and whatever my
 * successors may send", found by going over the transitions backwards until
 * nothing changes. */
#include "model/future.h"
#include "base/mem.h"

#include <stdlib.h>

static bool join(uint64_t *into, const uint64_t *from, uint32_t words)
{
    uint64_t grown = 0;
    for (uint32_t i = 0; i < words; i++) {
        grown |= from[i] & ~into[i];
        into[i] |= from[i];
    }
    return grown != 0;
}

void future_init(struct future *f, const struct model *m)
{
    *f = (struct future){0};
    uint32_t *bit = mem_alloc((m->channels + 1) * sizeof *bit); /* first of a channel */
    uint32_t *bits = mem_alloc(m->processes * sizeof *bits);
    for (uint32_t c = 0; c < m->channels; c++) {
        bit[c] = bits[m->channel[c].sender];
        bits[m->channel[c].sender] += m->channel[c].sent;
    }
    f->words = mem_alloc(m->processes * sizeof *f->words);
    size_t total = 0;
    for (uint32_t p = 0; p < m->processes; p++) {
        f->words[p] = (bits[p] + 63) / 64;
        total += (size_t)f->words[p] * m->process[p].count;
    }
    for (uint32_t g = 0; g < m->groups; g++)
        total += f->words[m->channel[m->group[g].chan].sender];
    f->store = mem_alloc(total * sizeof *f->store);
    f->state = mem_alloc(m->states * sizeof *f->state);
    f->group = mem_alloc(m->groups * sizeof *f->group);
    uint64_t *next = f->store;
    for (uint32_t p = 0; p < m->processes; p++)
        for (uint32_t i = 0; i < m->process[p].count; i++, next += f->words[p])
            f->state[model_at(m, p, i)] = next;
    for (uint32_t g = 0; g < m->groups; g++) {
        const struct model_channel *ch = &m->channel[m->group[g].chan];
        f->group[g] = next;
        next += f->words[ch->sender];
        for (uint32_t x = 0; x < ch->sent; x++) {
            uint32_t b = bit[m->group[g].chan] + x;
            if (m->group[g].by_msg[x] != MODEL_NONE)
                f->group[g][b / 64] |= UINT64_C(1) << b % 64;
        }
    }
    for (uint32_t i = 0; i < m->transitions; i++) {
        const struct model_trans *t = &m->trans[i];
        if (t->act == ACT_SEND) {
            uint32_t b = bit[t->chan] + t->msg;
            f->state[model_at(m, t->process, t->src)][b / 64] |= UINT64_C(1) << b % 64;
        }
    }
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = m->transitions; i--;) {
            const struct model_trans *t = &m->trans[i];
            grown |=
                join(f->state[model_at(m, t->process, t->src)],
                     f->state[model_at(m, t->process, t->dst)], f->words[t->process]);
        }
    }
    free(bit);
    free(bits);
}

void future_free(struct future *f)
{
    free(f->words);
    free(f->state);
    free(f->group);
    free(f->store);
    *f = (struct future){0};
}
