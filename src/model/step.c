/* SPDX-License-Identifier: Apache-2.0
 *
 * step.c - see step.h. These are the plain versions, for traces, replay and
 * tests; the search has its own loop over the same primitives. */
#include "model/step.h"

#include <string.h>

struct watch {
    const struct model *m;
    bool moves, sends;
};

static void look(void *arg, struct edge e)
{
    struct watch *w = arg;
    if (e.recv == MODEL_NONE && w->m->trans[e.t].act == ACT_SEND)
        w->sends = true;
    else
        w->moves = true;
}

bool step_halted(const struct model *m, const struct global *s)
{
    struct watch w = {m, false, false};
    step_enabled(m, s, look, &w);
    return !w.moves;
}

bool step_absolutely_halted(const struct model *m, const struct global *s)
{
    struct watch w = {m, false, false};
    step_enabled(m, s, look, &w);
    return !w.moves && !w.sends;
}

void step_enabled(const struct model *m, const struct global *s,
                  void (*each)(void *arg, struct edge e), void *arg)
{
    for (uint32_t p = 0; p < m->processes; p++) {
        const struct model_state *u = &m->state[s->at[p]];
        if (u->kind == MODEL_LOCAL)
            for (uint32_t t = u->first; t < u->first + u->count; t++)
                each(arg, (struct edge){t, MODEL_NONE});
        if (u->send != MODEL_NONE)
            each(arg, (struct edge){u->send, MODEL_NONE});
        for (uint32_t i = 0; i < u->group_count; i++) {
            const struct model_group *g = &m->group[u->group_first + i];
            uint32_t at = step_oldest(s, g);
            if (at != MODEL_NONE) {
                uint32_t t = g->by_msg[s->line[g->chan][at]];
                each(arg, (struct edge){t, MODEL_NONE});
                continue;
            }
            struct edge e = step_sync(m, s, g);
            if (e.t != MODEL_NONE)
                each(arg, e);
        }
    }
}

void step_apply(const struct model *m, struct global *s, struct edge e)
{
    const struct model_trans *t = &m->trans[e.t];
    s->at[t->process] = model_at(m, t->process, t->dst);
    if (e.recv != MODEL_NONE) {
        t = &m->trans[e.recv];
        s->at[t->process] = model_at(m, t->process, t->dst);
    } else if (t->act == ACT_SEND) {
        s->line[t->chan][s->len[t->chan]++] = (uint16_t)t->msg;
    } else if (t->act == ACT_RECV) {
        uint16_t *line = s->line[t->chan];
        uint32_t i = 0;
        while (line[i] != t->msg)
            i++;
        uint32_t left = --s->len[t->chan];
        memmove(line + i, line + i + 1, (left - i) * sizeof *line);
        line[left] = 0; /* counters rely on a clean line */
    }
}

void step_label(const struct model *m, struct edge e, struct str *out)
{
    const struct model_trans *t = &m->trans[e.t];
    if (e.recv != MODEL_NONE)
        str_addf(out, "%s!?%s", m->channel[t->chan].name,
                 m->channel[t->chan].msg[t->msg]);
    else
        model_label(m, e.t, out);
}
