/* SPDX-License-Identifier: Apache-2.0
 *
 * line.h - what a rank has done: how a line grows, and how it is cut.
 *
 * For graph.c only. */
#ifndef MZ_EXPLORE_MATCH_LINE_H
#define MZ_EXPLORE_MATCH_LINE_H
#include "explore/match/graph.h"

/* Asks the rank what it is about to do. */
void line_fetch(struct graph *, uint32_t rank);

/* It does so, with this outcome. */
void line_pass(struct graph *, uint32_t rank, struct outcome);

/* The line ends before `pos`, and the rank is about to do what was there. While
 * graph.stashing, what is cut off is kept. */
void line_cut(struct graph *, uint32_t rank, uint32_t pos);

/* Puts the newest stash back. */
void line_uncut(struct graph *);

void line_drop(struct graph *, uint32_t rank, struct match_record *);

/* Where on the line a request was made. */
uint32_t line_request_pos(const struct graph *, uint32_t rank, size_t request);

#endif
