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
#include "kernel/state.h"

#include <signal.h>

struct search_bounds {
    uint64_t executions; /* 0: none, likewise below */
    uint64_t depth;
    double seconds;
};

enum stop_reason {
    STOP_NO,
    STOP_POLLS, /* a loop of polls was not followed any longer, likewise */
    STOP_DEPTH, /* the search goes on, but what lies deeper was not seen */
    STOP_EXECUTIONS,
    STOP_TIME,
    STOP_INTERRUPT,
    STOP_FINDING,
    STOP_WORKER,   /* match: a process died, and what it had is lost */
    STOP_SAMPLES,  /* random, pct: enough of them */
    STOP_FRONTIER, /* match: what was to be resumed does not belong to this program */
    STOP_BOUND,    /* match: what deviates more was not seen */
    STOP_ROOM, /* more slots are needed: explorer_run() starts again, if there can be */
};

/* For STOP_POLLS: who and where, between these. */
#define STOP_POLLS_TEXT "%s, which asks again and again at "
#define STOP_POLLS_HINT                                                                  \
    " and is in another state each time (--polls N follows N rounds, and then assumes "  \
    "that what it asks for has come)"

/* What stopped it, for people; NULL for STOP_NO. */
const char *stop_reason_text(enum stop_reason);

/* Which of the messages that can be taken is taken first. */
enum message_order {
    ORDER_FIFO, /* the one that was sent first */
    ORDER_ECA,  /* one for the actor that was created first */
    ORDER_LCA,  /* one for the actor that was created last */
};

/* Who this is, when match explores in several processes. Workers judge what they explore,
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

/* There may be more outcomes than a double has room for. */
struct estimate {
    double n;
    uint32_t scale; /* times 2^512, so often */
};

struct search {
    struct state *st;
    struct search_bounds bounds;
    bool sleep;               /* use sleep sets, where that is a choice */
    uint32_t k;               /* udpor: partial alternatives, 0 for optimal */
    enum message_order order; /* dpor and transdpor of actor programs */
    bool figure_races;        /* the same: look for races as their figure says */
    uint32_t jobs;            /* match: so many processes; 0 and 1: this one */
    uint64_t seed;            /* random, pct */
    uint32_t pct_depth;       /* pct: how many steps must come in the right order */
    uint32_t bound; /* match: at most bound - 1 matches other than the default */
    /* match: where to begin, unless it is empty; what is left, when it was stopped. May
     * be NULL. */
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

    uint64_t executions; /* complete ones */
    uint64_t redundant;  /* blocked by sleep sets, or equivalent to an earlier one */
    uint64_t deadlocks;  /* distinct deadlocked traces */
    uint64_t failures;   /* distinct traces with a failed assertion */
    uint64_t halts; /* traces on the way to which a buffering can bring it to a halt */
    uint64_t told;  /* match: executions with something wrong */
    bool wrong;     /* match: this one is among them; on_execution may say so */
    struct estimate estimate; /* random: how many outcomes there may be in all; pct: how
                                 likely an execution is to find a bug of that depth */
    double explored;          /* the share of all that was explored, where it is known */
    uint64_t states;          /* distinct states, where the explorer counts them */
    uint64_t peak_events;     /* most events remembered at once, for udpor and odpor */
    VEC(struct shown) shown;
    uint64_t judged; /* executions, by on_execution */
    enum search_role role;
    bool news; /* of a worker: this execution is for the first process */
    enum stop_reason stopped;
    uint64_t polls; /* match: as in struct graph; what came of it: */
    bool polled;
    struct poll_loop loop; /* STOP_POLLS: which */
    enum stop_reason cut;  /* match: STOP_POLLS, STOP_DEPTH if that was left out */

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

uint64_t search_traces(const struct search *); /* distinct classes seen */
double search_seconds(const struct search *);

#endif
