/* SPDX-License-Identifier: Apache-2.0
 *
 * port_words.c - operations of MPI programs, for the executor: in words, as digests, and
 * what they get from each other. */
#include "mpi/port.h"
#include "base/str.h"
#include "agent/equal/journal.h"
#include "agent/port/payload.h"
#include "agent/port/ports.h"
#include "agent/port/sets.h"
#include "agent/port/window.h"
#include "explore/search/explorer.h"
#include "kernel/matching.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

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
    bool same = !strncmp(name, "MPI_", 4) && !strcmp(name + 4, port_op_name(op));
    if (*name && !same && strcmp(name, "MPI_COMM_WORLD"))
        str_addf(s, " on %s", name);
}

/* The call of the rank's own for which this receive stands; NULL: it is for a message. */
static const char *own_call(const struct op *op)
{
    return op->kind != OP_IRECV                 ? NULL
           : op->tag == PORT_AWAITS_PARTITIONS  ? "MPI_Pready for each partition"
           : op->tag == PORT_AWAITS_GENERALIZED ? "MPI_Grequest_complete"
                                                : NULL;
}

static void add_envelope(const struct op *op, struct str *s)
{
    bool sends = op->kind == OP_ISEND;
    str_addf(s, "%s", port_op_name(op));
    if (own_call(op)) {
        str_addf(s, " for %s", own_call(op));
        return;
    }
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

const struct op *port_request_op(uint32_t actor, uint32_t k)
{
    const struct state *st = agent.search.st;
    uint32_t line = matching_line(st, actor, k),
             n = (uint32_t)st->actor[line].requests.len;
    return k - matching_name(st, line, 0) < n
               ? matching_made(st, matching_request(st, actor, k))
               : NULL;
}

static void describe(uint32_t actor, const struct op *op, struct str *s);

static void add_request(uint32_t actor, uint32_t k, struct str *s)
{
    const struct op *r = port_request_op(actor, k);
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
    const struct op *first = op->nargs == 1 ? port_request_op(actor, op->args[0]) : NULL;
    if (first && first->call == op->call) {
        describe(actor, first, s);
        return;
    }
    str_addf(s, "%s", port_op_name(op));
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
        str_addf(s, ", complete by %s", port_op_name(op));
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
        str_addf(s, "%s", port_op_name(op));
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
        str_addf(s, "%s", port_op_name(op));
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

/* What a collective gathered is a list of payloads, which is a payload itself. Its
 * number is negative, unlike those of messages. Its time is that of its latest
 * member. */
static int64_t gather(struct program *p, uint32_t actor, const struct op *arrive,
                      const int64_t *values)
{
    (void)p, (void)actor;
    struct port *port = agent.port;
    size_t bytes = arrive->needed * sizeof *values;
    uint64_t last = 0;
    /* All who take part ask for the same, one after the other. */
    if (!agent.once && bytes && port->gathered.len == arrive->needed &&
        !memcmp(port->gathered.at, values, bytes))
        return port->list;
    for (uint32_t i = 0; i < arrive->needed; i++)
        if (payload_time(values[i]) > last)
            last = payload_time(values[i]);
    port->list = ~payload_lend(values, bytes, last, 0);
    port->gathered.len = 0;
    for (uint32_t i = 0; i < arrive->needed; i++)
        vec_push(&port->gathered, values[i]);
    return port->list;
}

static const char *context(const struct op *op)
{
    const char *name = context_name(op->object);
    return *name ? name : "MPI_COMM_WORLD";
}

static enum purpose purpose(uint32_t actor, const struct op *op, const char **name)
{
    const struct op *awaited = op->kind == OP_FINISH && op->nargs == 1
                                   ? port_request_op(actor, op->args[0])
                                   : NULL;
    if (awaited && own_call(awaited)) {
        *name = own_call(awaited);
        return PURPOSE_OWN;
    }
    return op->call == PORT_CALL_Finalize   ? PURPOSE_END
           : op->call == PORT_CALL_Win_wait ? PURPOSE_EPOCH_END
                                            : PURPOSE_PLAIN;
}

const struct front port_front = {
    .name = "MPI",
    .prepare = prepare,
    .describe = describe,
    .purpose = purpose,
    .context = context,
    .digest = digest,
    .gather = gather,
    .uses = use_seen,
};
