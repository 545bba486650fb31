/* SPDX-License-Identifier: Apache-2.0
 *
 * report.h - an outcome as an execution of the kernel, so that on_execution can report
 * it. */
#ifndef MZ_EXPLORE_MATCH_REPORT_H
#define MZ_EXPLORE_MATCH_REPORT_H
#include "base/str.h"
#include "explore/match/play.h"
#include "explore/search/search.h"

/* The end of a play and the way to it. It is meaningful to every process that explores
 * the same program. */
struct match_trace {
    bool potential; /* the program comes to a halt because some sends wait */
    bool cut;       /* as state.cut */
    bool sampled;   /* as search.execution.sampling */
    uint32_t endless;
    play_steps_vec steps;
    play_steps_vec waits; /* pairs of rank and request: the sends that wait */
};

void match_trace_of(struct match_trace *, const struct play *);
void match_trace_free(struct match_trace *);

/* The trace as bytes, for another process that explores the same program, and whether
 * something is wrong with it. Reading returns false if the bytes are no trace. */
void match_trace_pack(const struct match_trace *, bool wrong, struct str *bytes);
bool match_trace_unpack(struct match_trace *, bool *wrong, const char *bytes, size_t);

/* Brings search.st to the end of the trace, counts the execution (unless it is only a
 * potential one or a worker has counted it), calls on_execution, and takes the steps
 * back. The program's actors must be in their initial states, and are again
 * afterwards. False if another machine has made the trace, and it is not possible here:
 * see search_agrees(). */
bool match_trace_report(struct search *, const struct match_trace *);

#endif
