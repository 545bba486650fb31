/* SPDX-License-Identifier: Apache-2.0
 *
 * target.h - the place in the program that the user asks about: can it be reached? */
#ifndef MZ_REAL_TARGET_H
#define MZ_REAL_TARGET_H
#include "base/err.h"
#include "base/str.h"
#include "real/link.h"

/* Tells the agent where the target is: FILE:LINE, or the name of a function. MZ_USAGE or
 * MZ_UNSUPPORTED, with a sentence, if there is no such place. */
enum mz_err target_aim(struct link *, const char *program, const char *target,
                       struct str *why);

/* Tells the agent how far the calls of the program are from the target (NULL: from an
 * assertion). */
enum mz_err target_measure(struct link *, const char *program, const char *target,
                           struct str *why);

#endif
