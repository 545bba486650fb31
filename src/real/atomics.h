/* SPDX-License-Identifier: Apache-2.0
 *
 * atomics.h - is what lies at an address declared as atomic?
 *
 * In machine code, a load or store of an atomic variable mostly looks like any other. The
 * debugging information knows what the variable was declared as. */
#ifndef MZ_REAL_ATOMICS_H
#define MZ_REAL_ATOMICS_H
#include <elfutils/libdwfl.h>
#include <stdint.h>

enum atomics_answer {
    ATOMICS_UNKNOWN,
    ATOMICS_PLAIN, /* no atomic, or the program has none at all */
    ATOMICS_ATOMIC,
};

enum atomics_answer atomics_at(Dwfl *, uint64_t address);

#endif
