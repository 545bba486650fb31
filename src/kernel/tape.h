/* SPDX-License-Identifier: Apache-2.0
 *
 * tape.h - the steps of a long execution as text, folded.
 *
 *     0 0 1<0+1 1 1=-1 5x99998
 *
 * A word is a step: the actor, then its outcome. "1" has outcome 0 and "1=-1" another
 * one; "1<0+1" takes a message of actor 0, whose number is higher by 1 than that of the
 * message of 0 that actor 1 took last. "5x99998" repeats the five steps before it 99998
 * times. So a loop of a million rounds, all alike, is a line, and what does not repeat
 * itself takes a few bytes for a step. */
#ifndef MZ_KERNEL_TAPE_H
#define MZ_KERNEL_TAPE_H
#include "base/str.h"
#include "kernel/state.h"

enum { TAPE_REACH = 4096 }; /* how far back a repetition can begin, in steps */

struct tape_last { /* the last message of a sender that an actor took */
    uint32_t actor, sender, k;
};

/* What both sides know of the steps so far. */
struct tape_past {
    uint64_t ring[TAPE_REACH]; /* the last steps, as words */
    uint64_t n;
    VEC(struct tape_last) last;
};

struct tape_writer {
    struct tape_past past;
    uint32_t *seen;     /* hash table: where these few steps occurred last */
    uint64_t back, run; /* so many steps were the same as those `back` before; 0: not
                           repeating */
    struct str *to;
};

struct tape_reader {
    struct tape_past past;
    const char *at;
    uint64_t back, left; /* in a repetition: of so many steps, so many are left */
};

void tape_write_begin(struct tape_writer *, struct str *to);
/* `names`: the outcome names a message. */
void tape_write(struct tape_writer *, struct step, bool names);
void tape_write_end(struct tape_writer *);

void tape_read_begin(struct tape_reader *, const char *text);
/* The next step; false if there is none, or the text makes no sense. */
bool tape_read(struct tape_reader *, struct step *);
void tape_read_end(struct tape_reader *);

#endif
