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
 * In a cluster there are such copies on other machines as well, each with a deputy
 * (crew_other.c) that passes parcels and reports on. It has numbers of its own for local
 * states, so worlds are translated on their way (translate.h). */
#include "explore/states/crew.h"
#include "explore/cluster.h"
#include "explore/pool_wire.h"
#include "explore/states/order.h"

#include <assert.h>
#include <string.h>

#define AHEAD  2
#define MOST   32                 /* tasks in a parcel */
#define FAR    128                /* the same for another machine, which is far away */
#define SMALL  ((size_t)24 << 10) /* bytes of a parcel with more than one task */
#define WINDOW 8192 /* tasks that are handed out before the first of them is done */
#define TICK   50   /* milliseconds */

enum { NOBODY = UINT16_MAX };

/* A task of t->todo. */
struct slot {
    enum { OPEN, GIVEN, LEFT_OUT, DONE } is;
    struct sent_report *report; /* DONE: what follows it as well */
};

struct worker {
    struct peer peer;      /* if it is on this machine */
    uint32_t process, nth; /* of a cluster, and the worker of that process */
    bool gone;
    VEC(uint32_t)
    queue; /* tasks at nodes that it has found, those that are in hand from
              `first` on */
    size_t first;
    VEC(uint32_t) given; /* tasks, oldest first */
    uint32_t parcels;    /* how many parcels that is */
    uint64_t memory;
};

/* Another process of the cluster. */
struct other {
    bool here;      /* its workers are in the crew: */
    uint32_t first; /* from this one on, */
    uint32_t count; /* and so many */
    struct translator translator;
    uint64_t numbers; /* how many bytes of program_ops.numbers it has */
    uint64_t memory;  /* that its workers use */
};

struct crew {
    VEC(struct worker) workers;  /* those of this machine come first */
    uint32_t local;              /* so many */
    struct cluster *cluster;     /* NULL: there is none */
    struct other *others;        /* by their rank */
    uint32_t came;               /* how many of them have come */
    struct peer *peers;          /* scratch: those of this machine, and the line */
    VEC(struct slot) slots;      /* of the tasks that are in queues, or were */
    VEC(uint16_t) finder;        /* of each node: the worker */
    uint32_t turn;               /* who gets the next node that the first process found */
    bool lost;                   /* one of them has died */
    uint64_t memory, far_memory; /* that workers use: here, and on another machine at
                                    most */
    struct str parcel, bytes, far; /* scratch */
};

/* ---- all of them ---- */

bool crew_start(struct states *t, uint32_t jobs)
{
    struct crew *c = mem_alloc(sizeof *c);
    struct cluster *cluster = t->s->cluster;
    *c = (struct crew){.local = jobs,
                       .cluster = cluster,
                       .peers = mem_alloc((jobs + 1) * sizeof *c->peers)};
    t->crew = c;
    bool good = states_share(t) && copies_start(t, c->peers, jobs, false);
    for (uint32_t i = 0; i < jobs; i++)
        vec_push(&c->workers, (struct worker){.peer = c->peers[i], .nth = i});
    if (cluster) {
        c->others = mem_alloc(cluster->size * sizeof *c->others);
        for (uint32_t r = 1; r < cluster->size; r++)
            translator_init(&c->others[r].translator, &t->locals);
        if (cluster->joined) /* those of a search that began again come again */
            memset(cluster->joined, 0, cluster->size);
    }
    if (!good)
        crew_end(t);
    return good;
}

static void forget_tasks(struct crew *c)
{
    for (size_t i = 0; i < c->slots.len; i++)
        free(c->slots.at[i].report);
    c->slots.len = 0;
    for (size_t i = 0; i < c->workers.len; i++)
        c->workers.at[i].queue.len = c->workers.at[i].first = 0;
}

void crew_end(struct states *t)
{
    struct crew *c = t->crew;
    if (!c)
        return;
    forget_tasks(c);
    for (size_t i = 0; i < c->workers.len; i++) {
        peer_end(&c->workers.at[i].peer);
        vec_free(&c->workers.at[i].given);
        vec_free(&c->workers.at[i].queue);
    }
    for (uint32_t r = 1; c->cluster && r < c->cluster->size; r++)
        translator_free(&c->others[r].translator);
    vec_free(&c->workers);
    vec_free(&c->slots);
    vec_free(&c->finder);
    free(c->others);
    free(c->peers);
    str_free(&c->parcel);
    str_free(&c->bytes);
    str_free(&c->far);
    free(c);
    t->crew = NULL;
}

uint64_t crew_memory(const struct states *t)
{
    return t->crew ? t->crew->memory : 0;
}

uint64_t crew_far_memory(const struct states *t)
{
    return t->crew ? t->crew->far_memory : 0;
}

/* The worker has told how much it uses. */
static void note_memory(struct crew *c, struct worker *w, uint64_t memory)
{
    uint64_t *all = w->process ? &c->others[w->process].memory : &c->memory;
    *all += memory - w->memory;
    w->memory = memory;
    if (w->process && *all > c->far_memory)
        c->far_memory = *all;
}

static void bury(struct crew *c, struct worker *w)
{
    peer_end(&w->peer);
    w->gone = true;
    w->given.len = 0;
    w->parcels = 0;
    c->lost = true;
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
        vec_push(&c->slots, (struct slot){OPEN, NULL});
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

/* Puts the next tasks of the worker into c->parcel; fewer if there are few. */
static bool fill_parcel(struct states *t, struct worker *w)
{
    struct crew *c = t->crew;
    size_t share = waiting(w) / AHEAD + 1, most = w->process ? FAR : MOST;
    struct parcel h;
    memset(&h, 0, sizeof h);
    h.patient = t->w.patient;
    c->parcel.len = 0;
    str_add(&c->parcel, (const char *)&h, sizeof h);
    while (waiting(w) && h.tasks < most && h.tasks < share &&
           (!h.tasks || c->parcel.len < SMALL)) {
        uint32_t number = w->queue.at[w->first];
        struct states_task task = t->todo.at[number];
        const struct states_node *n = node_at(t, task.node);
        size_t length;
        const char *world = shelf_at(&t->shelf, n->place, &length);
        struct sent_task head = {task.rank, (uint32_t)length, n->unsettled, n->lean};
        if (w->given.len && length > SMALL)
            break;
        w->first++;
        if (!t->order && states_leave_out(t, task)) {
            c->slots.at[number].is = LEFT_OUT;
            continue;
        }
        str_add(&c->parcel, (const char *)&head, sizeof head);
        str_add(&c->parcel, world, length);
        vec_push(&w->given, number);
        c->slots.at[number].is = GIVEN;
        h.tasks++;
    }
    memcpy(c->parcel.text, &h, sizeof h);
    return h.tasks;
}

/* Appends the numbers that the process has not got. */
static void add_numbers(struct states *t, struct other *o, struct str *to)
{
    struct program *p = t->locals.program;
    if (p->ops->numbers)
        p->ops->numbers(p, &o->numbers, to);
}

static bool send_far(struct states *t, const struct worker *w)
{
    struct crew *c = t->crew;
    struct other *o = &c->others[w->process];
    struct str *s = &c->far, *numbers = &c->bytes;
    numbers->len = 0;
    add_numbers(t, o, numbers);
    str_clear(s);
    str_add(s, (const char *)&w->nth, sizeof w->nth);
    section_put(s, numbers->text, numbers->len);
    str_clear(numbers); /* from here on: the parcel */
    bool good = parcel_translate(c->parcel.text, c->parcel.len, &o->translator, crew_say,
                                 &c->bytes);
    section_put(s, o->translator.words.text, o->translator.words.len);
    o->translator.words.len = 0;
    str_add(s, c->bytes.text, c->bytes.len);
    c->cluster->items++;
    return good && cluster_send(c->cluster, w->process, CLUSTER_ITEMS, s->text, s->len);
}

static void give(struct states *t, struct worker *w)
{
    struct crew *c = t->crew;
    if (!waiting(w))
        take_over(c, w);
    if (!fill_parcel(t, w))
        return;
    w->parcels++;
    if (!(w->process ? send_far(t, w) : wire_send(&w->peer, &c->parcel)))
        bury(c, w);
}

/* Are there so many tasks that it is worth while to send some of them away? */
static bool has_plenty(const struct states *t)
{
    const struct crew *c = t->crew;
    size_t all = 0;
    for (size_t i = 0; i < c->workers.len; i++)
        all += waiting(&c->workers.at[i]);
    return all >= t->s->far_tasks * c->local;
}

/* Does everybody wait for processes that have not come? */
static bool is_awaiting(const struct states *t)
{
    const struct crew *c = t->crew;
    return c->cluster && t->s->options.check_sharing && c->came < c->cluster->size - 1;
}

/* ---- reports ---- */

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
        struct slot *slot = &c->slots.at[w->given.at[done++]];
        slot->is = DONE;
        slot->report = mem_resize(NULL, all);
        memcpy(slot->report, at, all);
        slot->report->by = (uint32_t)(w - c->workers.at);
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
static void hear(struct states *t, struct worker *w)
{
    struct str *s = &t->crew->bytes;
    size_t head = sizeof(enum crew_word);
    if (!w->parcels || !wire_receive(&w->peer, s) || s->len < head ||
        !take_reports(t, w, s->text + head, s->len - head))
        bury(t->crew, w);
}

/* ---- other machines ---- */

static void welcome(struct states *t, uint32_t process, const struct cluster_hello *h)
{
    struct crew *c = t->crew;
    c->came++;
    if (h->states != locals_beginning(&t->locals)) {
        c->cluster->unlike++;
        return;
    }
    struct other *o = &c->others[process];
    o->here = true;
    o->first = (uint32_t)c->workers.len;
    for (o->count = 0; o->count < h->workers && c->workers.len < NOBODY; o->count++)
        vec_push(&c->workers, (struct worker){.process = process, .nth = o->count});
}

static struct worker *find_worker(struct crew *c, uint32_t process, uint32_t nth)
{
    const struct other *o = &c->others[process];
    return nth < o->count ? &c->workers.at[o->first + nth] : NULL;
}

static bool hear_reports(struct states *t, uint32_t process)
{
    struct crew *c = t->crew;
    struct translator *x = &c->others[process].translator;
    const char *at = c->bytes.text, *end = at + c->bytes.len, *words;
    uint32_t nth;
    size_t n;
    if (c->bytes.len < sizeof nth)
        return false;
    memcpy(&nth, at, sizeof nth);
    at += sizeof nth;
    struct worker *w = find_worker(c, process, nth);
    str_clear(&c->far);
    return w && w->parcels && (words = section_take(&at, end, &n)) &&
           translate_learn(x, words, n) &&
           reports_translate(at, (size_t)(end - at), x, crew_understand, &c->far) &&
           take_reports(t, w, c->far.text, c->far.len);
}

/* Gives a number to what the process asks for. */
static bool answer(struct states *t, uint32_t process)
{
    struct crew *c = t->crew;
    struct program *p = t->locals.program;
    if (!p->ops->give_number || !p->ops->give_number(p, c->bytes.text, c->bytes.len))
        return false;
    str_clear(&c->far);
    add_numbers(t, &c->others[process], &c->far);
    return cluster_send(c->cluster, process, CLUSTER_NUMBERS, c->far.text, c->far.len);
}

/* This process, or any (0), takes part no more. */
static void lose(struct crew *c, uint32_t process)
{
    c->lost = true;
    for (size_t i = c->local; i < c->workers.len; i++)
        if (!process || c->workers.at[i].process == process)
            bury(c, &c->workers.at[i]);
}

static void hear_cluster(struct states *t)
{
    struct crew *c = t->crew;
    struct cluster_head h;
    struct cluster_hello hello;
    switch (cluster_hear(c->cluster, t->s, &h, &c->bytes, &hello)) {
    case NEWS_JOINED:
        welcome(t, h.process, &hello);
        break;
    case NEWS_SAID:
        if (c->others[h.process].here && /* otherwise it is of an earlier search */
            !(h.word == CLUSTER_ASKS ? answer(t, h.process) : hear_reports(t, h.process)))
            lose(c, h.process);
        break;
    case NEWS_BROKEN:
        lose(c, 0);
        break;
    case NEWS_GONE:
        lose(c, h.process);
        break;
    case NEWS_WRONG:
        c->lost = true;
        break;
    case NEWS_NONE:
        break;
    }
}

/* Adds a report. */
static void take_one(struct states *t, struct states_task task,
                     const struct sent_report *h, crew_take_fn *take)
{
    struct crew *c = t->crew;
    struct states_report r = h->is;
    char *at = (char *)(uintptr_t)(h + 1);
    r.found = (__typeof__(r.found)){(void *)at, h->found, h->found};
    at += h->found * sizeof *r.found.at;
    r.facts = (facts_words_vec){(void *)at, h->facts, h->facts};
    at += h->facts * sizeof *r.facts.at;
    r.shows = (shows_vec){(void *)at, h->shows, h->shows};
    at += h->shows * sizeof *r.shows.at;
    r.bytes = (struct str){.text = at, .len = h->bytes, .cap = h->bytes};
    for (size_t i = 0; i < r.found.len; i++)
        shelf_expect(&t->shelf, at + r.found.at[i].at, r.found.at[i].length);
    if (h->unable)
        t->unable = h->unable;
    else
        take(t, task, &r);
    while (c->finder.len < t->nodes.len)
        vec_push(&c->finder, (uint16_t)h->by);
}

/* Adds the reports that are there, in the order of the tasks. */
static bool take_all(struct states *t, bool (*go_on)(struct states *), crew_take_fn *take)
{
    struct crew *c = t->crew;
    bool more = true;
    while (more && t->next < c->slots.len) {
        struct slot *slot = &c->slots.at[t->next];
        if (slot->is != DONE && slot->is != LEFT_OUT)
            break;
        more = go_on(t);
        if (!more)
            break;
        if (slot->is == DONE)
            take_one(t, t->todo.at[t->next], slot->report, take);
        free(slot->report);
        slot->report = NULL;
        t->next++;
        order_fill(t);
        more = !t->unable;
    }
    return more;
}

/* Waits for messages, and takes them. */
static void listen(struct states *t)
{
    enum { SOME = 64 };
    struct crew *c = t->crew;
    uint32_t busy = 0, n = 0;
    for (size_t i = 0; i < c->workers.len; i++) {
        busy += c->workers.at[i].parcels != 0;
        n += !c->workers.at[i].gone;
    }
    t->s->counts.workers = n;
    t->s->counts.busy = busy;
    for (uint32_t i = 0; i < c->local; i++)
        c->peers[i] = c->workers.at[i].peer;
    c->peers[c->local] = c->cluster ? c->cluster->line : (struct peer){0};
    peers_wait(c->peers, c->local + 1, busy || is_awaiting(t) ? TICK : 0);
    for (uint32_t i = 0; i < c->local; i++)
        if (c->peers[i].ready)
            hear(t, &c->workers.at[i]);
    struct peer *line = &c->peers[c->local];
    for (uint32_t i = 0; c->cluster && line->ready && i < SOME && !c->lost; i++) {
        hear_cluster(t);
        peers_wait(line, 1, 0);
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
        vec_push(&c->slots, (struct slot){LEFT_OUT, NULL});
    while (more && !c->lost && order_fill(t)) {
        t->s->next_tick = 0; /* makes the next call look at the clock */
        more = go_on(t);
        queue_up(t);
        for (uint32_t round = 0; round < AHEAD; round++)
            for (size_t i = 0; i < c->workers.len && more && !is_awaiting(t); i++)
                if (!c->workers.at[i].gone && c->workers.at[i].parcels <= round &&
                    (!c->workers.at[i].process || has_plenty(t)))
                    give(t, &c->workers.at[i]);
        listen(t);
        more = more && take_all(t, go_on, take);
    }
    forget_tasks(c);
    for (size_t i = 0; i < c->workers.len; i++)
        assert(!c->workers.at[i].given.len || !more || c->lost || search_stopped(t->s));
    t->s->counts.busy = 0;
    if (c->lost)
        t->s->counts.stopped = STOP_WORKER;
    return more && !c->lost && !search_stopped(t->s);
}
