/* SPDX-License-Identifier: Apache-2.0
 *
 * progress.h - how far an exploration is: a bar on a terminal, otherwise a line every ten
 * seconds. */
#ifndef MZ_CLI_PROGRESS_H
#define MZ_CLI_PROGRESS_H
#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool quiet, terminal;
    bool showing; /* there is a line on the terminal, to be cleared */
    double last;
    uint64_t executions; /* when it began: it may have been resumed */
    double explored;
};

void progress_begin(struct progress *, bool quiet);

/* Call it as often as you like. `explored` is the share of all; 0: it is not known. */
void progress_show(struct progress *, uint64_t executions, double explored,
                   double seconds);
void progress_clear(struct progress *);

#endif
