/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzzing.h - what the fuzzers of explorers for ranks have in common: their command line,
 * the random programs that one may ask for, and going on until something differs. */
#ifndef MZ_TESTS_FUZZING_H
#define MZ_TESTS_FUZZING_H
#include "base/str.h"
#include <stdbool.h>
#include <stdint.h>

/* What programs there are to be more of. */
struct taste {
    bool large;   /* more messages */
    bool heavy;   /* more messages at once, and more who look at them */
    bool foreign; /* more that others complete, and more who ask for it */
    bool loops;
    bool rounds;  /* loops that do something in each round */
    bool cancels; /* and more receives at once */
};

struct fuzzing {
    const char *name; /* of the fuzzer */
    /* False if explorers disagree on this program, which is printed then. */
    bool (*check)(const char *name, const struct str *text, void *context);
    void *context;
    struct taste taste;
    uint64_t polls;     /* --polls; 0: not given */
    uint64_t last_seed; /* afterwards: */
    uint64_t failed;
};

/* Reads the command line. False if it is wrong, which is said. */
bool fuzzing_options(struct fuzzing *, int argc, char **argv);
/* Checks the files that the command line names, or random programs. */
void fuzzing_run(struct fuzzing *);

#endif
