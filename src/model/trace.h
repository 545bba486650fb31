/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.h - counterexamples as files.
 *
 * A trace file is text: a few header lines, then one line per step, which
 * names the processes that move, the event, and the states they move to. It
 * is read by people and by --replay, which finds each step among those that
 * are enabled by comparing text, and so notices when the model has changed. */
#ifndef MZ_MODEL_TRACE_H
#define MZ_MODEL_TRACE_H
#include "model/file.h"
#include "model/search.h"

struct trace {
    char *model;                   /* path of the model, as it was given */
    char *violates;                /* text of the clause */
    VEC(struct model_param) param; /* names are owned */
    VEC(char *) step;
};

void trace_write(struct str *out, const struct model_file *f, const char *path,
                 const struct search_result *r);
enum mz_err trace_read(struct trace *t, const char *path, struct str *why);
void trace_free(struct trace *t);

/* Takes the steps one by one; fills `path`. MZ_USAGE if one is not enabled. */
enum mz_err trace_follow(const struct trace *t, const struct model_file *f,
                         struct search_result *path, struct str *why);

/* One step as the file has it, from the state it starts in. */
void trace_step(const struct model *m, struct edge e, struct str *out);

/* An open state with room for everything the path sends. */
void trace_open(const struct model *m, size_t steps, struct layout *l, struct global *s);

#endif
