/* SPDX-License-Identifier: Apache-2.0
 *
 * future.h - which messages may a process still send?
 *
 * Computed once per model: for each local state, the messages whose send can
 * be reached from it in the state machine of its process. A receiver that
 * waits for none of them need not wait for this sender at all, which is the
 * relaxed condition 2(b) of urgency. */
#ifndef MZ_MODEL_FUTURE_H
#define MZ_MODEL_FUTURE_H
#include "model/model.h"

struct future {
    uint32_t *words;  /* per process: length of its sets */
    uint64_t **state; /* per state: what its process may send from here on */
    uint64_t **group; /* per group: what it accepts, as a set of its sender */
    uint64_t *store;
};

void future_init(struct future *f, const struct model *m);
void future_free(struct future *f);

/* True if `sender`, being at `state`, can send what `group` accepts. */
static inline bool future_may_send(const struct future *f, uint32_t sender,
                                   uint32_t state, uint32_t group)
{
    const uint64_t *s = f->state[state], *g = f->group[group];
    for (uint32_t i = 0; i < f->words[sender]; i++)
        if (s[i] & g[i])
            return true;
    return false;
}

#endif
