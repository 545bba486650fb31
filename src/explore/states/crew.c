/* SPDX-License-Identifier: Apache-2.0
 *
 * crew.c - several processes that do tasks.
 *
 * The first process has the graph. It hands out tasks, each with the bytes of its node,
 * and adds what the others report: which steps there are, where they lead, and the facts
 * about them. A task depends on nothing but its node, so whoever does it, and when, makes
 * no difference; and reports are added in the order of the tasks, so that the graph is
 * the same as with one process, to the number of each node. Local states have numbers
 * that all agree on (registry.h).
 *
 * The others are copies of the first process, made when there is enough to do, so they
 * know what it knew then. A node is explored by who found it, if possible, since that
 * process has the images; who has nothing to do takes what others found last. Each has up
 * to AHEAD parcels of tasks, so that it need not wait for the next one. Parcels are small
 * enough for the buffer of a socket: the first process never waits to get rid of one
 * while the other waits to get rid of its report.
 *
 * In a cluster there are such copies on other machines as well, each with a hop
 * (crew_hop.c) that passes parcels and reports on. It has numbers of its own for local
 * states, so worlds are translated on their way (translate.h). When the worlds of all
 * nodes take much memory, they are divided among these hops (parts.h): then parcels
 * and reports have places instead of worlds. */
#include "explore/states/crew_inside.h"
#include "explore/states/order.h"

#include <assert.h>
#include <string.h>

#define AHEAD 2
#define MOST  32 /* tasks in a parcel */
#define FAR                                                                              \
    128          /* the same for what is far away: another machine, or worlds that are   \
                    there, */
#define MORE   8 /* and AHEAD, if worlds are */
#define WINDOW 8192 /* tasks that are handed out before the first of them is done */

/* ---- all of them ---- */

static const struct roster_ops ops;

bool crew_start(struct states *t, uint32_t jobs)
{
    struct crew *c = mem_alloc(sizeof *c);
    struct cluster *cluster = t->s->cluster;
    c->t = t;
    t->crew = c;
    bool shared = states_share(t);
    roster_init(&c->roster, t->s, jobs, &ops, c);
    bool good = shared && copies_start(t, c->roster.peers, jobs, false);
    for (uint32_t i = 0; i < jobs; i++)
        vec_push(&c->workers, (struct worker){0});
    c->far = mem_alloc((cluster ? cluster->size : 1) * sizeof *c->far);
    if (cluster)
        parts_init(&c->parts, cluster, &t->locals, t->s->sizes.recent_worlds);
    if (!good)
        crew_end(t);
    return good;
}

static const struct member *member_of(const struct crew *c, const struct worker *w)
{
    return &c->roster.members.at[w - c->workers.at];
}

static const struct peer *peer_of(const struct crew *c, const struct worker *w)
{
    return &c->roster.peers[w - c->workers.at];
}

static void forget_tasks(struct crew *c)
{
    for (size_t i = 0; i < c->slots.len; i++)
        free(c->slots.at[i].report);
    c->slots.len = c->prepared = 0;
    for (size_t i = 0; i < c->workers.len; i++)
        c->workers.at[i].queue.len = c->workers.at[i].first = 0;
}

void crew_end(struct states *t)
{
    struct crew *c = t->crew;
    if (!c)
        return;
    roster_free(&c->roster);
    forget_tasks(c);
    for (size_t i = 0; i < c->workers.len; i++) {
        vec_free(&c->workers.at[i].given);
        vec_free(&c->workers.at[i].queue);
        vec_free(&c->workers.at[i].labels);
        transit_free(&c->workers.at[i].transit);
    }
    for (size_t i = 0; i < c->early.len; i++)
        str_free(&c->early.at[i].bytes);
    vec_free(&c->early);
    struct cluster *cluster = c->roster.cluster;
    if (cluster)
        cluster->did.kept = 0;
    for (uint32_t r = 1; cluster && r < cluster->size; r++)
        cluster->did.kept += c->parts.with[r].kept;
    parts_free(&c->parts);
    states_report_free(&c->report);
    vec_free(&c->workers);
    vec_free(&c->slots);
    vec_free(&c->finder);
    free(c->far);
    str_free(&c->parcel);
    str_free(&c->bytes);
    str_free(&c->said);
    free(c);
    t->crew = NULL;
}

uint64_t crew_memory(const struct states *t)
{
    return t->crew ? t->crew->memory : 0;
}

uint64_t crew_far_memory(const struct states *t)
{
    const struct crew *c = t->crew;
    uint64_t most = 0;
    for (uint32_t r = 1; c && c->roster.cluster && r < c->roster.cluster->size; r++) {
        uint64_t all = c->far[r].memory + c->parts.with[r].kept;
        most = all > most ? all : most;
    }
    return most;
}

/* The worker has told how much it uses. */
static void note_memory(struct crew *c, struct worker *w, uint64_t memory)
{
    uint32_t process = member_of(c, w)->process;
    *(process ? &c->far[process].memory : &c->memory) += memory - w->memory;
    w->memory = memory;
}

/* A member is lost, with its tasks. */
static void lost(void *context, uint32_t member)
{
    struct crew *c = context;
    if (member == NO_MEMBER)
        return;
    c->workers.at[member].given.len = 0;
    c->workers.at[member].parcels = 0;
}

static void bury(struct crew *c, const struct worker *w)
{
    roster_bury(&c->roster, (uint32_t)(w - c->workers.at));
}

/* ---- who does what ---- */

/* Puts the next tasks into the queues. */
static void queue_up(struct states *t)
{
    struct crew *c = t->crew;
    while (c->slots.len < t->todo.len && c->slots.len < t->next + WINDOW &&
           order_is_certain(t, c->slots.len)) {
        uint32_t node = t->todo.at[c->slots.len].node;
        uint32_t who = node < c->finder.len ? c->finder.at[node] : NOBODY;
        if (who == NOBODY)
            who = c->turn++ % (uint32_t)c->workers.len;
        vec_push(&c->workers.at[who].queue, (uint32_t)c->slots.len);
        vec_push(&c->slots, (struct task_slot){OPEN, NULL});
    }
}

static size_t waiting(const struct worker *w)
{
    return w->queue.len - w->first;
}

/* Gives half of the longest queue to the worker, who has none: the tasks that would be
 * done last. */
static void take_over(struct crew *c, struct worker *w)
{
    struct worker *richest = w;
    for (size_t i = 0; i < c->workers.len; i++)
        if (waiting(&c->workers.at[i]) > waiting(richest))
            richest = &c->workers.at[i];
    size_t n = (waiting(richest) + 1) / 2;
    w->queue.len = w->first = 0;
    for (size_t i = 0; i < n; i++)
        vec_push(&w->queue, richest->queue.at[richest->queue.len - n + i]);
    richest->queue.len -= n;
}

/* Adds a task to c->parcel, with its world if that is here. */
static void add_task(struct states *t, struct states_task task)
{
    const struct states_node *n = node_at(t, task.node);
    struct sent_task head;
    size_t length = 0;
    const char *world =
        n->part == PART_HERE ? shelf_at(&t->shelf, n->place, &length) : NULL;
    memset(&head, 0, sizeof head);
    head.rank = task.rank;
    head.length = (uint32_t)length;
    head.place = n->place;
    head.part = n->part;
    head.unsettled = n->unsettled;
    head.lean = n->lean;
    str_add(&t->crew->parcel, (const char *)&head, sizeof head);
    str_add(&t->crew->parcel, world, length);
}

/* Is the world of the node here, and so large that it goes alone? */
static bool is_large(const struct states *t, uint32_t node)
{
    const struct states_node *n = node_at(t, node);
    size_t length = 0;
    if (n->part == PART_HERE)
        shelf_at(&t->shelf, n->place, &length);
    return length > PARCEL_BYTES;
}

/* How many parcels may a worker have? */
static uint32_t ahead(const struct states *t)
{
    return states_divided(t) ? MORE : AHEAD;
}

/* Puts the next tasks of the worker into c->parcel; fewer if there are few. */
static bool fill_parcel(struct states *t, struct worker *w)
{
    struct crew *c = t->crew;
    size_t share = waiting(w) / ahead(t) + 1;
    size_t most = member_of(c, w)->process || states_divided(t) ? FAR : MOST;
    struct parcel h;
    memset(&h, 0, sizeof h);
    h.patient = t->w.patient;
    h.sights = order_sees(t);
    c->parcel.len = 0;
    str_add(&c->parcel, (const char *)&h, sizeof h);
    while (waiting(w) && h.tasks < most && h.tasks < share &&
           (!h.tasks || c->parcel.len < PARCEL_BYTES)) {
        uint32_t number = w->queue.at[w->first];
        struct states_task task = t->todo.at[number];
        if (w->given.len && is_large(t, task.node))
            break;
        w->first++;
        if (!t->order && states_leave_out(t, task)) {
            c->slots.at[number].is = LEFT_OUT;
            continue;
        }
        add_task(t, task);
        vec_push(&w->given, number);
        c->slots.at[number].is = GIVEN;
        h.tasks++;
    }
    memcpy(c->parcel.text, &h, sizeof h);
    return h.tasks;
}

/* Appends the numbers that the process has not got. */
static void add_numbers(struct states *t, struct crew_far *o, struct str *to)
{
    struct program *p = t->locals.program;
    if (p->ops->sharing)
        p->ops->sharing->numbers(p, &o->numbers, to);
}

static bool send_far(struct states *t, const struct worker *w)
{
    struct crew *c = t->crew;
    struct cluster *cluster = c->roster.cluster;
    const struct member *m = member_of(c, w);
    struct crew_far *o = &c->far[m->process];
    struct translator *x = &c->parts.with[m->process].translator;
    struct str *s = &c->said, *numbers = &c->bytes;
    numbers->len = 0;
    add_numbers(t, o, numbers);
    str_clear(s);
    str_add(s, (const char *)&m->nth, sizeof m->nth);
    section_put(s, numbers->text, numbers->len);
    str_clear(numbers); /* from here on: the parcel */
    bool good = parcel_rewrite(c->parcel.text, c->parcel.len, parcel_say, x, &c->bytes);
    section_put(s, x->words.text, x->words.len);
    x->words.len = 0;
    str_add(s, c->bytes.text, c->bytes.len);
    cluster->did.items++;
    return good && cluster_send(cluster, m->process, CLUSTER_ITEMS, s->text, s->len);
}

/* To a worker of this machine. */
static bool send_near(struct states *t, struct worker *w)
{
    struct crew *c = t->crew;
    if (states_divided(t))
        return transit_add_parcel(&w->transit, &c->parts, c->parcel.text, c->parcel.len);
    w->transit.parcels++;
    return wire_send(peer_of(c, w), &c->parcel);
}

static void give(struct states *t, struct worker *w)
{
    struct crew *c = t->crew;
    if (!waiting(w))
        take_over(c, w);
    if (!fill_parcel(t, w))
        return;
    w->parcels++;
    if (!(member_of(c, w)->process ? send_far(t, w) : send_near(t, w)))
        bury(c, w);
}

/* Are there so many tasks that it is worth while to send some of them away? */
static bool has_plenty(const struct states *t)
{
    const struct crew *c = t->crew;
    size_t all = 0;
    for (size_t i = 0; i < c->workers.len; i++)
        all += waiting(&c->workers.at[i]);
    return all >= t->s->sizes.far_tasks * c->roster.local;
}

/* ---- reports ---- */

/* Keeps the worlds that came with the report: the search will look at them. */
static void keep_worlds(struct states *t, const struct sent_report *h)
{
    const char *world = report_worlds(h);
    for (size_t i = 0; i < h->found; i++) {
        const struct sent_found *f = &report_found(h)[i];
        if (f->part != PART_HERE && f->length)
            recent_put(&t->crew->parts.recent, f->part, f->place, world, f->length);
        world += f->length;
    }
}

/* Learns the labels that the report describes. */
static bool learn_labels(struct states *t, struct worker *w, const struct sent_report *h)
{
    const char *at = report_labels(h), *end = at + h->labels;
    while (at < end) {
        struct sent_label l;
        if ((size_t)(end - at) < sizeof l)
            return false;
        memcpy(&l, at, sizeof l);
        at += sizeof l;
        if (l.nfacts > (size_t)(end - at) / sizeof(uint64_t))
            return false;
        struct states_label label = {.step = l.step, .steps = l.steps};
        label.facts = states_facts(t, (const uint64_t *)(const void *)at, l.nfacts);
        at += l.nfacts * sizeof(uint64_t);
        vec_push(&w->labels, states_label(t, &label));
    }
    for (size_t i = 0; i < h->found; i++)
        if (report_found(h)[i].label >= w->labels.len)
            return false;
    return true;
}

/* Takes the reports of a parcel. */
static bool take_reports(struct states *t, struct worker *w, const char *at, size_t n)
{
    struct crew *c = t->crew;
    const char *end = at + n;
    size_t done = 0;
    while (at < end) {
        struct sent_report h;
        if ((size_t)(end - at) < sizeof h || done == w->given.len)
            return false;
        memcpy(&h, at, sizeof h);
        size_t all = sizeof h + report_rest(&h);
        if ((size_t)(end - at) < all)
            return false;
        struct task_slot *slot = &c->slots.at[w->given.at[done++]];
        slot->is = DONE;
        slot->report = mem_resize(NULL, all);
        memcpy(slot->report, at, all);
        slot->report->by = (uint32_t)(w - c->workers.at);
        keep_worlds(t, slot->report);
        if (!learn_labels(t, w, slot->report))
            return false;
        at += all;
        t->s->counts.transitions += h.pushes;
        note_memory(c, w, h.memory);
    }
    memmove(w->given.at, w->given.at + done, (w->given.len - done) * sizeof *w->given.at);
    w->given.len -= done;
    w->parcels--;
    return done;
}

/* A message of a worker of this machine, who asks nothing. */
static bool hear(void *context, uint32_t member)
{
    struct crew *c = context;
    struct states *t = c->t;
    struct worker *w = &c->workers.at[member];
    const struct str *s = &c->roster.message;
    size_t head = sizeof(enum crew_word);
    if (!w->parcels || !w->transit.parcels || s->len < head)
        return false;
    const char *reports = s->text + head;
    size_t n = s->len - head;
    w->transit.parcels--;
    return states_divided(t)
               ? transit_add_reports(&w->transit, &c->parts, reports, n, order_sees(t))
               : take_reports(t, w, reports, n);
}

/* If the table is divided: goes on with what has come for the workers of this machine,
 * and asks for what they need. */
static void pass_on(struct states *t)
{
    struct crew *c = t->crew;
    for (uint32_t i = 0; i < c->roster.local && states_divided(t); i++) {
        struct worker *w = &c->workers.at[i];
        str_clear(&c->said);
        while (!member_of(c, w)->gone &&
               transit_take(&w->transit, &c->parts, NULL, &c->said)) {
            if (!take_reports(t, w, c->said.text, c->said.len))
                bury(c, w);
            str_clear(&c->said);
        }
        if (!member_of(c, w)->gone && !transit_send(&w->transit, peer_of(c, w), &c->said))
            bury(c, w);
    }
    if (states_divided(t) && !parts_send(&c->parts))
        c->roster.lost = true;
}

/* ---- other machines ---- */

static uint32_t welcome(void *context, uint32_t process, const struct cluster_hello *h)
{
    struct crew *c = context;
    struct states *t = c->t;
    if (h->states != locals_beginning(&t->locals)) {
        c->roster.cluster->did.unlike++;
        return 0;
    }
    if (states_divided(t))
        parts_tell(&c->parts, process);
    uint32_t count = 0;
    for (; count < h->workers && c->workers.len < NOBODY; count++)
        vec_push(&c->workers, (struct worker){0});
    return count;
}

const char *crew_learn(struct states *t, uint32_t process, const struct str *message,
                       uint32_t *nth)
{
    const char *at = message->text, *end = at + message->len, *words;
    size_t n;
    if (message->len < sizeof *nth)
        return NULL;
    memcpy(nth, at, sizeof *nth);
    at += sizeof *nth;
    words = section_take(&at, end, &n);
    return words && translate_learn(&t->crew->parts.with[process].translator, words, n)
               ? at
               : NULL;
}

static bool hear_reports(struct states *t, uint32_t process, const struct str *message)
{
    struct crew *c = t->crew;
    uint32_t nth;
    const char *at = crew_learn(t, process, message, &nth);
    if (!at)
        return false;
    size_t n = message->len - (size_t)(at - message->text);
    uint32_t member = roster_find(&c->roster, process, nth);
    struct worker *w = member == NO_MEMBER ? NULL : &c->workers.at[member];
    str_clear(&c->said);
    return w && w->parcels &&
           reports_rewrite(at, n, reports_understand, &c->parts.with[process].translator,
                           &c->said) &&
           take_reports(t, w, c->said.text, c->said.len);
}

/* Gives a number to what the process asks for. */
static bool answer(struct states *t, uint32_t process, const struct str *message)
{
    struct crew *c = t->crew;
    struct program *p = t->locals.program;
    if (!p->ops->sharing || !p->ops->sharing->give_number(p, message->text, message->len))
        return false;
    str_clear(&c->said);
    add_numbers(t, &c->far[process], &c->said);
    return cluster_send(c->roster.cluster, process, CLUSTER_NUMBERS, c->said.text,
                        c->said.len);
}

/* Acts on a message that only a search for states understands. False if it is broken. */
static bool hear_far(void *context, const struct cluster_head *h,
                     const struct str *message)
{
    struct crew *c = context;
    struct states *t = c->t;
    switch (h->word) {
    case CLUSTER_ASKS:
        return answer(t, h->process, message);
    case CLUSTER_REPORT:
        return hear_reports(t, h->process, message);
    default:
        return parts_hear(&c->parts, h, message);
    }
}

static const struct roster_ops ops = {
    .hear = hear, .welcome = welcome, .hear_far = hear_far, .lost = lost};

/* Hears what came while another message was waited for. */
static void hear_early(struct states *t)
{
    struct crew *c = t->crew;
    for (size_t i = 0; i < c->early.len; i++) {
        if (!c->roster.lost)
            roster_take(&c->roster, true, &c->early.at[i].head, &c->early.at[i].bytes);
        str_free(&c->early.at[i].bytes);
    }
    c->early.len = 0;
}

/* ---- adding reports ---- */

/* Adds a report. */
static void take_one(struct states *t, struct states_task task,
                     const struct sent_report *h, crew_take_fn *take)
{
    struct crew *c = t->crew;
    struct states_report *r = &c->report;
    const struct worker *w = &c->workers.at[h->by];
    const char *worlds = report_worlds(h);
    size_t at = 0;
    r->is = h->is;
    r->found.len = r->shows.len = 0;
    for (size_t i = 0; i < h->found; i++) {
        const struct sent_found *f = &report_found(h)[i];
        vec_push(&r->found, (struct states_found){.label = w->labels.at[f->label],
                                                  .settled = f->settled,
                                                  .part = f->part,
                                                  .place = f->place,
                                                  .at = at,
                                                  .length = f->length});
        if (f->part == PART_HERE)
            shelf_expect(&t->shelf, worlds + at, f->length);
        at += f->length;
    }
    for (size_t i = 0; i < h->shows; i++)
        vec_push(&r->shows, report_shows(h)[i]);
    r->bytes = (struct str){.text = (char *)(uintptr_t)worlds, .len = at};
    if (h->unable)
        t->unable = h->unable;
    else
        take(t, task, r);
    r->bytes = (struct str){0};
    while (c->finder.len < t->nodes.len)
        vec_push(&c->finder, (uint16_t)h->by);
}

/* Adds the reports that are there, in the order of the tasks. */
static bool take_all(struct states *t, bool (*go_on)(struct states *), crew_take_fn *take)
{
    struct crew *c = t->crew;
    bool more = true;
    while (more && t->next < c->slots.len) {
        struct task_slot *slot = &c->slots.at[t->next];
        if (slot->is != DONE && slot->is != LEFT_OUT)
            break;
        crew_prepare(t);
        more = go_on(t) && !c->roster.lost;
        if (!more)
            break;
        struct sent_report *report = slot->report;
        slot->report = NULL;
        if (slot->is == DONE)
            take_one(t, t->todo.at[t->next], report, take);
        free(report);
        if (c->roster.lost)
            break;
        t->next++;
        order_fill(t);
        more = !t->unable;
    }
    return more;
}

/* A process of which nothing is heard for long is asked whether it is there; if it does
 * not answer, it stands still, and others would wait for it for ever. `all`: there is
 * nothing to be heard that has come. */
static void look_after(struct states *t, bool all)
{
    struct crew *c = t->crew;
    struct roster *ro = &c->roster;
    double now = search_seconds(t->s), silence = t->s->silence;
    for (uint32_t r = 1; ro->cluster && r < ro->cluster->size && !ro->lost; r++) {
        struct crew_far *o = &c->far[r];
        if (!ro->hops[r].here || now - ro->hops[r].heard < silence / 4)
            continue;
        if (o->asked <= ro->hops[r].heard) {
            o->asked = now;
            ro->lost |= !parts_ping(&c->parts, r);
        } else if (all && now - o->asked > silence) {
            roster_lose_silent(ro, r);
        }
    }
}

/* Waits for messages, and takes them. */
static void listen(struct states *t)
{
    enum { SOME = 64 };
    struct crew *c = t->crew;
    struct roster *ro = &c->roster;
    struct peer *line = &ro->peers[ro->local];
    uint32_t busy = 0, n = 0;
    for (uint32_t i = 0; i < c->workers.len; i++) {
        busy += c->workers.at[i].parcels != 0;
        n += !ro->members.at[i].gone;
    }
    t->s->counts.workers = n;
    t->s->counts.busy = busy;
    bool far = roster_listen(ro, busy || roster_awaits(ro) ? CREW_TICK : 0);
    hear_early(t);
    for (uint32_t i = 0; far && line->ready && i < SOME && !ro->lost; i++) {
        roster_listen_far(ro);
        peers_wait(line, 1, 0);
    }
    look_after(t, !line->ready);
}

/* Forgets tasks that are done. */
static void drop_done(struct states *t)
{
    struct crew *c = t->crew;
    size_t n = states_drop_done(t);
    if (!n)
        return;
    c->slots.len -= n;
    memmove(c->slots.at, c->slots.at + n, c->slots.len * sizeof *c->slots.at);
    c->prepared = c->prepared > n ? c->prepared - n : 0;
    for (size_t i = 0; i < c->workers.len; i++) {
        struct worker *w = &c->workers.at[i];
        size_t left = waiting(w);
        for (size_t k = 0; k < left; k++)
            w->queue.at[k] = w->queue.at[w->first + k] - (uint32_t)n;
        w->queue.len = left;
        w->first = 0;
        for (size_t k = 0; k < w->given.len; k++)
            w->given.at[k] -= (uint32_t)n;
    }
}

bool crew_work(struct states *t, bool (*go_on)(struct states *), crew_take_fn *take)
{
    struct crew *c = t->crew;
    bool more = true;
    while (c->finder.len < t->nodes.len)
        vec_push(&c->finder, NOBODY);
    /* What was done before there was a crew is not done again: such a report could come
     * when the others have all come, and would be taken for one of the next round. */
    while (c->slots.len < t->next)
        vec_push(&c->slots, (struct task_slot){LEFT_OUT, NULL});
    while (more && !c->roster.lost && order_fill(t)) {
        drop_done(t);
        t->s->timing.next_tick = 0; /* makes the next call look at the clock */
        more = go_on(t);
        crew_divide_if_due(t);
        queue_up(t);
        for (uint32_t round = 0; round < ahead(t); round++)
            for (size_t i = 0; i < c->workers.len && more && !roster_awaits(&c->roster);
                 i++) {
                const struct member *m = &c->roster.members.at[i];
                if (!m->gone && c->workers.at[i].parcels <= round &&
                    (!m->process || has_plenty(t)))
                    give(t, &c->workers.at[i]);
            }
        pass_on(t);
        listen(t);
        pass_on(t);
        more = more && take_all(t, go_on, take);
    }
    forget_tasks(c);
    for (size_t i = 0; i < c->workers.len; i++)
        assert(!c->workers.at[i].given.len || !more || c->roster.lost ||
               search_stopped(t->s));
    t->s->counts.busy = 0;
    if (c->roster.lost)
        t->s->counts.stopped = STOP_WORKER;
    return more && !c->roster.lost && !search_stopped(t->s);
}
