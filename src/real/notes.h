/* SPDX-License-Identifier: Apache-2.0
 *
 * notes.h - what a verdict rests on, as other processes of a cluster have noted it in
 * their links: they send it before whatever was found out with it, so that process 0
 * always knows what its counts rest on. */
#ifndef MZ_REAL_NOTES_H
#define MZ_REAL_NOTES_H
#include "base/str.h"
#include "real/input.h"

/* How many notes were sent. */
struct notes {
    uint32_t rests, gaps, inputs;
};

/* Appends what is new since the last call. */
void notes_add(const struct link *, struct notes *, struct str *);
/* Takes such bytes over. Appends to `why`, as a sentence, if a file is another one here:
 * it is looked at before anything that rests on it is repeated. */
void notes_take(struct link *, const char *bytes, size_t, uint32_t process,
                input_call_fn *, struct str *why);

#endif
