/* SPDX-License-Identifier: Apache-2.0
 *
 * target.h - which instructions does the user mean? */
#ifndef MZ_REAL_FLOW_TARGET_H
#define MZ_REAL_FLOW_TARGET_H
#include "real/flow/code.h"

struct addresses {
    uint64_t *at;
    size_t len, cap;
};

/* Stores the addresses of instructions: of a line (FILE:LINE), the first of a function
 * (its name), or, for NULL, those that call what a failed assertion calls. MZ_USAGE with
 * a sentence if there are none. With `every`, it is certain that these are all copies of
 * a function. */
enum mz_err target_find(const struct code *, const char *target, bool every,
                        struct addresses *, struct str *why);

#endif
