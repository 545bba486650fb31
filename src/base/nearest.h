/* SPDX-License-Identifier: Apache-2.0
 *
 * nearest.h - which of several words was meant by one that is misspelt.
 *
 * Begin with the word as it was given, offer all that it could have been, and ask. */
#ifndef MZ_BASE_NEAREST_H
#define MZ_BASE_NEAREST_H
#include <stddef.h>

struct nearest {
    const char *given;
    const char *best; /* the most similar word so far; NULL: none is similar enough */
    size_t distance;
};

void nearest_offer(struct nearest *, const char *word);

#endif
