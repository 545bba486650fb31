/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.h - counterexamples, step by step.
 *
 * A step in words names the processes that move, the event, and the states they move to.
 * To follow a counterexample that was recorded, each step is found by a digest of that
 * among those that are enabled: so it shows when the model has changed. */
#ifndef MZ_MODEL_TRACE_H
#define MZ_MODEL_TRACE_H
#include "model/file.h"
#include "model/search.h"
#include "report/mzt.h"

/* Takes the steps one by one; fills `path`. MZ_USAGE if one is not enabled. */
enum mz_err trace_follow(const struct mzt *recorded, const struct model_file *f,
                         struct search_result *path, struct str *why);

/* As in struct mzt_step. */
uint64_t trace_digest(const struct model *m, struct edge e);

/* One step in words, from the state it starts in. */
void trace_step(const struct model *m, struct edge e, struct str *out);

/* An open state with room for everything the path sends. */
void trace_open(const struct model *m, size_t steps, struct layout *l, struct global *s);

#endif
