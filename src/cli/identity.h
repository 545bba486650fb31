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
#include "exec/link.h"

#define IDENTITY_PROGRAM "the program" /* its file */

/* The tool itself; litmus files belong to it, too. */
void identity_tool(facts_vec *);

/* What is known before the program is started: all but the options (see
 * options_facts()) and what it loads and reads. */
void identity_begin(facts_vec *, char **argv);

/* What is known once it has run: libraries, files, standard input. */
void identity_end(facts_vec *, const struct link *);

/* Had the former run something from standard input? */
bool identity_has_input(const facts_vec *before);

/* Libraries and files that a former run had, as they are now, and standard input, if it
 * is in the link; if not, it is taken to be the same, as options are that are not there
 * yet. */
void identity_again(facts_vec *now, const facts_vec *before, const struct link *);

/* Has the program, started again, something that it had not before: another standard
 * input, or other libraries? Adds what. */
void identity_differs(const facts_vec *before, const struct link *, struct str *);

#endif
