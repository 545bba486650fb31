/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger.h - what ranks did with files, and who can know of it.
 *
 * Every access of a rank to a file is a record. Records lie where the bytes of messages
 * do, equal ones once: a rank's head names its newest one, and each the one before, so
 * they go back with the rank.
 *
 * A *clock* is what can be known: of each rank, the newest record. It is such a piece of
 * memory too, and a number to everybody else. A message carries the clock of its sender,
 * a contribution to a collective that of its rank; whoever gets one knows what it says
 * from then on. So a rank's view of files is a function of what it observed, as all else
 * is. One access happens before another if it is in the clock that the other one was made
 * with. */
#ifndef MZ_EXEC_LEDGER_H
#define MZ_EXEC_LEDGER_H
#include "exec/agent/agent.h"

struct call; /* syscall.h */
typedef uint32_t node_id;

enum access_kind {
    ACCESS_READ,     /* bytes `from` up to `to` */
    ACCESS_WRITE,    /* likewise */
    ACCESS_APPEND,   /* likewise, where the end was */
    ACCESS_TRUNCATE, /* the length is `to` now */
    ACCESS_LOOK,     /* does this name exist in the directory? */
    ACCESS_NAME,     /* it now names this node, or none */
    ACCESS_LIST,     /* which names are in the directory? */
};

enum {
    ACCESS_LENGTH = 1,   /* read: saw where the file ends; write: changed that */
    ACCESS_PRESENT = 2,  /* look: it does */
    ACCESS_ENSURE = 4,   /* name: whoever else does the same does no harm */
    ACCESS_TOLD = 8,     /* name: one who does the same is told that it fails, though, */
    ACCESS_ALONE = 16,   /* name: and would then do something else; */
    ACCESS_UNTRIED = 32, /* or nobody knows whether it would: see trial.h */
};

struct access {
    uint32_t previous; /* of the same rank; 0: none. Numbers of records begin with 1 */
    uint32_t known;    /* the clock that the rank had: of others */
    uint32_t count;    /* the rank's n-th, from 1 */
    uint32_t time;     /* greater than that of everything before it */
    uint16_t rank;
    uint8_t kind, flags;
    node_id node;  /* the file, or the directory */
    uint32_t name; /* in it */
    uint32_t data; /* what was written: a payload, plus 1; name: the node */
    uint64_t from, to;
    uint64_t site; /* where in the program; 0: not known */
    uint64_t when; /* a change: virtual time */
};

/* Notes an access of the rank that makes the call: node, kind and what belongs to it. */
void ledger_add(struct call *, struct access);
const struct access *ledger_at(uint32_t number); /* NULL: 0 */
/* The record of that rank which the clock contains; 0: none. */
uint32_t ledger_of(uint32_t clock, uint32_t rank);

typedef VEC(const struct access *) access_vec;
/* What the second clock contains and the first does not, each after what it rests on. */
void ledger_news(uint32_t before, uint32_t after, access_vec *);

/* Not libc's qsort(), which asks the system how much memory there is. */
void ledger_sort(access_vec *,
                 bool (*goes_first)(const struct access *, const struct access *));

/* ---- for whoever carries clocks from rank to rank ---- */

/* What a message of the rank that runs is to carry; 0: nothing. */
uint32_t ledger_clock(void);
/* It has got one. */
void ledger_learn(uint32_t clock);
/* view.c: a rank cannot go on if it has mapped a file that, as it knows now, was written.
 */
void view_learn(struct head *);

#endif
