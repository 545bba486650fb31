/* SPDX-License-Identifier: Apache-2.0
 *
 * err.h - how functions say that they could not do what was asked.
 *
 * A fallible function returns an enum mz_err and, where a person should know
 * more, writes a sentence into the struct str it was given. The values are
 * the exit codes of the command line, so nothing needs translating on the way
 * up. */
#ifndef MZ_BASE_ERR_H
#define MZ_BASE_ERR_H

enum mz_err {
    MZ_OK = 0,          /* verified, exploration complete */
    MZ_FOUND = 1,       /* a finding */
    MZ_USAGE = 2,       /* wrong usage or bad input */
    MZ_INCOMPLETE = 3,  /* stopped by a bound, nothing found */
    MZ_UNSUPPORTED = 4, /* cannot verify this program */
};

#endif
