/* SPDX-License-Identifier: Apache-2.0
 *
 * notes.h - what a verdict rests on, as other processes of a cluster have noted it in
 * their links: they send it before whatever was found out with it, so that process 0
 * always knows what its counts rest on. */
#ifndef MZ_EXEC_NOTES_H
#define MZ_EXEC_NOTES_H
#include "base/str.h"
#include "exec/link.h"

/* How many notes were sent. */
struct notes {
    uint32_t rests, gaps, inputs;
};

/* Appends what is new since the last call. */
void notes_add(const struct link *, struct notes *, struct str *);
/* Takes such bytes over. Appends to `why`, as a sentence, if they contradict what is in
 * the link: a file is not the same everywhere. */
void notes_take(struct link *, const char *bytes, size_t, uint32_t process,
                struct str *why);

#endif
