/* SPDX-License-Identifier: Apache-2.0
 *
 * random.c - see random.h.
 *
 * Models have two to four processes of up to six states, up to six channels
 * with up to three messages. Receiving states accept a random set of channels
 * and messages, so wildcards and tags come up all the time, as do messages
 * that nobody receives, final states that cannot be reached, send-receive
 * states, local choices and cycles. */
#include "random.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t random_next(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t random_below(uint64_t *seed, uint32_t n)
{
    return (uint32_t)(random_next(seed) % n);
}

struct plan {
    uint32_t processes, channels;
    uint32_t sender[8], receiver[8], msgs[8];
    uint32_t states[8];
};

static uint32_t destination(uint64_t *seed, const struct plan *k, uint32_t p, uint32_t u,
                            struct random_shape shape)
{
    uint32_t last = k->states[p] - 1;
    if (!shape.acyclic && random_below(seed, 5) == 0)
        return random_below(seed, k->states[p]);
    uint32_t room = last - u;
    uint32_t step = random_below(seed, 3) ? 1 : 1 + random_below(seed, room);
    return u + (step > room ? room : step);
}

static uint32_t pick(uint64_t *seed, const uint32_t *of, uint32_t n, uint32_t p)
{
    uint32_t found = MODEL_NONE, seen = 0;
    for (uint32_t c = 0; c < n; c++)
        if (of[c] == p && random_below(seed, ++seen) == 0)
            found = c;
    return found;
}

static bool receives(struct model *m, uint64_t *seed, const struct plan *k, uint32_t p,
                     uint32_t u, struct random_shape shape)
{
    uint32_t only = pick(seed, k->receiver, k->channels, p);
    bool any = false;
    bool wild = !shape.source_specific && random_below(seed, 3);
    for (uint32_t c = 0; c < k->channels; c++) {
        if (k->receiver[c] != p || (c != only && (!wild || random_below(seed, 4) == 0)))
            continue;
        bool every = random_below(seed, 2), took = false;
        for (uint32_t y = 0; y < k->msgs[c]; y++)
            if (every || random_below(seed, 2) ||
                (c == only && !took && y + 1 == k->msgs[c])) {
                model_recv(m, p, u, c, y, destination(seed, k, p, u, shape));
                any = took = true;
            }
    }
    return any;
}

struct model *random_model(uint64_t seed, struct random_shape shape)
{
    struct plan k = {.processes = 2 + random_below(&seed, 3)};
    struct model *m = model_new();
    char name[32];
    for (uint32_t p = 0; p < k.processes; p++) {
        snprintf(name, sizeof name, "p%u", p);
        model_process(m, name);
    }
    k.channels = 1 + random_below(&seed, 6);
    for (uint32_t c = 0; c < k.channels; c++) {
        k.sender[c] = random_below(&seed, k.processes);
        k.receiver[c] = random_below(&seed, k.processes);
        if (k.sender[c] == k.receiver[c] && !shape.selves)
            k.receiver[c] = (k.sender[c] + 1) % k.processes;
        k.msgs[c] = 1 + random_below(&seed, 3);
        snprintf(name, sizeof name, "c%u", c);
        model_channel(m, name, k.sender[c], k.receiver[c]);
        for (uint32_t x = 0; x < k.msgs[c]; x++) {
            snprintf(name, sizeof name, "%u", x);
            model_message(m, c, name);
        }
    }
    for (uint32_t p = 0; p < k.processes; p++) {
        k.states[p] = 2 + random_below(&seed, 5);
        for (uint32_t u = 0; u < k.states[p]; u++) {
            snprintf(name, sizeof name, "s%u", u);
            model_state(m, p, name);
        }
        for (uint32_t u = 0; u + 1 < k.states[p]; u++) {
            uint32_t kind = random_below(&seed, 12);
            uint32_t out = pick(&seed, k.sender, k.channels, p);
            uint32_t in = pick(&seed, k.receiver, k.channels, p);
            if (kind == 0)
                continue; /* final */
            if (kind == 1 || (out == MODEL_NONE && in == MODEL_NONE)) {
                for (uint32_t i = 1 + random_below(&seed, 2); i--;)
                    model_local(m, p, u, i ? "a" : "b",
                                destination(&seed, &k, p, u, shape));
                continue;
            }
            bool send = out != MODEL_NONE && (kind < 7 || in == MODEL_NONE);
            bool recv = in != MODEL_NONE && (!send || kind < 3);
            if (recv)
                recv = receives(m, &seed, &k, p, u, shape);
            if (send)
                model_send(m, p, u, out, random_below(&seed, k.msgs[out]),
                           recv ? MODEL_NONE : destination(&seed, &k, p, u, shape));
        }
    }
    struct str why = {0};
    if (model_finish(m, &why, NULL) != MZ_OK) {
        fprintf(stderr, "random model %lu: %s\n", (unsigned long)seed, str_text(&why));
        abort();
    }
    str_free(&why);
    return m;
}
