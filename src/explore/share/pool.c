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
 * other processes, each of which is a hop (pool_hop.c).
 * They come when they are ready, and are treated alike, but for the board: a hop hears
 * of it in messages, and one that was asked to share is not asked again before it has. */
#include "explore/share/pool.h"
#include "explore/sample/chance.h"
#include "explore/search/frontier.h"
#include "explore/guide/guide.h"
#include "explore/share/pool_wire.h"
#include "explore/share/roster.h"

#include <string.h>

/* The most items that a worker is given, and the bytes after which it is given no
 * more, so that what one process holds is bounded. */
enum { MOST = 256, MOST_BYTES = 1 << 20 };

/* What the leader knows of a member; they have the numbers that they have in the roster.
 */
struct hand {
    bool idle;
    uint64_t allowed; /* executions that it may still make, if there is a bound */
    double heard;     /* when it last reported something */
};

/* Of another process of the cluster. */
struct pool_far {
    uint32_t busy;  /* members that have something to do */
    uint32_t asked; /* so many of its members are to share, and have not yet */
    double asked_at;
    struct cluster_board told;
};

struct pool {
    struct roster roster;
    struct worklist *w;
    struct board *board;
    VEC(struct hand) hands;
    struct pool_far *far; /* by rank */
    uint32_t turn;        /* who is asked next to share */
    double saved;         /* when what is left was last saved, */
    double every;         /* and how often it is; 0: never */
    bool pausing;         /* nobody is to explore, since it is saved next */
    bool halted;          /* nobody is to explore any more */
    double stopped;       /* since when nobody is to; 0: all are */
    uint64_t allowed;     /* executions that all members may still make */
    uint64_t chance;      /* state of the random numbers */
    struct str bytes;     /* scratch */
};

static void stop_all(struct pool *c)
{
    c->board->stop = 1;
    c->halted = true;
}

/* Whoever is lost had an item that is not explored. */
static void lost(void *context, uint32_t member)
{
    (void)member;
    stop_all(context);
}

/* ---- what workers report ---- */

/* Judges an execution of a worker at once. `back`: it is kept back, and judged again. */
static bool judge(struct pool *c, const struct pool_report *m, bool back,
                  const struct waiting *x)
{
    struct search *s = c->w->s;
    s->execution.known = m->known;
    s->execution.holds_back = back;
    search_set_path(s, s->place.path && !x->beside ? &x->path : NULL);
    bool good = worklist_judge(c->w, x->bytes, x->n);
    search_set_path(s, NULL);
    s->execution.holds_back = false;
    return good;
}

static bool hear_news(struct pool *c, const struct pool_report *m, char *bytes, size_t n)
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
    bool back = s->place.path && !m->urgent && !s->options.first, good = true;
    if (back)
        firsts_add(&c->w->firsts, s, fresh.at, m->nfresh, &x);
    if (!back || m->now)
        good = judge(c, m, back, &x);
    vec_free(&fresh);
    vec_free(&x.path);
    return good;
}

/* The worker has made so many of the executions that it may make. */
static void spend(struct pool *c, struct hand *m, uint64_t executions)
{
    executions = executions < m->allowed ? executions : m->allowed;
    m->allowed -= executions;
    c->allowed -= executions;
}

static bool hear_counts(struct pool *c, struct hand *from, const struct pool_report *m,
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

static bool hear_member(struct pool *c, uint32_t member, char *bytes, size_t n)
{
    struct pool_report m;
    struct hand *from = &c->hands.at[member];
    from->heard = search_seconds(c->w->s);
    if (n < sizeof m)
        return false;
    memcpy(&m, bytes, sizeof m);
    bytes += sizeof m;
    n -= sizeof m;
    return m.word == WORD_NEWS ? hear_news(c, &m, bytes, n)
                               : hear_counts(c, from, &m, bytes, n);
}

static bool hear(void *context, uint32_t member)
{
    struct pool *c = context;
    const struct str *said = &c->roster.message;
    return hear_member(c, member, said->text, said->len);
}

/* ---- other processes ---- */

static bool hear_far(void *context, const struct cluster_head *h, const struct str *said)
{
    struct pool *c = context;
    uint32_t nth;
    struct pool_report m;
    if (h->word != CLUSTER_REPORT || said->len < sizeof nth)
        return true;
    memcpy(&nth, said->text, sizeof nth);
    uint32_t member = roster_find(&c->roster, h->process, nth);
    if (member == NO_MEMBER)
        return true; /* of an earlier search */
    if (said->len >= sizeof nth + sizeof m) {
        memcpy(&m, said->text + sizeof nth, sizeof m);
        c->far[h->process].asked -= m.word == WORD_ITEMS && c->far[h->process].asked;
    }
    if (!hear_member(c, member, said->text + sizeof nth, said->len - sizeof nth))
        roster_bury(&c->roster, member);
    return true;
}

static uint32_t welcome(void *context, uint32_t process,
                        const struct cluster_hello *hello)
{
    struct pool *c = context;
    (void)process;
    for (uint32_t i = 0; i < hello->workers; i++)
        vec_push(&c->hands, (struct hand){.idle = true});
    return hello->workers;
}

static const struct roster_ops ops = {
    .hear = hear, .welcome = welcome, .hear_far = hear_far, .lost = lost};

/* Tells other processes what is on the board, as far as they do not know. As many of
 * them as workers wait are asked to share; if they are more than processes, several
 * workers of each. */
static void tell_board(struct pool *c, uint32_t waiting)
{
    double now = search_seconds(c->w->s);
    uint32_t size = c->roster.cluster ? c->roster.cluster->size : 0;
    double pause = 0.002 + 0.0001 * size;
    uint32_t first = c->turn, free = 0;
    for (uint32_t r = 0; r < size; r++)
        free += c->far[r].busy && !c->far[r].asked;
    uint32_t each = free ? 1 + (waiting - !!waiting) / free : 0;
    for (uint32_t k = 0; k < size; k++) {
        uint32_t r = (first + k) % size;
        struct pool_far *o = &c->far[r];
        struct cluster_board b = {(uint32_t)c->board->stop, (uint32_t)c->board->guided,
                                  0};
        bool ask = waiting && o->busy && !o->asked && now - o->asked_at > pause;
        if (!c->roster.hops[r].here)
            continue;
        if (ask) {
            b.waiting = o->asked = each < o->busy ? each : o->busy;
            waiting -= b.waiting < waiting ? b.waiting : waiting;
            o->asked_at = now;
            c->turn = r + 1;
        }
        if (ask || b.stop != o->told.stop || b.guided != o->told.guided)
            cluster_send(c->roster.cluster, r, CLUSTER_BOARD, &b, sizeof b);
        o->told = b;
    }
}

/* ---- giving out ---- */

/* --executions: each worker is allowed to make some, and asks again; all together may
 * make as many as are left, so that the bound is met exactly. */
static uint64_t bound(const struct pool *c)
{
    return c->w->s->options.bounds.executions;
}

/* How many executions may be given to somebody. */
static uint64_t free_executions(const struct pool *c)
{
    const struct search *s = c->w->s;
    uint64_t spent = search_made(s) + c->allowed;
    return !bound(c) ? NO_BOUND : bound(c) > spent ? bound(c) - spent : 0;
}

/* Allows the worker to make its part of them, or as many as it has orders. */
static void allow(struct pool *c, struct hand *to, size_t orders)
{
    uint64_t some = 1 + (free_executions(c) - 1) / (2 * c->roster.members.len);
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
static size_t pick(struct pool *c, size_t n)
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
static void pick_items(struct pool *c, size_t n)
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

static bool send_items(struct pool *c, uint32_t member, size_t n)
{
    struct cluster *cluster = c->roster.cluster;
    const struct member *to = &c->roster.members.at[member];
    uint64_t allowed = bound(c) ? c->hands.at[member].allowed : NO_BOUND;
    str_clear(&c->bytes);
    if (to->process)
        str_add(&c->bytes, (const char *)&to->nth, sizeof to->nth);
    str_add(&c->bytes, (const char *)&allowed, sizeof allowed);
    wire_items(&c->bytes, &c->w->items, n);
    if (!to->process)
        return wire_send(&c->roster.peers[to->nth], &c->bytes);
    cluster->did.items += n;
    return cluster_send(cluster, to->process, CLUSTER_ITEMS, c->bytes.text, c->bytes.len);
}

/* Gives the worker one item; or several if there are many, since they are then
 * small. */
static void give_items(struct pool *c, uint32_t member)
{
    const struct deal *deal = c->w->tree->deal;
    items_vec *items = &c->w->items;
    size_t all = c->roster.members.len, n = 1 + items->len / (4 * all);
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
    allow(c, &c->hands.at[member], deal ? n : 0);
    c->hands.at[member].idle = false;
    if (c->w->guided)
        pick_items(c, n);
    if (!deal)
        n = fitting(items, n < MOST ? n : MOST);
    if (!send_items(c, member, n))
        roster_bury(&c->roster, member);
}

static bool is_awaiting(const struct pool *c)
{
    return !c->halted && roster_awaits(&c->roster);
}

/* Gives items to the workers that wait, as long as there are items. False: nobody has
 * work any more. */
static bool give_out(struct pool *c)
{
    unsigned busy = 0, waiting = 0;
    const struct deal *deal = c->w->tree->deal;
    const struct cluster *cluster = c->roster.cluster;
    bool awaiting = is_awaiting(c);
    for (uint32_t r = 0; cluster && r < cluster->size; r++)
        c->far[r].busy = 0;
    for (uint32_t i = 0; i < c->roster.members.len; i++) {
        const struct member *m = &c->roster.members.at[i];
        const struct hand *h = &c->hands.at[i];
        if (m->gone)
            continue;
        if (h->idle && !c->board->stop && !awaiting &&
            (c->w->items.len || (deal && deal->open(c->w))))
            give_items(c, i);
        busy += !m->gone && !h->idle;
        c->far[m->process].busy += !m->gone && !h->idle;
        waiting += !m->gone && h->idle;
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
static void pause_all(struct pool *c)
{
    const struct search *s = c->w->s;
    if (c->every <= 0 || c->pausing || !s->counts.busy ||
        search_seconds(s) - c->saved < c->every)
        return;
    c->pausing = true;
    c->board->stop = 1;
}

/* All workers have stopped. True if they have only paused; then they go on. */
static bool save(struct pool *c)
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
static void leave_silent(struct pool *c)
{
    const struct search *s = c->w->s;
    double now = search_seconds(s);
    if (!c->board->stop || c->stopped <= 0)
        c->stopped = c->board->stop ? now : 0;
    for (uint32_t i = 0; i < c->roster.members.len && c->stopped > 0; i++) {
        const struct member *m = &c->roster.members.at[i];
        const struct hand *h = &c->hands.at[i];
        double since = h->heard > c->stopped ? h->heard : c->stopped;
        if (m->gone || h->idle || now - since < s->silence)
            continue;
        if (m->process)
            roster_lose_silent(&c->roster, m->process);
        else
            roster_bury(&c->roster, i);
    }
}

static void lead(struct pool *c)
{
    struct search *s = c->w->s;
    double ticked = 0;
    while (give_out(c) || save(c) || is_awaiting(c)) {
        if (search_seconds(s) - ticked > POOL_TICK) {
            ticked = search_seconds(s);
            atomic_fetch_add(&c->board->tick, 1);
        }
        if (roster_listen(&c->roster, (int)(1000 * POOL_TICK)))
            roster_listen_far(&c->roster);
        if (firsts_due(&c->w->firsts, s))
            firsts_judge(c->w);
        c->board->guided = (sig_atomic_t)guide_now(c->w);
        c->w->looks = 0; /* the next call looks at the clock */
        s->timing.next_tick = 0;
        if (!search_go_on(s) || s->counts.cut > STOP_DEPTH)
            stop_all(c);
        else
            pause_all(c);
        leave_silent(c);
    }
}

static void start(struct pool *c)
{
    struct roster *r = &c->roster;
    workers_start(c->w, c->board, r->peers, r->local, 1);
    for (uint32_t i = 0; i < r->local; i++) {
        vec_push(&c->hands, (struct hand){.idle = true});
        if (!r->peers[i].pid)
            roster_bury(r, i);
    }
}

/* Other processes go on with the search if it begins again. */
static void dismiss(const struct pool *c)
{
    const struct search *s = c->w->s;
    if (c->roster.cluster)
        cluster_end(c->roster.cluster,
                    (struct cluster_end){.again = s->counts.stopped == STOP_ROOM,
                                         .longer = s->longer});
}

static void judge_end(const struct pool *c)
{
    struct search *s = c->w->s;
    bool bound = s->counts.stopped == STOP_EXECUTIONS || s->counts.stopped == STOP_TIME ||
                 s->counts.stopped == STOP_INTERRUPT || s->counts.stopped == STOP_MEMORY;
    if (bound &&
        !c->w->items.len) /* the bound was reached exactly when nothing was left */
        s->counts.stopped = STOP_NO;
    if (!s->counts.stopped)
        s->counts.stopped = s->counts.cut;
    if (c->roster.lost) /* overrides any other reason, since the items that remain are not
                   all that is left */
        s->counts.stopped = STOP_WORKER;
}

void pool_explore(struct worklist *w, uint32_t jobs)
{
    struct search *s = w->s;
    if (s->cluster && s->cluster->rank) {
        pool_hop(w, jobs);
        return;
    }
    struct pool c = {.w = w, .board = process_share(sizeof *c.board)};
    if (!c.board || !workers_share_learned(w)) {
        s->counts.stopped = STOP_WORKER;
        return;
    }
    roster_init(&c.roster, s, jobs, &ops, &c);
    c.far = mem_alloc((s->cluster ? s->cluster->size : 1) * sizeof *c.far);
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
    roster_free(&c.roster);
    dismiss(&c);
    process_unshare(c.board, sizeof *c.board);
    workers_unshare_learned(w);
    free(c.far);
    vec_free(&c.hands);
    str_free(&c.bytes);
}
