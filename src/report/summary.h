/* SPDX-License-Identifier: Apache-2.0
 *
 * summary.h - what a run has to say, for every output format. */
#ifndef MZ_REPORT_SUMMARY_H
#define MZ_REPORT_SUMMARY_H
#include "base/err.h"
#include "base/version.h"
#include "explore/counts.h"
#include "report/finding.h"

struct summary {
    const char *program, *algorithm;
    VEC(char *) holds_for; /* for people: what a verdict rests on, a few words each */
    VEC(char *) rests_on;  /* the same, complete */
    const char *semantics; /* how messages find their receives, in MPI; or NULL */
    uint32_t actors;
    enum mz_err verdict; /* MZ_OK, MZ_FOUND, MZ_INCOMPLETE or MZ_UNSUPPORTED */
    const char *stopped; /* why it is incomplete, in a few words; or NULL */
    struct search_counts counts;
    bool only_states;   /* are counted, with their transitions, and no executions */
    bool interleavings; /* is what the executions are, not outcomes */
    double elapsed;
    double peak_mb;        /* of memory; 0: ask summary_peak_mb() */
    bool all_findings;     /* not only the first of each kind */
    bool mpi;              /* it is an MPI program */
    const char *buffering; /* of its sends; NULL: it has none */
    uint64_t seed;
    VEC(struct finding *) findings;
    VEC(struct finding *) notes; /* and warnings, that leave the verdict alone */
    char *note;                  /* one more line to be told, or NULL */
    uint64_t before; /* outcomes with findings, before it was stopped and resumed */
    VEC(char *) mismatches; /* with what the program expected of itself */
};

void summary_free(struct summary *);
double summary_peak_mb(void); /* of this process */

struct text_style {
    bool colour, quiet;
};

void text_finding(const struct finding *, const struct text_style *, struct str *);
/* What an actor printed, each line with its name; what all of them did. */
void text_output(const char *name, const char *lines, uint64_t dropped, struct str *);
void text_outputs(const struct finding *, struct str *);
void text_summary(const struct summary *, const struct text_style *, struct str *);

/* The steps as a picture: a column for each actor, time downwards. */
void lanes_draw(const struct finding *, struct str *);

/* 1234567 as 1,234,567 */
void text_count(uint64_t, struct str *);
/* Likewise of n times 2^power; where that is more than can be known, a power of ten:
 * 10^23.
 */
void text_estimate(double n, uint32_t power, struct str *);

/* False, with the reason, if the file cannot be written. "-" is stdout. */
bool json_write(const struct summary *, const char *file, struct str *why);

#endif
