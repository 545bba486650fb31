/* SPDX-License-Identifier: Apache-2.0
 *
 * search.h - exploring the states of a model.
 *
 * search_run() visits every state that the chosen rule reaches from the
 * initial one and evaluates the property at the potentially halted ones. It
 * says honestly what it did not see: whether a channel bound refused a send,
 * the depth bound hid a state, or memory or time ran out. Only with none of
 * these is a model verified.
 *
 * One way of going through the states is one file: search.c (one thread, and
 * level by level under a depth bound), parallel.c (-j), sleep.c (with sleep
 * sets), bitstate.c (lossy, when asked for). */
#ifndef MZ_MODEL_SEARCH_H
#define MZ_MODEL_SEARCH_H
#include "base/vec.h"
#include "model/expand.h"
#include "model/property.h"
#include <signal.h>

#define SEARCH_NO_BOUND UINT32_MAX
#define SEARCH_NO_DEPTH UINT64_MAX

struct search_result;

struct model_options {
    enum urgency urgency; /* URGENCY_OFF: the full search */
    bool every_sync;      /* keep synchronous transitions that (1) drops */
    bool sync_only;       /* channels hold no messages, which loses nothing, since the
                             caller has checked Corollary 3 */
    bool sleep;           /* use sleep sets */
    bool keep_going;      /* continue after the first violation */
    uint32_t bound;       /* limit on the pending messages per channel */
    uint64_t depth;       /* limit on the atomic length of a trace */
    size_t memory;        /* bytes */
    size_t bitstate;      /* size of a bit table used instead of a store; 0: exact */
    double seconds;
    unsigned jobs;
    const struct property *property;        /* or NULL */
    const volatile sig_atomic_t *interrupt; /* stop when not 0; or NULL */

    /* Called at every potentially halted state, once per visit; from several
     * threads at once with jobs > 1. */
    void (*on_halted)(void *arg, const struct global *s);
    void *arg;
    /* Called now and then with counts so far. */
    void (*progress)(const struct search_result *so_far, void *arg);
    void *progress_arg;
};

struct search_result {
    enum mz_err verdict; /* MZ_OK, MZ_FOUND or MZ_INCOMPLETE */
    uint64_t states, transitions;
    uint64_t halted, absolutely_halted, violations;
    uint64_t waiting; /* states known but not yet expanded, for progress */
    bool cut_channel, cut_depth, cut_memory, cut_time, cut_interrupt, lossy;
    uint32_t state_bytes;
    size_t bytes; /* states, table and worklist at the end */
    double seconds;
    uint32_t clause; /* the clause broken by `path` */
    bool has_path;
    VEC(struct edge) path; /* from the initial state to a violation */
};

void model_options_default(struct model_options *o);
void search_run(const struct model *m, const struct model_options *o,
                struct search_result *r);
void search_result_free(struct search_result *r);

#endif
