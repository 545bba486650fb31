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
#include "explore/explorer.h"
#include "explore/frontier.h"
#include "report/summary.h"

/* What is collected while an explorer runs. */
struct session {
    struct str loop; /* of polls, that was not followed any longer */
    const struct options *o;
    void *owner;     /* whose session it is */
    facts_vec facts; /* what must be the same for those who resume it, next to where the
                        program starts */
    struct summary m;
    struct text_style style;
    const char *replay;  /* the command that replays, up to the schedule; or NULL */
    VEC(uint64_t) sizes; /* distinct lengths of complete executions */
    struct progress progress;
    /* After a complete exploration: more to find fault with? May be NULL. */
    void (*check)(struct session *);
};

void session_free(struct session *);

/* Chooses the explorer, the one for such a program unless the options name one, and
 * completes options.search for it. The program may turn out to be of any of these kinds.
 * NULL, after saying why, if the options make no sense. Before, options.search has what
 * the program says of itself where the user has said nothing. */
const struct explorer *session_settle(enum command, struct options *, unsigned programs,
                                      const struct explorer_need *);

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
