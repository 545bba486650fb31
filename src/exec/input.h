/* SPDX-License-Identifier: Apache-2.0
 *
 * input.h - the files that a program has looked at.
 *
 * A verdict holds for what was in them. The agent lists them in the link, each with a
 * digest of its content at the first look; whoever goes on later, or replays, can ask
 * whether they are still the same. Standard input is in the link itself. */
#ifndef MZ_EXEC_INPUT_H
#define MZ_EXEC_INPUT_H
#include "base/str.h"
#include "exec/link.h"

/* How to reach the kernel: the agent has a door of its own (rawcall.h), everybody else
 * passes input_call. Errors are negative. */
typedef long input_call_fn(long nr, long a, long b, long c, long d, long e, long f);
input_call_fn input_call;

/* Of what is in the file; of a directory, of the names in it; 0: it is not there, or
 * cannot be read. */
uint64_t input_digest(const char *path, input_call_fn *);

/* The first file that is not as it was when the program looked at it; NULL: all are. */
const char *input_changed(const struct link *);

/* Standard input, for a program that has asked for it. The first call reads all of it and
 * leaves a copy in its place, so that it can be had as often as the program is started.
 * False, with a sentence: there is too much, or the user has had enough. */
bool input_read_stdin(struct link *, const volatile sig_atomic_t *interrupt,
                      struct str *why);
/* Has that happened before? */
bool input_has_stdin(void);
/* These bytes are what it is from now on: they come from a trace. */
bool input_give_stdin(const void *bytes, size_t n);

#endif
