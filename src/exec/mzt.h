/* SPDX-License-Identifier: Apache-2.0
 *
 * mzt.h - one execution of a program, as a file (.mzt).
 *
 * JSON: the program, its arguments and what else it belongs to; who moved when, with
 * which outcome, doing what; how it ended; a checksum. Enough to do it again and to know
 * whether it was the same. */
#ifndef MZ_EXEC_MZT_H
#define MZ_EXEC_MZT_H
#include "base/err.h"
#include "base/facts.h"
#include "base/str.h"
#include "base/vec.h"
#include "exec/link.h"

struct mzt_step {
    uint32_t actor; /* or one of its slots: see kernel/matching.h */
    int32_t outcome;
    uint64_t digest;
    char *text, *file;
    uint32_t line;
};

struct mzt {
    char *program, *directory; /* as it was called, and where */
    VEC(char *) arguments;     /* without the program itself */
    facts_vec facts;           /* what it belongs to */
    struct str input;          /* from standard input, if it read that; see has_input */
    bool has_input;            /* false: none, or too much of it */
    uint32_t ranks;            /* -n; 0: not given */
    uint64_t seed;
    enum buffering buffering;      /* MPI */
    bool queues;                   /* MPI: as in struct program */
    bool fifo;                     /* actor programs: --delivery fifo, */
    uint32_t failures;             /* --failures, */
    VEC(struct link_birth) births; /* and who created whom */
    enum finding_kind kind;
    uint64_t end; /* see struct link_finding; 0: not known */
    uint32_t actor;
    char *message;
    VEC(char *) actors; /* names */
    VEC(struct mzt_step) steps;
};

enum mz_err mzt_write(const struct mzt *, const char *file, struct str *why);
enum mz_err mzt_read(struct mzt *, const char *file, struct str *why);
void mzt_free(struct mzt *);

/* Put it into the link, as what to replay. */
bool mzt_schedule(const struct mzt *, struct link *);

const char *mzt_buffering(enum buffering); /* as --buffering names it */

#endif
