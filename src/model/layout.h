/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.h - global states, open for reading and packed for keeping.
 *
 * A global state (u, a) gives every process its local state and every channel
 * its pending messages, oldest first. `struct global` is that, spread out; the
 * packed form is a fixed number of bytes in which each process takes as many
 * bits as its states need and each channel as many as its capacity needs.
 *
 * Capacities belong to the layout. Where the user bounds the channels they
 * are the bounds; where not, they are a guess that the search raises, with a
 * new layout, when a channel overflows it. */
#ifndef MZ_MODEL_LAYOUT_H
#define MZ_MODEL_LAYOUT_H
#include "model/model.h"

struct global {
    uint32_t *at;    /* per process: index into model->state */
    uint32_t *len;   /* per channel: pending messages */
    uint16_t **line; /* per channel: the messages, oldest first */
    uint16_t *store;
};

struct layout_channel {
    uint32_t bit;  /* where it starts */
    uint32_t cap;  /* most messages it can hold */
    uint8_t width; /* bits of the whole field if narrow, of the length if wide */
    uint8_t code;  /* bits per message; 0 if only one message is ever sent */
    bool wide;     /* does not fit in one field: length, then messages */
};

struct layout_process {
    uint32_t bit, base;
    uint8_t width;
};

struct layout {
    const struct model *m;
    struct layout_process *process;
    struct layout_channel *channel;
    uint32_t bytes; /* size of a packed state; buffers need LAYOUT_SLACK more bytes */
};

#define LAYOUT_SLACK 8

/* cap: capacity per channel; copied. */
void layout_init(struct layout *l, const struct model *m, const uint32_t *cap);
void layout_free(struct layout *l);

void global_init(struct global *g, const struct layout *l); /* the initial state */
void global_free(struct global *g);

void layout_pack(const struct layout *l, const struct global *g, uint8_t *out);
void layout_unpack(const struct layout *l, const uint8_t *in, struct global *g);

/* A field of at most 56 bits, read or written with one unaligned word. */
static inline uint64_t layout_get(const uint8_t *from, uint32_t bit, uint32_t width)
{
    uint64_t w;
    __builtin_memcpy(&w, from + (bit >> 3), sizeof w);
    return (w >> (bit & 7)) & ((UINT64_C(1) << width) - 1);
}

static inline void layout_put(uint8_t *to, uint32_t bit, uint32_t width, uint64_t value)
{
    uint64_t w, mask = ((UINT64_C(1) << width) - 1) << (bit & 7);
    __builtin_memcpy(&w, to + (bit >> 3), sizeof w);
    w = (w & ~mask) | (value << (bit & 7));
    __builtin_memcpy(to + (bit >> 3), &w, sizeof w);
}

static inline void layout_put_process(const struct layout *l, uint8_t *to, uint32_t p,
                                      uint32_t local)
{
    layout_put(to, l->process[p].bit, l->process[p].width, local);
}

/* Writes channel c as the queue `line` of `len` messages. */
void layout_put_channel(const struct layout *l, uint8_t *to, uint32_t c,
                        const uint16_t *line, uint32_t len);

#endif
