/* SPDX-License-Identifier: Apache-2.0
 *
 * decide.h - what decides, by what ranks observe: see explore/decide/decide.h.
 *
 * An outcome fails if something is wrong with it, or if sends that are not buffered can
 * bring the program to a halt on the way to it (match/halt.h). A halt is explained like
 * an outcome: whatever makes the same observations has the same halt on its way. */
#ifndef MZ_EXPLORE_MATCH_DECIDE_H
#define MZ_EXPLORE_MATCH_DECIDE_H
#include "explore/decide/decide.h"

/* Notes the choices of an execution. */
void decide_note_choices(struct decision *, struct state *, const uint32_t *cut);
/* Explores the program by the match explorer, and counts. */
void decide_choices(struct search *, struct counting *, size_t n);
/* Puts the ways of a decision that is known into words. */
void decide_words(struct decision *, struct program *);

#endif
