/* SPDX-License-Identifier: Apache-2.0
 *
 * atomics.h - is what lies at an address atomic?
 *
 * In machine code, a load or store of an atomic variable mostly looks like any other. The
 * debugging information knows what the variable was declared as. Any variable can be
 * accessed by functions of the compiler (__atomic_load_n(), std::atomic_ref): in C++,
 * these are functions that debugging information knows as well; in C, only the line of
 * the program tells, at the column of the access. */
#ifndef MZ_REAL_ATOMICS_H
#define MZ_REAL_ATOMICS_H
#include <elfutils/libdwfl.h>
#include <stdint.h>

enum atomics_answer {
    ATOMICS_UNKNOWN,
    ATOMICS_PLAIN, /* no atomic, or the program has none at all */
    ATOMICS_ATOMIC,
};

/* Was it declared as atomic? */
enum atomics_answer atomics_at(Dwfl *, uint64_t address);
/* Is the load or store before `site` made by such a function? Unknown: perhaps, as there
 * is a macro or another function. */
enum atomics_answer atomics_by(Dwfl *, uint64_t site);

#endif
