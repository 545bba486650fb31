/* SPDX-License-Identifier: Apache-2.0
 *
 * translate.h - local states, as two machines speak of them.
 *
 * Each machine has a registry of its own, and gives its own numbers; their names are the
 * same on all machines. A world that goes from one to the other names each local state by
 * the number of who receives it, if the sender knows that, and otherwise by the sender's
 * own, which it has described before: the name, and from which state and by which outcome
 * it was found first. Both sides have such a translator, and what one says reaches the
 * other in that order. */
#ifndef MZ_EXPLORE_STATES_TRANSLATE_H
#define MZ_EXPLORE_STATES_TRANSLATE_H
#include "base/str.h"
#include "explore/states/local.h"

struct translator {
    struct registry *registry;
    uint32_t nactors;
    VEC(uint32_t) ours;   /* by their number: ours, or NOWHERE */
    VEC(uint32_t) theirs; /* by our number: theirs, or NOWHERE */
    VEC(bool) told;       /* by our number: it was described */
    struct str words;     /* descriptions that the other side must learn before what was
                             translated; the caller sends them, and empties this */
    VEC(uint32_t) open;   /* scratch */
};

void translator_init(struct translator *, const struct locals *);
void translator_free(struct translator *);

/* Append the bytes of a world, which is ours, as the other side understands it; and the
 * other way round, false if it names something that was not described. */
void translate_out(struct translator *, const char *world, size_t bytes, struct str *);
bool translate_in(struct translator *, const char *world, size_t bytes, struct str *);
/* Takes descriptions; false if they are none, or the other side's ranks begin in other
 * states than ours. */
bool translate_learn(struct translator *, const char *words, size_t bytes);

#endif
