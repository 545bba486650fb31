/* SPDX-License-Identifier: Apache-2.0
 *
 * session.h - exploring in this very process: from options to the report.
 *
 * How an explorer is chosen and bounded, what is collected while it runs, and what is
 * said at the end. */
#ifndef MZ_CLI_SESSION_H
#define MZ_CLI_SESSION_H
#include "check/collect.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "explore/decide/decide.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"
#include "report/summary.h"

/* What is collected while an explorer runs. */
struct session {
    struct str loop;  /* the loop of polls that was not followed any further */
    struct str fault; /* why what was explored is not to be relied on: --audit */
    const struct options *o;
    const struct explorer *explorer;
    void *owner;      /* data of the session's owner */
    facts_vec facts;  /* facts that must be unchanged when the run is resumed, besides the
                         program itself */
    facts_vec shared; /* facts that must be the same in all processes of a cluster */
    struct collector collector;
    const char *replay;      /* the command that replays, without the schedule; or NULL */
    VEC(uint64_t) sizes;     /* the distinct lengths of complete executions */
    decisions_vec decisions; /* what decides findings, and which ones: */
    VEC(size_t) explained;   /* indices of the findings */
    bool recounts;           /* outcomes are only judged: see explore/decide/decide.h */
    uint64_t looks; /* the number of findings whose place was looked at, or could be */
    uint64_t races; /* the number of distinct races between accesses to windows */
    struct progress progress;
    /* Called after a complete exploration to find more mismatches. May be NULL. */
    void (*check)(struct session *);
};

void session_free(struct session *);

/* How findings are told, as the options say. The line of progress is in the way. */
void session_collects(struct collector *, const struct options *, struct progress *);

/* Chooses the explorer, which is the best for such a program unless the options name
 * one, and completes options.search for it. `programs` are the kinds that the program
 * may turn out to be. Where the user has given no option, options.search must hold what
 * the program says about itself. Prints why and returns NULL if the options make no
 * sense. */
const struct explorer *session_settle(enum command, struct options *, unsigned programs,
                                      const struct explorer_need *);

/* Explores; findings are reported as they are found, and the summary is left in the
 * session. Prints why and returns false if the exploration cannot begin. */
bool session_explore(struct session *, const struct explorer *, struct search *);
/* Follows a schedule; prints why and returns false if that is not possible. */
bool session_replay(struct session *, struct search *);
/* Notes what samples say about the part that was not explored. */
void session_add_estimate(struct summary *, const struct explorer *,
                          const struct search_options *);
/* Prints the summary and returns the exit code. */
int session_finish(struct session *);

#endif
