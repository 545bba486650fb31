/* SPDX-License-Identifier: Apache-2.0
 *
 * session_findings.h - what is wrong with the executions of a session: noted, explained
 * and told. */
#ifndef MZ_CLI_SESSION_FINDINGS_H
#define MZ_CLI_SESSION_FINDINGS_H
#include "cli/session.h"

/* For search.on_execution; the context is the session. */
void findings_judge(struct search *, void *session);
/* Records the findings of the present state. With `ended`, no actor can move any more;
 * otherwise only failures can be seen. */
void findings_note(struct session *, struct search *, bool ended);
/* Records the races of the present state between accesses to windows. */
void findings_note_races(struct session *, struct search *);
/* After the search: explores once more, to see what decides the findings. */
void findings_decide(struct session *, const struct search *);
/* What the runs before this one have seen of what a file expects, and what all of them
 * have. */
void findings_take_seen(struct session *, struct search *, const struct frontier *);
void findings_save_seen(const struct search *, struct frontier *);

#endif
