/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.h - has SPIN verify an exported model. */
#ifndef MZ_MODEL_SPIN_H
#define MZ_MODEL_SPIN_H
#include "model/property.h"

struct spin_result {
    bool violated, complete;
    double states, transitions; /* as SPIN prints them: 1.2e+07 */
    double seconds;             /* time of the search; compiling is not counted */
    double megabytes;           /* in all */
    double state_bytes;         /* without its hash table and its stack */
};

/* MZ_OK, or MZ_UNSUPPORTED with a sentence: no spin here, or it failed.
 * `memory` is passed on to SPIN as its limit, `depth` as the length of the
 * longest path it should be able to follow. */
enum mz_err spin_run(const struct model *m, const struct property *q, uint32_t bound,
                     size_t memory, uint64_t depth, struct spin_result *r,
                     struct str *why);

#endif
