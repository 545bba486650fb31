/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_window_steps.c - statements of ranks: see oracle_window_state.h. */
#include "oracle_window_state.h"

/* ---- expressions ---- */

static int64_t value_of(const struct judge *j, const struct state *s, uint32_t rank,
                        win_expr e)
{
    return win_value(j->text, e, rank, s->rank[rank].value);
}

/* ---- messages (3.5) ---- */

static bool fits(const struct request *receive, uint32_t to, const struct request *send,
                 uint32_t from)
{
    return send->peer == to && (receive->peer == WIN_NOBODY || receive->peer == from) &&
           (receive->tag < 0 || receive->tag == send->tag);
}

/* May the receive get the oldest message of that sender that fits? Gives its number, or
 * REQUESTS. */
uint32_t message_for(const struct state *s, uint32_t to, uint32_t receive, uint32_t from)
{
    const struct rank_state *r = &s->rank[to], *q = &s->rank[from];
    uint32_t m = 0;
    while (m < q->nrequests && !(q->request[m].is_send && !q->request[m].match &&
                                 fits(&r->request[receive], to, &q->request[m], from)))
        m++;
    if (m == q->nrequests)
        return REQUESTS;
    for (uint32_t k = 0; k < receive; k++)
        if (!r->request[k].is_send && !r->request[k].match &&
            fits(&r->request[k], to, &q->request[m], from))
            return REQUESTS;
    return m;
}

static bool is_complete(const struct judge *j, const struct request *q)
{
    if (q->match)
        return true;
    return q->is_send &&
           (q->mode == WIN_BUFFERED || (q->mode == WIN_STANDARD && !j->options.zero));
}

static void finish(struct state *s, uint32_t rank, uint32_t request, uint8_t source)
{
    const struct request *q = &s->rank[rank].request[request];
    if (q->is_send)
        return;
    uint32_t from = (uint32_t)(q->match - 1) / REQUESTS;
    set_name(s, rank, q->name, s->rank[from].request[(q->match - 1) % REQUESTS].value);
    set_name(s, rank, source, from);
}

/* ---- steps of ranks ---- */

static enum progress post_message(const struct judge *j, struct state *s, uint32_t rank,
                                  const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    if (r->nrequests == REQUESTS)
        return BREAKS;
    int64_t peer = in->peer ? value_of(j, s, rank, in->peer) : WIN_NOBODY;
    if (peer < 0 || (peer >= j->text->nranks && in->peer)) {
        r->failed = true;
        return STAYS;
    }
    r->request[r->nrequests++] =
        (struct request){.is_send = in->kind == DO_SEND,
                         .mode = (uint8_t)in->mode,
                         .peer = (uint8_t)peer,
                         .name = in->name,
                         .tag = in->tag ? (int32_t)value_of(j, s, rank, in->tag) : -1,
                         .value = (int32_t)value_of(j, s, rank, in->value)};
    if (in->posts && in->name != WIN_NOBODY)
        r->request_of[in->name] = r->nrequests;
    r->phase = 1;
    return in->posts ? GOES_ON : STAYS;
}

static enum progress do_message(const struct judge *j, struct state *s, uint32_t rank,
                                const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    if (!r->phase)
        return post_message(j, s, rank, in);
    if (!is_complete(j, &r->request[r->nrequests - 1]))
        return WAITS;
    finish(s, rank, r->nrequests - 1u, in->source);
    return GOES_ON;
}

static enum progress do_wait(const struct judge *j, struct state *s, uint32_t rank,
                             const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    uint32_t name = (uint32_t)__builtin_ctz(in->ranks), q = r->request_of[name];
    if (!q)
        return GOES_ON;
    if (!is_complete(j, &r->request[q - 1]))
        return WAITS;
    finish(s, rank, q - 1, WIN_NOBODY);
    r->request_of[name] = 0;
    return GOES_ON;
}

static enum progress do_barrier(const struct judge *j, struct state *s, uint32_t rank)
{
    struct rank_state *r = &s->rank[rank];
    if (!r->phase) {
        r->barriers++;
        r->phase = 1;
        return STAYS;
    }
    for (uint32_t i = 0; i < j->text->nranks; i++)
        if (s->rank[i].barriers < r->barriers)
            return WAITS;
    return GOES_ON;
}

static bool ask_for_lock(struct state *s, uint32_t rank, uint32_t window, uint32_t target,
                         bool exclusive)
{
    struct rank_state *r = &s->rank[rank];
    uint32_t k = 0;
    while (k < LOCKS && r->lock[k].asked)
        k++;
    if (k == LOCKS)
        return false;
    r->lock[k] = (struct lock){.window = (uint8_t)window,
                               .target = (uint8_t)target,
                               .exclusive = exclusive,
                               .asked = true};
    return true;
}

/* The lock of the own part is waited for in any case, as it may protect loads and stores
 * (12.5.3); others only if locks wait. */
static enum progress do_lock(const struct judge *j, struct state *s, uint32_t rank,
                             const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    int64_t target = in->peer ? value_of(j, s, rank, in->peer) : -1;
    for (uint32_t t = 0; t < j->text->nranks; t++) {
        if (target >= 0 && t != target)
            continue;
        uint8_t k = lock_on(s, rank, in->window, t);
        if (!r->phase &&
            (k != NO_LOCK || !ask_for_lock(s, rank, in->window, t, in->exclusive)))
            return BREAKS;
        if (r->phase && (j->options.zero || t == rank) && !is_held(s, &r->lock[k]))
            return WAITS;
    }
    if (r->phase)
        return GOES_ON;
    r->phase = 1;
    return j->options.zero || target < 0 || target == rank ? STAYS : GOES_ON;
}

static void release(const struct judge *j, struct state *s, uint32_t rank, uint32_t k)
{
    struct lock *l = &s->rank[rank].lock[k];
    l->released = true;
    if (!j->options.no_outcomes)
        return;
    for (uint32_t i = 0; i < WIN_RANKS; i++)
        for (uint32_t m = 0; m < LOCKS; m++)
            s->rank[i].lock[m].earlier &= ~lock_bit(rank, k);
    *l = (struct lock){.asked = false};
}

/* What `unlockall` gives back, it gives back part by part, each as soon as it can. */
static enum progress do_unlock(struct judge *j, struct state *s, uint32_t rank,
                               const struct win_statement *in, uint32_t choice)
{
    int64_t target = in->peer ? value_of(j, s, rank, in->peer) : (int64_t)choice;
    uint8_t k = target >= 0 && target < WIN_RANKS
                    ? lock_on(s, rank, in->window, (uint32_t)target)
                    : NO_LOCK;
    if (k == NO_LOCK)
        return in->peer ? BREAKS : WAITS;
    struct completes c = {in->window, (uint8_t)target, k, false, false, false};
    if (!is_held(s, &s->rank[rank].lock[k]))
        return WAITS;
    switch (make_ready(j, s, rank, &c)) {
    case NOT_READY:
        return WAITS;
    case EFFECTED_ONE:
        return STAYS;
    case READY:
        break;
    }
    complete_them(s, rank, &c);
    release(j, s, rank, k);
    for (uint32_t t = 0; !in->peer && t < j->text->nranks; t++)
        if (lock_on(s, rank, in->window, t) != NO_LOCK)
            return STAYS;
    return GOES_ON;
}

static enum progress do_flush(struct judge *j, struct state *s, uint32_t rank,
                              const struct win_statement *in)
{
    struct completes c = {.window = in->window,
                          .target = in->peer ? (uint8_t)value_of(j, s, rank, in->peer)
                                             : WIN_NOBODY,
                          .lock = NO_LOCK,
                          .local = in->local};
    switch (make_ready(j, s, rank, &c)) {
    case NOT_READY:
        return WAITS;
    case EFFECTED_ONE:
        return STAYS;
    case READY:
        break;
    }
    complete_them(s, rank, &c);
    return GOES_ON;
}

/* Have all accesses between the fence before this one and this one taken effect? */
static bool fence_is_over(const struct judge *j, const struct state *s, uint32_t w,
                          uint8_t fence)
{
    for (uint32_t i = 0; i < j->text->nranks; i++) {
        if (s->window[w].fences[i] < fence)
            return false;
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            const struct access *a = &s->rank[i].access[k];
            if (a->called && a->fence && a->fence < fence && a->window == w &&
                !a->effected)
                return false;
        }
    }
    return true;
}

/* A barrier, and all that was called before it is complete (12.5.1). */
static enum progress do_fence(struct judge *j, struct state *s, uint32_t rank,
                              const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    struct completes mine = {
        .window = in->window, .target = WIN_NOBODY, .lock = NO_LOCK, .fenced = true};
    if (!r->phase) {
        enum readiness ready = make_ready(j, s, rank, &mine);
        if (j->options.when == WIN_WHEN_COMPLETED && ready != READY)
            return ready == NOT_READY ? WAITS : STAYS;
        s->window[in->window].fences[rank]++;
        r->phase = 1;
        return STAYS;
    }
    uint8_t fence = s->window[in->window].fences[rank];
    if (!fence_is_over(j, s, in->window, fence))
        return WAITS;
    for (uint32_t i = 0; i < j->text->nranks; i++)
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            struct access *a = &s->rank[i].access[k];
            a->done |=
                a->called && a->fence && a->fence < fence && a->window == in->window;
        }
    complete_them(s, rank, &mine);
    return GOES_ON;
}

static enum progress do_post(const struct judge *j, struct state *s, uint32_t rank,
                             const struct win_statement *in)
{
    struct window_state *v = &s->window[in->window];
    (void)j;
    if (v->exposed[rank])
        return BREAKS;
    for (uint32_t o = 0; o < WIN_RANKS; o++)
        v->posted[rank][o] = (uint8_t)(v->posted[rank][o] + (in->ranks >> o & 1));
    v->exposed[rank] = (uint8_t)in->ranks;
    return GOES_ON;
}

static enum progress do_start(const struct judge *j, struct state *s, uint32_t rank,
                              const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    struct window_state *v = &s->window[in->window];
    if (r->phase)
        return have_posted(s, in->window, rank) ? GOES_ON : WAITS;
    if (v->accesses[rank])
        return BREAKS;
    for (uint32_t t = 0; t < WIN_RANKS; t++)
        v->started[rank][t] = (uint8_t)(v->started[rank][t] + (in->ranks >> t & 1));
    v->accesses[rank] = (uint8_t)in->ranks;
    r->phase = 1;
    return j->options.zero ? STAYS : GOES_ON;
}

static enum progress do_complete(struct judge *j, struct state *s, uint32_t rank,
                                 const struct win_statement *in)
{
    struct window_state *v = &s->window[in->window];
    struct completes c = {
        .window = in->window, .target = WIN_NOBODY, .lock = NO_LOCK, .started = true};
    switch (make_ready(j, s, rank, &c)) {
    case NOT_READY:
        return WAITS;
    case EFFECTED_ONE:
        return STAYS;
    case READY:
        break;
    }
    complete_them(s, rank, &c);
    for (uint32_t t = 0; t < WIN_RANKS; t++)
        v->completed[rank][t] =
            (uint8_t)(v->completed[rank][t] + (v->accesses[rank] >> t & 1));
    v->accesses[rank] = 0;
    return GOES_ON;
}

static enum progress do_waitwin(struct state *s, uint32_t rank,
                                const struct win_statement *in, uint32_t choice)
{
    bool test = in->kind == DO_TESTWIN;
    if (!s->window[in->window].exposed[rank])
        return BREAKS;
    if (choice == 1 && test) {
        set_name(s, rank, in->name, 0);
        return GOES_ON;
    }
    if (!can_wait(s, in->window, rank))
        return WAITS;
    end_exposure(s, in->window, rank);
    set_name(s, rank, in->name, 1);
    return GOES_ON;
}

/* In which epoch is it? False: in none. */
static bool find_epoch(const struct state *s, uint32_t rank, struct access *a)
{
    const struct window_state *v = &s->window[a->window];
    a->lock = lock_on(s, rank, a->window, a->target);
    if (a->lock != NO_LOCK)
        return true;
    if (v->accesses[rank] >> a->target & 1)
        a->post = v->started[rank][a->target];
    else
        a->fence = v->fences[rank];
    return a->post || a->fence;
}

static enum progress do_access(const struct judge *j, struct state *s, uint32_t rank,
                               const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    int64_t target = value_of(j, s, rank, in->peer),
            cell = value_of(j, s, rank, in->cell);
    if (r->naccesses == ACCESSES || target < 0 || target >= j->text->nranks || cell < 0 ||
        cell >= j->text->cells[in->window])
        return BREAKS;
    struct access a = {.kind = (uint8_t)in->access,
                       .op = (uint8_t)in->op,
                       .window = in->window,
                       .target = (uint8_t)target,
                       .cell = (uint8_t)cell,
                       .name = in->name,
                       .called = true,
                       .line = in->line,
                       .value = (int32_t)value_of(j, s, rank, in->value),
                       .compare = (int32_t)value_of(j, s, rank, in->compare)};
    if (!find_epoch(s, rank, &a))
        return BREAKS;
    r->access[r->naccesses++] = a;
    return GOES_ON;
}

static enum progress do_local(struct judge *j, struct state *s, uint32_t rank,
                              const struct win_statement *in)
{
    int64_t cell = value_of(j, s, rank, in->cell);
    if (cell < 0 || cell >= j->text->cells[in->window])
        return BREAKS;
    int32_t *at = &s->window[in->window].cell[rank][cell];
    struct access instant = {.kind = in->kind == DO_STORE ? ACCESS_PUT : ACCESS_GET,
                             .window = in->window,
                             .target = (uint8_t)rank,
                             .cell = (uint8_t)cell,
                             .line = in->line};
    note_local(j, s, &instant);
    if (in->kind == DO_STORE)
        *at = (int32_t)value_of(j, s, rank, in->value);
    else
        set_name(s, rank, in->name, *at);
    return GOES_ON;
}

enum progress perform(struct judge *j, struct state *s, uint32_t rank,
                      const struct win_statement *in, uint32_t choice)
{
    switch (in->kind) {
    case DO_SEND:
    case DO_RECV:
        return do_message(j, s, rank, in);
    case DO_WAIT:
        return do_wait(j, s, rank, in);
    case DO_BARRIER:
        return do_barrier(j, s, rank);
    case DO_LOCK:
        return do_lock(j, s, rank, in);
    case DO_UNLOCK:
        return do_unlock(j, s, rank, in, choice);
    case DO_FLUSH:
        return do_flush(j, s, rank, in);
    case DO_FENCE:
        return do_fence(j, s, rank, in);
    case DO_POST:
        return do_post(j, s, rank, in);
    case DO_START:
        return do_start(j, s, rank, in);
    case DO_COMPLETE:
        return do_complete(j, s, rank, in);
    case DO_WAITWIN:
    case DO_TESTWIN:
        return do_waitwin(s, rank, in, choice);
    case DO_ACCESS:
        return do_access(j, s, rank, in);
    case DO_LOAD:
    case DO_STORE:
        return do_local(j, s, rank, in);
    default:
        return BREAKS;
    }
}

/* How many ways a statement has to happen. */
uint32_t choices(const struct win_statement *in)
{
    return in->kind == DO_TESTWIN               ? 2
           : in->kind == DO_UNLOCK && !in->peer ? WIN_RANKS
                                                : 1;
}

/* The rank stands at a statement that others can notice, or has ended. */
void run_to_statement(const struct judge *j, struct state *s, uint32_t rank)
{
    struct rank_state *r = &s->rank[rank];
    const struct win_rank *code = &j->text->rank[rank];
    for (int steps = 0; r->pc < code->at.len && !r->failed && steps < 10000; steps++) {
        const struct win_statement *in = &code->at.at[r->pc];
        int64_t value = value_of(j, s, rank, in->value);
        if (in->kind == DO_SET)
            set_name(s, rank, in->name, value);
        else if (in->kind == DO_ASSERT)
            r->failed = !value;
        else if (in->kind != DO_JUMP && in->kind != DO_UNLESS)
            return;
        bool jumps = in->kind == DO_JUMP || (in->kind == DO_UNLESS && !value);
        r->pc = jumps ? (uint16_t)in->to : (uint16_t)(r->pc + 1);
    }
}
