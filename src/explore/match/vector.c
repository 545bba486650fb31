/* SPDX-License-Identifier: Apache-2.0
 *
 * vector.c - see vector.h.
 *
 * A vector is found from its last match backwards. A match obliges: an earlier pending
 * receive that the message fits must be matched (R), and an earlier message that fits the
 * receive must be taken (S), by a receive that was posted earlier still. Each obligation
 * is met in all possible ways. What this yields is minimal, since every match in it is
 * there because another one obliges it; and it yields every minimal set, since the
 * matches of such a set that are obliged in it are possible by themselves. */
#include "explore/match/vector.h"

#include <string.h>

struct obligation {
    bool any;
    bool is_send;    /* true: the message `what` must be taken; false: the receive `what`
                        must be matched */
    uint32_t what;   /* the message or the receive */
    uint32_t before; /* for a message: the receive that takes it must be posted before
                        this one */
};

struct hunt {
    const struct view *v;
    uint32_t rank;
    const struct growth *growth; /* how the view grows with the set; NULL: it does not */
    pairs_vec set;
    /* obligations that are expected to be met when the view has grown */
    VEC(struct obligation) deferred;
    vector_fn *found;
    void *context;
};

static bool assigned_recv(const pairs_vec *set, uint32_t recv)
{
    for (size_t i = 0; i < set->len; i++)
        if (set->at[i].recv == recv)
            return true;
    return false;
}

static bool assigned_send(const pairs_vec *set, uint32_t send)
{
    for (size_t i = 0; i < set->len; i++)
        if (set->at[i].send == (int32_t)send)
            return true;
    return false;
}

static bool is_deferred(const struct hunt *h, bool is_send, uint32_t what)
{
    for (size_t i = 0; h && i < h->deferred.len; i++)
        if (h->deferred.at[i].is_send == is_send && h->deferred.at[i].what == what)
            return true;
    return false;
}

/* The first obligation of this match under rules R and S that is neither met by the set
 * nor deferred. */
static struct obligation obligation(const struct view *v, uint32_t rank,
                                    const pairs_vec *set, struct pair m,
                                    const struct hunt *h)
{
    if (m.send == NONE)
        return (struct obligation){0};
    for (int32_t j = NONE; (j = earlier_receive(v->g, rank, m, j)) != NONE;) {
        uint32_t recv = (uint32_t)j;
        if (view_pending(v, rank, recv) && !assigned_recv(set, recv) &&
            !is_deferred(h, false, recv))
            return (struct obligation){true, false, recv, 0};
    }
    for (int32_t i = NONE; (i = earlier_message(v->g, rank, m, i)) != NONE;) {
        uint32_t send = (uint32_t)i;
        if (view_there(v, send) && !assigned_send(set, send) &&
            !is_deferred(h, true, send))
            return (struct obligation){true, true, send, m.recv};
    }
    return (struct obligation){0};
}

/* Must pair `a` happen before pair `b`? */
static bool precedes(const struct view *v, uint32_t rank, struct pair a, struct pair b)
{
    if (a.send == NONE || b.send == NONE)
        return a.send == NONE && b.send != NONE;
    return claims(v->g, rank, a.recv, b) || comes_first(v->g, rank, (uint32_t)a.send, b);
}

/* Sorts the set into an order in which it can happen; where there is a choice, the
 * receive posted first goes first. False if there is no such order. */
static bool arrange(const struct view *v, uint32_t rank, struct pair *set, size_t n)
{
    for (size_t done = 0; done < n; done++) {
        size_t best = n;
        for (size_t i = done; i < n; i++) {
            bool first = true;
            for (size_t j = done; j < n && first; j++)
                first = i == j || !precedes(v, rank, set[j], set[i]);
            if (first && (best == n || set[i].recv < set[best].recv))
                best = i;
        }
        if (best == n)
            return false;
        struct pair p = set[best];
        memmove(set + done + 1, set + done, (best - done) * sizeof *set);
        set[done] = p;
    }
    return true;
}

static void hunt(struct hunt *h);

static void try_pair(struct hunt *h, uint32_t recv, int32_t send)
{
    vec_push(&h->set, (struct pair){recv, send});
    if (h->growth)
        h->growth->changed(h->context, h->set.at, h->set.len);
    hunt(h);
    h->set.len--;
    if (h->growth)
        h->growth->changed(h->context, h->set.at, h->set.len);
}

/* Can the send be taken, either in the view or, with growth, because it is one of the
 * allowed sends? */
static bool can_take(const struct hunt *h, uint32_t send)
{
    int32_t reader = graph_event(h->v->g, send)->reader;
    bool allowed = !h->growth && view_has(h->v, send);
    for (size_t i = 0; h->growth && i < h->growth->nallowed && !allowed; i++)
        allowed = h->growth->allowed[i] == (int32_t)send;
    return allowed && (reader == NONE || !view_has(h->v, (uint32_t)reader)) &&
           !assigned_send(&h->set, send) && !is_deferred(h, true, send);
}

static void try_sends(struct hunt *h, uint32_t recv)
{
    const struct match_recv *r = graph_recv(h->v->g, h->rank, recv);
    for (uint32_t from = 0; from < h->v->g->n; from++) {
        const struct match_channel *c = graph_channel(h->v->g, h->rank, from);
        if (!rule_source(r->wants, from))
            continue;
        for (uint32_t i = 0; i < c->sends.len; i++)
            if (graph_fits(r, graph_event(h->v->g, c->sends.at[i])) &&
                can_take(h, c->sends.at[i]))
                try_pair(h, recv, (int32_t)c->sends.at[i]);
    }
}

/* Does the set contain the newest event, which it must? */
static bool has_newest(const struct hunt *h)
{
    struct pair newest = h->growth->newest;
    for (size_t i = 0; i < h->set.len; i++)
        if (h->set.at[i].send == newest.send &&
            (newest.send != NONE || h->set.at[i].recv == newest.recv))
            return true;
    return false;
}

static void emit(struct hunt *h)
{
    if (h->growth && !has_newest(h))
        return;
    pairs_vec order = {0};
    for (size_t i = 0; i < h->set.len; i++)
        vec_push(&order, h->set.at[i]);
    if (arrange(h->v, h->rank, order.at, order.len))
        h->found(h->context, order.at, order.len);
    vec_free(&order);
}

static struct obligation first_obligation(const struct hunt *h)
{
    struct obligation o = {0};
    for (size_t i = 0; i < h->set.len && !o.any; i++)
        o = obligation(h->v, h->rank, &h->set, h->set.at[i], h);
    return o;
}

/* With growth: is the receive cancelled, by the newest event or by one that the view
 * can grow to contain? */
static bool can_withdraw(const struct hunt *h, uint32_t recv)
{
    const struct growth *w = h->growth;
    return w && ((w->newest.send == NONE && w->newest.recv == recv) ||
                 graph_recv(h->v->g, h->rank, recv)->cancelled != NONE);
}

static void meet(struct hunt *h, const struct obligation *o)
{
    if (!o->is_send) {
        try_sends(h, o->what);
        if (can_withdraw(h, o->what))
            try_pair(h, o->what, NONE);
        return;
    }
    struct pair m = {o->before, (int32_t)o->what};
    for (int32_t j = NONE; (j = earlier_receive(h->v->g, h->rank, m, j)) != NONE;) {
        uint32_t recv = (uint32_t)j;
        if (view_pending(h->v, h->rank, recv) && !assigned_recv(&h->set, recv) &&
            !is_deferred(h, false, recv))
            try_pair(h, recv, m.send);
    }
}

/* Extends the set until every obligation is met, trying all possibilities. An
 * obligation is met by adding a pair; or, if the view grows, it is deferred, since a
 * pair added for another obligation may extend the view so that it is met there. */
static void hunt(struct hunt *h)
{
    struct obligation o = first_obligation(h);
    size_t deferred = h->deferred.len;
    if (!o.any)
        emit(h);
    for (; o.any; o = first_obligation(h)) {
        meet(h, &o);
        if (!h->growth)
            break;
        vec_push(&h->deferred, o);
    }
    h->deferred.len = deferred;
}

void vectors_find(const struct view *v, uint32_t rank, uint32_t recv, vector_fn *found,
                  void *context)
{
    vectors_growing(v, rank, recv, NULL, found, context);
}

void vectors_growing(const struct view *v, uint32_t rank, uint32_t recv,
                     const struct growth *growth, vector_fn *found, void *context)
{
    struct hunt h = {
        .v = v, .rank = rank, .growth = growth, .found = found, .context = context};
    try_sends(&h, recv);
    vec_free(&h.set);
    vec_free(&h.deferred);
}

bool vector_stands(const struct view *v, uint32_t rank, const struct pair *set, size_t n)
{
    pairs_vec reached = {0}, rest = {0};
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good &= (set[i].send == NONE || view_there(v, (uint32_t)set[i].send)) &&
                (i == n - 1 || view_pending(v, rank, set[i].recv));
    vec_push(&reached, set[n - 1]);
    for (size_t i = 0; good && i < reached.len; i++) {
        struct obligation o;
        while ((o = obligation(v, rank, &reached, reached.at[i], NULL)).any) {
            size_t j = 0;
            while (j < n &&
                   (o.is_send ? set[j].send != (int32_t)o.what : set[j].recv != o.what))
                j++;
            good = j < n;
            if (!good)
                break;
            vec_push(&reached, set[j]);
        }
    }
    good = good && reached.len == n;
    for (size_t i = 0; good && i < n; i++)
        vec_push(&rest, set[i]);
    good = good && arrange(v, rank, rest.at, n);
    vec_free(&reached);
    vec_free(&rest);
    return good;
}
