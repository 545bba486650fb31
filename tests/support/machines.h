/* SPDX-License-Identifier: Apache-2.0
 *
 * machines.h - a cluster without MPI: its processes are copies of the test, and a relay
 * passes their messages on. */
#ifndef MZ_TESTS_MACHINES_H
#define MZ_TESTS_MACHINES_H
#include "explore/share/cluster.h"

struct machines {
    struct cluster first; /* for the test, which is process 0 */
    int relay, *others;   /* their processes */
};

/* Starts a cluster of so many processes; each of the others calls the function, and ends
 * when that returns. Returns when all of them have come. */
void machines_start(struct machines *, uint32_t size,
                    void (*run)(struct cluster *, void *context), void *context);
void machines_end(struct machines *);

#endif
