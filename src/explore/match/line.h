/* SPDX-License-Identifier: Apache-2.0
 *
 * line.h - what a rank has done: how a line grows, and how it is cut.
 *
 * For graph.c only. */
#ifndef MZ_EXPLORE_MATCH_LINE_H
#define MZ_EXPLORE_MATCH_LINE_H
#include "explore/match/graph.h"

/* Asks the program what the rank does next, and fills in match_rank.next. */
void line_fetch(struct graph *, uint32_t rank);

/* Lets the rank perform its next operation with this outcome, which extends the
 * line. */
void line_pass(struct graph *, uint32_t rank, struct outcome);

/* Cuts the line so that it ends before `pos`; the operation at `pos` is then the rank's
 * next one. While graph.stashing is set, what is cut off is kept in a stash. */
void line_cut(struct graph *, uint32_t rank, uint32_t pos);

/* Undoes the cut that made the newest stash. */
void line_uncut(struct graph *);

void line_drop(struct graph *, uint32_t rank, struct match_record *);

/* The position on the line at which a request was made. */
uint32_t line_request_pos(const struct graph *, uint32_t rank, size_t request);

/* A copy of the operation's arguments, NULL if it has none; and what frees such a
 * copy. */
const uint32_t *line_copy_args(struct graph *, const struct op *);
void line_free_args(const struct op *);

/* Brings the program's actor to the end of the line. */
void line_make_live(struct graph *, uint32_t rank);

#endif
