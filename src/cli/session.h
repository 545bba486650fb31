/* SPDX-License-Identifier: Apache-2.0
 *
 * session.h - exploring in this very process: from options to the report.
 *
 * How an explorer is chosen and bounded, what is collected while it runs, and what is
 * said at the end. */
#ifndef MZ_CLI_SESSION_H
#define MZ_CLI_SESSION_H
#include "cli/options.h"
#include "cli/progress.h"
#include "explore/decide.h"
#include "explore/explorer.h"
#include "explore/frontier.h"
#include "report/summary.h"

/* What is collected while an explorer runs. */
struct session {
    struct str loop; /* the loop of polls that was not followed any further */
    const struct options *o;
    const struct explorer *explorer;
    void *owner;      /* data of the session's owner */
    facts_vec facts;  /* facts that must be unchanged when the run is resumed, besides the
                         program itself */
    facts_vec shared; /* facts that must be the same in all processes of a cluster */
    struct summary m;
    struct text_style style;
    const char *replay;      /* the command that replays, without the schedule; or NULL */
    VEC(uint64_t) sizes;     /* the distinct lengths of complete executions */
    size_t told;             /* so many findings have been told: see session.c */
    double untold_since;     /* since when the others have not */
    decisions_vec decisions; /* what decides findings, and which ones: */
    VEC(size_t) explained;   /* indices of m.findings */
    bool recounts;           /* outcomes are only judged: see explore/decide.h */
    uint64_t looks; /* the number of findings whose place was looked at, or could be */
    uint64_t races; /* the number of distinct races between accesses to windows */
    struct progress progress;
    /* Called after a complete exploration to find more mismatches. May be NULL. */
    void (*check)(struct session *);
};

void session_free(struct session *);

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
/* Takes over what the runs before have reported, as the frontier that was read says; it
 * also sets what of it is not reported again. */
void session_take_found(struct summary *, struct frontier *,
                        const struct search_options *);
/* So many executions, of all runs, show what was reported before. */
void session_count_earlier(struct summary *, const struct known *,
                           const struct search_options *);
/* Removes the frontier that was resumed if nothing is left and we gave it its name. */
void session_done(const struct summary *, const char *resumed);
/* Writes the frontier to a file, together with its facts and what was reported, and notes
 * how to continue. */
void session_save(struct summary *, struct frontier *, facts_vec *);
/* The findings are those of as many outcomes as frontier.shown says. */
void session_count_saved(struct summary *, const struct frontier *,
                         const struct search_options *);
/* Notes how to continue with what was saved while the search went on, or before it, if
 * anything was. */
void session_tell_saved(struct summary *);
/* Notes that what is left could not be saved, and the same. */
void session_tell_lost(struct summary *, const char *why);
/* The same while the search goes on: nothing is noted, and the summary and the facts stay
 * as they are. False, with a sentence, if it cannot be written. */
bool session_save_meanwhile(struct summary *, const struct frontier *, const facts_vec *,
                            struct str *why);
/* Fills in what samples say about the part that was not explored. */
void session_estimate(struct summary *, const struct explorer *,
                      const struct search_options *);
/* Prints the summary and returns the exit code. */
int session_finish(struct session *);

#endif
