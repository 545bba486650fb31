/* SPDX-License-Identifier: Apache-2.0
 *
 * real.h - what `run` and `replay` share: from what the agent left in the link to
 * findings and traces. */
#ifndef MZ_CLI_REAL_H
#define MZ_CLI_REAL_H
#include "real/raw.h"
#include "real/launch.h"
#include "real/source.h"
#include "report/mzt.h"
#include "report/summary.h"

/* Turns what the agent says of a finding into what is told: source lines in place of
 * addresses, stacks in place of their bytes, and texts that are safe to show. */
void real_resolve(const struct link *, struct source *, struct finding *);

/* Where the memory was allocated that the finding is about, in words, from malloc(); NULL
 * if that is not known. */
char *real_origin(const struct link *, struct source *, const struct finding *);

/* Appends the text with source lines in place of addresses: see PLACE_BEGIN. */
void real_places(struct source *, const char *text, struct str *);

/* Adds what decides it, if the search has found that out. */
void real_decisive(struct source *, const struct raw_finding *, struct finding *);

/* Fills in the schedule of the finding's trace; the caller fills in the rest (run,
 * finding). False: what the link says contradicts itself. */
bool real_trace(const struct launch *, const struct raw_finding *, struct mzt *);
/* Puts the schedule of a trace into the link for a replay; false if there is no
 * room. */
bool real_schedule(const struct mzt *, struct link *);

/* Looks up the calls that led to an access. */
void real_frames(struct source *, struct finding *, struct finding_access *);

/* Appends what the actors printed in the first execution, each line with the actor's
 * name. */
void real_output(struct link *, struct str *);

/* ---- real_again.c ---- */

/* Looks for an outcome without an error that is near the finding's, of which this is the
 * trace, in a few executions; sets the finding's `passing` if there is one. A source that
 * has changed after `since` is left out of it: see finding_read_source(). */
void real_passing(const struct mzt *, char **argv, double step_time, double deadline,
                  struct source *, time_t since);

/* Does a new process, in which ranks cannot access each other's memory, repeat this
 * finding? If not, writes why, and gives the reason. *origin is set as by real_origin(),
 * with this source (NULL: it is not). TRESPASS: a rank tried to access another's memory.
 * TOO_SLOW: a rank computed for longer than it may. NO_TIME: it had not ended by then (as
 * launch.deadline). */
enum confirmed { CONFIRMED, NOT_CONFIRMED, TRESPASS, TOO_SLOW, NO_TIME };
enum confirmed real_confirm(const struct mzt *, const struct link_finding *, char **argv,
                            double step_time, double deadline, struct source *,
                            char **origin, enum reason *, struct str *why);

#endif
