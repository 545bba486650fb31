/* SPDX-License-Identifier: Apache-2.0
 *
 * real.h - what `run` and `replay` share: from what the agent left in the link to
 * findings and traces. */
#ifndef MZ_CLI_REAL_H
#define MZ_CLI_REAL_H
#include "exec/launch.h"
#include "exec/source.h"
#include "report/mzt.h"
#include "report/summary.h"

/* With source lines, stacks and all. */
struct finding *real_finding(struct link *, struct source *, const struct link_finding *);

/* The text with lines of source in place of addresses: see PLACE_BEGIN. */
void real_places(struct source *, const char *text, struct str *);

/* The schedule of it, for a trace; the rest (run, finding) is the caller's. */
void real_trace(struct link *, const struct link_finding *, struct mzt *);
/* A trace as what to replay; false if there is no room. */
bool real_schedule(const struct mzt *, struct link *);

/* What the actors printed, each line with its name. */
void real_output(struct link *, uint64_t actors, uint32_t n, struct str *);

/* Does a fresh process, in which ranks cannot touch each other's memory, do the same, as
 * the agent says? If not, with the reason. TRESPASS: a rank tried to. */
enum confirmed { CONFIRMED, NOT_CONFIRMED, TRESPASS };
enum confirmed real_confirm(const struct mzt *, const struct link_finding *, char **argv,
                            double step_time, struct str *why);

#endif
