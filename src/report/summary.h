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
    /* what the verdict rests on, in a few words each, as the text report shows it */
    VEC(char *) holds_for;
    size_t always;         /* so many of these are shown, whatever room they need */
    const char *target;    /* --target: the place that was asked for; NULL: none */
    VEC(char *) rests_on;  /* everything that the verdict rests on */
    const char *semantics; /* MPI: how messages find their receives; or NULL */
    uint32_t actors;
    enum mz_err verdict; /* MZ_OK, MZ_FOUND, MZ_INCOMPLETE or MZ_UNSUPPORTED */
    const char *stopped; /* why the exploration is incomplete, in a few words; or NULL */
    struct search_counts counts;
    bool only_states;   /* states and transitions are counted, but no executions */
    bool by_states;     /* the executions are final states, not outcomes */
    bool interleavings; /* the executions are interleavings, not outcomes */
    double elapsed;
    double peak_mb;        /* peak memory use; 0: summary_peak_mb() tells */
    bool all_findings;     /* every finding was reported, not only the first of each
                              kind */
    bool mpi;              /* it is an MPI program */
    const char *buffering; /* buffering of its sends; NULL: it has none */
    uint64_t seed;
    VEC(struct finding *) findings;
    VEC(struct finding *) notes; /* notes and warnings, which do not change the verdict */
    char *note;                  /* one more line to print, or NULL */
    char *differs;               /* in what states differ that do not merge, or NULL */
    /* What the runs that this one has resumed have reported; of these findings only the
     * kind, the message, the place and the trace are known. Notes as above. */
    VEC(struct finding *) earlier;
    VEC(struct finding *) earlier_notes;
    uint64_t before; /* number of outcomes with findings in the runs that this one has
                        resumed */
    VEC(char *) mismatches; /* differences to what the program says it expects */
};

/* Has some execution come to the target? */
bool summary_reached(const struct summary *);
void summary_free(struct summary *);
double summary_peak_mb(void); /* peak memory use of this process */

struct text_style {
    bool colour, quiet;
};

void text_finding(const struct finding *, const struct text_style *, struct str *);
/* Appends what an actor printed, each line with its name; and what all of them did. */
void text_output(const char *name, const char *lines, uint64_t dropped, struct str *);
void text_outputs(const struct finding *, struct str *);
void text_summary(const struct summary *, const struct text_style *, struct str *);

/* Appends a line on why outcomes or states were explored, if that was to be decided, and
 * one on what differs if states do not merge. */
void text_turn(const struct summary *, struct str *);

/* Draws the steps: a column for each actor, time downwards. */
void lanes_draw(const struct finding *, struct str *);

/* Appends 1234567 as 1,234,567. */
void text_count(uint64_t, struct str *);
/* Appends n * 2^power in the same way; a number too large to be exact is shown as a
 * power of ten: 10^23. */
void text_estimate(double n, uint32_t power, struct str *);
/* The number whose natural logarithm this is; a large one as a power of ten. */
void text_logarithm(double, struct str *);

/* Writes the report as JSON; false, with the reason, if the file cannot be written. "-"
 * is standard output. */
bool json_write(const struct summary *, const char *file, struct str *why);

#endif
