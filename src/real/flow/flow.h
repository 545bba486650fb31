/* SPDX-License-Identifier: Apache-2.0
 *
 * flow.h - how far is a program from a place in its code?
 *
 * The control flow of a program's own binary: its instructions are decoded (Capstone),
 * and for each of them the least number of calls of MPI (or of our native API) is
 * computed that a rank makes before it can be at a target. What cannot be known from the
 * code (where an indirect call leads, what a library calls back) is taken to be whatever
 * is nearest, so the distance is never too large: a lower bound. */
#ifndef MZ_REAL_FLOW_FLOW_H
#define MZ_REAL_FLOW_FLOW_H
#include "base/err.h"
#include "base/str.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A distance; calls beyond the largest number are not told apart. */
typedef uint16_t flow_hops;
#define FLOW_NEVER UINT16_MAX /* there is no way */

/* From an instruction: the least number of calls until the target, while the function
 * that it belongs to has not been left; until it returns; until an exception leaves it.
 */
struct flow_ways {
    flow_hops target, back, thrown;
};

/* What is known of a call, by the address that it returns to. */
struct flow_site {
    uint64_t at; /* as in the file: where the program is loaded must be added */
    struct flow_ways next;
    struct flow_ways caught; /* if the call throws: from the places that may catch it */
};

/* All calls of a program, by increasing address, and what holds anywhere. It has no
 * pointers into other memory but the array, so it can be handed to another process. */
struct flow_map {
    struct flow_site *sites;
    size_t nsites;
    flow_hops called_back; /* from a library's function to the target, by a function whose
                            * address is known to it */
    bool signals;          /* the program handles signals: this may happen anywhere */
};

/* Reads the program and computes the distances to the target: FILE:LINE, the name of a
 * function, or NULL for failing assertions. MZ_USAGE if there is no such place, with a
 * sentence; MZ_UNSUPPORTED if the file cannot be read. */
enum mz_err flow_read(struct flow_map *, const char *file, const char *target,
                      struct str *why);
void flow_free(struct flow_map *);

/* From the call that returns to returns[0], which is not counted, and was made by a
 * function whose call returns to returns[1], and so on (addresses as in the file; others,
 * for instance in libraries, are whatever is not known). The last frame is the
 * outermost. */
flow_hops flow_distance(const struct flow_map *, const uint64_t *returns, size_t n);

/* The addresses of the target itself, at which an execution can be stopped. */
enum mz_err flow_places(const char *file, const char *target, uint64_t **places,
                        size_t *n, struct str *why);

#endif
