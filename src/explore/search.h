/* SPDX-License-Identifier: Apache-2.0
 *
 * search.h - what all explorers share: the state they walk, the bounds they
 * respect, and the numbers they report.
 *
 * An explorer calls search_push() and search_pop() to move, and one of the
 * search_end_*() functions where an execution ends. It must return soon once
 * search_stopped(); where search_push() fails because of the depth, it treats the
 * execution as ended. Everything that a user is told is counted here, so that the
 * same word means the same for every explorer. */
#ifndef MZ_EXPLORE_SEARCH_H
#define MZ_EXPLORE_SEARCH_H
#include "base/set128.h"
#include "explore/counts.h"
#include "explore/options.h"
#include "kernel/state.h"

#include <signal.h>

/* Who this is, when several processes explore. Workers judge what they explore,
 * and count; an execution in which one of them sees something for the first time goes to
 * the first process, which judges it again, and keeps what is to be told. */
enum search_role { ROLE_ALONE, ROLE_FIRST, ROLE_WORKER };

/* Something that executions show, and how many do. */
struct shown {
    struct digest what;
    uint64_t executions;
    uint64_t last; /* of them: see search.judged */
    bool kept;
    uint64_t keeper; /* whatever the one who keeps it wants to find again */
};

struct frontier; /* explore/frontier.h */

struct search {
    struct state *st;
    struct search_options options;
    /* Without traces, and without the transitions of this process: search_counted() */
    struct search_counts counts;
    /* Of an explorer with TAKES_RESUME: where to begin, unless it is empty; what is left,
     * when it was stopped. May be NULL. */
    struct frontier *frontier;
    const volatile sig_atomic_t *interrupt; /* may be NULL */

    /* Called at every complete execution, in its final state; by match only where there
     * is something to tell, unless every_execution. Also where st->potential. It asks
     * search_shows() or search_keeps() before it keeps something. May be NULL. */
    void (*on_execution)(struct search *, void *context);
    bool every_execution;
    /* By match, where nobody failed or is stuck: is there something to tell all the same,
     * with the program's actors as they are now? May be NULL. */
    bool (*worth_telling)(struct search *, void *context);
    /* Called when everything begins again: forget what was counted. May be NULL. */
    void (*on_restart)(struct search *, void *context);
    /* Called now and then, for progress. May be NULL. */
    void (*on_tick)(struct search *, void *context);
    void *context;

    bool wrong; /* match: something is wrong with this one; on_execution may say so */
    VEC(struct shown) shown;
    uint64_t judged; /* executions, by on_execution */
    enum search_role role;
    bool news;  /* of a worker: this execution is for the first process */
    bool known; /* its trace was seen before: here, or by the worker who tells of it */

    bool count_traces; /* recognise equivalent executions by their digests */
    struct set128 traces;
    struct set128 seen_states;
    double started;
    uint64_t next_tick;
    outcomes_vec outcomes; /* scratch */
};

void search_init(struct search *, struct program *);
void search_free(struct search *);

/* Begin again, with more slots; false if there can be no more. */
bool search_restart(struct search *);

/* False if a bound was reached; the step is not made then. */
bool search_push(struct search *, struct step);
void search_pop(struct search *);
bool search_stopped(const struct search *);

/* For on_execution: shall something be kept of this execution? Workers do not, but see to
 * it that the first process is asked. */
bool search_keeps(struct search *);
/* Likewise: this execution shows that, and is counted. Not NULL the first time, if it is
 * to be kept. */
struct shown *search_shows(struct search *, struct digest what);
/* So many more executions show it. */
void search_count_shown(struct search *, struct digest what, uint64_t executions);

void search_judge(struct search *); /* calls on_execution */
void search_end_complete(struct search *);
void search_end_redundant(struct search *);

/* For explorers that do not push every step: false if a bound was reached. */
bool search_go_on(struct search *);

/* All steps that can be made now. */
void search_enabled(struct search *, steps_vec *);

/* One complete execution, whichever is had most easily, and nothing is taken back: what
 * explorers are not needed for. Stops with STOP_EXECUTIONS, as there may be others. */
void search_once(struct search *);

/* The counts, complete. */
struct search_counts search_counted(const struct search *);
double search_seconds(const struct search *);

#endif
