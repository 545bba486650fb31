/* SPDX-License-Identifier: Apache-2.0
 *
 * mzt.h - one execution of a program, as a file (.mzt).
 *
 * JSON, in three parts: the run (the program, its arguments and what else it belongs to),
 * the schedule (who moved when, with which outcome), and the finding, with all that a
 * report needs. Enough to tell of it without doing it again, to do it again, and to know
 * whether it was the same. A checksum says whether the file is whole. */
#ifndef MZ_REPORT_MZT_H
#define MZ_REPORT_MZT_H
#include "base/err.h"
#include "base/facts.h"
#include "report/finding.h"

struct mzt_step {
    uint32_t actor; /* or one of its slots: see kernel/matching.h */
    int32_t outcome;
    uint64_t digest; /* of the operation: what, on what, with which data */
};

/* Where an actor comes from: the nth that the parent created. */
struct mzt_birth {
    uint32_t parent, nth;
};

struct mzt {
    char *command;             /* of mazurka, that found it: run or model */
    char *program, *directory; /* as it was called, and where */
    texts_vec arguments; /* without the program itself; of a model: its parameters */
    facts_vec facts;     /* what it belongs to */
    struct str input;    /* from standard input, if it read that; see has_input */
    bool has_input;      /* false: none, or too much of it */
    uint32_t ranks;      /* -n; 0: not given */
    uint64_t seed;
    enum buffering buffering;     /* MPI */
    bool queues;                  /* MPI: as in struct program */
    bool fifo;                    /* actor programs: --delivery fifo, */
    uint32_t failures;            /* --failures, */
    VEC(struct mzt_birth) births; /* and who created whom */
    uint64_t end;                 /* a digest of how it ended; 0: not known */
    VEC(struct mzt_step) steps;   /* one for each step of the finding; of a model: none */
    struct finding *finding;      /* NULL: none, which no file says */
};

void mzt_text(const struct mzt *, struct str *); /* what is in the file */
enum mz_err mzt_write(const struct mzt *, const char *file, struct str *why);
enum mz_err mzt_read(struct mzt *, const char *file, struct str *why);
void mzt_free(struct mzt *);

#endif
