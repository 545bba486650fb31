/* SPDX-License-Identifier: Apache-2.0
 *
 * halt.h - can the program come to a halt on the way to this outcome?
 *
 * MPI lets every standard send buffer or wait. A state is *potentially halted* if
 * no rank can move in it unless some send is buffered. */
#ifndef MZ_EXPLORE_MATCH_HALT_H
#define MZ_EXPLORE_MATCH_HALT_H
#include "explore/match/play.h"

/* Plays the complete graph up to the least potentially halted state on the way to it,
 * with as few sends buffered as possible; false if there is no such state before the
 * end. */
bool halt_find(struct play *);

#endif
