/* SPDX-License-Identifier: Apache-2.0
 *
 * counts.h - what a search has counted so far, and whether that is all there is.
 *
 * The same struct is in the search itself, in the link to the supervisor, in what a
 * worker reports, in a frontier and in the summary that the user reads: a new number is a
 * field here, a line in counts_add(), and whoever prints it. */
#ifndef MZ_EXPLORE_SEARCH_COUNTS_H
#define MZ_EXPLORE_SEARCH_COUNTS_H
#include "kernel/program.h"

enum stop_reason {
    STOP_NO,
    STOP_POLLS, /* a loop of polls was not followed any further; the search goes on
                   elsewhere */
    STOP_PILES, /* states: messages pile up, which was not followed any further; the
                   search goes on elsewhere */
    STOP_DEPTH, /* an execution was cut at the depth bound; the search goes on
                   elsewhere */
    STOP_EXECUTIONS,
    STOP_TIME,
    STOP_INTERRUPT,
    STOP_FINDING,
    STOP_ENDLESS,  /* a rank computes without end, and each time it does takes long */
    STOP_WORKER,   /* a process that shared the work died, and the part that it was
                      exploring is lost */
    STOP_SAMPLES,  /* random, pct: the wanted number of samples was reached */
    STOP_FRONTIER, /* the frontier to be resumed belongs to another program */
    STOP_BOUND,    /* match: executions with more deviations than --bound were left out */
    STOP_CIRCLE,   /* states: a part of the program that never ends, and is no loop of
                      polls */
    STOP_MEMORY,   /* --memory: states, or records of an execution, have reached it */
    STOP_TURN,     /* auto: there are many outcomes, so states are tried */
    STOP_ROOM,     /* more slots are needed: explorer_run() starts again with more, if
                      possible */
};

/* The reason as words for the user; NULL for STOP_NO. */
const char *stop_reason_text(enum stop_reason);

/* What the explorer states does not know, so that it leaves the program to match. */
enum instead {
    INSTEAD_NOT,
    INSTEAD_READY,
    INSTEAD_RETRACT,
    INSTEAD_SPACE,
    INSTEAD_UNRECOGNISED,
    INSTEAD_INEXACT,
    INSTEAD_RESUMED,
    INSTEAD_CANCELS, /* not to be seen: it begins again, and is patient */
};
const char *instead_text(enum instead);

/* A number that may be too large for a double: mantissa times 2^(512 * scale). */
struct estimate {
    double n;
    uint32_t scale; /* exponent, in units of 512 bits */
};

/* What explorers that sample executions have seen, for report/sampled.h. An outcome's
 * weight is one over its probability. */
struct sampled {
    uint64_t runs;        /* number of samples */
    uint64_t once, twice; /* number of outcomes that were seen so often */
    double covered;       /* random: the probability that a run has an outcome that was
                             seen, or none */
    double spread; /* random: the variance of weights over the square of their mean;
                      may be infinite */
    double log_mean, log_variance; /* random: of the natural logarithms of weights */
};

/* How the explorer auto goes about it (auto.c). Stages may be in different processes, if
 * the program has to be started again so that its states can be compared. */
enum turn_stage {
    TURN_OUTCOMES, /* outcomes are explored, and it is to be seen how many there are */
    TURN_STATES,   /* states are tried, or explored */
    TURN_STAY,     /* outcomes are explored to the end */
};
/* Why it explores outcomes or states. */
enum turn_reason {
    TURN_UNDECIDED,
    TURN_DIVIDED, /* the search is bounded in a way that only match knows */
    TURN_FEW,     /* there are few outcomes */
    TURN_MERGES,  /* histories meet in the same states */
    TURN_FAILS,   /* they do not, or too seldom */
    TURN_UNABLE,  /* states cannot explore the program */
    TURN_MEMORY,  /* there are too many states for the memory */
};
struct turn {
    enum turn_stage stage;
    enum turn_reason why;
    enum instead unable;      /* TURN_UNABLE */
    struct estimate outcomes; /* how many there may be */
    uint64_t seen;            /* how many were, before it went over to states */
    uint64_t states;          /* in the sample */
    double ways;              /* to the states of the sample, or more */
    double seconds;           /* in earlier processes */
    char differs[256];        /* in what states differ that do not merge; it may have
                                 marks for places in the program, see real/link.h */
    double hunted;            /* since when bugs were hunted; 0: they were not */
    uint32_t jobs;            /* processes that there will be after the first outcomes */
};

/* How the next execution of a guided search is chosen; of several, auto takes turns. */
enum arm {
    ARM_DFS,      /* depth first, where it was */
    ARM_FEW,      /* heads with the fewest deviations, then first ways */
    ARM_PICK,     /* any head, then any ways */
    ARM_WALK,     /* from the root, by any way that is not explored to its end */
    ARM_PRIORITY, /* from the root, by random priorities of the senders */
    ARM_NOVEL,    /* heads with ways that do what has not been seen, then such ways */
    ARM_SIMILAR,  /* heads in situations that have been seen least often */
    ARM_MCTS,     /* from the root, where executions were worth most */
    ARM_SAMPLE,   /* beside the tree: see struct sampler */
    ARM_BEST,     /* the head with the best value; not one of auto's */
    /* Of dpor and sdpor: heads whose races would show what was not seen, */
    ARM_TAKE, /* then messages are received as soon as they can be */
    ARM_STAY, /* then an actor goes on as long as it can */
    ARM_WIDE, /* of states: what was found first */
    ARMS
};
/* In a few words. */
const char *arm_text(enum arm);

/* What a guided search has done. */
struct guided_counts {
    uint64_t runs[ARMS]; /* number of executions of each arm */
    uint64_t samples;    /* number of samples, which are no executions of the tree */
    uint64_t features;   /* number of different things that were seen */
    uint64_t visited;    /* dpor, sdpor: number of nodes that were reached; steps that are
                            made again, to get to a head, do not count */
    uint8_t now;         /* the arm at work, plus 1; 0: the search is not guided */
    uint8_t found;       /* the arm that found something first, plus 1; 0: none; */
    uint64_t found_after;   /* after so many executions, */
    uint64_t found_samples; /* and samples */
    double latest;          /* when something was last seen for the first time, in
                               seconds */
    bool overfull; /* the frontier did not fit into the memory, and the search went
                      on depth first */
};

/* What executions by chance have shown after the search: --audit. */
struct audit_counts {
    uint64_t played; /* executions that came to an end; each was one of those explored, */
    uint64_t left;   /* and those that were left, because they are too long */
    uint64_t names;  /* different outcomes, or states, among which they were looked up */
    bool by_states;  /* these were states of ranks */
    bool over_time;  /* there was no time for all of them */
};

struct search_counts {
    uint64_t executions;  /* complete executions; states: final states */
    uint64_t redundant;   /* blocked by sleep sets, or equivalent to an earlier one */
    uint64_t traces;      /* distinct classes of executions: see search_counted() */
    uint64_t transitions; /* transitions executed; see search_counted() */
    uint64_t choices;     /* match: places with more than one way to go on that were
                             reached for the first time */
    uint64_t deadlocks;   /* distinct deadlocked traces */
    uint64_t failures;    /* distinct traces with a failed assertion */
    uint64_t halts;       /* traces on the way to which some buffering of sends leads to a
                             halt */
    uint64_t told;        /* match: executions with something to report */
    uint64_t states;      /* distinct states, where the explorer counts them */
    uint64_t peak_events; /* most events remembered at once, for udpor and odpor */
    double explored;      /* the explored share of the whole search, where it is
                             known */
    struct estimate estimate; /* random: how many outcomes there may be in all; pct: how
                                 likely an execution is to find a bug of that depth;
                                 states: the number of outcomes or more, 0 if that is not
                                 known */
    bool exact;               /* states: it is the number of outcomes */
    bool by_states;           /* states are explored: executions are final states */
    bool patient;             /* states: receives may be cancelled; see world.h */
    struct turn turn;         /* auto: why it has explored outcomes or states; see
                                 search_counted() */
    struct guided_counts guided;
    struct sampled sampled;
    struct audit_counts audit;
    uint32_t workers, busy; /* if several processes explore: how many workers there are,
                               and how many of them have something to do */
    enum instead instead;   /* states: why match has explored the program */
    enum stop_reason stopped;
    enum stop_reason cut;  /* match: STOP_POLLS or STOP_DEPTH if something was left out
                              for that reason */
    struct poll_loop loop; /* the loop that STOP_POLLS or STOP_PILES is about */
};

/* For STOP_POLLS and STOP_PILES, if counts.loop is known: the reason as words, with the
 * name of the actor and the place. */
struct str;
void stop_loop_text(const struct search_counts *, const char *actor, const char *place,
                    struct str *);
static inline bool stop_has_loop(const struct search_counts *c)
{
    return c->loop.known && (c->stopped == STOP_POLLS || c->stopped == STOP_PILES);
}

/* Adds what another process has counted. The reason why that process stopped is not
 * taken over. */
void counts_add(struct search_counts *, const struct search_counts *more);

/* What the processes of a cluster had to do with each other, as -v tells. */
struct cluster_traffic {
    uint64_t items, bytes; /* that process 0 has sent and received */
    uint32_t alone;  /* states: process 0 has begun again by itself, since ranks came to
                        other states elsewhere */
    uint32_t unlike; /* processes that can do nothing for states, since ranks begin in
                        other ones there */
    uint32_t owners; /* processes among which the table of states was divided; 0: it was
                        not, */
    uint64_t kept;   /* and the bytes that they keep */
};

#endif
