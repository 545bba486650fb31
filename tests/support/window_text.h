/* SPDX-License-Identifier: Apache-2.0
 *
 * window_text.h - litmus files with windows, as the judge of windows reads them.
 *
 * The judge has a reader of its own, and not the tool's parser, because that parser turns
 * a statement such as `flush` into operations of the kernel, and how it does so is what
 * the judge is to judge. The reader knows what random_windows() writes, and a little
 * more; anything else (communicators, probes, tests, collectives other than barriers) it
 * refuses. */
#ifndef MZ_TESTS_WINDOW_TEXT_H
#define MZ_TESTS_WINDOW_TEXT_H
#include "base/str.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    WIN_RANKS = 4,
    WIN_WINDOWS = 2,
    WIN_CELLS = 4,
    WIN_NAMES = 20, /* of one rank */
    WIN_NOBODY = 255,
};

enum win_do {
    DO_SEND,
    DO_RECV,
    DO_WAIT,
    DO_BARRIER,
    DO_SET,
    DO_UNLESS, /* go to `to` if the value is 0 */
    DO_JUMP,
    DO_ASSERT,
    DO_LOCK,
    DO_UNLOCK,
    DO_FLUSH,
    DO_FENCE,
    DO_POST,
    DO_START,
    DO_COMPLETE,
    DO_WAITWIN,
    DO_TESTWIN,
    DO_ACCESS,
    DO_LOAD,
    DO_STORE,
};

enum win_access { ACCESS_PUT, ACCESS_GET, ACCESS_ACCUMULATE, ACCESS_FETCH, ACCESS_CAS };
enum win_op { WIN_ADD, WIN_REPLACE, WIN_MAX, WIN_NOOP };
enum win_send { WIN_STANDARD, WIN_SYNC, WIN_BUFFERED };

/* An expression, as a tree in win_text.exprs. 0 stands for none. */
typedef uint16_t win_expr;

struct win_node {
    char op[3]; /* "" for a number, "n" for a name, "s" for self, "!", "-", or binary */
    int64_t value; /* of a number; which name */
    win_expr left, right;
};

struct win_statement {
    enum win_do kind;
    uint16_t line;
    uint8_t name;   /* where the result goes, or WIN_NOBODY */
    uint8_t source; /* where the source of a message goes */
    uint8_t window;
    win_expr peer; /* of messages, the target of accesses; 0: any, or all targets */
    win_expr cell, value, compare, tag;
    enum win_access access;
    enum win_op op;
    enum win_send mode;
    bool posts;     /* send, recv: is not waited for */
    bool exclusive; /* lock */
    bool local;     /* flush */
    uint32_t ranks; /* post, start: a set; wait: a set of names */
    uint32_t to;
};

struct win_rank {
    VEC(struct win_statement) at;
    char *names[WIN_NAMES]; /* "x", or "x.source" */
    bool values[WIN_NAMES]; /* it is a value, and not a request only */
    bool remote[WIN_NAMES]; /* it is what an access has read */
    uint32_t nnames;
};

struct win_text {
    uint32_t nranks, nwindows;
    struct win_rank rank[WIN_RANKS];
    VEC(struct win_node) exprs;
    char *windows[WIN_WINDOWS];
    uint32_t cells[WIN_WINDOWS];
    int64_t expected[4]; /* outcomes, deadlocks, assertions, races; -1: not said */
};

/* False, with a sentence, if this is not a file that the judge can read. */
bool win_read(const char *text, size_t length, struct win_text *, struct str *why);
void win_text_free(struct win_text *);

/* The value of an expression for a rank whose names have these values. */
int64_t win_value(const struct win_text *, win_expr, uint32_t rank,
                  const int32_t *values);

/* Is the value of this name part of what the rank knows in the end? What it has read
 * from a window it knows when the call that completes this returns: if the rank waits for
 * ever, that may be the call that it is in. */
bool win_counts(const struct win_rank *, uint32_t name, bool waits);

#endif
