/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.c - packing global states into bits.
 *
 * A channel on which only one message is ever sent is a counter. Another
 * channel is a number that starts with a 1 and goes on with the codes of its
 * messages, so that its length need not be stored: capacity 2 and two
 * messages make 7 values in 3 bits. The number is kept less one, which makes
 * the empty channel zero. A channel too long for one 56-bit field keeps its
 * length and then the codes one by one. */
#include "model/layout.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define WIDEST 56

static uint8_t bits_for(uint64_t values) /* to tell this many values apart */
{
    return values <= 1 ? 0 : (uint8_t)(64 - __builtin_clzll(values - 1));
}

void layout_init(struct layout *l, const struct model *m, const uint32_t *cap)
{
    *l = (struct layout){.m = m};
    l->process = mem_alloc(m->processes * sizeof *l->process);
    l->channel = mem_alloc(m->channels * sizeof *l->channel);
    uint32_t bit = 0;
    for (uint32_t p = 0; p < m->processes; p++) {
        uint8_t width = bits_for(m->process[p].count);
        l->process[p] = (struct layout_process){bit, m->process[p].base, width};
        bit += width;
    }
    for (uint32_t c = 0; c < m->channels; c++) {
        struct layout_channel *ch = &l->channel[c];
        *ch = (struct layout_channel){.bit = bit, .cap = cap[c]};
        ch->code = bits_for(m->channel[c].sent);
        if (!m->channel[c].sent)
            ch->cap = 0;
        if (ch->code == 0 || ch->cap == 0) {
            ch->width = bits_for((uint64_t)ch->cap + 1);
        } else if ((uint64_t)ch->code * ch->cap + 1 <= WIDEST) {
            ch->width = (uint8_t)(ch->code * ch->cap + 1);
        } else {
            ch->wide = true;
            ch->width = bits_for((uint64_t)ch->cap + 1);
            bit += ch->code * ch->cap;
        }
        bit += ch->width;
    }
    l->bytes = bit ? (bit + 7) / 8 : 1;
}

void layout_free(struct layout *l)
{
    free(l->process);
    free(l->channel);
    *l = (struct layout){0};
}

void global_init(struct global *g, const struct layout *l)
{
    const struct model *m = l->m;
    size_t total = 0;
    /* One place more than the capacity, because a synchronous transition puts its
     * message into the channel for a moment before it is known whether it stays. */
    for (uint32_t c = 0; c < m->channels; c++)
        total += (size_t)l->channel[c].cap + 1;
    g->at = mem_alloc(m->processes * sizeof *g->at);
    g->len = mem_alloc(m->channels * sizeof *g->len);
    g->line = mem_alloc(m->channels * sizeof *g->line);
    g->store = mem_alloc(total * sizeof *g->store);
    total = 0;
    for (uint32_t c = 0; c < m->channels; c++) {
        g->line[c] = g->store + total;
        total += (size_t)l->channel[c].cap + 1;
    }
    for (uint32_t p = 0; p < m->processes; p++)
        g->at[p] = model_at(m, p, m->process[p].start);
}

void global_free(struct global *g)
{
    free(g->at);
    free(g->len);
    free(g->line);
    free(g->store);
    *g = (struct global){0};
}

void layout_put_channel(const struct layout *l, uint8_t *to, uint32_t c,
                        const uint16_t *line, uint32_t len)
{
    const struct layout_channel *ch = &l->channel[c];
    if (ch->code == 0) {
        layout_put(to, ch->bit, ch->width, len);
    } else if (!ch->wide) {
        uint64_t value = 1;
        for (uint32_t i = 0; i < len; i++)
            value = value << ch->code | line[i];
        layout_put(to, ch->bit, ch->width, value - 1);
    } else {
        layout_put(to, ch->bit, ch->width, len);
        for (uint32_t i = 0, bit = ch->bit + ch->width; i < ch->cap; i++, bit += ch->code)
            layout_put(to, bit, ch->code, i < len ? line[i] : 0);
    }
}

static inline uint32_t take_channel(const struct layout_channel *ch, const uint8_t *in,
                                    uint16_t *line)
{
    uint64_t value = layout_get(in, ch->bit, ch->width);
    if (ch->code == 0 || value == 0)
        return (uint32_t)value; /* a counter: the line is all zeros already */
    if (ch->wide) {
        for (uint32_t i = 0, bit = ch->bit + ch->width; i < value; i++, bit += ch->code)
            line[i] = (uint16_t)layout_get(in, bit, ch->code);
        return (uint32_t)value;
    }
    value++;
    uint32_t len = (63u - (uint32_t)__builtin_clzll(value)) / ch->code;
    for (uint32_t i = len; i--; value >>= ch->code)
        line[i] = (uint16_t)(value & ((1u << ch->code) - 1));
    return len;
}

void layout_pack(const struct layout *l, const struct global *g, uint8_t *out)
{
    memset(out, 0, l->bytes);
    for (uint32_t p = 0; p < l->m->processes; p++)
        layout_put_process(l, out, p, g->at[p] - l->process[p].base);
    for (uint32_t c = 0; c < l->m->channels; c++)
        layout_put_channel(l, out, c, g->line[c], g->len[c]);
}

void layout_unpack(const struct layout *l, const uint8_t *in, struct global *g)
{
    for (uint32_t p = 0; p < l->m->processes; p++) {
        const struct layout_process *f = &l->process[p];
        g->at[p] = f->base + (uint32_t)layout_get(in, f->bit, f->width);
    }
    for (uint32_t c = 0; c < l->m->channels; c++)
        g->len[c] = take_channel(&l->channel[c], in, g->line[c]);
}
