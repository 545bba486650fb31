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
#include "explore/search/options.h"
#include "report/finding.h"

/* Every such file has this near its beginning. */
#define MZT_MARK "\"mazurka_trace\""

struct mzt_step {
    uint32_t actor; /* the actor or one of its slots: see kernel/matching.h */
    int32_t outcome;
    uint64_t digest; /* digest of the operation: its kind, its arguments and its data */
};

/* The origin of an actor: it is the nth that its parent created. */
struct mzt_birth {
    uint32_t parent, nth;
};

struct mzt {
    char *command; /* the mazurka command that found it: run, litmus or model */
    char *program, *directory; /* the program as it was called, and the directory */
    texts_vec arguments; /* the arguments, without the program itself; for a model, its
                            parameters */
    facts_vec facts;     /* the facts that identify the run */
    struct str input;    /* what it read from standard input; see has_input */
    bool has_input;      /* false: it read nothing, or too much to keep */
    uint32_t ranks;      /* -n; 0: not given */
    uint32_t threads; /* how many threads there is room for; 0: actors are no threads */
    char *target;     /* --target; NULL: not given */
    /* What was learned of it that a replay needs from the start: libraries that it loads
     * while it runs, and the number of actors that there must be room for, if that is
     * more than usual; of threads, whose allocations others use, a bit each, the pages
     * of stacks that others use, and where loads and stores are atomic operations. */
    texts_vec libraries;
    bool late; /* ranks run the constructors of the program */
    uint32_t slots;
    uint32_t tries; /* threads try the same again and again: struct plan_learned */
    uint64_t heaps;
    VEC(uint64_t) stack_pages;
    VEC(uint64_t) cells;
    struct search_options options; /* in files: what messages may do, and the seed */
    uint32_t lines; /* MPI programs whose threads are explored: so many actors; 0: it is
                       none */
    VEC(struct mzt_birth) births; /* actor programs: who created whom */
    uint64_t end;                 /* digest of the actors' states at the end; 0: not
                                     known */
    VEC(struct mzt_step)
    steps; /* one for each step of the finding; none for a litmus file: see finding.trace
            */
    /* the steps before them, which the finding leaves out: kernel/tape.h; how many they
     * are, and a digest of their operations. NULL: none */
    char *tape;
    uint64_t taped, tape_digest;
    struct finding *finding; /* NULL while it is being built; every file has one */
};

void mzt_text(const struct mzt *, struct str *); /* appends the content of the file */
/* The name was taken by file_claim(). */
enum mz_err mzt_write(const struct mzt *, const char *file, int *claim, struct str *why);
enum mz_err mzt_read(struct mzt *, const char *file, struct str *why);
void mzt_free(struct mzt *);

#endif
