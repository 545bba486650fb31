/* SPDX-License-Identifier: Apache-2.0
 *
 * pool.c - see pool.h.
 *
 * The first process has the items: it gives them out, and takes back what a worker has
 * left of them. A worker without an item waits. When all wait and there are no items, the
 * search is complete: whoever has an item has it from the first process, and has not said
 * since that it is done.
 *
 * Workers are copies of this process (pool_worker.c). In a cluster there are others in
 * other processes, each of which has a deputy that passes messages on (pool_deputy.c).
 * They come when they are ready, and are treated alike, but for the board: a deputy hears
 * of it in messages, and one that was asked to share is not asked again before it has. */
#include "explore/pool.h"
#include "explore/chance.h"
#include "explore/cluster.h"
#include "explore/frontier.h"
#include "explore/guide/guide.h"
#include "explore/pool_wire.h"

#include <string.h>

/* The most items that a worker is given, and the bytes after which it is given no
 * more, so that what one process holds is bounded. */
enum { MOST = 256, MOST_BYTES = 1 << 20 };

struct member {
    uint32_t process; /* 0: it is in this one, */
    uint32_t nth;     /* the worker of that process */
    bool idle, gone;
    uint64_t allowed; /* executions that it may still make, if there is a bound */
    double heard;     /* when it last reported something */
};

/* Another process of the cluster. */
struct other {
    bool here;      /* its workers are members: */
    uint32_t first; /* from this one on, */
    uint32_t count; /* and so many */
    uint32_t busy;  /* workers that have something to do */
    uint32_t asked; /* so many of its workers are to share, and have not yet */
    double asked_at;
    struct cluster_board told;
};

struct crew {
    struct worklist *w;
    struct board *board;
    struct cluster *cluster; /* NULL: there is none */
    struct peer *peers;      /* the workers of this process, then the line to others */
    uint32_t local;          /* how many workers are in this process */
    VEC(struct member) members;
    struct other *others; /* by their rank */
    uint32_t came;        /* how many of them take part */
    uint32_t turn;        /* who is asked next to share */
    double saved;         /* when what is left was last saved, */
    double every;         /* and how often it is; 0: never */
    bool pausing;         /* nobody is to explore, since it is saved next */
    bool halted;          /* nobody is to explore any more */
    double stopped;       /* since when nobody is to; 0: all are */
    uint64_t allowed;     /* executions that all workers may still make */
    uint64_t chance;      /* state of the random numbers */
    bool lost;        /* the item of a worker is lost: the worker died, or could not be
                         started */
    struct str bytes; /* scratch */
};

static void stop_all(struct crew *c)
{
    c->board->stop = 1;
    c->halted = true;
}

/* Removes a worker that died; the item that it was exploring is lost. */
static void bury(struct crew *c, struct member *m)
{
    m->gone = true;
    if (!m->process)
        peer_end(&c->peers[m->nth]);
    c->lost = true;
    stop_all(c);
}

/* ---- what workers report ---- */

/* Judges an execution of a worker at once. `back`: it is kept back, and judged again. */
static bool judge(struct crew *c, const struct report *m, bool back,
                  const struct waiting *x)
{
    struct search *s = c->w->s;
    s->known = m->known;
    s->holds_back = back;
    search_set_path(s, s->path && !x->beside ? &x->path : NULL);
    bool good = worklist_judge(c->w, x->bytes, x->n);
    search_set_path(s, NULL);
    s->holds_back = false;
    return good;
}

static bool hear_news(struct crew *c, const struct report *m, char *bytes, size_t n)
{
    struct search *s = c->w->s;
    VEC(struct digest) fresh = {0};
    struct waiting x = {.beside = m->beside};
    size_t what = m->nfresh * sizeof *fresh.at, ways = m->nways * sizeof *x.path.at;
    if (m->nfresh > n || m->nways > n || what + ways > n)
        return false;
    vec_reserve(&fresh, m->nfresh + 1);
    vec_reserve(&x.path, m->nways + 1);
    memcpy(fresh.at, bytes, what);
    memcpy(x.path.at, bytes + what, ways);
    x.path.len = m->nways;
    x.bytes = bytes + what + ways;
    x.n = n - what - ways;
    bool back = s->path && !m->urgent && !s->options.first, good = true;
    if (back)
        firsts_add(&c->w->firsts, s, fresh.at, m->nfresh, &x);
    if (!back || m->now)
        good = judge(c, m, back, &x);
    vec_free(&fresh);
    vec_free(&x.path);
    return good;
}

/* The worker has made so many of the executions that it may make. */
static void spend(struct crew *c, struct member *m, uint64_t executions)
{
    executions = executions < m->allowed ? executions : m->allowed;
    m->allowed -= executions;
    c->allowed -= executions;
}

static bool hear_counts(struct crew *c, struct member *from, const struct report *m,
                        const char *at, size_t n)
{
    struct search *s = c->w->s;
    struct shown_count x;
    struct digest d;
    const char *end = at + n;
    if (m->nshown > n / sizeof x || m->nstates > (n - m->nshown * sizeof x) / sizeof d)
        return false;
    counts_add(&s->counts, &m->counts);
    for (size_t i = 0; i < m->nshown; i++, at += sizeof x) {
        memcpy(&x, at, sizeof x);
        search_count_shown(s, x.what, x.executions);
    }
    for (size_t i = 0; i < m->nstates; i++, at += sizeof d) {
        memcpy(&d, at, sizeof d);
        s->counts.states += set128_add(&s->seen_states, d);
    }
    if (!wire_take_items(at, (size_t)(end - at), &c->w->items))
        return false;
    from->idle = m->word == WORD_DONE;
    if (m->counts.stopped == STOP_MEMORY && !search_stopped(c->w->s))
        c->w->s->counts.stopped = STOP_MEMORY;
    spend(c, from, from->idle ? from->allowed : m->counts.executions);
    if (c->w->tree->deal)
        c->w->tree->deal->reports(c->w);
    return true;
}

static void hear(struct crew *c, struct member *from, char *bytes, size_t n)
{
    struct report m;
    bool good = n >= sizeof m;
    from->heard = search_seconds(c->w->s);
    if (good)
        memcpy(&m, bytes, sizeof m);
    if (good && m.word == WORD_NEWS)
        good = hear_news(c, &m, bytes + sizeof m, n - sizeof m);
    else if (good)
        good = hear_counts(c, from, &m, bytes + sizeof m, n - sizeof m);
    if (!good)
        bury(c, from);
}

static void hear_local(struct crew *c)
{
    for (uint32_t i = 0; i < c->local; i++) {
        if (!c->peers[i].ready || !c->peers[i].pid)
            continue;
        if (wire_receive(&c->peers[i], &c->bytes))
            hear(c, &c->members.at[i], c->bytes.text, c->bytes.len);
        else
            bury(c, &c->members.at[i]);
    }
}

/* ---- other processes ---- */

static struct member *find_member(struct crew *c, uint32_t process, uint32_t nth)
{
    const struct other *o = &c->others[process];
    return nth < o->count ? &c->members.at[o->first + nth] : NULL;
}

static void hear_report(struct crew *c, uint32_t process)
{
    uint32_t nth;
    struct report m;
    memcpy(&nth, c->bytes.text, sizeof nth);
    struct member *from = find_member(c, process, nth);
    if (!from)
        return; /* of an earlier search */
    if (c->bytes.len >= sizeof nth + sizeof m) {
        memcpy(&m, c->bytes.text + sizeof nth, sizeof m);
        c->others[process].asked -= m.word == WORD_ITEMS && c->others[process].asked;
    }
    hear(c, from, c->bytes.text + sizeof nth, c->bytes.len - sizeof nth);
}

static void welcome(struct crew *c, uint32_t process, uint32_t workers)
{
    struct other *o = &c->others[process];
    o->here = true;
    o->first = (uint32_t)c->members.len;
    o->count = workers;
    c->came++;
    for (uint32_t i = 0; i < workers; i++)
        vec_push(&c->members,
                 (struct member){.process = process, .nth = i, .idle = true});
}

/* This process, or any (0), takes part no more. */
static void lose(struct crew *c, uint32_t process)
{
    c->lost = true;
    stop_all(c);
    for (size_t i = c->local; i < c->members.len; i++)
        c->members.at[i].gone |= !process || c->members.at[i].process == process;
}

static void hear_cluster(struct crew *c)
{
    struct cluster_head h;
    struct cluster_hello hello;
    if (!c->cluster || !c->peers[c->local].ready)
        return;
    switch (cluster_hear(c->cluster, c->w->s, &h, &c->bytes, &hello)) {
    case NEWS_JOINED:
        welcome(c, h.process, hello.workers);
        break;
    case NEWS_SAID:
        if (h.word == CLUSTER_REPORT && c->bytes.len >= sizeof(uint32_t))
            hear_report(c, h.process);
        break;
    case NEWS_BROKEN:
        c->peers[c->local].pid = 0;
        lose(c, 0);
        break;
    case NEWS_GONE:
        lose(c, h.process);
        break;
    case NEWS_WRONG:
        c->lost = true;
        stop_all(c);
        break;
    case NEWS_NONE:
        break;
    }
}

/* Tells other processes what is on the board, as far as they do not know. As many of
 * them as workers wait are asked to share; if they are more than processes, several
 * workers of each. */
static void tell_board(struct crew *c, uint32_t waiting)
{
    double now = search_seconds(c->w->s);
    uint32_t size = c->cluster ? c->cluster->size : 0;
    double pause = 0.002 + 0.0001 * size;
    uint32_t first = c->turn, free = 0;
    for (uint32_t r = 0; r < size; r++)
        free += c->others[r].busy && !c->others[r].asked;
    uint32_t each = free ? 1 + (waiting - !!waiting) / free : 0;
    for (uint32_t k = 0; k < size; k++) {
        uint32_t r = (first + k) % size;
        struct other *o = &c->others[r];
        struct cluster_board b = {(uint32_t)c->board->stop, (uint32_t)c->board->guided,
                                  0};
        bool ask = waiting && o->busy && !o->asked && now - o->asked_at > pause;
        if (!o->here)
            continue;
        if (ask) {
            b.waiting = o->asked = each < o->busy ? each : o->busy;
            waiting -= b.waiting < waiting ? b.waiting : waiting;
            o->asked_at = now;
            c->turn = r + 1;
        }
        if (ask || b.stop != o->told.stop || b.guided != o->told.guided)
            cluster_send(c->cluster, r, CLUSTER_BOARD, &b, sizeof b);
        o->told = b;
    }
}

/* ---- giving out ---- */

/* --executions: each worker is allowed to make some, and asks again; all together may
 * make as many as are left, so that the bound is met exactly. */
static uint64_t bound(const struct crew *c)
{
    return c->w->s->options.bounds.executions;
}

/* How many executions may be given to somebody. */
static uint64_t free_executions(const struct crew *c)
{
    const struct search *s = c->w->s;
    uint64_t spent = search_made(s) + c->allowed;
    return !bound(c) ? NO_BOUND : bound(c) > spent ? bound(c) - spent : 0;
}

/* Allows the worker to make its part of them, or as many as it has orders. */
static void allow(struct crew *c, struct member *to, size_t orders)
{
    uint64_t some = 1 + (free_executions(c) - 1) / (2 * c->members.len);
    if (!bound(c))
        return;
    to->allowed = orders ? orders : some;
    c->allowed += to->allowed;
}

/* The number of choices that are made before the item begins. */
static size_t depth(const struct item *it)
{
    return it->beside ? it->closed : it->ways.len;
}

/* The next of the first n items, by the policy of the search: of bfs and astar, which
 * begin near the root, the one that does; otherwise one by chance. */
static size_t pick(struct crew *c, size_t n)
{
    const struct item *it = c->w->items.at;
    enum strategy strategy = c->w->s->options.strategy;
    size_t best = chance_below(&c->chance, (uint32_t)n);
    if (strategy == STRATEGY_BFS || strategy == STRATEGY_ASTAR)
        for (size_t i = 0; i < n; i++)
            best = depth(&it[i]) < depth(&it[best]) ? i : best;
    return best;
}

/* Puts the n items that are next to the end of the list. */
static void pick_items(struct crew *c, size_t n)
{
    items_vec *items = &c->w->items;
    for (size_t i = items->len; n-- > 0; i--) {
        struct item *x = &items->at[pick(c, i)], other = *x;
        *x = items->at[i - 1];
        items->at[i - 1] = other;
    }
}

/* The number of items at the end of the list, n at most, that are small enough to be
 * sent together. */
static size_t fitting(const items_vec *items, size_t n)
{
    size_t bytes = 0, k = 0;
    while (k < n && (!k || bytes < MOST_BYTES))
        bytes += item_bytes(&items->at[items->len - ++k]);
    return k;
}

static bool send_items(struct crew *c, const struct member *to, size_t n)
{
    uint64_t allowed = bound(c) ? to->allowed : NO_BOUND;
    str_clear(&c->bytes);
    if (to->process)
        str_add(&c->bytes, (const char *)&to->nth, sizeof to->nth);
    str_add(&c->bytes, (const char *)&allowed, sizeof allowed);
    wire_items(&c->bytes, &c->w->items, n);
    if (!to->process)
        return wire_send(&c->peers[to->nth], &c->bytes);
    c->cluster->did.items += n;
    return cluster_send(c->cluster, to->process, CLUSTER_ITEMS, c->bytes.text,
                        c->bytes.len);
}

/* Gives the worker one item; or several if there are many, since they are then
 * small. */
static void give_items(struct crew *c, struct member *to)
{
    const struct deal *deal = c->w->tree->deal;
    items_vec *items = &c->w->items;
    size_t all = c->members.len, n = 1 + items->len / (4 * all);
    uint64_t may = free_executions(c);
    if (!may)
        return;
    if (deal) { /* all of them were picked for this one */
        n = 1 + deal->open(c->w) / (4 * all);
        deal->orders(c->w, n < may ? n : (size_t)may);
        n = items->len;
    }
    if (!n)
        return;
    allow(c, to, deal ? n : 0);
    to->idle = false;
    if (c->w->guided)
        pick_items(c, n);
    if (!deal)
        n = fitting(items, n < MOST ? n : MOST);
    if (!send_items(c, to, n))
        bury(c, to);
}

/* Does everybody wait for processes that have not come? */
static bool is_awaiting(const struct crew *c)
{
    return c->cluster && c->w->s->options.check_sharing && !c->halted &&
           c->came < c->cluster->size - 1;
}

/* Gives items to the workers that wait, as long as there are items. False: nobody has
 * work any more. */
static bool give_out(struct crew *c)
{
    unsigned busy = 0, waiting = 0;
    const struct deal *deal = c->w->tree->deal;
    bool awaiting = is_awaiting(c);
    for (uint32_t r = 0; c->cluster && r < c->cluster->size; r++)
        c->others[r].busy = 0;
    for (size_t i = 0; i < c->members.len; i++) {
        struct member *m = &c->members.at[i];
        if (m->gone)
            continue;
        if (m->idle && !c->board->stop && !awaiting &&
            (c->w->items.len || (deal && deal->open(c->w))))
            give_items(c, m);
        busy += !m->gone && !m->idle;
        c->others[m->process].busy += !m->gone && !m->idle;
        waiting += !m->gone && m->idle;
    }
    c->w->s->counts.workers = busy + waiting;
    c->w->s->counts.busy = busy;
    waiting = c->w->items.len || deal || !free_executions(c) ? 0 : waiting;
    atomic_store(&c->board->waiting, waiting);
    tell_board(c, waiting);
    return busy;
}

/* ---- saving what is left ---- */

static double save_every(const struct search *s, const struct tree *tree)
{
    bool keeps = !tree->deal || (tree->deal->keep && s->options.sleep);
    return keeps ? search_save_every(s) : 0;
}

/* From time to time all workers stop, so that what is left is here; not before somebody
 * has explored something since the last time. */
static void pause_all(struct crew *c)
{
    const struct search *s = c->w->s;
    if (c->every <= 0 || c->pausing || !s->counts.busy ||
        search_seconds(s) - c->saved < c->every)
        return;
    c->pausing = true;
    c->board->stop = 1;
}

/* All workers have stopped. True if they have only paused; then they go on. */
static bool save(struct crew *c)
{
    struct search *s = c->w->s;
    if (!c->pausing || c->halted)
        return false;
    firsts_judge(c->w); /* what is saved counts as told */
    struct frontier f = {.program = item_program(s->st->program), .counts = s->counts};
    const struct deal *deal = c->w->tree->deal;
    if (deal) {
        memcpy(f.explorer, s->options.algorithm, sizeof f.explorer);
        deal->keep(c->w);
    }
    f.items = c->w->items;
    if (f.items.len)
        s->on_save(s, s->context, &f);
    while (deal && c->w->items.len)
        item_free(&vec_pop(&c->w->items));
    c->pausing = false;
    c->board->stop = 0;
    c->saved = search_seconds(s);
    tell_board(c, 0);
    return f.items.len;
}

/* A worker that was asked to stop and says nothing for long stands still, or its machine
 * does. Nobody could end the search, or save it, if it were waited for. */
static void leave_silent(struct crew *c)
{
    const struct search *s = c->w->s;
    double now = search_seconds(s);
    if (!c->board->stop || c->stopped <= 0)
        c->stopped = c->board->stop ? now : 0;
    for (size_t i = 0; i < c->members.len && c->stopped > 0; i++) {
        struct member *m = &c->members.at[i];
        double since = m->heard > c->stopped ? m->heard : c->stopped;
        if (m->gone || m->idle || now - since < s->silence)
            continue;
        if (m->process) {
            cluster_silent(c->cluster, m->process, s->silence);
            lose(c, m->process);
        } else {
            bury(c, m);
        }
    }
}

static void lead(struct crew *c)
{
    struct search *s = c->w->s;
    double ticked = 0;
    while (give_out(c) || save(c) || is_awaiting(c)) {
        if (search_seconds(s) - ticked > POOL_TICK) {
            ticked = search_seconds(s);
            atomic_fetch_add(&c->board->tick, 1);
        }
        peers_wait(c->peers, c->local + (c->cluster != NULL), (int)(1000 * POOL_TICK));
        hear_local(c);
        hear_cluster(c);
        if (firsts_due(&c->w->firsts, s))
            firsts_judge(c->w);
        c->board->guided = guide_now(c->w);
        c->w->looks = 0; /* the next call looks at the clock */
        s->next_tick = 0;
        if (!search_go_on(s) || s->counts.cut > STOP_DEPTH)
            stop_all(c);
        else
            pause_all(c);
        leave_silent(c);
    }
}

static void start(struct crew *c)
{
    workers_start(c->w, c->board, c->peers, c->local, 1);
    for (uint32_t i = 0; i < c->local; i++) {
        vec_push(&c->members, (struct member){.nth = i, .idle = true});
        if (!c->peers[i].pid)
            bury(c, &c->members.at[i]);
    }
    if (!c->cluster)
        return;
    c->peers[c->local] = c->cluster->line;
    cluster_again(c->cluster);
}

/* Ends the workers, all of which wait for an item. Other processes go on with the search
 * if it begins again. */
static void dismiss(struct crew *c)
{
    const struct search *s = c->w->s;
    workers_end(c->peers, c->local);
    if (!c->cluster)
        return;
    cluster_end(c->cluster, (struct cluster_end){.again = s->counts.stopped == STOP_ROOM,
                                                 .longer = s->longer});
}

static void judge_end(const struct crew *c)
{
    struct search *s = c->w->s;
    bool bound = s->counts.stopped == STOP_EXECUTIONS || s->counts.stopped == STOP_TIME ||
                 s->counts.stopped == STOP_INTERRUPT || s->counts.stopped == STOP_MEMORY;
    if (bound &&
        !c->w->items.len) /* the bound was reached exactly when nothing was left */
        s->counts.stopped = STOP_NO;
    if (!s->counts.stopped)
        s->counts.stopped = s->counts.cut;
    if (c->lost) /* overrides any other reason, since the items that remain are not all
                   that is left */
        s->counts.stopped = STOP_WORKER;
}

void pool_explore(struct worklist *w, uint32_t jobs)
{
    struct search *s = w->s;
    if (s->cluster && s->cluster->rank) {
        deputy_serve(w, jobs);
        return;
    }
    struct crew c = {.w = w,
                     .local = jobs,
                     .cluster = s->cluster,
                     .board = process_share(sizeof *c.board)};
    if (!c.board || !workers_share_learned(w)) {
        s->counts.stopped = STOP_WORKER;
        return;
    }
    c.peers = mem_alloc((jobs + 1) * sizeof *c.peers);
    c.others = mem_alloc((c.cluster ? c.cluster->size : 1) * sizeof *c.others);
    c.saved = search_seconds(s);
    c.every = save_every(s, w->tree);
    w->tree->rewind(w->explorer);
    s->role = ROLE_FIRST;
    start(&c);
    if (w->tree->deal)
        w->tree->deal->begin(w);
    lead(&c);
    firsts_judge(w);
    if (w->tree->deal)
        w->tree->deal->end(w);
    s->role = ROLE_ALONE;
    judge_end(&c);
    dismiss(&c);
    process_unshare(c.board, sizeof *c.board);
    workers_unshare_learned(w);
    free(c.peers);
    free(c.others);
    vec_free(&c.members);
    str_free(&c.bytes);
}
