/* SPDX-License-Identifier: Apache-2.0
 *
 * port.c - see mpi/port.h: the requests of the MPI library as operations of the kernel.
 *
 * All of this runs as part of the rank. The kernel gets numbers: contexts and contents of
 * messages are numbered when they first occur. In another process the numbers may differ,
 * so digests of operations are made of what the numbers stand for. */
#include "mpi/port.h"
#include "agent/core/agent.h"
#include "agent/rank/areas.h"
#include "agent/equal/journal.h"
#include "agent/files/ledger.h"
#include "agent/port/loans.h"
#include "agent/port/numbers.h"
#include "agent/rank/objects.h"
#include "agent/port/payload.h"
#include "agent/port/ports.h"
#include "agent/port/sets.h"
#include "agent/rank/thread.h"
#include "agent/port/window.h"
#include "agent/threads/datarace.h"
#include "explore/search/explorer.h"
#include "kernel/sync.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void port_init(void)
{
    agent.port = mem_alloc(sizeof *agent.port);
}

/* ---- who and where ---- */

EXPORT bool port_early(void)
{
    return agent.link && agent.current < 0;
}

EXPORT bool port_present(void)
{
    if (!agent.link)
        return false;
    if (agent.current < 0 && agent.link->plan.asked.ranks)
        constructors_needed();
    if (agent.current < 0)
        agent_refuse(
            REASON_SAID,
            "it calls MPI, so say how many ranks it is to have: mazurka run -n 4");
    port_use();
    return true;
}

void port_use(void)
{
    agent_use(&port_front);
}

EXPORT int port_rank(void)
{
    return (int)rank_process((uint32_t)agent.current);
}

EXPORT int port_size(void)
{
    return (int)agent.nprocesses;
}

EXPORT void *port_state(void)
{
    return agent.current >= 0 ? process_head()->library : NULL;
}

EXPORT void port_set_state(void *state)
{
    process_head()->library = state;
}

EXPORT void port_own(void *at, size_t bytes)
{
    thread_own(process_head(), at, bytes);
}

EXPORT uint32_t port_thread(void)
{
    if (agent.hybrid)
        return (uint32_t)agent.current < agent.nprocesses ? 0 : (uint32_t)agent.current;
    return thread_running(rank_head());
}

EXPORT bool port_tries(void)
{
    return agent.trial;
}

EXPORT bool port_threads(void)
{
    return agent.hybrid || rank_head()->threads;
}

EXPORT void port_at_end(void (*hook)(void))
{
    process_head()->at_end = hook;
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

EXPORT size_t port_overwrites(const void *site)
{
    const struct plan_learned *k = &agent.known;
    if (!agent.compares || k->nshort == PLAN_SHORT)
        return 0;
    for (uint32_t i = 0; i < k->nshort; i++)
        if (k->shortest[i].site == (uint64_t)(uintptr_t)site)
            return k->shortest[i].bytes;
    return SIZE_MAX;
}

EXPORT void port_shorter(const void *site, size_t bytes)
{
    agent.learns.shortest[agent.learns.nshort++] =
        (struct plan_short){(uint64_t)(uintptr_t)site, bytes};
    agent_again(ATTEMPT_SHORTER);
}

const struct nobody *port_nobody_for(int rank, uint32_t context, int tag)
{
    for (size_t i = 0; agent.port && i < agent.port->nobodies.len; i++) {
        const struct nobody *n = &agent.port->nobodies.at[i];
        if (n->rank == rank && n->wanted.context == context && rule_tag(n->wanted, tag))
            return n;
    }
    return NULL;
}

static void add_nobody(struct port_from from, uint32_t context, int tag)
{
    enum { MOST = 1000 };
    int who = agent.current;
    if (agent.port->nobodies.len == MOST || port_nobody_for(who, context, tag))
        return;
    agent.current = AT_AGENT;
    struct pattern wanted = {context, ANY, tag};
    vec_push(&agent.port->nobodies, (struct nobody){who, wanted, from.site});
    agent.current = who;
}

EXPORT void port_nobody(struct port_from from, bool receives, uint32_t context, int tag)
{
    if (receives)
        add_nobody(from, context, tag);
    if (objects_null_is_chance(from.site))
        port_note(from, FINDING_NULL_RANK,
                  "the %s is -1, so nothing is %s: here, -1 is MPI_PROC_NULL, which the "
                  "program does not know",
                  receives ? "source" : "destination", receives ? "received" : "sent");
    rank_wipe_deep();
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
    struct context c = {.hash = payload_digest(key), .key = (uint32_t)key};
    snprintf(c.text, sizeof c.text, "%s", text);
    vec_push(&to->names, c);
    to->of_key.at[key] = (uint32_t)to->names.len;
}

int64_t port_find(const struct journal_entry *e, const void *text)
{
    struct naming *to = &agent.port->contexts;
    (void)text;
    return is_named(to, e->files) ? (int64_t)to->of_key.at[e->files] - 1 : -1;
}

void port_follow(const struct journal_entry *e, const void *text)
{
    struct naming *to = &agent.port->contexts;
    if (!is_named(to, e->files))
        name_next(to, e->files, text);
}

const void *port_entry(size_t n, struct journal_entry *e)
{
    const struct naming *to = agent.port ? &agent.port->contexts : NULL;
    if (!to || n >= to->names.len)
        return NULL;
    const struct context *c = &to->names.at[n];
    *e = (struct journal_entry){JOURNAL_CONTEXT, c->key, 0, strlen(c->text) + 1};
    return c->text;
}

static __attribute__((noinline)) uint32_t number_of(struct naming *to, const void *key,
                                                    size_t bytes, const char *text)
{
    int64_t number = payload_keep(key, bytes);
    if (is_named(to, number))
        return to->of_key.at[number] - 1;
    if (to->names.len > ARRIVE_MAX_CONTEXT)
        rank_refuse(REASON_SIZE, "makes more than %d communicators or windows",
                    ARRIVE_MAX_CONTEXT);
    int who = agent.current;
    agent.current = AT_AGENT; /* a rank must not be ended while it holds the lock */
    struct context c;         /* for the text as it is kept */
    snprintf(c.text, sizeof c.text, "%s", text ? text : "");
    if (to == &agent.port->contexts)
        journal_number((struct journal_entry){JOURNAL_CONTEXT, (uint32_t)number, 0,
                                              strlen(c.text) + 1},
                       c.text);
    else /* no explorer has copies that share windows */
        name_next(to, number, c.text);
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
    if (port_races()) /* a loop that looks for messages, too, is not in vain */
        spin_over();
    if (op->kind == OP_FINISH)
        rank_head()->clock += FINISH_NANOSECONDS;
    loans_settle(rank_process((uint32_t)agent.current));
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
    struct rank_head *h = rank_head();
    uint32_t number = h->nrequests++;
    if (agent.hybrid)
        number = request_name((uint32_t)agent.current, number);
    return numbers_give(h, &process_head()->requests, number);
}

uint32_t port_post(struct op op, struct port_from from)
{
    return post(&op, from);
}

uint32_t port_named(uint32_t request)
{
    return (uint32_t)process_head()->requests.name[request];
}

/* What the kernel calls these requests. */
static const uint32_t *named(const uint32_t *requests, uint32_t n)
{
    const struct numbers *t = &process_head()->requests;
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
    loans_spend(rank_process((uint32_t)agent.current), request, (struct outcome){0});
    numbers_free(&process_head()->requests, request);
}

EXPORT void port_data(const void *bytes, size_t n)
{
    if (agent.nprocesses > 1 && areas_static(bytes, n))
        port_rests_on("addresses in messages that nobody follows");
}

/* Notes bytes that were computed from contributions of several ranks: together they may
 * form an address of another rank's memory, even if no contribution contained one. */
EXPORT void port_made(const void *bytes, size_t n)
{
    if (agent.wary || agent.nprocesses == 1 || !areas_mentioned(bytes, n))
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
    return agent.compares && !agent.timed ? 0 : rank_head()->clock;
}

EXPORT enum send_mode port_send_mode(enum send_mode mode, size_t bytes)
{
    uint64_t most = agent.link->options.eager;
    return most && bytes > most && mode == SEND_STANDARD ? SEND_SYNC : mode;
}

EXPORT uint32_t port_isend(struct port_from from, uint32_t context, int to, int tag,
                           enum send_mode mode, const void *bytes, size_t n, size_t data)
{
    struct op op = {.kind = OP_ISEND, .object = context, .peer = to, .tag = tag};
    op.bytes = data < UINT32_MAX ? (uint32_t)data : UINT32_MAX;
    uint32_t most = message_most(rank_process((uint32_t)agent.current));
    if (process_head()->nsends++ >= most)
        rank_refuse(REASON_SIZE, "sends more than %u messages", most);
    op.mode = (uint8_t)mode;
    op.value = payload_lend(bytes, n, sent_at(), ledger_clock());
    forget();
    return post(&op, from);
}

/* What a synchronous sender is told: what this rank knows of files and, if any rank can
 * notice, its virtual time. The number of a payload, from 1; 0: nothing. */
static uint32_t told(void)
{
    const struct rank_head *h = rank_head();
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
    struct numbers *t = &process_head()->taken;
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
    if (rank_head()->strand.parts && !agent.hybrid)
        op.mode = ARRIVE_OVER;
    op.args = set_of(members, n);
    op.value = payload_lend(contribution, bytes, sent_at(), ledger_clock());
    loans_arrive(rank_process((uint32_t)agent.current), process_head()->requests.lowest,
                 &op);
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
    loans_arrive(rank_process((uint32_t)agent.current), process_head()->requests.lowest,
                 &op);
    forget();
    return post(&op, from);
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

bool port_is_end(uint16_t call)
{
    return call == PORT_CALL_Finalize || call == PORT_CALL_Session_finalize;
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
    return (int)numbers_give(rank_head(), &process_head()->taken, o.message);
}

/* What kind of request is it, if windows are used? */
static enum op_kind kind_of_request(uint32_t request)
{
    const struct op *op =
        window_live() ? port_request_op((uint32_t)agent.current, port_named(request))
                      : NULL;
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
        loans_spend(rank_process((uint32_t)agent.current), requests[o.index], o);
    numbers_free(&process_head()->requests, requests[o.index]);
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
    agent.learns.need = *need;
    if (plan_can_cope(&agent.link->plan, need))
        agent_again(ATTEMPT_EXPLORER);
    const struct explorer *other = explorer_choose(need);
    bool shared = agent.link->options.jobs > 1 || agent.link->cluster.size;
    if (other && shared && !(other->takes & TAKES_JOBS))
        rank_refuse(
            REASON_SAID,
            "%s, which only %s explores, and in one process: what it explores next "
            "depends on all that it has explored; run it without %s and -a",
            what, other->name, agent.link->cluster.size ? "mpiexec, -j" : "-j");
    rank_refuse(REASON_SAID, "%s, which %s cannot explore%s%s%s%s", what, e->name,
                other ? "; -a " : "", other ? other->name : "", other ? " can" : "",
                other && !other->both_bufferings ? ", with --buffering zero or infinite"
                                                 : "");
}

/* Is this place in a runtime of OpenMP for which none of ours can stand in? Its threads
 * wait for each other by means of their own. */
static bool in_openmp(const void *site)
{
    Dl_info at;
    return dladdr(site, &at) && at.dli_fname && strstr(at.dli_fname, "/libiomp5.so");
}

void port_take_turns(void)
{
    if (!agent.hybrid || agent.link->job != JOB_EXPLORE)
        return;
    agent.current = AT_AGENT;
    agent.learns.turns = 1;
    agent_again(ATTEMPT_TURNS);
}

void port_need_threads(const void *site)
{
    struct explorer_need need = {
        .matching = true, .queues = agent.program.queues, .lines = true};
    uint32_t ranks = agent.link ? agent.link->plan.asked.ranks : 0;
    if (!ranks || agent.shares || agent.current < 0 || agent.front->start ||
        !agent.link->plan.learned.mpi || agent.link->job != JOB_EXPLORE ||
        agent.known.turns || agent.known.need.windows || agent.program.queues ||
        2 * ranks > SYNC_LINES || !plan_can_cope(&agent.link->plan, &need) ||
        in_openmp(site))
        return;
    agent.learns.need = need;
    agent.learns.slots = 2 * ranks + 4;
    agent_again(ATTEMPT_LINES);
}

void port_need_windows(const char *what)
{
    struct explorer_need need = {
        .matching = true, .queues = agent.program.queues, .windows = true};
    port_take_turns();
    if (!window_live())
        need_explorer(&need, what);
}

static __attribute__((noinline)) bool withdraw(enum op_kind kind, struct port_from from,
                                               uint32_t request)
{
    struct op op = {.kind = kind, .nargs = 1, .args = named(&request, 1)};
    bool sends = kind == OP_RETRACT;
    port_take_turns();
    struct explorer_need need = {.matching = true,
                                 .queues = agent.program.queues,
                                 .withdrawal =
                                     sends ? WITHDRAWAL_ALL : WITHDRAWAL_RECEIVES};
    if (sends && agent.program.queues)
        rank_refuse(REASON_FEATURE, "cancels a send, which --semantics mailbox has not");
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
