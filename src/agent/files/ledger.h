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
#ifndef MZ_AGENT_FILES_LEDGER_H
#define MZ_AGENT_FILES_LEDGER_H
#include "agent/core/agent.h"

struct call; /* syscall.h */
typedef uint32_t node_id;

enum access_kind {
    ACCESS_READ,     /* reads the bytes from `from` up to `to` */
    ACCESS_WRITE,    /* writes the bytes from `from` up to `to` */
    ACCESS_APPEND,   /* writes the bytes from `from` up to `to`; `from` was the end of the
                        file */
    ACCESS_TRUNCATE, /* sets the length of the file to `to` */
    ACCESS_LOOK,     /* looks whether this name exists in the directory */
    ACCESS_NAME,     /* makes the name refer to this node, or to none */
    ACCESS_LIST,     /* lists the names in the directory */
    ACCESS_STATUS,   /* looks at the status of the file: its length, links and times */
    ACCESS_COUNT,    /* the same of a directory, whose links count its directories */
    ACCESS_UNLINK,   /* takes a name away from the file or directory */
    ACCESS_SYNC, /* MPI_File_sync: makes writes by this handle known, and sees those of
                    others */
    ACCESS_LOCK, /* flock() with this operation in `to`, without LOCK_NB */
};

enum {
    ACCESS_LENGTH = 1,   /* read: it saw where the file ends; write: it changed that */
    ACCESS_PRESENT = 2,  /* look: the name exists */
    ACCESS_ENSURE = 4,   /* name: a second rank that does the same does no harm */
    ACCESS_TOLD = 8,     /* name: a second rank that does the same is told that it
                            failed */
    ACCESS_ALONE = 16,   /* name: a rank that is told so would behave differently */
    ACCESS_UNTRIED = 32, /* name: whether it would behave differently has not been tried:
                            see trial.h */
    ACCESS_MAPPED = 64,  /* read: it maps these bytes, and may look at them at any later
                            time */
    ACCESS_ATOMIC = 128, /* read, write: in atomic mode of MPI */
};

struct access {
    uint32_t previous; /* the previous record of the same rank; 0: none. Numbers of
                          records begin with 1 */
    uint32_t known;    /* the clock of the other ranks' accesses that the rank knew of */
    uint32_t count;    /* the number of the record in its rank, from 1 */
    uint32_t time;     /* greater than the time of every record that happens before it */
    uint16_t rank;
    uint8_t kind, flags;
    node_id node;    /* the file, or the directory */
    uint32_t name;   /* the name in the directory */
    uint32_t data;   /* write: the payload that was written, plus 1; name: the node */
    uint32_t handle; /* contents: the MPI_File by which they are accessed; 0: by none */
    uint32_t idiom;  /* unwind_idiom(), of an access by MPI_File in a library */
    uint64_t from, to;
    uint64_t site; /* address of the call in the program; 0: not known */
    uint64_t
        library;   /* the same in a library of the system that has called MPI; 0: none */
    uint64_t when; /* virtual time of a change */
    uint64_t hash; /* of what it was, and of all that happens before it: the same in every
                      process */
};

/* Adds a record for an access by the calling rank; node, kind and the fields that
 * belong to the kind must be set. */
void ledger_add(struct call *, struct access);
const struct access *ledger_at(uint32_t number); /* NULL for number 0 */
/* The newest record of that rank in the clock; 0: none. */
uint32_t ledger_of(uint32_t clock, uint32_t rank);

typedef VEC(const struct access *) access_vec;
/* Lists the records that the second clock contains and the first does not, each after
 * those that happen before it. */
void ledger_news(uint32_t before, uint32_t after, access_vec *);

/* Sorts records. libc's qsort() is not used, because it asks the system how much memory
 * there is. */
void ledger_sort(access_vec *,
                 bool (*goes_first)(const struct access *, const struct access *));

/* ---- for code that carries clocks from rank to rank ---- */

/* The clock that a message of the running rank carries; 0: none. */
uint32_t ledger_clock(void);
/* A clock as a number that is the same in every process; 0: it is empty. */
uint64_t ledger_name(uint32_t clock);
/* Adds the clock of a message that the running rank has received to what it knows. */
void ledger_learn(uint32_t clock);

#endif
