/* SPDX-License-Identifier: Apache-2.0
 *
 * session.h - exploring in this very process: from options to the report.
 *
 * How an explorer is chosen and bounded, what is collected while it runs, and what is
 * said at the end. */
#ifndef MZ_CLI_SESSION_H
#define MZ_CLI_SESSION_H
#include "cli/progress.h"
#include "explore/explorer.h"
#include "explore/frontier.h"
#include "report/summary.h"

struct options; /* cli/options.h */

/* What is collected while an explorer runs. */
struct session {
    struct str loop; /* of polls, that was not followed any longer */
    const struct options *o;
    void *owner;     /* whose session it is */
    facts_vec facts; /* what must be the same for those who resume it, next to where the
                        program starts */
    struct summary m;
    struct text_style style;
    VEC(uint64_t) sizes; /* distinct lengths of complete executions */
    struct progress progress;
    /* After a complete exploration: more to find fault with? May be NULL. */
    void (*check)(struct session *);
};

void session_free(struct session *);

/* The one that the options name, or the one for such a program; NULL, after saying why,
 * if the options make no sense. */
const struct explorer *session_explorer(const struct options *,
                                        const struct explorer_need *);
/* Of a program with matching semantics: what the option says, else what is there
 * already, else all that the explorer can do. False, having said why, if that makes no
 * sense. */
bool session_buffering(const struct options *, const struct explorer *, bool matching,
                       enum buffering *);
/* The same for the order in which messages are received: see program.queues. */
bool session_semantics(const struct options *, const struct explorer *, bool matching,
                       bool *queues);
/* All that the command line says on how to search; buffering and semantics are there
 * already. */
void session_options(const struct options *, const struct explorer *,
                     struct search_options *);
bool session_one_of(const char *option, const char *value, const char *words);
bool session_colour(const char *when);

/* Findings are told as they come; the summary is left in the session. False, having said
 * why, if it cannot begin. */
bool session_explore(struct session *, const struct explorer *, struct search *);
/* False, having said why, if the schedule cannot be followed. */
bool session_replay(struct session *, struct search *);
/* Puts what is left of an exploration into a file, with what it belongs to, and says how
 * to go on. */
void session_save(struct summary *, struct frontier *, facts_vec *);
/* What samples say about all that was not seen. */
void session_estimate(struct summary *, const struct explorer *,
                      const struct search_options *);
/* Tells the summary, and returns the exit code. */
int session_finish(struct session *);

#endif
