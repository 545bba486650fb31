/* SPDX-License-Identifier: Apache-2.0
 *
 * counts.h - what a search has counted so far, and whether that is all there is.
 *
 * The same struct is in the search itself, in the link to the supervisor, in what a
 * worker reports, in a frontier and in the summary that the user reads: a new number is a
 * field here, a line in counts_add(), and whoever prints it. */
#ifndef MZ_EXPLORE_COUNTS_H
#define MZ_EXPLORE_COUNTS_H
#include "kernel/program.h"

enum stop_reason {
    STOP_NO,
    STOP_POLLS, /* a loop of polls was not followed any longer, likewise */
    STOP_DEPTH, /* the search goes on, but what lies deeper was not seen */
    STOP_EXECUTIONS,
    STOP_TIME,
    STOP_INTERRUPT,
    STOP_FINDING,
    STOP_WORKER,   /* a process that shared the work died, and what it had is lost */
    STOP_SAMPLES,  /* random, pct: enough of them */
    STOP_FRONTIER, /* what was to be resumed does not belong to this program */
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

/* There may be more outcomes than a double has room for. */
struct estimate {
    double n;
    uint32_t scale; /* times 2^512, so often */
};

struct search_counts {
    uint64_t executions;  /* complete ones */
    uint64_t redundant;   /* blocked by sleep sets, or equivalent to an earlier one */
    uint64_t traces;      /* distinct classes of executions: see search_counted() */
    uint64_t transitions; /* likewise */
    uint64_t deadlocks;   /* distinct deadlocked traces */
    uint64_t failures;    /* distinct traces with a failed assertion */
    uint64_t halts;  /* traces on the way to which a buffering can bring it to a halt */
    uint64_t told;   /* match: executions with something wrong */
    uint64_t states; /* distinct states, where the explorer counts them */
    uint64_t peak_events;     /* most events remembered at once, for udpor and odpor */
    double explored;          /* the share of all that was explored, where it is known */
    struct estimate estimate; /* random: how many outcomes there may be in all; pct: how
                                 likely an execution is to find a bug of that depth */
    enum stop_reason stopped;
    enum stop_reason cut;  /* match: STOP_POLLS, STOP_DEPTH if that was left out */
    bool polled;           /* loops of polls were assumed to end: options.polls */
    struct poll_loop loop; /* STOP_POLLS: which */
};

/* What another process has counted, too. What has stopped that one is not counted. */
void counts_add(struct search_counts *, const struct search_counts *more);

#endif
