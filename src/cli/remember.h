/* SPDX-License-Identifier: Apache-2.0
 *
 * remember.h - `--remember FILE`: what was verified is not explored again as long as
 * nothing that the verdict rests on has changed.
 *
 * The file has the verdict and the facts of identity.h: digests of the tool, the program,
 * its libraries, arguments, environment and of every file that it has read. */
#ifndef MZ_CLI_REMEMBER_H
#define MZ_CLI_REMEMBER_H
#include "base/facts.h"
#include "real/link.h"
#include "report/summary.h"

#include <signal.h>

#define REMEMBER_MARK "mazurka remembers" /* our files have this near their beginning */

/* Was the same verified before, `facts` being those of identity_begin() and of the
 * options? Then the summary is the one of that time, with the day in `remembered`. If the
 * program has read standard input, it is read here. A file that is missing, damaged, or
 * of another version knows nothing. */
bool remember_finds(struct summary *, const char *file, const facts_vec *facts,
                    struct link *, const volatile sig_atomic_t *interrupt);

/* Writes the verdict down if it is "verified" and there is nothing else to be told each
 * time, such as a warning; otherwise removes what the file says. False, with the reason,
 * if that does not work. */
bool remember_keeps(const struct summary *, const char *file, const facts_vec *facts,
                    struct str *why);

#endif
