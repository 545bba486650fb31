/* SPDX-License-Identifier: Apache-2.0
 *
 * ask.c - objects get numbers, and threads perform operations on them.
 *
 * The number of an object is that of its address and of the call that has made it, so it
 * is the same in every execution with the same past; one that nobody has made, but a
 * static initializer, is known by its address alone. The table is the agent's: it only
 * grows. */
#include "agent/threads/threads.h"
#include "agent/threads/datarace.h"
#include "base/str.h"
#include "agent/rank/space_thread.h"
#include "agent/rank/symbols.h"
#include "agent/port/sets.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "agent/core/for_program.h"

struct real_functions threads_real;

/* Looked for before there are threads: it changes libc's memory. */
__attribute__((constructor(101))) static void find_real(void)
{
#define FIND(f) threads_real.f = (__typeof__(f) *)dlsym(RTLD_NEXT, #f);
    REAL_FUNCTIONS(FIND)
#undef FIND
}

/* What the verdict says of threads. */
static void promise(void)
{
    agent.shared->watched_accesses = agent.races != NULL;
    if (!agent.races)
        link_leaves_out(agent.shared,
                        agent.hybrid
                            ? "data races and atomic operations of threads (mazurka cc "
                              "--threads compiles for that)"
                            : "data races of threads (mazurka cc --threads compiles for "
                              "that)");
}

/* Why are loads and stores of some variables taken to be atomic? */
static void tell_guesses(void)
{
    if (agent.known.guessed & GUESS_UNKNOWN)
        link_leaves_out(agent.shared,
                        "data races where accesses may be atomic, which they are taken "
                        "to be (compile with -g, or by mazurka cc --threads)");
    if (agent.known.guessed & GUESS_USED)
        link_leaves_out(agent.shared,
                        "data races with variables that are accessed by atomic functions "
                        "and not declared as atomic (mazurka cc --threads compiles for "
                        "that)");
}

/* The first thread calls the first function. */
static void claim(void)
{
    agent_use(&threads_front);
    promise();
    tell_guesses();
}

/* The unwinder, and what we call ourselves, have locks of their own. */
bool threads_internal(const void *site)
{
    const struct link *l = agent.link;
    uint64_t a = (uint64_t)(uintptr_t)site;
    return (a >= l->library_low && a < l->library_high) ||
           (a >= l->unwinder_low && a < l->unwinder_high);
}

bool threads_mine(const void *site)
{
    if (!agent.link || !agent.shares || agent.current < 0 || threads_internal(site))
        return false;
    if (!agent.hybrid && !agent.claimed)
        claim();
    return true;
}

/* ---- numbers ---- */

struct entry {
    uint64_t address;
    uint32_t made, process;
    enum sync_type type;
    const char *word; /* what it is called, if not as its type is */
};

/* The nodes of a team. */
struct nodes {
    uint32_t object;
    VEC(struct sync_node) at;
    VEC(uint32_t) numbers; /* their objects: threads_node_object() */
};

struct threads_objects {
    VEC(struct entry) at; /* the first ones are the threads themselves */
    VEC(struct nodes) nodes;
    uint32_t *table; /* indices + 1, by hash; 0: free */
    uint32_t room;
};

static uint32_t hash(uint64_t address, uint32_t made, uint32_t process)
{
    uint64_t x =
        (address ^ (uint64_t)made << 40 ^ (uint64_t)process << 56) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(x >> 32);
}

static void enter(struct threads_objects *t, uint32_t n)
{
    const struct entry *e = &t->at.at[n];
    uint32_t i = hash(e->address, e->made, e->process) & (t->room - 1);
    while (t->table[i])
        i = (i + 1) & (t->room - 1);
    t->table[i] = n + 1;
}

static void grow(struct threads_objects *t)
{
    free(t->table);
    t->room = t->room ? 2 * t->room : 1024;
    t->table = mem_alloc(t->room * sizeof *t->table);
    for (uint32_t n = agent.nranks; n < t->at.len; n++)
        enter(t, n);
}

static uint32_t number(uint64_t address, uint32_t made, uint32_t process,
                       enum sync_type type, const char *word)
{
    struct threads_objects *t = agent.objects_of_threads;
    for (uint32_t i = hash(address, made, process) & (t->room - 1); t->table[i];
         i = (i + 1) & (t->room - 1)) {
        const struct entry *e = &t->at.at[t->table[i] - 1];
        if (e->address == address && e->made == made && e->process == process &&
            e->type == type)
            return t->table[i] - 1;
    }
    if (t->at.len == agent.program.nobjects) {
        agent.learns.objects = 2 * agent.program.nobjects;
        agent_again(ATTEMPT_SLOTS);
    }
    vec_push(&t->at, ((struct entry){address, made, process, type, word}));
    if (2 * t->at.len > t->room)
        grow(t);
    else
        enter(t, (uint32_t)t->at.len - 1);
    return (uint32_t)t->at.len - 1;
}

struct sync_ref threads_named(enum sync_type type, uint64_t address, uint32_t made,
                              const char *word)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    uint32_t n = number(address, made, rank_process((uint32_t)who), type, word);
    agent.current = who;
    return (struct sync_ref){.type = type, .number = n};
}

uint32_t threads_process(uint32_t object)
{
    return agent.objects_of_threads->at.at[object].process;
}

struct sync_ref threads_object(enum sync_type type, const volatile void *address,
                               uint32_t made)
{
    return threads_named(type, (uint64_t)(uintptr_t)address, made, NULL);
}

/* A thread makes one object between two of its operations, or several at different
 * addresses. */
uint32_t threads_new(const volatile void *address)
{
    (void)address;
    return (uint32_t)(agent.current + 1) << 20 | (rank_head()->strand.nops & 0xfffff);
}

struct sync_ref threads_thread(uint32_t rank)
{
    return (struct sync_ref){.type = SYNC_THREAD, .number = rank};
}

/* ---- nodes of teams ---- */

static struct nodes *nodes_of(uint32_t object)
{
    struct threads_objects *t = agent.objects_of_threads;
    for (size_t i = 0; i < t->nodes.len; i++)
        if (t->nodes.at[i].object == object)
            return &t->nodes.at[i];
    return NULL;
}

static const struct sync_node *node_at(uint32_t object, uint32_t node)
{
    return &nodes_of(object)->at.at[node];
}

static uint32_t node_count(uint32_t object)
{
    const struct nodes *n = nodes_of(object);
    return n ? (uint32_t)n->at.len : 0;
}

uint32_t threads_node_named(uint32_t object, int32_t name)
{
    uint32_t n = node_count(object), i = 0;
    while (i < n && node_at(object, i)->name != name)
        i++;
    return i;
}

/* A name that says all of the node, so that it is the same in every process, whichever
 * nodes that has met before. */
static int32_t name_of(const struct nodes *of, const struct sync_node *n, uint32_t nth)
{
    struct {
        int32_t parent, within;
        uint32_t nth, waits;
    } is = {n->parent == NO_NODE ? -1 : of->at.at[n->parent].name,
            n->within == NO_NODE ? -1 : of->at.at[n->within].name, nth, n->waits};
    uint64_t name = XXH3_64bits(&is, sizeof is), before = 0;
    for (uint32_t i = 0; i < of->at.len; i++)
        if (n->before[i / 64] >> (i % 64) & 1)
            before += XXH3_64bits(&of->at.at[i].name, sizeof of->at.at[i].name);
    return (int32_t)((name + before) & 0x3fffffff);
}

uint32_t threads_node_object(uint32_t object, uint32_t node)
{
    return nodes_of(object)->numbers.at[node];
}

uint32_t threads_node(uint32_t object, struct sync_node *n, uint32_t nth, void *site)
{
    struct threads_objects *t = agent.objects_of_threads;
    int who = agent.current;
    agent.current = AT_AGENT;
    if (!nodes_of(object))
        vec_push(&t->nodes, ((struct nodes){.object = object}));
    struct nodes *of = nodes_of(object);
    n->name = name_of(of, n, nth);
    uint32_t i = 0;
    while (i < of->at.len && of->at.at[i].name != n->name)
        i++;
    bool room = i < SYNC_NODES;
    if (i == of->at.len && room) {
        uint32_t clocks = agent.races
                              ? number(t->at.at[object].address + i + 1, object,
                                       t->at.at[object].process, SYNC_TEAM, "task")
                              : 0;
        vec_push(&of->at, *n);
        vec_push(&of->numbers, clocks);
    }
    struct sync_node *is = room ? &of->at.at[i] : n;
    bool same = is->parent == n->parent && is->within == n->within &&
                is->waits == n->waits && !memcmp(is->before, n->before, sizeof n->before);
    agent.current = who;
    if (!room)
        rank_refuse_at(
            REASON_SIZE, site,
            "makes too many tasks (there may be about 250 in a parallel region "
            "between two barriers)");
    if (!same)
        rank_refuse_at(REASON_SIZE, site, "makes two tasks that have one name here");
    return i;
}

/* ---- operations ---- */

struct outcome threads_do(enum op_kind kind, struct sync_ref o, uint8_t mode, void *site)
{
    struct op op = {.kind = kind,
                    .object = o.number,
                    .peer = (int32_t)o.type,
                    .tag = o.initial,
                    .value = o.node,
                    .mode = mode};
    if (o.type != SYNC_CELL) /* nobody waits for one */
        use_note((uint32_t)agent.current, kind, o.number);
    struct outcome got = rank_take(&op, site);
    race_synced(kind, o, mode, got.index);
    return got;
}

bool threads_retire(struct sync_ref o, void *site)
{
    /* What was initialized statically may come to life again at the same address, in a
     * way that nobody sees. */
    bool once = !agent.objects_of_threads->at.at[o.number].made;
    return threads_ask(OP_RETIRE, o, once ? RETIRE_ASKS : RETIRE_NOW, site) !=
           OUTCOME_FALSE;
}

int32_t threads_ask(enum op_kind kind, struct sync_ref o, uint8_t mode, void *site)
{
    struct outcome got = threads_do(kind, o, mode, site);
    if (got.index == SYNC_RETIRED)
        rank_fail_at(FINDING_INVALID_ARGUMENT, site, "uses an object that was destroyed");
    return got.index;
}

/* ---- for the executor ---- */

static void prepare(void)
{
    enum { OBJECTS = 256 };
    struct threads_objects *t = mem_alloc(sizeof *t);
    agent.objects_of_threads = t;
    agent.program.matching = true;
    if (agent.hybrid)
        promise();
    agent.program.nobjects =
        agent.known.objects ? agent.known.objects : OBJECTS + agent.nranks;
    for (uint32_t n = 0; n < agent.nranks; n++)
        vec_push(&t->at, ((struct entry){.type = SYNC_THREAD}));
    grow(t);
}

static const char *type_word(enum sync_type type)
{
    switch (type) {
    case SYNC_MUTEX:
    case SYNC_RECURSIVE:
    case SYNC_CHECKED:
        return "mutex";
    case SYNC_RWLOCK:
        return "rwlock";
    case SYNC_SEMAPHORE:
        return "semaphore";
    case SYNC_CONDITION:
        return "condition";
    case SYNC_BARRIER:
        return "barrier";
    case SYNC_ONCE:
        return "once";
    case SYNC_LATCH:
        return "latch";
    case SYNC_CELL:
        return "atomic";
    case SYNC_DEAL:
        return "work";
    case SYNC_TEAM:
        return "barrier";
    case SYNC_THREAD:
        return "thread";
    default:
        return "object";
    }
}

static const char *word_of(const struct entry *e)
{
    return e->word ? e->word : type_word(e->type);
}

/* Compilers give locks of critical regions names like these. */
static const char *plain_name(char *variable)
{
    static const char prefix[] = ".gomp_critical_user_";
    size_t n = strlen(variable), dot = strlen(".var");
    if (strncmp(variable, prefix, sizeof prefix - 1))
        return variable;
    if (n > dot && !strcmp(variable + n - dot, ".var"))
        variable[n - dot] = '\0';
    variable += sizeof prefix - 1;
    return variable + (*variable == '.'); /* clang's reductions */
}

static size_t type_size(enum sync_type type)
{
    switch (type) {
    case SYNC_MUTEX:
    case SYNC_RECURSIVE:
    case SYNC_CHECKED:
        return sizeof(pthread_mutex_t);
    case SYNC_RWLOCK:
        return sizeof(pthread_rwlock_t);
    case SYNC_SEMAPHORE:
        return sizeof(sem_t);
    case SYNC_CONDITION:
        return sizeof(pthread_cond_t);
    default:
        return 0;
    }
}

static const char *object_name(uint32_t object)
{
    static char text[160];
    char variable[128];
    const struct threads_objects *t = agent.objects_of_threads;
    if (object < agent.nranks)
        return agent.rank[object].name;
    if (object >= t->at.len)
        return "?";
    const struct entry *e = &t->at.at[object];
    symbols_name(e->address, type_size(e->type), variable, sizeof variable);
    uint32_t nth = 1;
    for (uint32_t i = agent.nranks; i < object; i++)
        nth += t->at.at[i].process == e->process &&
               !strcmp(word_of(&t->at.at[i]), word_of(e));
    if (*variable)
        snprintf(text, sizeof text, "%s %s", word_of(e), plain_name(variable));
    else
        snprintf(text, sizeof text, "%s %u", word_of(e), nth);
    return text;
}

/* What threads of a team do. */
static void describe_team(const struct op *op, struct str *s)
{
    switch (op->kind) {
    case OP_REACH:
        str_addf(s, "reach the barrier");
        break;
    case OP_PASS:
        str_addf(s, "wait at the barrier");
        break;
    case OP_ENROL:
        str_addf(s, "make a task");
        break;
    case OP_RELEASE:
        str_addf(s, "end a task");
        break;
    case OP_AWAIT:
        str_addf(s, "wait for tasks");
        break;
    default:
        str_addf(s, "yield");
    }
}

static void describe(uint32_t actor, const struct op *op, struct str *s)
{
    (void)actor;
    const char *name = object_name(op->object);
    bool thread = op->peer == SYNC_THREAD;
    if (op->peer == SYNC_TEAM) {
        describe_team(op, s);
        return;
    }
    switch (op->kind) {
    case OP_ACQUIRE:
        str_addf(s, "%s %s",
                 thread                       ? "join"
                 : op->peer == SYNC_SEMAPHORE ? "wait for"
                 : op->peer == SYNC_ONCE      ? "call"
                 : op->peer == SYNC_LATCH     ? "wait for"
                 : op->peer != SYNC_RWLOCK    ? "lock"
                 : op->mode != HOLD_ALONE     ? "lock for reading"
                                              : "lock for writing",
                 name);
        break;
    case OP_TRY:
        str_addf(s, "%s %s",
                 thread                  ? "try to join"
                 : op->peer == SYNC_DEAL ? "take a part of"
                                         : "try to lock",
                 name);
        break;
    case OP_RELEASE:
        if (thread)
            str_addf(s, "end");
        else
            str_addf(s, "%s %s",
                     op->peer == SYNC_SEMAPHORE ? "post"
                     : op->peer == SYNC_ONCE    ? "has called"
                     : op->peer == SYNC_LATCH   ? "count down"
                                                : "unlock",
                     name);
        break;
    case OP_ENROL:
        str_addf(s, "wait for %s", name);
        break;
    case OP_AWAIT:
        if (thread)
            str_addf(s, "begin");
        else if (op->mode >= AWAIT_SPINS)
            str_addf(s, "spin on %s", name);
        else
            str_addf(s, "woken from %s", name);
        break;
    case OP_WAKE:
        str_addf(s, "%s %s",
                 thread                 ? "create"
                 : op->mode == WAKE_ALL ? "broadcast"
                                        : "signal",
                 name);
        break;
    case OP_REACH:
        str_addf(s, "reach %s", name);
        break;
    case OP_PASS:
        str_addf(s, "pass %s", name);
        break;
    case OP_LOAD:
        str_addf(s, "load %s", name);
        break;
    case OP_STORE:
        str_addf(s, "store %s", name);
        break;
    case OP_UPDATE:
        str_addf(s, "update %s", name);
        break;
    case OP_RETIRE:
        str_addf(s, "%s %s", thread ? "detach" : "destroy", name);
        break;
    default:
        str_addf(s, "%s", op_word(op->kind));
    }
}

static uint64_t digest(const struct op *op)
{
    const struct threads_objects *t = agent.objects_of_threads;
    const struct entry *e = &t->at.at[op->object];
    bool node = e->type == SYNC_TEAM && op->kind != OP_REACH && op->kind != OP_PASS;
    uint64_t of[6] = {op->kind,
                      e->address,
                      e->made,
                      op->mode,
                      node ? (uint64_t)node_at(op->object, (uint32_t)op->value)->name : 0,
                      e->process};
    if (op->object < agent.nranks)
        of[1] = op->object;
    return XXH3_64bits(of, sizeof of);
}

const struct front threads_front = {
    .name = "POSIX threads",
    .prepare = prepare,
    .describe = describe,
    .digest = digest,
    .uses = use_seen,
    .object_name = object_name,
    .node = node_at,
    .nodes = node_count,
};

__attribute__((constructor)) static void offer(void)
{
    agent.of_threads = &threads_front;
}
