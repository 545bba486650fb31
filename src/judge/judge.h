/* SPDX-License-Identifier: Apache-2.0
 *
 * judge.h - what is wrong with a final state. It looks at nothing but the state, and so
 * judges litmus files and real code alike. */
#ifndef MZ_JUDGE_JUDGE_H
#define MZ_JUDGE_JUDGE_H
#include "report/finding.h"

/* finding_shows() tells whether this is wrong with a final state. Several actors may have
 * failed: finding_next() is the first from `from` on that shows it, or NO_ACTOR; what is
 * wrong with all of them together is shown by 0. finding_place() names the place of that
 * actor's finding cheaply, such that findings with the same place count as the same;
 * finding_of() builds the whole finding, or all of it but its steps. */
bool finding_shows(const struct state *, enum finding_kind);
uint32_t finding_next(const struct state *, enum finding_kind, uint32_t from);
struct digest finding_place(const struct state *, enum finding_kind, uint32_t actor);
struct finding *finding_of(struct state *, enum finding_kind, uint32_t actor);
struct finding *finding_without_steps(struct state *, enum finding_kind, uint32_t actor);
/* The events that matter for it, as a cut; NULL: all. Points into the state. */
const uint32_t *finding_cut(const struct state *, enum finding_kind, uint32_t actor);
/* The same for a race between accesses to a window, of which an execution can show
 * several. */
struct rma_race;
struct digest finding_race_place(const struct state *, const struct rma_race *);
struct finding *finding_of_race(struct state *, const struct rma_race *);
uint32_t *finding_race_cut(const struct state *, const struct rma_race *); /* is freed by
                                                                    the caller */
/* Puts an event of a litmus file's execution into words, as in its steps. */
void finding_words(struct state *, uint32_t event, struct str *);
/* Builds a finding with the states of all actors; the caller fills in the rest. */
struct finding *finding_around(struct state *, enum finding_kind);

#endif
