/* SPDX-License-Identifier: Apache-2.0
 *
 * engine.h - what the ways of searching share. Not for use outside them. */
#ifndef MZ_MODEL_ENGINE_H
#define MZ_MODEL_ENGINE_H
#include "model/search.h"
#include "model/store.h"

/* States expanded together, so that the memory they will touch can be asked
 * for all at once before the first of them needs it. */
#define ENGINE_TOGETHER 8

typedef VEC(uint32_t) ids;

struct engine {
    const struct model_options *o;
    const struct model_space *sp;
    struct store store;
    struct search_result *r;
    uint32_t overflow; /* a channel whose capacity was guessed too low */
    uint32_t found;    /* number of a state that violates the property */
    double start, tick;
};

/* Bookkeeping after a state has been expanded: halting, the property, what
 * was refused. `r` may be a thread's own. True if the search should stop. */
bool engine_note(struct engine *e, struct search_result *r, const struct global *open,
                 struct expansion x, uint32_t id);

/* Time and progress; call every few thousand states. True if out of time. */
bool engine_tick(struct engine *e);

/* Puts the initial state, which x has open, into the store. STORE_NONE, with
 * cut_memory set, if there is no room even for that. */
uint32_t engine_initial(struct engine *e, struct expander *x, struct store_cursor *cur);

/* Each of these visits all states or sets a cut_ flag, e->overflow or e->found. */
void engine_depth_first(struct engine *e);
void engine_levels(struct engine *e);
void engine_parallel(struct engine *e);
void engine_sleep(struct engine *e);
void engine_bitstate(struct engine *e);

/* Fills r->path with a trace of least atomic length to `target`, through
 * states of the store only. */
void engine_path(struct engine *e, uint32_t target);

#endif
