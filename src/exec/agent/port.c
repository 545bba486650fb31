/* SPDX-License-Identifier: Apache-2.0
 *
 * port.c - see mpi/port.h: the requests of the MPI library as operations of the kernel.
 *
 * All of this runs as part of the rank. The kernel gets numbers: contexts and contents of
 * messages are numbered when they first occur. In another process the numbers may differ,
 * so digests of operations are made of what the numbers stand for. */
#include "mpi/port.h"
#include "base/str.h"
#include "exec/agent/agent.h"
#include "exec/agent/areas.h"
#include "exec/agent/journal.h"
#include "exec/agent/ledger.h"
#include "exec/agent/loans.h"
#include "exec/agent/numbers.h"
#include "exec/agent/objects.h"
#include "exec/agent/remark.h"
#include "exec/agent/payload.h"
#include "exec/agent/sets.h"
#include "exec/agent/thread.h"
#include "exec/agent/unwind.h"
#include "exec/agent/watching.h"
#include "exec/agent/window.h"
#include "explore/explorer.h"
#include "kernel/matching.h"

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define PLACES 8

enum {
#define CALL(name, status) PORT_CALL_##name,
#include "mpi/calls.def"
#undef CALL
};

struct context {
    uint64_t hash; /* hash of the key */
    char text[64];
};

/* Names that stand for numbers, from 0: contexts or windows. */
struct naming {
    VEC(struct context) names;
    /* for each key, which is a payload, its number plus 1; 0: none */
    VEC(uint32_t) of_key;
};

struct port {
    struct naming contexts, windows;
    VEC(uint32_t) args; /* of an operation, as the kernel calls them */
    char places[PLACES][24];
    unsigned next_place;
};

static const struct front port_front;

void port_init(void)
{
    agent.port = mem_alloc(sizeof *agent.port);
}

/* ---- who and where ---- */

EXPORT bool port_present(void)
{
    if (!agent.link)
        return false;
    if (agent.current < 0)
        agent_refuse(
            agent.link->ranks
                ? "it calls MPI before main begins, in a constructor, where there are no "
                  "ranks yet; call MPI_Init in main"
                : "it calls MPI, so say how many ranks it is to have: mazurka run -n 4");
    port_use();
    return true;
}

void port_use(void)
{
    agent_use(&port_front);
}

EXPORT int port_rank(void)
{
    return agent.current;
}

EXPORT int port_size(void)
{
    return (int)agent.nranks;
}

EXPORT void *port_state(void)
{
    return agent.current >= 0 ? rank_head()->library : NULL;
}

EXPORT void port_set_state(void *state)
{
    rank_head()->library = state;
}

EXPORT void port_own(void *at, size_t bytes)
{
    thread_own(rank_head(), at, bytes);
}

EXPORT uint32_t port_thread(void)
{
    return thread_running(rank_head());
}

EXPORT bool port_threads(void)
{
    return rank_head()->threads;
}

EXPORT void port_at_end(void (*hook)(void))
{
    rank_head()->at_end = hook;
}

EXPORT double port_time(void)
{
    return (double)(virtual_now() - VIRTUAL_EPOCH) * 1e-9;
}

EXPORT bool port_compares, port_tidies;
EXPORT bool port_threaded;

/* Puts vector registers into their first state, with those that only some processors
 * have. The control word for floating-point numbers is kept. */
EXPORT void port_clear_vectors(void)
{
    enum { VECTORS = 0xe6 }; /* SSE, AVX, AVX-512 */
    static _Alignas(64) char none[1024];
    __asm__ volatile("stmxcsr 24(%0)\n\txrstor64 (%0)"
                     :
                     : "r"(none), "a"(VECTORS), "d"(0)
                     : "memory");
}

static struct link_short *shortest(const void *site)
{
    struct link *l = agent.shared;
    for (uint32_t i = 0; i < l->nshort; i++)
        if (l->shortest[i].site == (uint64_t)(uintptr_t)site)
            return &l->shortest[i];
    return NULL;
}

EXPORT size_t port_overwrites(const void *site)
{
    if (!agent.compares || agent.shared->nshort == LINK_MAX_SHORT)
        return 0;
    const struct link_short *s = shortest(site);
    return s ? s->bytes : SIZE_MAX;
}

EXPORT void port_shorter(const void *site, size_t bytes)
{
    struct link *l = agent.shared;
    struct link_short *s = shortest(site);
    if (!s && l->nshort < LINK_MAX_SHORT)
        s = &l->shortest[l->nshort++];
    if (s)
        *s = (struct link_short){(uint64_t)(uintptr_t)site, bytes};
    agent.current = AT_AGENT;
    agent_again();
}

/* Is there a number for the key, which is a payload? */
static bool is_named(struct naming *to, int64_t key)
{
    while (to->of_key.len <= (size_t)key)
        vec_push(&to->of_key, 0);
    return to->of_key.at[key];
}

/* Gives it one. */
static void name_next(struct naming *to, int64_t key, const char *text)
{
    struct context c = {.hash = payload_digest(key)};
    snprintf(c.text, sizeof c.text, "%s", text);
    vec_push(&to->names, c);
    to->of_key.at[key] = (uint32_t)to->names.len;
}

void port_follow(const struct journal_entry *e, const char *text)
{
    struct naming *to = &agent.port->contexts;
    if (!is_named(to, e->files))
        name_next(to, e->files, text);
}

static __attribute__((noinline)) uint32_t number_of(struct naming *to, const void *key,
                                                    size_t bytes, const char *text)
{
    int64_t number = payload_keep(key, bytes);
    text = text ? text : "";
    if (is_named(to, number))
        return to->of_key.at[number] - 1;
    if (to->names.len > ARRIVE_MAX_CONTEXT)
        rank_fail(FINDING_UNSUPPORTED, "makes more than %d communicators or windows",
                  ARRIVE_MAX_CONTEXT);
    int who = agent.current;
    agent.current = AT_AGENT; /* a rank must not be ended while it holds the lock */
    journal_lock();
    if (!is_named(to, number)) {
        name_next(to, number, text);
        if (to == &agent.port->contexts) /* no explorer has copies that share windows */
            journal_write((struct journal_entry){JOURNAL_CONTEXT, (uint32_t)number, 0,
                                                 strlen(text) + 1},
                          text);
    }
    journal_unlock();
    agent.current = who;
    return to->of_key.at[number] - 1;
}

EXPORT uint32_t port_context(const void *key, size_t bytes, const char *text)
{
    uint32_t context = number_of(&agent.port->contexts, key, bytes, text);
    rank_wipe_deep();
    return context;
}

EXPORT uint32_t port_window(const void *key, size_t bytes, const char *text)
{
    uint32_t window = number_of(&agent.port->windows, key, bytes, text);
    rank_wipe_deep();
    return window;
}

EXPORT uint64_t port_window_name(uint32_t window)
{
    return agent.port->windows.names.at[window].hash;
}

EXPORT uint32_t port_window_of(uint64_t name)
{
    uint32_t i = 0;
    while (agent.port->windows.names.at[i].hash != name)
        i++;
    return i;
}

/* ---- requests ---- */

/* The virtual time that waiting takes, so that programs which work for a given time
 * come to an end. Polls take no time; otherwise a rank whose poll fails would not be in
 * the same state again. */
#define FINISH_NANOSECONDS 20000u

/* If it is to be tidy: clears what functions have left below the caller, who performs
 * an operation next. They know how the kernel calls things. What is left after the
 * operation is cleared by mpi/entry.awk. */
static inline void forget(void)
{
    if (agent.tidies)
        rank_wipe_deep();
}

static struct outcome perform_alone(struct op *op, struct port_from from)
{
    if (agent.tidies) /* our tables may have grown for this operation */
        rank_wipe_deep();
    else
        rank_wipe();
    return rank_take(op, from.site);
}

/* Not part of perform(), whose frame would have gaps for these variables: what is left in
 * them from earlier calls would show in the stacks of ranks that poll. */
static __attribute__((noinline)) struct outcome
perform_with_windows(struct op *op, struct port_from from)
{
    struct op asked = *op;
    asked.issued = 0; /* it differs from round to round of a loop */
    if (op_fails(asked.kind))
        window_poll(from);
    window_before(from);
    struct outcome o = perform_alone(op, from);
    window_after(from, &asked, o);
    if (op_fails(asked.kind) && o.index == OUTCOME_FALSE)
        window_polled(from);
    return o;
}

static struct outcome perform(struct op *op, struct port_from from)
{
    op->call = from.call;
    if (op->kind == OP_FINISH)
        rank_head()->clock += FINISH_NANOSECONDS;
    loans_settle((uint32_t)agent.current);
    return rank_head()->copies ? perform_with_windows(op, from) : perform_alone(op, from);
}

struct outcome port_take_op(struct op *op, struct port_from from)
{
    return perform(op, from);
}

struct outcome port_perform(struct op op, struct port_from from)
{
    return perform(&op, from);
}

static __attribute__((noinline)) uint32_t post(struct op *op, struct port_from from)
{
    use_note((uint32_t)agent.current, op->kind, op->object);
    forget();
    perform(op, from);
    struct head *h = rank_head();
    return numbers_give(h, &h->requests, h->nrequests++);
}

uint32_t port_post(struct op op, struct port_from from)
{
    return post(&op, from);
}

uint32_t port_named(uint32_t request)
{
    return (uint32_t)rank_head()->requests.name[request];
}

/* What the kernel calls these requests. */
static const uint32_t *named(const uint32_t *requests, uint32_t n)
{
    const struct numbers *t = &rank_head()->requests;
    struct port *port = agent.port;
    int who = agent.current;
    agent.current = AT_AGENT;
    port->args.len = 0;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&port->args, (uint32_t)t->name[requests[i]]);
    agent.current = who;
    return set_of(port->args.at, n);
}

EXPORT void port_forget(uint32_t request)
{
    loans_spend((uint32_t)agent.current, request, (struct outcome){0});
    numbers_free(&rank_head()->requests, request);
}

EXPORT void port_data(const void *bytes, size_t n)
{
    if (agent.nranks > 1 && areas_static(bytes, n))
        port_rests_on("addresses in messages that nobody follows");
}

/* Notes bytes that were computed from contributions of several ranks: together they may
 * form an address of another rank's memory, even if no contribution contained one. */
EXPORT void port_made(const void *bytes, size_t n)
{
    if (agent.wary || agent.nranks == 1 || !areas_mentioned(bytes, n))
        return;
    int who = agent.current;
    agent.current = AT_AGENT;
    agent.wary = true;
    areas_isolate((uint32_t)who);
    agent.current = who;
}

/* The time that a message carries. If states are compared, it carries none until a rank
 * looks at a clock: messages of equal content would seem to differ. */
static uint64_t sent_at(void)
{
    return agent.compares && !agent.link->timed ? 0 : rank_head()->clock;
}

EXPORT uint32_t port_isend(struct port_from from, uint32_t context, int to, int tag,
                           enum send_mode mode, const void *bytes, size_t n)
{
    struct op op = {.kind = OP_ISEND, .object = context, .peer = to, .tag = tag};
    uint32_t most = message_most((uint32_t)agent.current);
    if (rank_head()->nsends++ >= most)
        rank_fail(FINDING_UNSUPPORTED, "sends more than %u messages", most);
    op.mode = (uint8_t)mode;
    op.value = payload_lend(bytes, n, sent_at(), ledger_clock());
    forget();
    return post(&op, from);
}

/* What a synchronous sender is told: what this rank knows of files and, if any rank can
 * notice, its virtual time. The number of a payload, from 1; 0: nothing. */
static uint32_t told(void)
{
    const struct head *h = rank_head();
    uint64_t time = h->asleep || h->looked ? h->clock : 0;
    uint32_t files = ledger_clock();
    return time || files ? (uint32_t)payload_lend("", 0, time, files) + 1 : 0;
}

EXPORT uint32_t port_irecv(struct port_from from, uint32_t context, int source, int tag)
{
    struct op op = {
        .kind = OP_IRECV, .object = context, .peer = source, .tag = tag, .told = told()};
    forget();
    return post(&op, from);
}

EXPORT uint32_t port_take(struct port_from from, uint32_t context, int source, int tag)
{
    struct op op = {.kind = OP_IRECV,
                    .object = context,
                    .peer = source,
                    .tag = tag,
                    .mode = RECEIVE_LATER};
    return post(&op, from);
}

EXPORT uint32_t port_receive(struct port_from from, int message)
{
    struct numbers *t = &rank_head()->taken;
    struct op op = {.kind = OP_RECEIVE, .value = t->name[message], .told = told()};
    forget();
    uint32_t request = post(&op, from);
    numbers_free(t, (uint32_t)message);
    return request;
}

EXPORT uint32_t port_arrive(struct port_from from, uint32_t context,
                            const uint32_t *members, uint32_t n, uint32_t needed,
                            const void *contribution, size_t bytes)
{
    struct op op = {.kind = OP_ARRIVE, .object = context, .nargs = n, .needed = needed};
    op.args = set_of(members, n);
    op.value = payload_lend(contribution, bytes, sent_at(), ledger_clock());
    loans_arrive((uint32_t)agent.current, rank_head()->requests.lowest, &op);
    forget();
    return post(&op, from);
}

EXPORT uint32_t port_arrive_after(struct port_from from, uint32_t context,
                                  const uint32_t *members, uint32_t n, uint32_t request,
                                  const void *contribution, size_t bytes)
{
    struct op op = {.kind = OP_ARRIVE, .object = context, .nargs = n, .needed = 1};
    if (window_live()) {
        op.mode = ARRIVE_CLOSES;
        op.under = port_named(request);
    }
    op.args = set_of(members, n);
    op.value = payload_lend(contribution, bytes, sent_at(), ledger_clock());
    loans_arrive((uint32_t)agent.current, rank_head()->requests.lowest, &op);
    forget();
    return post(&op, from);
}

/* What a collective gathered is a list of payloads, which is a payload itself. Its
 * number is negative, unlike those of messages. Its time is that of its latest
 * member. */
static int64_t gather(struct program *p, uint32_t actor, const struct op *arrive,
                      const int64_t *values)
{
    (void)p, (void)actor;
    uint64_t last = 0;
    for (uint32_t i = 0; i < arrive->needed; i++)
        if (payload_time(values[i]) > last)
            last = payload_time(values[i]);
    return ~payload_lend(values, arrive->needed * sizeof *values, last, 0);
}

/* A rank that completes an operation learns what others knew of files: the sender of
 * the message, all contributors to a collective, or, for a synchronous send, the rank
 * that posted the receive. */
static void learn(struct outcome o)
{
    if (o.received) {
        ledger_learn(payload_files(o.value));
    } else if (o.value < 0) {
        const char *list = payload_bytes(~o.value);
        for (size_t i = 0; i < payload_size(~o.value); i += sizeof(int64_t)) {
            int64_t kept;
            memcpy(&kept, list + i, sizeof kept);
            if (kept >= 0)
                ledger_learn(payload_files(kept));
        }
    } else if (o.value) {
        ledger_learn(payload_files(o.value - 1));
        virtual_not_before(payload_time(o.value - 1));
    }
}

/* Clears a result in the caller's memory before the operation is performed. Otherwise
 * the result of an earlier call would stay in the rank's memory and make a failing poll
 * look like a change. */
static void clear(struct port_result *r)
{
    *r = (struct port_result){0};
    __asm__ volatile("" : "+m"(*r)); /* keeps the compiler from removing the stores */
}

static struct port_result result(struct outcome o)
{
    struct port_result r = {.index = o.index, .received = o.received};
    if (o.index == OUTCOME_FALSE)
        return r;
    if (o.received) {
        r.from = o.peer;
        r.tag = o.tag;
    }
    if (o.received || o.value < 0) {
        int64_t kept = o.received ? o.value : ~o.value;
        r.bytes = payload_bytes(kept);
        r.n = payload_size(kept);
        virtual_not_before(payload_time(kept));
    }
    return r;
}

bool port_is_send(uint16_t call)
{
    return call == PORT_CALL_Send || call == PORT_CALL_Ssend || call == PORT_CALL_Rsend ||
           call == PORT_CALL_Bsend;
}

/* Does this call find a message that a later call receives (matched probe)? */
static bool keeps_message(uint16_t call)
{
    return call == PORT_CALL_Mprobe || call == PORT_CALL_Improbe;
}

/* The number of a message that was taken. */
static int take(struct outcome o)
{
    struct head *h = rank_head();
    return (int)numbers_give(h, &h->taken, o.message);
}

static const struct op *request_op(uint32_t actor, uint32_t k);

/* What kind of request is it, if windows are used? */
static enum op_kind kind_of_request(uint32_t request)
{
    const struct op *op =
        window_live() ? request_op((uint32_t)agent.current, port_named(request)) : NULL;
    return op ? op->kind : OP_ARRIVE;
}

static __attribute__((noinline)) struct port_result
complete(enum op_kind kind, unsigned mode, struct port_from from,
         const uint32_t *requests, uint32_t n)
{
    struct op op = {
        .kind = kind, .nargs = n, .args = named(requests, n), .mode = (uint8_t)mode};
    struct port_result r;
    clear(&r);
    forget();
    struct outcome o = perform(&op, from);
    if (o.index == OUTCOME_FALSE)
        return r = result(o);
    enum op_kind completed = kind_of_request(requests[o.index]);
    if (op_family(completed) == FAMILY_WINDOW) {
        if (completed !=
            OP_WLOCK) /* a lock is known by its number until it is released */
            numbers_free(&rank_head()->requests, requests[o.index]);
        r.index = o.index;
        r.read = o.value;
        return r;
    }
    learn(o);
    if (!keeps_message(from.call))
        loans_spend((uint32_t)agent.current, requests[o.index], o);
    numbers_free(&rank_head()->requests, requests[o.index]);
    r = result(o);
    if (keeps_message(from.call))
        r.message = take(o);
    return r;
}

EXPORT struct port_result port_finish(struct port_from from, const uint32_t *requests,
                                      uint32_t n)
{
    unsigned mode = rank_head()->strand.over ? FINISH_OVER : FINISH_WAIT;
    return complete(OP_FINISH, mode, from, requests, n);
}

EXPORT struct port_result port_poll(struct port_from from, const uint32_t *requests,
                                    uint32_t n)
{
    return complete(OP_POLL, POLL_TEST, from, requests, n);
}

EXPORT struct port_result port_poll_space(struct port_from from, const uint32_t *isends,
                                          uint32_t n)
{
    return complete(OP_POLL, POLL_SPACE, from, isends, n);
}

/* The program needs more of its explorer than was known at the start. If the user has
 * not chosen the explorer, the program is started again with one that copes. */
static void need_explorer(const struct explorer_need *need, const char *what)
{
    const struct explorer *e = explorer_find(agent.link->options.algorithm);
    if (agent.once || !e || explorer_copes(e, need))
        return;
    if (explorer_replace(&agent.shared->options, need)) {
        agent.current = AT_AGENT;
        agent_again();
    }
    const struct explorer *other = explorer_choose(need);
    bool shared = agent.link->options.jobs > 1 || agent.link->cluster_size;
    if (other && shared && !(other->takes & TAKES_JOBS))
        rank_fail(FINDING_UNSUPPORTED,
                  "%s, which only %s explores, and in one process: what it explores next "
                  "depends on all that it has explored; run it without %s and -a",
                  what, other->name, agent.link->cluster_size ? "mpiexec, -j" : "-j");
    rank_fail(FINDING_UNSUPPORTED, "%s, which %s cannot explore%s%s%s%s", what, e->name,
              other ? "; -a " : "", other ? other->name : "", other ? " can" : "",
              other && !other->both_bufferings ? ", with --buffering zero or infinite"
                                               : "");
}

void port_need_windows(const char *what)
{
    struct explorer_need need = {
        .matching = true, .queues = agent.program.queues, .windows = true};
    if (!window_live())
        need_explorer(&need, what);
}

static __attribute__((noinline)) bool withdraw(enum op_kind kind, struct port_from from,
                                               uint32_t request)
{
    struct op op = {.kind = kind, .nargs = 1, .args = named(&request, 1)};
    bool sends = kind == OP_RETRACT;
    struct explorer_need need = {.matching = true,
                                 .queues = agent.program.queues,
                                 .withdrawal =
                                     sends ? WITHDRAWAL_ALL : WITHDRAWAL_RECEIVES};
    if (sends && agent.program.queues)
        rank_fail(FINDING_UNSUPPORTED,
                  "cancels a send, which --semantics mailbox has not");
    need_explorer(&need, sends ? "cancels a send" : "cancels a receive");
    forget();
    bool withdrawn = perform(&op, from).index == 1;
    if (withdrawn)
        numbers_free(&rank_head()->requests, request);
    return withdrawn;
}

EXPORT bool port_cancel(struct port_from from, uint32_t request)
{
    return withdraw(OP_CANCEL, from, request);
}

EXPORT bool port_retract(struct port_from from, uint32_t request)
{
    return withdraw(OP_RETRACT, from, request);
}

EXPORT const void *port_gathered(const struct port_result *r, uint32_t i, size_t *bytes)
{
    int64_t kept;
    memcpy(&kept, (const char *)r->bytes + i * sizeof kept, sizeof kept);
    if (bytes)
        *bytes = payload_size(kept);
    return payload_bytes(kept);
}

static __attribute__((noinline)) struct port_result
look(enum op_kind kind, struct port_from from, uint32_t context, int source, int tag)
{
    struct op op = {.kind = kind, .object = context, .peer = source, .tag = tag};
    if (kind == OP_TRYRECV)
        op.mode = RECEIVE_LATER;
    struct port_result r;
    clear(&r);
    use_note((uint32_t)agent.current, OP_IRECV, context);
    forget();
    struct outcome o = perform(&op, from);
    if (o.index != OUTCOME_FALSE)
        learn(o);
    r = result(o);
    if (o.index != OUTCOME_FALSE)
        r.index = 0; /* the outcome is how the kernel calls the message */
    if (kind == OP_TRYRECV && o.index != OUTCOME_FALSE)
        r.message = take(o);
    return r;
}

EXPORT struct port_result port_probe(struct port_from from, uint32_t context, int source,
                                     int tag)
{
    return look(OP_PROBE, from, context, source, tag);
}

EXPORT struct port_result port_iprobe(struct port_from from, uint32_t context, int source,
                                      int tag)
{
    return look(OP_IPROBE, from, context, source, tag);
}

EXPORT struct port_result port_trytake(struct port_from from, uint32_t context,
                                       int source, int tag)
{
    return look(OP_TRYRECV, from, context, source, tag);
}

/* ---- the program's memory ---- */

_Static_assert((int)OBJECT_FREED == (int)MEMORY_FREED &&
                   (int)OBJECT_LEFT == (int)MEMORY_LEFT &&
                   (int)ELEMENT_COMPLEX == (int)PORT_COMPLEX,
               "the library has names of its own for the same things");

/* Does a structure begin at this address? A pointer that is an argument itself points
 * there. */
static bool begins_structure(const struct object *o, uintptr_t low)
{
    const struct link_variable *v = o->variable;
    if (!v->structure || !v->element)
        return false;
    return o->kind == OBJECT_HEAP ? v->size : (low - (uintptr_t)o->low) % v->element == 0;
}

static __attribute__((noinline)) bool covers(struct port_from from, const void *frame,
                                             uintptr_t low, uintptr_t high,
                                             struct port_object *to)
{
    struct object o;
    bool whole = objects_cover((struct viewpoint){from.site, frame}, (const char *)low,
                               (const char *)high, &o);
    *to = (struct port_object){.kind = (enum port_memory)o.kind,
                               .low = (uintptr_t)o.low,
                               .high = (uintptr_t)o.high};
    if (o.variable)
        to->name = o.variable->name;
    if (o.variable && !o.shared) {
        to->element = (enum port_element)o.variable->kind;
        to->element_bytes = o.variable->element;
        to->structure = begins_structure(&o, low) ? o.variable->structure : 0;
    }
    return whole;
}

EXPORT uint32_t port_members(struct port_from from, uint64_t structure,
                             struct port_member *to, uint32_t room)
{
    const struct link_variable *v;
    uint32_t n = objects_members((struct viewpoint){.site = from.site}, structure, &v);
    for (uint32_t i = 0; i < n && i < room; i++)
        to[i] = (struct port_member){.name = v[i].name,
                                     .at = (size_t)v[i].low,
                                     .bytes = v[i].size,
                                     .element = (enum port_element)v[i].kind,
                                     .element_bytes = v[i].element};
    return n < room ? n : room;
}

EXPORT bool port_covers(struct port_from from, const void *frame, uintptr_t low,
                        uintptr_t high, struct port_object *to)
{
    return covers(from, frame, low, high, to);
}

/* ---- findings ---- */

const char *port_call_name(uint16_t call)
{
    static const char *const names[] = {
#define CALL(name, status) #name,
#include "mpi/calls.def"
#undef CALL
    };
    return call < sizeof names / sizeof *names ? names[call] : NULL;
}

static const char *call_name(const struct op *op)
{
    const char *name = port_call_name(op->call);
    return name ? name : op_word(op->kind);
}

/* The text of a finding, with the name of the call that it is about unless it names the
 * call already. */
static const char *with_call(struct port_from from, char *to, const char *format,
                             va_list args)
{
    char text[FAULT_TEXT - 48]; /* leaves room for the name of the call */
    const char *call = call_name(&(struct op){.call = from.call});
    vsnprintf(text, sizeof text, format, args);
    const char *named = strstr(text, call);
    if (from.site && !(named && named >= text + 4 && !strncmp(named - 4, "MPI_", 4)))
        snprintf(to, FAULT_TEXT, "MPI_%s: %s", call, text);
    else
        snprintf(to, FAULT_TEXT, "%s", text);
    return to;
}

EXPORT _Noreturn void port_fail(struct port_from from, enum finding_kind kind,
                                const char *format, ...)
{
    char text[FAULT_TEXT];
    va_list args;
    va_start(args, format);
    with_call(from, text, format, args);
    /* Once main() has returned, the stack does not show the call any more. */
    if (kind == FINDING_MISSING_FINALIZE && rank_head()->strand.returned)
        from.site = (char *)(uintptr_t)agent.main + 1;
    rank_fail_at(kind, from.site, text);
}

static __attribute__((noinline)) void note(struct port_from from, enum finding_kind kind,
                                           const char *format, va_list args)
{
    char text[FAULT_TEXT];
    remark_add(kind, from.site, with_call(from, text, format, args));
}

EXPORT void port_note(struct port_from from, enum finding_kind kind, const char *format,
                      ...)
{
    va_list args;
    va_start(args, format);
    note(from, kind, format, args);
    va_end(args);
    rank_wipe_deep();
}

EXPORT void port_rests_on(const char *what)
{
    link_rests_on(agent.shared, what);
    rank_wipe_deep();
}

EXPORT void port_leaves_out(const char *what)
{
    link_leaves_out(agent.shared, what);
    rank_wipe_deep();
}

EXPORT const char *port_place(const void *site)
{
    char *to = agent.port->places[agent.port->next_place++ % PLACES];
    snprintf(to, sizeof agent.port->places[0], "%c%lx%c", PLACE_BEGIN,
             (unsigned long)(uintptr_t)site, PLACE_END);
    return to;
}

EXPORT void *port_caller(void *site)
{
    uint64_t pc = (uint64_t)(uintptr_t)site;
    if (pc < agent.link->fortran_low || pc >= agent.link->fortran_high)
        return site;
    uint64_t outside = unwind_fortran();
    return outside ? (void *)(uintptr_t)outside : site; // NOLINT
}

/* ---- for the executor ---- */

static void prepare(void)
{
    agent.link->matching = agent.program.matching = true;
    agent.program.buffering = agent.link->options.buffering;
    agent.program.queues = agent.link->options.queues;
    agent.program.nmailboxes = agent.program.nmutexes = 0;
    const struct explorer *e = explorer_find(agent.link->options.algorithm);
    /* A trace says whether windows were followed when it was recorded. */
    if (agent.link->job != JOB_REPLAY)
        agent.link->options.windows = agent.shared->options.windows =
            agent.link->options.once || (e && e->windows);
    agent.program.windows = agent.link->options.windows;
    agent.program.separate = agent.link->options.separate;
}

static const char *name_in(const struct naming *n, uint32_t i)
{
    if (i >= n->names.len)
        journal_read();
    return i < n->names.len ? n->names.at[i].text : "?";
}

static const char *context_name(uint32_t i)
{
    return name_in(&agent.port->contexts, i);
}

static void add_context(const struct op *op, struct str *s)
{
    const char *name = context_name(op->object);
    bool same = !strncmp(name, "MPI_", 4) && !strcmp(name + 4, call_name(op));
    if (*name && !same && strcmp(name, "MPI_COMM_WORLD"))
        str_addf(s, " on %s", name);
}

static void add_envelope(const struct op *op, struct str *s)
{
    bool sends = op->kind == OP_ISEND;
    str_addf(s, "%s", call_name(op));
    if (op->peer == ANY)
        str_addf(s, " from any source");
    else
        str_addf(s, " %s %d", sends ? "to" : "from", op->peer);
    if (op->tag == ANY)
        str_addf(s, ", any tag");
    else
        str_addf(s, ", tag %d", op->tag);
    add_context(op, s);
}

/* The operation of the rank's k-th request; NULL if it has not been made. */
static const struct op *request_op(uint32_t actor, uint32_t k)
{
    const struct state *st = agent.search.st;
    return k < st->actor[actor].requests.len
               ? matching_made(st, &st->actor[actor].requests.at[k])
               : NULL;
}

static void describe(uint32_t actor, const struct op *op, struct str *s);

static void add_request(uint32_t actor, uint32_t k, struct str *s)
{
    const struct op *r = request_op(actor, k);
    if (r)
        describe(actor, r, s);
    else
        str_addf(s, "request %u", k);
}

/* Describes the requests that an operation waits for, those that are alike once. To the
 * user, a blocking call is
 * one operation, so the request stands for the wait. */
static void add_requests(uint32_t actor, const struct op *op, struct str *s)
{
    enum { SHOWN = 4 };
    const struct op *first = op->nargs == 1 ? request_op(actor, op->args[0]) : NULL;
    if (first && first->call == op->call) {
        describe(actor, first, s);
        return;
    }
    str_addf(s, "%s", call_name(op));
    uint32_t i = 0, told = 0;
    for (; i < op->nargs && told < SHOWN; told++) {
        struct str text = {0}, next = {0};
        uint32_t alike = 0;
        add_request(actor, op->args[i], &text);
        do {
            alike++;
            i++;
            str_clear(&next);
            if (i < op->nargs)
                add_request(actor, op->args[i], &next);
        } while (i < op->nargs && !strcmp(str_text(&text), str_text(&next)));
        str_addf(s, told ? ", " : ": ");
        if (alike > 1)
            str_addf(s, "%u x ", alike);
        str_addf(s, "%s", str_text(&text));
        str_free(&text);
        str_free(&next);
    }
    if (i < op->nargs)
        str_addf(s, " and %u more", op->nargs - i);
}

/* What a rank does with a window. Stores and loads of its own are named as such; the call
 * is the one before which they were published. What it pulls goes without saying. */
static void add_window(const struct op *op, struct str *s)
{
    bool own = op->kind == OP_DIRECT && window_is_store(op);
    bool store = own && !op->access->polls;
    const char *before = store                   ? "store before "
                         : op->kind == OP_JOIN   ? "lock of "
                         : op->kind == OP_EFFECT ? "effect of "
                                                 : "";
    if (op->kind == OP_PULL)
        return;
    uint16_t call = op->kind == OP_DIRECT && !own ? window_call(op) : op->call;
    const char *name = port_call_name(call);
    str_addf(s, "%s%s", before, name ? name : op_word(op->kind));
    if (!own)
        str_addf(s, " on rank %d", op->peer);
    if (call != op->call)
        str_addf(s, ", complete by %s", call_name(op));
    if (agent.port->windows.names.len > 1)
        str_addf(s, ", %s", name_in(&agent.port->windows, op->object));
}

static void describe(uint32_t actor, const struct op *op, struct str *s)
{
    switch (op->kind) {
    case OP_ISEND:
    case OP_IRECV:
    case OP_MATCH:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        add_envelope(op, s);
        break;
    case OP_ARRIVE:
        str_addf(s, "%s", call_name(op));
        if (op->needed == 1 && op->nargs > 1)
            str_addf(s, " from %u", op->args[0]);
        add_context(op, s);
        break;
    case OP_FINISH:
    case OP_POLL:
    case OP_CANCEL:
    case OP_RETRACT:
        add_requests(actor, op, s);
        break;
    case OP_RECEIVE:
        str_addf(s, "%s", call_name(op));
        break;
    case OP_WLOCK:
    case OP_UNLOCKING:
    case OP_ATOMIC:
    case OP_JOIN:
    case OP_EFFECT:
    case OP_WUNLOCK:
    case OP_DIRECT:
    case OP_PULL:
        add_window(op, s);
        break;
    default:
        str_addf(s, "%s", op_word(op->kind));
    }
}

static uint64_t digest(const struct op *op)
{
    bool of_window = op_family(op->kind) == FAMILY_WINDOW;
    const struct naming *names = of_window ? &agent.port->windows : &agent.port->contexts;
    if (op->object >= names->names.len)
        journal_read();
    uint64_t context =
        op->object < names->names.len ? names->names.at[op->object].hash : 0;
    uint64_t d[8] = {op->kind,          context,  (uint64_t)op->peer,
                     (uint64_t)op->tag, op->mode, of_window ? 0 : op->needed,
                     op->call,          op->nargs};
    uint64_t h = XXH3_64bits(d, sizeof d);
    if (op->kind == OP_ISEND || op->kind == OP_ARRIVE)
        h ^= payload_digest(op->value);
    if (of_window)
        return h ^ window_digest(op);
    return op->nargs ? XXH3_64bits_withSeed(op->args, op->nargs * sizeof *op->args, h)
                     : h;
}

static const char *no_mutex(uint32_t i)
{
    (void)i;
    return "?";
}

static const struct front port_front = {
    .name = "MPI",
    .prepare = prepare,
    .describe = describe,
    .digest = digest,
    .gather = gather,
    .uses = use_seen,
    .mailbox_name = context_name,
    .mutex_name = no_mutex,
};
