/* SPDX-License-Identifier: Apache-2.0
 *
 * crew_table.c - process 0, when the table of worlds is divided among others: see
 * parts.h.
 *
 * It has the graph, and asks for the worlds that it needs to look at. While it waits for
 * them, it does not go on; so it asks for many of them together. */
#include "explore/states/crew_inside.h"
#include "explore/states/order.h"

/* A process that keeps a part of the table does not answer, or is gone. */
static void miss(struct states *t)
{
    struct crew *c = t->crew;
    uint32_t debtor = parts_debtor(&c->parts);
    if (!c->roster.lost && debtor)
        cluster_silent(c->roster.cluster, debtor, t->s->silence);
    c->roster.lost = true;
    t->s->counts.stopped = STOP_WORKER;
}

/* The supervisor sees that this process has not got stuck. */
static void show_life(struct states *t)
{
    if (t->s->on_tick)
        t->s->on_tick(t->s, t->s->context);
}

/* The message is heard later. What it describes is known from now on: messages that come
 * after it count on that. */
static void put_off(struct states *t, struct early m)
{
    struct crew *c = t->crew;
    uint32_t unused;
    uint32_t process = m.head.process;
    if (m.head.word == CLUSTER_REPORT && process < c->roster.cluster->size &&
        c->roster.hops[process].here)
        crew_learn(t, process, &m.bytes, &unused);
    vec_push(&c->early, m);
}

/* Waits for all answers. What others report meanwhile is heard later, since the graph
 * may be about to be changed. False if somebody is lost; then nothing is heard any
 * more. */
static bool await(struct states *t, const struct questions *q)
{
    struct crew *c = t->crew;
    struct peer line = c->roster.cluster->line;
    double since = search_seconds(t->s);
    if (c->roster.lost || !parts_send(&c->parts))
        miss(t);
    while (q->open && !c->roster.lost) {
        peers_wait(&line, 1, CREW_TICK);
        double now = search_seconds(t->s);
        if (!line.ready) {
            show_life(t);
            if (now - since > t->s->silence)
                miss(t);
            continue;
        }
        since = now;
        struct early m = {0};
        bool received = cluster_receive(c->roster.cluster, &m.head, &m.bytes);
        if (received && (m.head.word == CLUSTER_HELLO || m.head.word == CLUSTER_REPORT)) {
            put_off(t, m);
            continue;
        }
        roster_take(&c->roster, received, &m.head, &m.bytes);
        str_free(&m.bytes);
    }
    if (c->roster.lost)
        miss(t);
    return !c->roster.lost;
}

void crew_bring(struct states *t, const uint32_t *nodes, size_t n)
{
    struct parts *p = &t->crew->parts;
    struct questions q = {0};
    size_t length;
    for (size_t i = 0; i < n; i++) {
        const struct states_node *x = node_at(t, nodes[i]);
        if (x->part != PART_HERE && !recent_get(&p->recent, x->part, x->place, &length))
            parts_fetch(p, &q, x->part, x->place);
    }
    if (q.open)
        await(t, &q);
    questions_free(&q);
    show_life(t); /* many of these may come one after the other */
}

const char *crew_world(struct states *t, uint32_t node)
{
    const struct states_node *n = node_at(t, node);
    size_t length;
    const struct recent *r = &t->crew->parts.recent;
    if (!recent_get(r, n->part, n->place, &length))
        crew_bring(t, &node, 1);
    return recent_get(r, n->part, n->place, &length);
}

/* Should the table be divided? Not before it is large, or memory short. */
static bool is_due(const struct states *t)
{
    enum { SHARE = 8 }; /* of --memory: the graph is larger than the worlds */
    const struct crew *c = t->crew;
    uint64_t large = t->s->sizes.divide_bytes, most = t->s->options.memory;
    bool others = false;
    if (most && most / SHARE < large)
        large = most / SHARE;
    if (!c->roster.cluster || states_divided(t) || t->shelf.bytes < large)
        return false;
    for (uint32_t r = 1; r < c->roster.cluster->size; r++)
        others |= c->roster.hops[r].here;
    return others && !roster_awaits(&c->roster);
}

/* Gives the worlds of the nodes from this one on to their owners; returns the first node
 * whose world it has not given away, or NOWHERE if that cannot be done. */
static uint32_t hand_over(struct states *t, uint32_t from)
{
    struct parts *p = &t->crew->parts;
    struct questions q = {0};
    uint32_t node = from;
    size_t length;
    for (; node < t->nodes.len && node < from + STATES_TOGETHER; node++) {
        const char *world = shelf_at(&t->shelf, node_at(t, node)->place, &length);
        parts_find(p, &q, world, length);
    }
    bool good = await(t, &q);
    for (uint32_t i = from; i < node && good; i++) {
        const struct part_answer *a = &q.answers.at[i - from];
        good = states_move(t, i, a->part, a->place);
    }
    questions_free(&q);
    return good ? node : NOWHERE;
}

/* Divides the table among the processes that are here. Those that come later keep none of
 * it. Process 0 does not either: it has the graph. */
static void divide(struct states *t)
{
    struct crew *c = t->crew;
    struct parts *p = &c->parts;
    for (uint32_t r = 1; r < c->roster.cluster->size && p->owners.len < PART_HERE; r++)
        if (c->roster.hops[r].here)
            vec_push(&p->owners, r);
    for (size_t i = 0; i < p->owners.len; i++) {
        vec_push(&t->parts, (places_vec){0});
        parts_tell(p, p->owners.at[i]);
    }
    c->roster.cluster->did.owners = (uint32_t)p->owners.len;
    uint32_t node = 0;
    while (node < t->nodes.len)
        node = hand_over(t, node);
    if (node == NOWHERE)
        miss(t); /* some worlds are still here */
    else
        shelf_free(&t->shelf);
}

void crew_divide_if_due(struct states *t)
{
    if (is_due(t))
        divide(t);
}

/* ---- before reports are added ---- */

/* Has the report got worlds and no places? It is from somebody who did not know yet that
 * the table is divided. */
static bool is_late(const struct sent_report *h)
{
    return h->found && report_found(h)[0].part == PART_HERE;
}

/* The report of this task, if it is there. */
static struct sent_report *report_at(const struct crew *c, size_t number)
{
    return number < c->slots.len && c->slots.at[number].is == DONE
               ? c->slots.at[number].report
               : NULL;
}

/* Asks where the worlds of the report belong. */
static void ask_places(struct parts *p, struct questions *q, const struct sent_report *h)
{
    const char *world = report_worlds(h);
    for (size_t i = 0; i < h->found; i++) {
        parts_find(p, q, world, report_found(h)[i].length);
        world += report_found(h)[i].length;
    }
}

/* Takes the answers, the next of which is *a; returns the one after the last. */
static const struct part_answer *put_places(struct parts *p, const struct part_answer *a,
                                            struct sent_report *h)
{
    const char *world = report_worlds(h);
    for (size_t i = 0; i < h->found; i++, a++) {
        struct sent_found *f = &report_found(h)[i];
        parts_note(p, a, world, f->length);
        f->part = a->part;
        f->place = a->place;
        world += f->length;
    }
    return a;
}

/* Asks where the worlds of the late ones of these reports belong. */
static void place_late(struct states *t, size_t from, size_t end)
{
    struct crew *c = t->crew;
    struct questions q = {0};
    for (size_t i = from; i < end; i++) {
        struct sent_report *h = report_at(c, i);
        if (h && is_late(h))
            ask_places(&c->parts, &q, h);
    }
    bool good = !q.answers.len || await(t, &q);
    const struct part_answer *a = q.answers.at;
    for (size_t i = from; i < end && good; i++) {
        struct sent_report *h = report_at(c, i);
        if (h && is_late(h))
            a = put_places(&c->parts, a, h);
    }
    questions_free(&q);
}

/* Brings the worlds of nodes that these reports add, if the order looks at them. */
static void bring_new(struct states *t, size_t from, size_t end)
{
    struct crew *c = t->crew;
    struct questions q = {0};
    size_t length;
    for (size_t i = from; i < end && order_sees(t); i++) {
        struct sent_report *h = report_at(c, i);
        for (size_t k = 0; h && k < h->found; k++) {
            const struct sent_found *f = &report_found(h)[k];
            if (!states_knows(t, f->part, f->place) &&
                !recent_get(&c->parts.recent, f->part, f->place, &length))
                parts_fetch(&c->parts, &q, f->part, f->place);
        }
    }
    if (q.open)
        await(t, &q);
    questions_free(&q);
}

void crew_prepare(struct states *t)
{
    enum { SOME = 256 };
    struct crew *c = t->crew;
    size_t end = t->next;
    if (!states_divided(t) || (t->next < c->prepared && c->sees == order_sees(t)))
        return;
    while (end < c->slots.len && end < t->next + SOME &&
           (c->slots.at[end].is == DONE || c->slots.at[end].is == LEFT_OUT))
        end++;
    c->prepared = end;
    c->sees = order_sees(t);
    place_late(t, t->next, end);
    if (!c->roster.lost)
        bring_new(t, t->next, end);
}
