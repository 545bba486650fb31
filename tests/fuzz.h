/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.h - what the parts of the fuzzer share: fuzz.c and fuzz_windows.c. */
#ifndef MZ_TESTS_FUZZ_H
#define MZ_TESTS_FUZZ_H
#include "base/str.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

struct variant {
    const char *name;
    bool sleep;
    uint32_t k, jobs;
    bool ordered;  /* in some order: another one for each program; see support/orders.h */
    uint64_t step; /* stopped after so many executions, again and again, and resumed */
};

/* Says how the search is to walk. */
struct search;
void variant_options(const struct variant *, struct search *);
/* Explores what the search, which is as new, was prepared for. */
struct litmus;
void variant_explore(const struct variant *, struct litmus *, struct search *);
/* The variant's name, and what is special about it. */
const char *variant_name(const struct variant *);

/* Every explorer that explores all of any program, and those of its options that change
 * how it walks. The first one is brute force. */
typedef VEC(struct variant) variant_vec;
extern variant_vec variants;
extern const struct variant brute;

struct totals {
    uint64_t compared, skipped, traces, deadlocks, failures, redundant;
    uint64_t cancelled; /* programs in which the cancel of a send can succeed and fail */
    uint64_t racy;      /* programs with windows that have races */
    bool cancels;
    bool mixed; /* programs with windows: as in struct windows_flavour */
};

/* fuzz_windows.c: a random program with windows, or a file. False if somebody disagrees;
 * then it has said so. */
bool check_random_windows(uint64_t seed, struct totals *);
bool check_windows_file(const char *file, struct totals *);

#endif
