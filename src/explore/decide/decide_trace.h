/* SPDX-License-Identifier: Apache-2.0
 *
 * decide_trace.h - what decides, by events: see explore/decide/decide.h.
 *
 * For programs with mailboxes, mutexes, windows and actors: who gets a lock first decides
 * there, and nobody observes it. So all events of the execution are its steps. An outcome
 * goes the same way up to a step if the events up to it, with their causal order, are a
 * beginning of the outcome; then what it does in place of the next step is either the
 * same operation with another result, or an event of another actor that depends on it and
 * comes first. */
#ifndef MZ_EXPLORE_DECIDE_DECIDE_TRACE_H
#define MZ_EXPLORE_DECIDE_DECIDE_TRACE_H
#include "explore/decide/decide.h"

/* Notes the events of an execution. */
void decide_note_events(struct decision *, struct state *, const uint32_t *cut);
/* Explores the program, each trace once, and counts. */
void decide_events(struct search *, struct counting *, size_t n, event_words_fn *);

#endif
