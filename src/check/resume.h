/* SPDX-License-Identifier: Apache-2.0
 *
 * resume.h - what one run leaves to the next: a file with what is left of the search (the
 * frontier) and what was reported so far, and a line for the user on how to go on. */
#ifndef MZ_CHECK_RESUME_H
#define MZ_CHECK_RESUME_H
#include "base/facts.h"
#include "explore/search/frontier.h"
#include "report/summary.h"

/* Takes over what the runs before have reported, as the frontier that was read says; it
 * also sets what of it is not reported again. */
void resume_take_found(struct summary *, struct frontier *,
                       const struct search_options *);
/* So many executions, of all runs, show what was reported before. */
void resume_count_earlier(struct summary *, const struct known *,
                          const struct search_options *);
/* Removes the frontier that was resumed if nothing is left and we gave it its name. */
void resume_done(const struct summary *, const char *resumed);
/* Writes the frontier to a file, together with its facts and what was reported, and notes
 * how to continue. */
void resume_save(struct summary *, struct frontier *, facts_vec *);
/* The findings are those of as many outcomes as frontier.shown says. */
void resume_count_saved(struct summary *, const struct frontier *,
                        const struct search_options *);
/* Notes how to continue with what was saved while the search went on, or before it, if
 * anything was. */
void resume_tell_saved(struct summary *);
/* Notes that what is left could not be saved, and the same. */
void resume_tell_lost(struct summary *, const char *why);
/* The same while the search goes on: nothing is noted, and the summary and the facts stay
 * as they are. If the file cannot be written, the user is told so once. */
void resume_save_meanwhile(struct summary *, const struct frontier *, const facts_vec *);

#endif
