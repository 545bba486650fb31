/* SPDX-License-Identifier: Apache-2.0
 *
 * view.c - see view.h. */
#include "explore/match/view.h"

bool view_has(const struct view *v, uint32_t slot)
{
    if ((int32_t)slot == v->without)
        return false;
    if (graph_event(v->g, slot)->order < v->limit)
        return true;
    if (v->past && past_has(v->past, v->g, slot))
        return true;
    for (size_t i = 0; i < v->nextra; i++)
        if (v->extra[i] == (int32_t)slot)
            return true;
    return false;
}

bool view_there(const struct view *v, uint32_t send)
{
    int32_t reader = graph_event(v->g, send)->reader;
    return view_has(v, send) && (reader == NONE || !view_has(v, (uint32_t)reader));
}

static bool line_reaches(const struct view *v, uint32_t rank, int32_t pos)
{
    const struct match_record *r = &v->g->rank[rank].line.at[pos];
    return r->event == NONE || view_has(v, (uint32_t)r->event);
}

bool view_pending(const struct view *v, uint32_t rank, uint32_t recv)
{
    const struct match_recv *r = graph_recv(v->g, rank, recv);
    if (r->transient)
        return false;
    if (r->cancelled != NONE && line_reaches(v, rank, r->cancelled))
        return false;
    return r->event == NONE || !view_has(v, (uint32_t)r->event);
}

int32_t view_candidate(const struct view *v, uint32_t rank, uint32_t recv, uint32_t from)
{
    const struct match_recv *r = graph_recv(v->g, rank, recv);
    const struct match_channel *c = graph_channel(v->g, rank, from);
    for (uint32_t i = v->limit == UINT32_MAX ? c->taken : 0; i < c->sends.len; i++) {
        uint32_t send = c->sends.at[i];
        const struct match_event *s = graph_event(v->g, send);
        if (!graph_fits(r, s) || !view_there(v, send))
            continue;
        struct pair m = {recv, (int32_t)send};
        for (int32_t j = NONE; (j = earlier_receive(v->g, rank, m, j)) != NONE;)
            if (view_pending(v, rank, (uint32_t)j))
                return NONE;
        return m.send;
    }
    return NONE;
}

int32_t view_first(const struct view *v, uint32_t rank, uint32_t recv)
{
    const struct match_recv *r = graph_recv(v->g, rank, recv);
    if (r->wants.peer != ANY)
        return view_candidate(v, rank, recv, (uint32_t)r->wants.peer);
    for (uint32_t from = 0; from < v->g->n; from++) {
        int32_t s = view_candidate(v, rank, recv, from);
        if (s != NONE)
            return s;
    }
    return NONE;
}
