/* SPDX-License-Identifier: Apache-2.0
 *
 * summary.h - what a run has to say, for every output format. */
#ifndef MZ_REPORT_SUMMARY_H
#define MZ_REPORT_SUMMARY_H
#include "base/err.h"
#include "base/version.h"
#include "explore/search/counts.h"
#include "report/finding.h"

typedef VEC(struct finding *) findings_vec;

struct summary {
    const char *program, *algorithm;
    /* what the verdict rests on, in a few words each, as the text report shows it */
    texts_vec holds_for;
    const char *target;    /* --target: the place that was asked for; NULL: none */
    texts_vec rests_on;    /* everything that the verdict rests on */
    texts_vec gaps;        /* what was not explored, and so may be wrong all the same */
    const char *semantics; /* MPI: how messages find their receives; or NULL */
    uint32_t actors;
    enum mz_err verdict; /* MZ_OK, MZ_FOUND, MZ_INCOMPLETE or MZ_UNSUPPORTED */
    const char *stopped; /* why the exploration is incomplete, in a few words; or NULL */
    bool one_schedule;   /* because of threads whose other schedules were left out */
    bool unsure;         /* because there was no time to confirm what was found */
    struct search_counts counts;
    bool only_states;   /* states and transitions are counted, but no executions */
    bool by_states;     /* the executions are final states, not outcomes */
    bool interleavings; /* the executions are interleavings, not outcomes */
    double elapsed;
    double peak_mb;        /* peak memory use; 0: summary_peak_mb() tells */
    bool all_findings;     /* every finding was reported, not only the first of each
                              kind */
    bool mpi;              /* it is an MPI program */
    bool watched;          /* threads: data races were looked for */
    const char *buffering; /* buffering of its sends; NULL: it has none */
    uint64_t eager; /* the largest send that is buffered; 0: size does not matter */
    uint64_t seed;
    findings_vec findings;
    findings_vec notes;      /* notes and warnings, which do not change the verdict */
    findings_vec suppressed; /* errors and warnings that --suppress names */
    texts_vec unused;        /* of these, lines that suppress nothing */
    texts_vec replaced;      /* traces of earlier runs that this one has replaced */
    const char *folder;  /* -o: where traces are written; NULL: the working directory */
    bool silent;         /* no rank sent or received anything */
    char *complaint;     /* who printed to standard error, and what first; or NULL */
    char *note;          /* one more line to print, or NULL */
    const char *resumed; /* the frontier of --resume, or NULL */
    char *remembered;    /* --remember: the day on which it was verified, or NULL */
    const char *label;   /* --label, or NULL */
    bool saved;          /* what was left was saved while the search went on */
    bool unsaved;        /* that did not work, which was said */
    char *differs;       /* in what states differ that do not merge, or NULL */
    /* What the runs that this one has resumed have reported; of these findings only the
     * kind, the message, the place and the trace are known. Notes as above. */
    findings_vec earlier;
    findings_vec earlier_notes;
    uint64_t before; /* number of outcomes with findings in the runs that this one has
                        resumed */
    texts_vec mismatches; /* differences to what the program says it expects */
};

/* The outcomes that were seen before the search went over to states, if it has come to no
 * final state since; 0: it has, or did not go over. */
uint64_t summary_seen(const struct summary *);
/* Has some execution come to the target? */
bool summary_reached(const struct summary *);
void summary_free(struct summary *);
double summary_peak_mb(void); /* peak memory use of this process */

struct text_style {
    bool colour, quiet;
    bool verbose;   /* how the search went, too, for who wants to know */
    unsigned width; /* columns of the terminal; 0: it is none, and no line is broken */
};

/* Breaks the lines of the text from there on between words; what follows is indented. */
void text_wrap(struct str *, size_t from, unsigned width);
/* How many columns these bytes take, without colours. */
size_t text_columns(const char *text, size_t n);
/* Appends the place of the finding, and its source with what happens there. */
void text_excerpt(const struct finding *, const struct text_style *, struct str *);

/* Appends one line on the step that decides, if there is one. */
void text_decisive(const struct finding *, struct str *);

/* Appends the same as lines, with all that the step could have observed; or the races, if
 * it is not known which of them matters. */
void text_decisive_rows(const struct finding *, struct str *);

void text_finding(const struct finding *, const struct text_style *, struct str *);
/* Appends the place, as file:line; nothing if it is not known. */
void text_location(struct str *, struct location);
/* Appends who is blocked where, and the cycle, if there is one. */
void text_blocked(const struct finding *, struct str *);
/* Is it about where actors are in the end, blocked or polling? */
bool text_shows_ends(const struct finding *);
/* Appends what an actor printed, each line with its name; and what all of them did. */
void text_output(const char *name, const char *lines, uint64_t dropped, struct str *);
void text_outputs(const struct finding *, struct str *);
void text_summary(const struct summary *, const struct text_style *, struct str *);

/* Appends a line on why outcomes or states were explored, if that was to be decided, and
 * one on what differs if states do not merge. */
void text_turn(const struct summary *, struct str *);

/* Which steps of an execution are shown; the caller frees the array. Steps without a text
 * are left out of reports, as is the beginning of a long execution. */
bool *steps_shown(const struct finding *);
/* Draws the execution as a space-time diagram, in SVG. */
void svg_text(const struct finding *, struct str *);
/* Our pictures, pages and test suites, and no others, have this near their beginning. */
#define SVG_MARK                                                                         \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"diagram\" role=\"img\" "
#define JUNIT_MARK "  <testsuite name=\"mazurka "
#define HTML_MARK  "<meta name=\"generator\" content=\"Mazurka"
/* Append the page for a browser: on one finding, or on the whole report. */
void html_finding(const struct finding *, const char *program, struct str *);
void html_summary(const struct summary *, struct str *);
/* Draws the steps: a column for each actor, time downwards; a list of them if that does
 * not fit into so many columns (0: into a usual line). */
void lanes_draw(const struct finding *, unsigned columns, struct str *);

/* Appends n * 2^power as str_count() does; a number too large to be exact is shown as a
 * power of ten: 10^23. */
void text_estimate(double n, uint32_t power, struct str *);
/* The number whose natural logarithm this is; a large one as a power of ten. */
void text_logarithm(double, struct str *);

/* Append the report: as JSON, as SARIF, as JUnit's XML. With `strict`, warnings count. */
void json_text(const struct summary *, struct str *);
void sarif_text(const struct summary *, bool strict, struct str *);
void junit_text(const struct summary *, struct str *);

#endif
