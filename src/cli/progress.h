/* SPDX-License-Identifier: Apache-2.0
 *
 * progress.h - how far an exploration is: a bar on a terminal, otherwise a line every ten
 * seconds. */
#ifndef MZ_CLI_PROGRESS_H
#define MZ_CLI_PROGRESS_H
#include "explore/search/counts.h"

struct progress {
    bool quiet, terminal;
    bool verbose; /* how the next execution is chosen is told, too */
    bool showing; /* a progress line is on the terminal and must be cleared */
    double last;
    uint64_t executions, states; /* at the start, if the run was resumed; */
    double explored;             /* and the share */
    bool suggested;     /* it was said that several machines can share the search */
    uint32_t processes; /* that MPI has started; 0: it has not */
};

void progress_begin(struct progress *, bool quiet, bool verbose);
/* The exploration goes on where another one has stopped, which had counted this. */
void progress_resume(struct progress *, const struct search_counts *);

/* Shows progress; may be called as often as convenient, since it limits itself. */
void progress_show(struct progress *, const struct search_counts *, double seconds);
/* Seconds that findings are kept back, for the search may be over soon, and then more is
 * known of them; less if somebody waits at a terminal. */
double progress_patience(void);
void progress_clear(struct progress *);

#endif
