/* SPDX-License-Identifier: Apache-2.0
 *
 * windows.h - random programs with windows, as litmus text: see random.h. */
#ifndef MZ_TESTS_WINDOWS_H
#define MZ_TESTS_WINDOWS_H
#include "base/str.h"
#include <stdbool.h>
#include <stdint.h>

struct windows_flavour {
    uint32_t ranks;    /* 2 to 3 */
    uint32_t cells;    /* of each window */
    uint32_t accesses; /* about so many in all */
    uint32_t wild;     /* percent: of accesses that keep no discipline, and may race */
    uint32_t branches, asserts; /* percent */
    uint32_t wildcards;         /* percent, of receives */
    bool second; /* there is a second window, with another synchronisation */
    bool mixed;  /* lockall and exclusive locks on one window. What they do to each other
                    depends on in which order lockall asks for its parts, which is up to
                    MPI, and the kernel knows one order only */
    bool playable; /* for a real MPI: no assertions, and epochs of posts one by one */
};

struct windows_flavour windows_flavour(uint64_t seed);
void random_windows(uint64_t seed, const struct windows_flavour *, struct str *text);

#endif
