/* SPDX-License-Identifier: Apache-2.0
 *
 * report.h - an outcome as an execution of the kernel, for those who report. */
#ifndef MZ_EXPLORE_MATCH_REPORT_H
#define MZ_EXPLORE_MATCH_REPORT_H
#include "base/str.h"
#include "explore/match/play.h"
#include "explore/search.h"

/* Where a play has ended, and the way to it. Needs nothing but the program. */
struct match_trace {
    bool potential; /* it has come to a halt, since some sends wait */
    bool cut;       /* see struct state, and likewise: */
    uint32_t endless;
    play_steps_vec steps;
    play_steps_vec waits; /* rank, request: these sends wait */
};

void match_trace_of(struct match_trace *, const struct play *);
void match_trace_free(struct match_trace *);

/* As bytes, for another process that explores the same program, with whether there is
 * something wrong with it. Reading: false if they are none. */
void match_trace_pack(const struct match_trace *, bool wrong, struct str *bytes);
bool match_trace_unpack(struct match_trace *, bool *wrong, const char *bytes, size_t);

/* Brings search.st to the end of the trace, counts the execution unless it is only a
 * potential one or a worker has done so, calls on_execution, and takes it back. The
 * program's actors must be at their start, and are there again. */
void match_trace_report(struct search *, const struct match_trace *);

#endif
