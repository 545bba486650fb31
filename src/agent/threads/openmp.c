/* SPDX-License-Identifier: Apache-2.0
 *
 * openmp.c - what the OpenMP libraries ask (openmp/port.h), as operations of the kernel.
 */
#include "openmp/port.h"
#include "agent/threads/threads.h"
#include "base/export.h"

#include <stdio.h>
#include <string.h>

#include "agent/core/for_program.h"

EXPORT bool omp_port_checks(const void *site)
{
    return threads_mine(site);
}

_Static_assert((int)OMP_WAITS_CHILDREN == WAITS_CHILDREN &&
                   (int)OMP_WAITS_WITHIN == WAITS_WITHIN &&
                   (int)OMP_WAITS_BEFORE == WAITS_BEFORE && OMP_NO_NODE == NO_NODE &&
                   sizeof((struct omp_node){0}.before) == SYNC_NODES / 8,
               "the kernel's nodes are those of openmp/port.h");

/* What a verb is to the kernel. */
static const struct {
    enum op_kind kind;
    enum sync_type type;
    uint8_t mode;
} verbs[] = {
    [OMP_LOCK] = {OP_ACQUIRE, SYNC_MUTEX, 0},
    [OMP_TRY_LOCK] = {OP_TRY, SYNC_MUTEX, 0},
    [OMP_UNLOCK] = {OP_RELEASE, SYNC_MUTEX, 0},
    [OMP_NEST] = {OP_ACQUIRE, SYNC_RECURSIVE, 0},
    [OMP_TRY_NEST] = {OP_TRY, SYNC_RECURSIVE, 0},
    [OMP_UNNEST] = {OP_RELEASE, SYNC_RECURSIVE, 0},
    [OMP_DESTROY] = {OP_RETIRE, SYNC_MUTEX, 0},
    [OMP_DESTROY_NEST] = {OP_RETIRE, SYNC_RECURSIVE, 0},
    [OMP_TICKET] = {OP_TRY, SYNC_DEAL, 0},
    [OMP_WAKE] = {OP_RELEASE, SYNC_SEMAPHORE, 0},
    [OMP_IDLE] = {OP_ACQUIRE, SYNC_SEMAPHORE, HOLD_IDLE},
    [OMP_COUNT_DOWN] = {OP_RELEASE, SYNC_LATCH, 0},
    [OMP_UNTIL_ZERO] = {OP_ACQUIRE, SYNC_LATCH, 0},
    [OMP_REACH] = {OP_REACH, SYNC_TEAM, 0},
    [OMP_PASS] = {OP_PASS, SYNC_TEAM, 0},
    [OMP_PUT] = {OP_ENROL, SYNC_TEAM, 0},
    [OMP_DONE] = {OP_RELEASE, SYNC_TEAM, 0},
    [OMP_JOIN] = {OP_AWAIT, SYNC_TEAM, 0},
    [OMP_YIELD] = {OP_TRY, SYNC_TEAM, 0},
};

EXPORT int32_t omp_port_ask(enum omp_verb verb, const struct omp_object *o,
                            uint32_t which, void *site)
{
    struct sync_ref r = threads_named(verbs[verb].type, o->key, o->made, o->word);
    r.initial = o->initial;
    r.node = which;
    r.generation = o->generation;
    int32_t got = threads_ask(verbs[verb].kind, r, verbs[verb].mode, site);
    if (verbs[verb].type == SYNC_TEAM)
        return got <= 0 ? 0 : 1 + (int32_t)threads_node_named(r.number, got - 1);
    if (verb == OMP_TICKET)
        return got;
    return got != OUTCOME_FALSE && got != SYNC_NOT_OWNED;
}

EXPORT uint32_t omp_port_new(const void *address)
{
    return threads_new(address);
}

EXPORT uint32_t omp_port_node(const struct omp_object *team, const struct omp_node *n,
                              void *site)
{
    struct sync_ref r = threads_named(SYNC_TEAM, team->key, team->made, team->word);
    struct sync_node node = {.parent = (uint16_t)n->parent,
                             .within = (uint16_t)n->within,
                             .waits = (uint16_t)n->waits};
    memcpy(node.before, n->before, sizeof node.before);
    return threads_node(r.number, &node, n->nth, site);
}

/* Ranks of MPI are shown one processor, so that other OpenMP libraries make no threads
 * either unless they are told to. */
EXPORT uint32_t omp_port_threads(void)
{
    return agent.link && plan_threads(&agent.link->plan) ? 2 : 1;
}

EXPORT void omp_port_need_threads(void *site)
{
    if (!agent.link || agent.current < 0)
        return;
    port_need_threads(site);
    rank_refuse_at(REASON_THREADS, site,
                   "uses several threads of OpenMP, as clang compiles it, where threads "
                   "cannot be explored");
}

EXPORT void omp_port_thread(uint32_t nth, void *(*function)(void *), void *argument,
                            void *site)
{
    char name[48];
    pthread_t t;
    if (agent.hybrid)
        snprintf(name, sizeof name, "OpenMP thread %u of rank %u", nth,
                 rank_process((uint32_t)agent.current));
    else
        snprintf(name, sizeof name, "OpenMP thread %u", nth);
    threads_start(&t, NULL, function, argument, name, site);
}

EXPORT _Noreturn void omp_port_fail(const char *text, void *site)
{
    rank_fail_at(FINDING_INVALID_ARGUMENT, site, text);
}

EXPORT _Noreturn void omp_port_refuse(const char *text, void *site)
{
    rank_refuse_at(REASON_FEATURE, site, text);
}

EXPORT void omp_port_leaves_out(const char *text)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    link_leaves_out(agent.shared, text);
    agent.current = who;
}

EXPORT void omp_port_assumes(const char *text)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    link_rests_on(agent.shared, text);
    agent.current = who;
}
