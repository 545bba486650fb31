/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - the parts of `mazurka run`: cmd_run.c starts, stops and sums up, run_findings.c
 * takes what the agent finds. */
#ifndef MZ_CLI_RUN_H
#define MZ_CLI_RUN_H
#include "base/facts.h"
#include "check/collect.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "real/raw.h"
#include "real/launch.h"
#include "real/source.h"

/* The name of a finding's trace, which no other run takes: base/file.h. */
struct claim {
    const struct finding *of;
    int fd;
};

struct run {
    const struct options *options;
    char **argv; /* the program's arguments; argv[0] is its path */
    struct launch launch;
    struct source *source;
    struct collector collector;
    struct str slow;  /* the rank that computed for too long, and where */
    struct str needs; /* one execution needs more than --memory; how much would do */
    const struct explorer *explorer;
    double started;
    double deadline;        /* as launch.deadline, for all processes of the command */
    double over;            /* when it was seen that the search is to end; 0: it is not */
    struct str unsure;      /* errors and warnings that no time was left to repeat */
    uint64_t untried;       /* number of those that it does not name */
    enum stop_reason hasty; /* why there was no time to repeat something */
    struct progress progress;
    facts_vec facts;        /* the facts that identify this run */
    struct frontier before; /* the frontier that is resumed, with its facts and what its
                               verdict rests on */
    struct raw_list taken;  /* findings in the link up to there have been processed */
    unsigned again;         /* how often the program had been started again by then */
    bool trespass;  /* in a replay, a rank tried to access the memory of another */
    uint64_t files; /* number of traces written, by the runs that are resumed, too */
    VEC(struct claim) claims; /* what keeps the first of their names for this run */
};

/* Processes the new findings in the link: confirms, reports and keeps them. */
void run_take_findings(struct run *);
/* Fills in what is known at the end: how many outcomes show each finding, and what
 * decides it. */
void run_count_outcomes(struct run *);
/* Tells which ranks print something else in some outcomes (--compare-output). */
void run_compare_output(struct run *);
/* Nothing was found: checks by a replay that the program at least behaves the same way
 * twice. */
void run_take_sample(struct run *);
/* The agent has ended unexpectedly, for this reason: reports where it was. */
void run_take_loss(struct run *, const char *why);

#endif
