/* SPDX-License-Identifier: Apache-2.0
 *
 * series.h - several runs of this tool, each a process of its own: `-n 2..5`, and
 * `mazurka test`. They are told as a table, with one verdict, and one report of each
 * kind. */
#ifndef MZ_CLI_SERIES_H
#define MZ_CLI_SERIES_H
#include "cli/options.h"
#include "report/finding.h"

#include <jansson.h>

struct series_row {
    /* what the caller says */
    const char *name;   /* of the first column; NULL: there is none */
    uint64_t ranks;     /* 0: the program says */
    texts_vec words;    /* the command with its options, without reports */
    texts_vec operands; /* the program and its arguments */
    const char *folder; /* where it runs; NULL: here */
    const char *input;  /* a file for standard input; NULL: that of the tool */
    texts_vec expected; /* kinds of findings that must be found; none: "verified" */
    /* what came out */
    int code;          /* its exit code; -1: it was not run */
    bool good;         /* as expected */
    json_t *report;    /* NULL: there is none */
    char *text, *said; /* what it printed to standard output, and to standard error */
    double seconds;
    /* while it runs */
    int pid, out, err;
    double started;
};
typedef VEC(struct series_row) series_rows;

struct series {
    const struct options *o;
    series_rows rows;
    const char *program; /* of the reports */
    unsigned jobs;       /* so many at a time */
    bool shows_progress; /* a single run at a time shows its own */
    bool tests;          /* rows have expectations */
    char *scratch;       /* a folder for their reports */
    bool colour;
};

/* Runs all rows, and shows the table as they end, in their order. Returns the exit code:
 * 0 if every row is as expected; otherwise the worst of theirs. Writes the reports that
 * the options ask for. */
int series_run(struct series *);
void series_free(struct series *);

/* `mazurka run -n 2..5`: a run for each number. */
int series_of_ranks(const struct options *, int argc, char **argv);

#endif
