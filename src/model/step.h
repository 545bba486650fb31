/* SPDX-License-Identifier: Apache-2.0
 *
 * step.h - what can happen in a global state.
 *
 * The primitives of section 2.2 of the paper, on open states: which message a
 * receive would take, when a synchronous transition is enabled, what a
 * transition does. Expansion (expand.h), traces and replay are all made of
 * these. Nothing here knows of bounds or of reductions. */
#ifndef MZ_MODEL_STEP_H
#define MZ_MODEL_STEP_H
#include "model/layout.h"

/* A global transition: a simple one has recv == MODEL_NONE and its transition
 * in `t`; a synchronous one has the send in `t` and the receive in `recv`. */
struct edge {
    uint32_t t, recv;
};

/* The position in channel g->chan of the message that a receive of this group
 * would take - the oldest one accepted - or MODEL_NONE. */
static inline uint32_t step_oldest(const struct global *s, const struct model_group *g)
{
    uint32_t n = s->len[g->chan];
    if (n == 0 || g->all)
        return n == 0 ? MODEL_NONE : 0;
    const uint16_t *line = s->line[g->chan];
    for (uint32_t i = 0; i < n; i++)
        if (g->by_msg[line[i]] != MODEL_NONE)
            return i;
    return MODEL_NONE;
}

/* The synchronous transition on this group's channel, or one with t ==
 * MODEL_NONE. Requires that step_oldest() found nothing.
 *
 * For a channel from a process to itself this wants the process to be at a
 * send-receive state: a plain send to oneself has nobody to receive it. */
static inline struct edge step_sync(const struct model *m, const struct global *s,
                                    const struct model_group *g)
{
    uint32_t send = m->state[s->at[g->sender]].send;
    if (send == MODEL_NONE || m->trans[send].chan != g->chan)
        return (struct edge){MODEL_NONE, MODEL_NONE};
    uint32_t recv = g->by_msg[m->trans[send].msg];
    if (recv == MODEL_NONE)
        return (struct edge){MODEL_NONE, MODEL_NONE};
    if (g->sender == m->trans[recv].process) {
        const struct model_state *sent =
            &m->state[model_at(m, g->sender, m->trans[send].dst)];
        for (uint32_t t = sent->first; t < sent->first + sent->count; t++)
            if (m->trans[t].chan == g->chan && m->trans[t].msg == m->trans[send].msg)
                recv = t;
    }
    return (struct edge){send, recv};
}

/* No receive, local or synchronous event is enabled (Definition 1). */
bool step_halted(const struct model *m, const struct global *s);

/* Halted, and no process is at a send either: nothing at all can happen. */
bool step_absolutely_halted(const struct model *m, const struct global *s);

/* All global transitions of the paper's graph G from s, with no bound and no
 * reduction, passed to `each` in a fixed order. */
void step_enabled(const struct model *m, const struct global *s,
                  void (*each)(void *arg, struct edge e), void *arg);

/* Takes the transition. The channels of s must have room. */
void step_apply(const struct model *m, struct global *s, struct edge e);

/* "c!1", "c?1", "c!?1" or a local event. */
void step_label(const struct model *m, struct edge e, struct str *out);

#endif
