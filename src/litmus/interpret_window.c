/* SPDX-License-Identifier: Apache-2.0
 *
 * interpret_window.c - statements about windows: which operations they take.
 *
 * What a rank has under way in windows (locks, epochs, accesses that are not complete) is
 * a list of items. Lists are stored once each, and a register holds the number of the
 * present one, so that it belongs to the rank's image like everything else. A put or get
 * is an item and nothing else until a flush, or what implies one, carries it out.
 *
 * A statement is a plan that is made anew before each of its operations: from the items,
 * and from a register that counts how far the statement has come. */
#include "litmus/code.h"
#include "report/kinds.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum item_kind {
    ITEM_LOCK,   /* request: the wlock; issued: whether the rank has waited for it */
    ITEM_UNLOCK, /* the same, and access: 1 + the request of the unlocking, 0: it was
                    waited for */
    ITEM_START,  /* target: whom the rank accesses; request: what the target's post
                    completes */
    ITEM_POST,   /* target: who accesses this rank; request: 1 + what its complete
                    completes, 0: not asked for yet */
    ITEM_FENCE,  /* there was a fence, so that accesses need no other epoch */
    ITEM_DIRECT, /* a put or get; request: under what it is, as in struct op */
    ITEM_ATOMIC, /* request: the access, which has begun */
};

struct item {
    int64_t kind, window, target, request;
    int64_t access; /* the list that is its struct rma_access */
    int64_t issued; /* direct: when it was called */
    int64_t result; /* the register for what it reads, or NO_REGISTER */
};
enum { ITEM_WORDS = sizeof(struct item) / sizeof(int64_t) };
typedef VEC(struct item) items_vec;

/* ---- lists ---- */

static size_t list_bytes(const int64_t *list)
{
    return ((size_t)list[0] + 1) * sizeof *list;
}

static void grow(struct lists *s)
{
    s->cap = s->cap ? 2 * s->cap : 64;
    free(s->slot);
    s->slot = mem_alloc(s->cap * sizeof *s->slot);
    for (uint32_t i = 0; i < s->at.len; i++) {
        size_t k = XXH3_64bits(s->at.at[i], list_bytes(s->at.at[i]));
        while (s->slot[k & (s->cap - 1)])
            k++;
        s->slot[k & (s->cap - 1)] = i + 1;
    }
}

/* The number of this list, given as its length followed by its members. */
static uint32_t list_number(struct lists *s, const int64_t *list)
{
    if (2 * s->at.len >= s->cap)
        grow(s);
    size_t bytes = list_bytes(list), k = XXH3_64bits(list, bytes);
    for (uint32_t n; (n = s->slot[k & (s->cap - 1)]); k++)
        if (s->at.at[n - 1][0] == list[0] && !memcmp(s->at.at[n - 1], list, bytes))
            return n;
    int64_t *copy = mem_alloc(bytes);
    memcpy(copy, list, bytes);
    vec_push(&s->at, copy);
    return s->slot[k & (s->cap - 1)] = (uint32_t)s->at.len;
}

static const int64_t *list_at(const struct lists *s, int64_t number)
{
    static const int64_t empty[1];
    return number ? s->at.at[number - 1] : empty;
}

void lists_free(struct lists *s)
{
    for (size_t i = 0; i < s->at.len; i++)
        free(s->at.at[i]);
    vec_free(&s->at);
    free(s->slot);
}

static void read_items(const struct litmus *l, uint32_t rank, items_vec *items)
{
    const int64_t *list = list_at(&l->lists, l->actor[rank].registers[WINDOWS_REGISTER]);
    size_t n = (size_t)list[0] / ITEM_WORDS;
    vec_reserve(items, n + 1);
    memcpy(items->at, list + 1, n * sizeof *items->at);
    items->len = n;
}

static void write_items(struct litmus *l, uint32_t rank, const items_vec *items)
{
    size_t n = items->len * ITEM_WORDS;
    int64_t *list = mem_alloc((n + 1) * sizeof *list);
    list[0] = (int64_t)n;
    memcpy(list + 1, items->at, n * sizeof *list);
    l->actor[rank].registers[WINDOWS_REGISTER] = n ? list_number(&l->lists, list) : 0;
    free(list);
}

static void remove_item(items_vec *items, size_t i)
{
    memmove(items->at + i, items->at + i + 1, (items->len - i - 1) * sizeof *items->at);
    items->len--;
}

/* The first item of that kind, window and target (ANY: any); items->len: none. */
static size_t find(const items_vec *items, enum item_kind kind, uint32_t window,
                   int64_t target)
{
    size_t i = 0;
    while (i < items->len &&
           (items->at[i].kind != kind || items->at[i].window != window ||
            (target != ANY && items->at[i].target != target)))
        i++;
    return i;
}

/* ---- accesses ---- */

static int64_t new_access(struct litmus *l, uint32_t rank, const struct instruction *in)
{
    struct rma_access a;
    memset(&a, 0, sizeof a); /* its bytes are compared */
    bool reads = in->window == WIN_GET || in->window == WIN_LOAD ||
                 (in->window == WIN_ATOMIC && in->mode);
    a.lo = (uint64_t)litmus_evaluate(l, rank, in->cell);
    a.hi = a.lo + 1;
    a.reads = reads;
    a.writes = in->update != UPDATE_NONE;
    a.plain = in->window == WIN_PUT || in->window == WIN_GET;
    a.commutes = in->update == UPDATE_ADD || in->update == UPDATE_MAX;
    a.opcode =
        in->window != WIN_ATOMIC || in->update == UPDATE_CAS ? 0 : (uint16_t)in->update;
    a.where = l->actor[rank].pc;
    a.operand = litmus_evaluate(l, rank, in->expr);
    a.compare = litmus_evaluate(l, rank, in->compare);
    int64_t list[1 + sizeof a / sizeof(int64_t)] = {sizeof a / sizeof(int64_t)};
    memcpy(list + 1, &a, sizeof a);
    return list_number(&l->lists, list);
}

static const struct rma_access *access_at(const struct litmus *l, int64_t number)
{
    return (const void *)(list_at(&l->lists, number) + 1);
}

static int64_t updated(enum update update, const struct rma_access *a, int64_t old)
{
    switch (update) {
    case UPDATE_NONE:
        break;
    case UPDATE_REPLACE:
        return a->operand;
    case UPDATE_ADD:
        return (int64_t)((uint64_t)old + (uint64_t)a->operand);
    case UPDATE_MAX:
        return old > a->operand ? old : a->operand;
    case UPDATE_CAS:
        return old == a->compare ? a->operand : old;
    }
    return old;
}

uint64_t window_access(struct program *p, const struct op *op, uint64_t version,
                       int64_t *result)
{
    struct litmus *l = (struct litmus *)p;
    int64_t cells[1 + LITMUS_MAX_CELLS] = {l->windows.at[op->object].cells};
    if (version)
        memcpy(cells, list_at(&l->lists, (int64_t)version), list_bytes(cells));
    int64_t *cell = &cells[1 + op->access->lo];
    *result = *cell;
    *cell = updated((enum update)op->call, op->access, *cell);
    bool zero = true;
    for (int64_t i = 1; i <= cells[0]; i++)
        zero &= !cells[i];
    return *cell == *result ? version : zero ? 0 : list_number(&l->lists, cells);
}

/* ---- plans ---- */

struct plan {
    enum { DONE, OPERATION, CALL, WRONG } what; /* CALL: it only adds an item */
    struct op op;
    size_t item;       /* the item that the operation is about */
    const char *wrong; /* what is wrong with the statement */
};

static int64_t *step_of(const struct litmus *l, uint32_t rank)
{
    return &l->actor[rank].registers[STEP_REGISTER];
}

static bool waits(const struct litmus *l)
{
    return l->program.buffering == BUFFERING_ZERO;
}

static void wrong(struct plan *p, const char *why)
{
    p->what = WRONG;
    p->wrong = why;
}

/* Plans a finish or poll of one request. */
static void plan_look(struct litmus *l, enum op_kind kind, int64_t request,
                      struct plan *p)
{
    uint32_t set[2] = {1, (uint32_t)request};
    p->what = OPERATION;
    p->op.kind = kind;
    p->op.object = 0;
    p->op.nargs = 1;
    p->op.args = rank_set(l, set);
}

/* The contexts on which ranks meet because of windows, after those of communicators: for
 * each window one of all ranks, and three of each pair of target and origin. */
enum meeting { MEET_READY, MEET_OPEN, MEET_CLOSED };

static uint32_t first_context(const struct litmus *l, uint32_t window)
{
    uint32_t n = l->program.nactors;
    return (uint32_t)l->communicators.len + window * (1 + 3 * n * n);
}

/* Plans to meet the other rank, and to wait for the first `needed` of the two, of which
 * this rank is the first. */
static void plan_meeting(struct litmus *l, uint32_t rank, uint32_t window,
                         enum meeting meeting, bool target, int64_t other,
                         uint32_t needed, struct plan *p)
{
    uint32_t n = l->program.nactors, them = (uint32_t)other;
    uint32_t to = target ? rank : them, from = target ? them : rank;
    uint32_t set[3] = {2, rank, them}, alone[2] = {1, rank};
    p->what = OPERATION;
    p->op.kind = OP_ARRIVE;
    p->op.object = first_context(l, window) + 1 + ((uint32_t)meeting * n + to) * n + from;
    p->op.nargs = rank == them ? 1 : 2;
    p->op.args = rank_set(l, rank == them ? alone : set);
    p->op.needed = needed < p->op.nargs ? needed : p->op.nargs;
}

static void plan_fence(struct litmus *l, uint32_t window, struct plan *p)
{
    uint32_t n = l->program.nactors, *set = mem_alloc((n + 1) * sizeof *set);
    set[0] = n;
    for (uint32_t i = 0; i < n; i++)
        set[i + 1] = i;
    p->what = OPERATION;
    p->op.kind = OP_ARRIVE;
    p->op.object = first_context(l, window);
    p->op.nargs = p->op.needed = n;
    p->op.args = rank_set(l, set);
    free(set);
}

/* Plans to complete an access that is under way: puts and gets first. With `local`, only
 * those whose result the rank waits for. */
static bool plan_flush(struct litmus *l, const items_vec *items, uint32_t window,
                       int64_t target, bool local, struct plan *p)
{
    for (int atomic = 0; atomic < 2; atomic++)
        for (size_t i = 0; i < items->len; i++) {
            const struct item *x = &items->at[i];
            if (x->kind != (atomic ? ITEM_ATOMIC : ITEM_DIRECT) || x->window != window ||
                (target != ANY && x->target != target))
                continue;
            const struct rma_access *a = access_at(l, x->access);
            if (local && !a->reads)
                continue;
            p->item = i;
            if (atomic) {
                plan_look(l, OP_FINISH, x->request, p);
                return true;
            }
            p->what = OPERATION;
            p->op.kind = OP_DIRECT;
            p->op.peer = (int32_t)x->target;
            p->op.access = a;
            p->op.issued = (uint32_t)x->issued;
            p->op.under = (uint32_t)x->request;
            p->op.call = a->writes ? UPDATE_REPLACE : UPDATE_NONE;
            return true;
        }
    return false;
}

/* The target that the statement names; ANY: all ranks. */
static int64_t target_of(const struct litmus *l, uint32_t rank,
                         const struct instruction *in)
{
    return in->peer.n ? litmus_evaluate(l, rank, in->peer) : ANY;
}

static bool is_rank(const struct litmus *l, int64_t rank)
{
    return rank >= 0 && rank < l->program.nactors;
}

static void plan_lock(struct litmus *l, uint32_t rank, const struct instruction *in,
                      const items_vec *items, struct plan *p)
{
    int64_t step = *step_of(l, rank), target = target_of(l, rank, in);
    int64_t n = in->peer.n ? 1 : l->program.nactors;
    /* it waits for the locks in any case where nothing is buffered, and for that of the
     * rank's own part, which may protect loads and stores, always (12.5.3) */
    bool own = !in->peer.n || target == rank;
    int64_t finishes = waits(l) ? n : own;
    if (!in->peer.n)
        target = step < n || waits(l) ? step % n : (int64_t)rank;
    if (!is_rank(l, target)) {
        wrong(p, "there is no such rank");
        return;
    }
    p->item = find(items, ITEM_LOCK, in->object, target);
    if (step < n && p->item < items->len) {
        wrong(p, "this rank has that lock already");
    } else if (step < n) {
        p->what = OPERATION;
        p->op.kind = OP_WLOCK;
        p->op.peer = (int32_t)target;
        p->op.mode = in->mode;
    } else if (step < n + finishes) {
        plan_look(l, OP_FINISH, items->at[p->item].request, p);
    }
}

/* Under what an access to that target is: a request as in op.under. False: there is no
 * epoch for it. */
static bool epoch(const items_vec *items, uint32_t window, int64_t target,
                  uint32_t *under)
{
    size_t i = find(items, ITEM_LOCK, window, target);
    if (i == items->len)
        i = find(items, ITEM_START, window, target);
    *under = i < items->len ? (uint32_t)items->at[i].request : NO_LOCK;
    return i < items->len || find(items, ITEM_FENCE, window, ANY) < items->len;
}

/* Checks an access; false: it is wrong. */
static bool check_access(struct litmus *l, uint32_t rank, const struct instruction *in,
                         const items_vec *items, struct plan *p)
{
    bool own = in->window == WIN_LOAD || in->window == WIN_STORE;
    int64_t target = target_of(l, rank, in), cell = litmus_evaluate(l, rank, in->cell);
    p->op.under = NO_LOCK;
    if (!is_rank(l, target))
        wrong(p, "there is no such rank");
    else if (cell < 0 || cell >= l->windows.at[in->object].cells)
        wrong(p, "there is no such cell");
    else if (!own && !epoch(items, in->object, target, &p->op.under))
        wrong(p, "there is no epoch for this access");
    p->op.peer = p->what == WRONG ? 0 : (int32_t)target;
    return p->what != WRONG;
}

static void plan_access(struct litmus *l, uint32_t rank, const struct instruction *in,
                        const items_vec *items, struct plan *p)
{
    bool deferred = in->window == WIN_PUT || in->window == WIN_GET;
    if (*step_of(l, rank) || !check_access(l, rank, in, items, p))
        return;
    /* in a start epoch it happens by itself, perhaps after `complete` */
    bool by_itself = deferred &&
                     find(items, ITEM_LOCK, in->object, p->op.peer) == items->len &&
                     find(items, ITEM_START, in->object, p->op.peer) < items->len;
    deferred &= !by_itself;
    p->what = deferred ? CALL : OPERATION;
    p->op.kind = in->window == WIN_ATOMIC || by_itself ? OP_ATOMIC : OP_DIRECT;
    p->op.access = deferred ? NULL : access_at(l, new_access(l, rank, in));
    p->op.issued = (uint32_t)l->actor[rank].registers[EVENTS_REGISTER];
    p->op.call = (uint16_t)in->update;
}

static void plan_unlock(struct litmus *l, uint32_t rank, const struct instruction *in,
                        const items_vec *items, struct plan *p)
{
    int64_t target = target_of(l, rank, in);
    size_t i = find(items, ITEM_LOCK, in->object, target);
    if (i == items->len && !*step_of(l, rank))
        wrong(p, "this rank has no such lock");
    if (i == items->len || plan_flush(l, items, in->object, target, false, p))
        return;
    p->what = OPERATION;
    p->item = i;
    p->op.kind = OP_WUNLOCK;
    p->op.peer = (int32_t)items->at[i].target;
    p->op.under = (uint32_t)items->at[i].request;
}

/* Each of the locks is given back as soon as it can be, whatever the others wait for: so
 * what is under way, and giving back, happens by itself. */
static void plan_unlock_all(struct litmus *l, uint32_t rank, const struct instruction *in,
                            const items_vec *items, struct plan *p)
{
    size_t lock = find(items, ITEM_LOCK, in->object, ANY);
    size_t direct = find(items, ITEM_DIRECT, in->object, ANY);
    size_t unlock = find(items, ITEM_UNLOCK, in->object, ANY);
    if (lock == items->len && !*step_of(l, rank)) {
        wrong(p, "this rank has no such lock");
    } else if (lock < items->len) {
        bool access = direct < items->len;
        const struct item *x = &items->at[p->item = access ? direct : lock];
        p->what = OPERATION;
        p->op.kind = access ? OP_ATOMIC : OP_UNLOCKING;
        p->op.peer = (int32_t)x->target;
        p->op.under = (uint32_t)x->request;
        if (access) {
            p->op.access = access_at(l, x->access);
            p->op.issued = (uint32_t)x->issued;
            p->op.call = p->op.access->writes ? UPDATE_REPLACE : UPDATE_NONE;
        }
    } else if (!plan_flush(l, items, in->object, ANY, false, p) && unlock < items->len) {
        const struct item *x = &items->at[p->item = unlock];
        plan_look(l, OP_FINISH, x->access ? x->access - 1 : x->request, p);
    }
}

/* Evaluates the i-th rank that a post or start names. */
static int64_t named_rank(const struct litmus *l, uint32_t rank,
                          const struct instruction *in, uint32_t i)
{
    const uint32_t *args = l->actor[rank].code->args.at + in->first_arg;
    return litmus_evaluate(l, rank, (struct expr_range){args[2 * i], args[2 * i + 1]});
}

/* A post meets each origin twice, once to let its start go on and once to open the
 * epoch; a start waits for the first only if nothing is buffered. */
static void plan_open(struct litmus *l, uint32_t rank, const struct instruction *in,
                      const items_vec *items, struct plan *p)
{
    bool post = in->window == WIN_POST;
    int64_t step = *step_of(l, rank);
    uint32_t i = (uint32_t)(step / 3);
    if (i >= in->nargs)
        return;
    int64_t other = named_rank(l, rank, in, i);
    if (!is_rank(l, other))
        wrong(p, "there is no such rank");
    else if (find(items, post ? ITEM_POST : ITEM_START, in->object, other) < items->len)
        wrong(p, "this rank is in such an epoch with it already");
    else if (step % 3 == 1)
        plan_look(l, OP_FINISH, l->actor[rank].registers[REQUESTS_REGISTER] - 1, p);
    else
        plan_meeting(l, rank, in->object, step % 3 ? MEET_OPEN : MEET_READY, post, other,
                     post       ? 0
                     : step % 3 ? 2
                                : 1,
                     p);
}

static void plan_complete(struct litmus *l, uint32_t rank, const struct instruction *in,
                          const items_vec *items, struct plan *p)
{
    size_t i = find(items, ITEM_START, in->object, ANY);
    if (i == items->len && !*step_of(l, rank))
        wrong(p, "this rank has not started an epoch");
    if (i == items->len) { /* it waits for what is read; the targets wait for the rest */
        plan_flush(l, items, in->object, ANY, true, p);
        return;
    }
    p->item = i;
    plan_meeting(l, rank, in->object, MEET_CLOSED, false, items->at[i].target, 0, p);
    p->op.mode = ARRIVE_CLOSES;
    p->op.under = (uint32_t)items->at[i].request;
}

static void plan_wait(struct litmus *l, uint32_t rank, const struct instruction *in,
                      const items_vec *items, struct plan *p)
{
    int64_t step = *step_of(l, rank);
    size_t i = find(items, ITEM_POST, in->object, ANY);
    if (i == items->len && !step)
        wrong(p, "this rank has not posted an epoch");
    if (i == items->len || step < 0)
        return;
    for (p->item = i; p->item < items->len; p->item++)
        if (items->at[p->item].kind == ITEM_POST &&
            items->at[p->item].window == in->object && !items->at[p->item].request) {
            plan_meeting(l, rank, in->object, MEET_CLOSED, true,
                         items->at[p->item].target, 2, p);
            return;
        }
    p->item = i;
    plan_look(l, in->window == WIN_TEST ? OP_POLL : OP_FINISH, items->at[i].request - 1,
              p);
}

static void plan(struct litmus *l, uint32_t rank, const struct instruction *in,
                 const items_vec *items, struct plan *p)
{
    int64_t step = *step_of(l, rank);
    *p = (struct plan){.item = items->len, .op.object = in->object};
    p->op.where = l->actor[rank].pc;
    switch (in->window) {
    case WIN_NONE:
        break;
    case WIN_LOCK:
        plan_lock(l, rank, in, items, p);
        break;
    case WIN_PUT:
    case WIN_GET:
    case WIN_ATOMIC:
    case WIN_LOAD:
    case WIN_STORE:
        plan_access(l, rank, in, items, p);
        break;
    case WIN_FLUSH:
    case WIN_FLUSHLOCAL:
        plan_flush(l, items, in->object, target_of(l, rank, in),
                   in->window == WIN_FLUSHLOCAL, p);
        break;
    case WIN_UNLOCK:
        if (in->peer.n)
            plan_unlock(l, rank, in, items, p);
        else
            plan_unlock_all(l, rank, in, items, p);
        break;
    case WIN_FENCE:
        if (step > 0)
            plan_look(l, OP_FINISH, step - 1, p);
        else if (!step && !plan_flush(l, items, in->object, ANY, false, p))
            plan_fence(l, in->object, p);
        break;
    case WIN_POST:
    case WIN_START:
        plan_open(l, rank, in, items, p);
        break;
    case WIN_COMPLETE:
        plan_complete(l, rank, in, items, p);
        break;
    case WIN_WAIT:
    case WIN_TEST:
        plan_wait(l, rank, in, items, p);
        break;
    }
}

/* ---- what the interpreter asks ---- */

static void set_result(struct litmus *l, uint32_t rank, int64_t reg, int64_t value)
{
    if (reg != NO_REGISTER)
        l->actor[rank].registers[reg] = value;
}

bool window_start(struct litmus *l, uint32_t rank, const struct instruction *in)
{
    items_vec items = {0};
    struct plan p;
    read_items(l, rank, &items);
    plan(l, rank, in, &items, &p);
    if (p.what == CALL) {
        struct item x = {.kind = ITEM_DIRECT,
                         .window = in->object,
                         .target = p.op.peer,
                         .request = p.op.under,
                         .access = new_access(l, rank, in),
                         .issued = p.op.issued,
                         .result = in->result};
        vec_push(&items, x);
        write_items(l, rank, &items);
    }
    bool done = p.what == CALL || p.what == DONE;
    if (done)
        *step_of(l, rank) = 0;
    vec_free(&items);
    return done;
}

void window_next(struct litmus *l, uint32_t rank, const struct instruction *in,
                 struct op *op)
{
    items_vec items = {0};
    struct plan p;
    read_items(l, rank, &items);
    plan(l, rank, in, &items, &p);
    *op = p.op;
    if (p.what == WRONG)
        *op = (struct op){.kind = OP_ASSERT,
                          .object = FINDING_INVALID_ARGUMENT,
                          .where = l->actor[rank].pc};
    vec_free(&items);
}

void window_explain(struct litmus *l, uint32_t rank, const struct instruction *in,
                    struct str *s)
{
    items_vec items = {0};
    struct plan p;
    read_items(l, rank, &items);
    plan(l, rank, in, &items, &p);
    str_addf(s, "%s", p.wrong);
    vec_free(&items);
}

/* The request that the present operation makes. */
static int64_t new_request(struct litmus *l, uint32_t rank)
{
    return l->actor[rank].registers[REQUESTS_REGISTER]++;
}

/* An arrive has happened. */
static void met(struct litmus *l, uint32_t rank, const struct instruction *in,
                const struct plan *p, items_vec *items)
{
    int64_t request = new_request(l, rank), *step = step_of(l, rank);
    struct item x = {.kind = in->window == WIN_POST ? ITEM_POST : ITEM_START,
                     .window = in->object};
    switch (in->window) {
    case WIN_FENCE:
        *step = request + 1;
        break;
    case WIN_POST:
    case WIN_START:
        if (*step % 3 == 0) {
            *step += in->window == WIN_START && waits(l) ? 1 : 2;
            break;
        }
        x.target = named_rank(l, rank, in, (uint32_t)(*step / 3));
        x.request = in->window == WIN_POST ? 0 : request;
        vec_push(items, x);
        ++*step;
        break;
    case WIN_COMPLETE: {
        int64_t target = items->at[p->item].target;
        remove_item(items, p->item);
        for (size_t i = items->len; i-- > 0;) /* nobody waits for these here */
            if (items->at[i].kind == ITEM_ATOMIC && items->at[i].window == in->object &&
                items->at[i].target == target &&
                !access_at(l, items->at[i].access)->reads)
                remove_item(items, i);
        *step = 1;
        break;
    }
    default:
        items->at[p->item].request = request + 1;
        *step = 1;
    }
}

/* A finish or poll has reported. */
static void looked(struct litmus *l, uint32_t rank, const struct instruction *in,
                   const struct plan *p, struct outcome o, items_vec *items)
{
    int64_t *step = step_of(l, rank);
    struct item *x = p->item < items->len ? &items->at[p->item] : NULL;
    if (x && x->kind == ITEM_ATOMIC) { /* some statement completes it on its way */
        set_result(l, rank, x->result, o.value);
        remove_item(items, p->item);
        return;
    }
    switch (in->window) {
    case WIN_FENCE:
        *step = -1;
        if (find(items, ITEM_FENCE, in->object, ANY) == items->len)
            vec_push(items, (struct item){.kind = ITEM_FENCE, .window = in->object});
        break;
    case WIN_TEST:
        set_result(l, rank, in->result, o.index != OUTCOME_FALSE);
        if (o.index == OUTCOME_FALSE) {
            *step = -1;
            break;
        }
        /* fall through */
    case WIN_WAIT:
        remove_item(items, p->item);
        *step = 1;
        break;
    case WIN_UNLOCK:
        if (x->access && !x->issued)
            x->access = 0;
        else
            remove_item(items, p->item);
        break;
    case WIN_LOCK:
        x->issued = 1;
        ++*step;
        break;
    default: /* start */
        ++*step;
    }
}

void window_resume(struct litmus *l, uint32_t rank, const struct instruction *in,
                   struct outcome o)
{
    items_vec items = {0};
    struct plan p;
    read_items(l, rank, &items);
    plan(l, rank, in, &items, &p);
    struct item x = {.window = in->object, .target = p.op.peer, .result = in->result};
    switch (p.op.kind) {
    case OP_WLOCK:
        x.kind = ITEM_LOCK;
        x.request = new_request(l, rank);
        vec_push(&items, x);
        ++*step_of(l, rank);
        break;
    case OP_ATOMIC:
        if (p.item < items.len) {
            items.at[p.item].kind = ITEM_ATOMIC;
            items.at[p.item].request = new_request(l, rank);
        } else {
            x.kind = ITEM_ATOMIC;
            x.request = new_request(l, rank);
            x.access = new_access(l, rank, in);
            vec_push(&items, x);
        }
        ++*step_of(l, rank);
        break;
    case OP_UNLOCKING:
        items.at[p.item].kind = ITEM_UNLOCK;
        items.at[p.item].access = 1 + new_request(l, rank);
        ++*step_of(l, rank);
        break;
    case OP_DIRECT:
        if (p.item < items.len) {
            set_result(l, rank, items.at[p.item].result, o.value);
            remove_item(&items, p.item);
        } else {
            set_result(l, rank, in->result, o.value);
            ++*step_of(l, rank);
        }
        break;
    case OP_WUNLOCK:
        remove_item(&items, p.item);
        *step_of(l, rank) = 1;
        break;
    case OP_ARRIVE:
        met(l, rank, in, &p, &items);
        break;
    default:
        looked(l, rank, in, &p, o, &items);
    }
    write_items(l, rank, &items);
    vec_free(&items);
}

/* The number of operations, of requests and when an access was called say nothing on
 * what the rank will do. */
uint64_t window_digest(const struct litmus *l, uint32_t rank)
{
    const struct litmus_actor *a = &l->actor[rank];
    uint64_t hash = XXH3_64bits_withSeed(
        a->registers + STEP_REGISTER,
        (a->code->nregisters - STEP_REGISTER) * sizeof *a->registers, a->pc);
    items_vec items = {0};
    read_items(l, rank, &items);
    for (size_t i = 0; i < items.len; i++) {
        if (items.at[i].kind != ITEM_DIRECT && items.at[i].kind != ITEM_ATOMIC)
            continue;
        const int64_t *list = list_at(&l->lists, items.at[i].access);
        items.at[i].issued = 0;
        items.at[i].access = (int64_t)XXH3_64bits(list, list_bytes(list));
    }
    hash = XXH3_64bits_withSeed(items.at, items.len * sizeof *items.at, hash);
    vec_free(&items);
    return hash;
}
