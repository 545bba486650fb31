/* SPDX-License-Identifier: Apache-2.0
 *
 * identity.h - what a run of a program belongs to: the tool, the program and its
 * libraries, arguments, environment, directory, options, and all that it read.
 *
 * A frontier and a trace keep this. Whoever goes on with the one or replays the other
 * learns what has changed. */
#ifndef MZ_CLI_IDENTITY_H
#define MZ_CLI_IDENTITY_H
#include "base/facts.h"
#include "real/link.h"

/* The name of the fact about the program's file. */
#define IDENTITY_PROGRAM "the program"

/* Adds facts about the tool itself, which also apply to litmus files. */
void identity_tool(facts_vec *);

/* Adds the facts that are known before the program is started: all except the options
 * (see options_facts()) and what it loads and reads. */
void identity_begin(facts_vec *, char **argv);

/* Adds the facts that are known once the program has run: libraries, files, standard
 * input. */
void identity_end(facts_vec *, const struct link *);

/* Were addresses those of real/place.h, because the kernel drew them by lot? */
bool identity_placed(const facts_vec *before);

/* Did the former run read standard input? */
bool identity_has_input(const facts_vec *before);

/* Adds the libraries and files of a former run in their present state, and standard
 * input if it is in the link. If it is not, it is assumed to be unchanged, like options
 * that are not given. */
void identity_again(facts_vec *now, const facts_vec *before, const struct link *);

/* Did the program, started again, use standard input or libraries that it did not use
 * before? If so, adds what. */
void identity_differs(const facts_vec *before, const struct link *, struct str *);

#endif
