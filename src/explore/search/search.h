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
#ifndef MZ_EXPLORE_SEARCH_SEARCH_H
#define MZ_EXPLORE_SEARCH_SEARCH_H
#include "kernel/round.h"
#include "base/set128.h"
#include "explore/search/counts.h"
#include "explore/search/options.h"
#include "kernel/state.h"

#include <signal.h>

/* The role of this process, when several explore. Workers explore, judge and count
 * executions. An execution in which a worker sees something for the first time is sent
 * to the first process, which judges it again and keeps what is to be reported. */
enum search_role { ROLE_ALONE, ROLE_FIRST, ROLE_WORKER };

/* The way taken at each choice on the path to an execution; choices with one way do not
 * count. Compared as words are, it is the order in which one process that goes depth
 * first comes to executions. */
typedef VEC(uint32_t) ways_vec;
int ways_compare(const ways_vec *, const ways_vec *);
void ways_copy(ways_vec *to, const ways_vec *from);

/* Something that executions show (a finding), and the number of executions that show
 * it. */
struct shown {
    struct digest what;
    uint64_t executions;
    uint64_t last;   /* the number of the last such execution; see search.judged */
    bool kept;       /* it was seen, */
    bool told;       /* and an execution that shows it was kept for good */
    bool beside;     /* otherwise: the one that was kept back is a sample; */
    ways_vec path;   /* if it is none, where it is */
    uint64_t keeper; /* free for the code that keeps the finding, to find it again */
};

/* When auto tries states, and when it takes them. */
struct turn_limits {
    double outcomes; /* it does not try states if fewer are expected */
    uint64_t seen;   /* nor before it has seen so many, */
    double seconds;  /* or so much time has passed */
    uint64_t sample; /* it tries them on so many states at most */
    double merge;    /* and goes on with them if so many ways lead to each on average */
};

/* states: from which size on it goes on in another way. */
struct search_sizes {
    /* When so many were found, and fewer ways than this lead to each on average, not
     * every state is stored. */
    struct {
        size_t nodes;
        double ways;
    } lean;
    size_t crew_tasks;    /* -j: other processes are started when so many nodes are to be
                             explored */
    size_t far_tasks;     /* in a cluster: another machine is given some when so many wait
                             for each worker of this one */
    size_t divide_bytes;  /* the table of worlds is divided among other machines when it
                             takes so much memory, */
    size_t recent_worlds; /* and each keeps so many of the others' */
};

/* Where the present execution is, if executions are paths of a tree of choices. */
struct search_place {
    /* Appends the path of the present one. It is only known how to compare them then;
     * NULL: what comes first is kept. */
    void (*path)(const void *tree, ways_vec *);
    const void *tree;
    ways_vec here; /* the present path, if it is known */
    bool here_known;
    uint32_t deviations; /* if it is not: how many ways of it are not the first */
};

/* The present execution. */
struct search_execution {
    bool
        sampling; /* it is a sample (see struct sampler): it is judged, and not counted */
    bool wrong;   /* match: something is wrong with it; on_execution may set it */
    VEC(struct digest)
    fresh;           /* what it shows for the first time, if it is to be kept
                        back */
    bool urgent;     /* on_execution: what it shows ends the search, so it is not kept
                        back */
    bool holds_back; /* it was kept back, and nothing of it is kept now */
    bool repeats;    /* it was, and is judged again */
    bool news;       /* in a worker: it must be sent to the first process */
    bool known;      /* its trace was seen before, here or by the worker that sent it */
};

struct search_timing {
    double started;
    uint64_t next_tick;
    uint32_t ticked; /* what *clock was then */
    uint32_t looks;  /* without a clock: calls of search_in_time() */
};

/* --audit: what was explored, as names, for executions by chance to be compared with. */
struct search_audit {
    bool traces;                 /* of executions of the kernel: state.trace */
    bool outcomes;               /* of what ranks have observed: observed.h */
    bool by_states;              /* of the states of ranks: see audit.h */
    struct set128 names, states; /* apart, since auto may have both */
};

struct frontier; /* explore/search/frontier.h */
struct cluster;  /* explore/share/cluster.h */
typedef VEC(uint64_t) shows_vec;

struct search {
    struct state *st;
    struct search_options options;
    /* Without traces and without the transitions of this process, which
     * search_counted() adds. */
    struct search_counts counts;
    /* For an explorer with TAKES_RESUME: where to begin, unless it is empty, and
     * afterwards what is left if the search was stopped. May be NULL. */
    struct frontier *frontier;
    struct cluster *cluster; /* other machines that share the search; NULL: none do */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
    const volatile uint32_t *clock;         /* changes from time to time; may be NULL */

    /* Called at every complete execution, in its final state; also if that is only a
     * potential one (st->potential). The match explorer calls it only where there is
     * something to report, unless every_execution is set. It asks search_shows() or
     * search_keeps() before it keeps anything. May be NULL. */
    void (*on_execution)(struct search *, void *context);
    bool every_execution;
    /* Called by the match explorer at an outcome in which no rank failed or is stuck:
     * is there something to report nevertheless, with the program's actors as they are
     * now? May be NULL. */
    bool (*worth_telling)(struct search *, void *context);
    /* The same in two parts, for explorers whose processes share outcomes: `shows` adds
     * words that say what there may be to report, and mean the same in all processes;
     * the first process asks `worth` whether that is enough. Both are NULL, or neither
     * is. */
    void (*shows)(struct search *, void *context, shows_vec *);
    bool (*worth)(struct search *, void *context, const shows_vec *);
    /* Called when the search starts again from the beginning; everything counted so far
     * must be forgotten. May be NULL. */
    void (*on_restart)(struct search *, void *context);
    /* Called from time to time if several processes explore: these items and their
     * `counts` are what is to be saved. May be NULL. */
    void (*on_save)(struct search *, void *context, const struct frontier *);
    /* Called from time to time, to show progress. May be NULL. */
    void (*on_tick)(struct search *, void *context);
    void *context;

    /* auto: what it has learned so far, and how it decides. */
    struct turn turn;
    struct turn_limits turn_limits;
    /* Called by auto before each stage but the first, if the program must be started
     * again for it; then it does not return. May be NULL. */
    void (*on_turn)(struct search *, void *context);

    struct search_sizes sizes;
    double guide_after; /* seconds after which the strategy auto stops going depth first
                           only, unless it is nearly done; negative: in any case */
    /* For the guide cfg: a lower bound of the number of operations that the actor, which
     * is about to perform this one, makes before one of them comes to the target; 0 if
     * that is not known. May be NULL. */
    uint32_t (*distance)(struct search *, uint32_t actor, const struct op *next);

    uint64_t before; /* executions of the searches that this one resumes: its bound does
                        not count them */
    uint64_t sample; /* random, pct: the index of this execution */
    VEC(struct shown) shown;
    uint64_t judged; /* number of executions that on_execution has judged */

    struct search_place place;
    struct search_execution execution;
    /* Executions do not come in the order of their paths, although one process makes
     * them; so they are kept back, as those of workers are. See firsts.h. */
    bool gathers;
    double patience; /* seconds that they are kept back at most */
    double silence;  /* seconds after which a worker that was asked to stop is lost */
    enum search_role role;
    bool count_traces; /* recognise equivalent executions by their digests */
    struct set128 traces;
    struct search_audit audit;
    struct set128 seen_states;
    VEC(struct digest) new_states; /* in a worker: those that were not reported yet */
    struct search_timing timing;
    bool longer;           /* STOP_ROOM: what was too short are loops, see state.looks */
    bool settled;          /* that was tried, and is of no use */
    outcomes_vec outcomes; /* scratch */
};

void search_init(struct search *, struct program *);
void search_free(struct search *);

/* Starts again from the beginning with more slots, or with longer loops; false if there
 * can be no more slots. */
bool search_restart(struct search *);

/* Makes the step. False if a bound was reached; then the step is not made. */
bool search_push(struct search *, struct step);
void search_pop(struct search *);
bool search_stopped(const struct search *);
/* Do other processes explore, too? */
bool search_is_shared(const struct search *);
/* If they do: the seconds after which what is left is saved, again and again; 0: it is
 * not. */
double search_save_every(const struct search *);

/* For on_execution: shall anything of this execution be kept? In a worker the answer is
 * no, but the execution is sent to the first process, which asks again. */
bool search_keeps(struct search *);
/* For on_execution: counts that this execution shows `what`. Returns the entry if this
 * is the first time and it is to be kept, otherwise NULL. */
struct shown *search_shows(struct search *, struct digest what);
/* Was an execution that shows it kept for good? */
bool search_has_told(const struct search *, struct digest what);
/* The path of the present execution; NULL: it has none. */
const ways_vec *search_path(struct search *);
/* The present execution is not made here, and has this path, or none (NULL). */
void search_set_path(struct search *, const ways_vec *);
/* Executions are kept back: does the present one come before the one with this path? */
bool search_comes_before(struct search *, const ways_vec *path);
/* Is the present execution one of the few that are looked at more closely? Which they are
 * does not depend on who explores, or in which order: the first one of the tree, and
 * those that differ from it in taking the second way once; the first samples; and of
 * other explorers, all. */
bool search_is_typical(struct search *);
/* `what` was kept by the search that this one resumes, and is not kept again; so many
 * executions show it. */
void search_kept_before(struct search *, struct digest what, uint64_t executions);
uint64_t search_shown(const struct search *, struct digest what); /* by how many */
/* Counts that so many more executions show it. */
void search_count_shown(struct search *, struct digest what, uint64_t executions);

void search_judge(struct search *); /* calls on_execution */
void search_end_complete(struct search *);
/* Nobody can move: does an actor spin? As round_judge(), also of threads. */
enum round_end search_round(const struct search *, uint32_t *actor);
/* Is what was done before, or elsewhere, possible here and now? If another machine has
 * done it, the program may see something else there; then the search is worth nothing,
 * which struct cluster says. Otherwise the program says so itself, if it may do something
 * else when it is repeated; if it may not, it would be a mistake of ours. */
bool search_agrees(struct search *, bool possible);
/* Makes these steps (struct step). False, and none is made, if that is not possible. */
bool search_repeat(struct search *, const char *steps, size_t bytes);
void search_end_redundant(struct search *);

/* The executions of this search, without those of the searches that it resumes: what its
 * bound counts. */
uint64_t search_made(const struct search *);
/* Everything is explored again, also what searches that this one resumes have explored.
 */
void search_count_anew(struct search *);
/* For explorers that do not push every step: false if a bound was reached. */
bool search_go_on(struct search *);
/* For work between two steps that takes longer the longer the execution is: looks at the
 * time and at interrupts, but not at the other bounds. False if the search must stop. */
bool search_in_time(struct search *);

/* Is there memory for so many steps of one execution, with all that the kernel records of
 * them? False if not; then the search must stop. */
bool search_has_room(struct search *, size_t steps);

/* Appends all steps that can be made now. */
void search_enabled(struct search *, steps_vec *);

/* Runs one complete execution without backtracking, choosing the steps that are easiest
 * to make. Stops with STOP_EXECUTIONS, because there may be other executions. */
void search_once(struct search *);

/* The counts, with the numbers that are kept elsewhere filled in. */
struct search_counts search_counted(const struct search *);
double search_seconds(const struct search *);

#endif
