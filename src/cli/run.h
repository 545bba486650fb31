/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - the parts of `mazurka run`: cmd_run.c starts, stops and sums up, run_findings.c
 * takes what the agent finds. */
#ifndef MZ_CLI_RUN_H
#define MZ_CLI_RUN_H
#include "base/facts.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "exec/launch.h"
#include "exec/source.h"
#include "report/summary.h"

struct running {
    const struct options *o;
    char **argv; /* the program's, argv[0] being its path */
    struct launch l;
    struct source *source;
    struct summary m;
    struct text_style style;
    struct str why;
    struct str slow; /* which rank computed for too long, and where */
    const struct explorer *explorer;
    double started;
    struct progress progress;
    facts_vec facts;        /* what this run belongs to */
    struct frontier before; /* the one that is resumed: what it belongs to and rests on */
    bool quiet_stdout;
    uint64_t taken; /* the last finding in the link that was looked at */
    unsigned again; /* how often the program had been started again then */
    bool trespass;  /* a rank tried to touch the memory of another, in a replay */
    unsigned files; /* traces written */
};

void run_say(const struct running *, const struct str *);

/* Why the program cannot be verified; the first reason counts. */
void run_cannot_verify(struct running *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Those that are new since the last time: confirmed, told and kept. */
void run_take_findings(struct running *);
/* How often each was seen, which is known at the end. */
void run_count_outcomes(struct running *);
/* Nothing was found: does the program at least do the same twice? */
void run_take_sample(struct running *);
/* The agent is gone, and this is why: where was it? */
void run_take_loss(struct running *, const char *why);

#endif
