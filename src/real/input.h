/* SPDX-License-Identifier: Apache-2.0
 *
 * input.h - the files that a program has looked at.
 *
 * A verdict holds for what was in them. The agent lists them in the link, each with a
 * digest of its content at the first look; whoever goes on later, or replays, can ask
 * whether they are still the same. Standard input is in the link itself. */
#ifndef MZ_REAL_INPUT_H
#define MZ_REAL_INPUT_H
#include "base/str.h"
#include "real/link.h"

/* A function that makes a system call and returns negative errors. The agent has its
 * own (rawcall.h); everybody else passes input_call. */
typedef long input_call_fn(long nr, long a, long b, long c, long d, long e, long f);
input_call_fn input_call;

/* A digest of the content of a file, or of the names in a directory; 0 if it does not
 * exist or cannot be read. */
uint64_t input_digest(const char *path, input_call_fn *);

/* The path of the first file that has changed since the program looked at it; NULL if
 * none has. */
const char *input_changed(const struct link *);

/* Puts standard input into the link, for a program that has asked for it. The first
 * call reads all of it and replaces descriptor 0 by a copy, so that the program can be
 * started several times. False, with a sentence, if there is too much or the user
 * interrupts. */
bool input_read_stdin(struct link *, const volatile sig_atomic_t *interrupt,
                      struct str *why);
/* Has standard input been read? */
bool input_has_stdin(void);
/* Replaces standard input by these bytes, which come from a trace. */
bool input_give_stdin(const void *bytes, size_t n);

#endif
