/* SPDX-License-Identifier: Apache-2.0
 *
 * set128.h - a set of 128-bit digests (open addressing, linear probing). */
#ifndef MZ_BASE_SET128_H
#define MZ_BASE_SET128_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
    uint64_t lo, hi;
};

struct set128 {
    struct digest *slot; /* all-zero means free */
    size_t len, cap;
};

/* Adds the digest; true if it was not in the set before. */
bool set128_add(struct set128 *s, struct digest d);
bool set128_has(const struct set128 *s, struct digest d);
void set128_free(struct set128 *s);

#endif
