/* SPDX-License-Identifier: Apache-2.0
 *
 * outputs.h - the files that a run writes. */
#ifndef MZ_CLI_OUTPUTS_H
#define MZ_CLI_OUTPUTS_H
#include "cli/options.h"
#include "report/summary.h"

/* Is standard output needed for a report? Then nothing else is written there. */
bool outputs_standard(const struct options *);
/* Checks what was asked for and makes the folder of -o, before any work is done; prints
 * why and returns false if something is wrong. */
bool outputs_prepare(const struct options *);
/* Can this file be written? Prints why not. A file that is there must be one that the
 * same option has written before: json, sarif, junit, html, svg, trace or remember. */
bool output_check(struct output, const char *option);
/* Writes a text to a file or to standard output; prints why and returns the exit code for
 * wrong usage if that is not possible, otherwise the given one. */
int output_write(struct output, const struct str *text, int code);
/* Writes the reports that the options ask for. Returns the exit code: the given one, or
 * that for wrong usage if one cannot be written, which is printed. */
int outputs_write(const struct options *, const struct summary *, int code);

#endif
