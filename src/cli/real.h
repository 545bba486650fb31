/* SPDX-License-Identifier: Apache-2.0
 *
 * real.h - what `run` and `replay` share: from what the agent left in the link to
 * findings and traces. */
#ifndef MZ_CLI_REAL_H
#define MZ_CLI_REAL_H
#include "exec/launch.h"
#include "exec/source.h"
#include "exec/mzt.h"
#include "report/summary.h"

/* With source lines, backtrace and all. The text of locations lives as long as the
 * source. */
struct finding *real_finding(struct link *, struct source *, const struct link_finding *);

/* The text with lines of source in place of addresses: see PLACE_BEGIN. */
void real_places(struct source *, const char *text, struct str *);

/* The same as a trace; the rest of it (program, arguments) is the caller's. */
void real_trace(struct link *, struct source *, const struct link_finding *,
                struct mzt *);

/* What the actors printed, each line with its name. */
void real_output(struct link *, uint64_t actors, uint32_t n, struct str *);

/* Does a fresh process do the same, in which ranks cannot touch each other's memory? If
 * not, with the reason. TRESPASS: one of them tried to. */
enum confirmed { CONFIRMED, NOT_CONFIRMED, TRESPASS };
enum confirmed real_confirm(const struct mzt *, char **argv, double step_time,
                            struct str *why);

#endif
