/* SPDX-License-Identifier: Apache-2.0
 *
 * litmus.h - small programs written as text, interpreted. The syntax is in
 * docs/litmus.md. */
#ifndef MZ_LITMUS_LITMUS_H
#define MZ_LITMUS_LITMUS_H
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "kernel/program.h"

#define LITMUS_MAX_ACTORS  1024
#define LITMUS_MAX_CHOICES 256
#define LITMUS_MAX_LINE    4096
#define LITMUS_MAX_ACTOR   2000  /* statements in one actor */
#define LITMUS_MAX_FILE    20000 /* statements in all */
#define LITMUS_MAX_ROUNDS  1000  /* rounds of `repeat` */
#define LITMUS_MAX_CELLS   1024  /* cells of a window in each rank */
#define LITMUS_MAX_BYTES   (16 << 20)

/* An `expect` line, which states the expected results of the file. */
struct expectation {
    bool given;
    uint32_t line;
    bool has_traces, has_deadlocks, has_assertions, has_races;
    uint64_t traces, deadlocks, assertions, races;
    VEC(uint64_t) events; /* the distinct sizes of complete executions */
};

/* A window: so many cells in each rank, all 0 at first. */
struct litmus_window {
    char *name;
    uint32_t cells;
};

/* Lists of numbers that are stored once each and named by their place, from 1;
 * interpret_window.c. */
struct lists {
    VEC(int64_t *) at; /* each is its length followed by its members */
    uint32_t *slot;
    size_t cap;
};

/* Hashed sets of requests that ranks wait for; interpret_rank.c. */
struct request_sets {
    uint32_t **slot;
    size_t len, cap;
};

struct litmus {
    struct program program; /* the first member, so that a struct program * can be cast to
                               this */
    char *file;
    uint64_t digest; /* digest of the file's text */
    struct expectation expect;
    VEC(struct litmus_code *) codes; /* one for each `actor` line */
    struct litmus_actor *actor;
    VEC(char *) mailboxes;
    VEC(char *) mutexes;
    VEC(struct communicator *) communicators; /* empty in a file of actors */
    VEC(struct litmus_window) windows;
    struct request_sets sets;
    struct lists lists;   /* what ranks have under way in windows, and what is in these */
    struct arena images;  /* all of the same size; and */
    VEC(int64_t *) spare; /* those that can be used again */
    size_t image_words;
};

/* Loads a file. On failure *out is NULL and `why` has a sentence that names file, line,
 * column and what was expected. */
enum mz_err litmus_load(const char *file, struct litmus **out, struct str *why);
enum mz_err litmus_parse(const char *file, const char *text, size_t length,
                         struct litmus **out, struct str *why);
void litmus_free(struct litmus *);

#endif
