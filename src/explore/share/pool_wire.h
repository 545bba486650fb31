/* SPDX-License-Identifier: Apache-2.0
 *
 * pool_wire.h - what the first process of a search and its workers tell each other, as
 * bytes. A worker is a copy of the first process (pool.c), or of a process on another
 * machine, which passes the bytes on as they are (pool_hop.c). */
#ifndef MZ_EXPLORE_SHARE_POOL_WIRE_H
#define MZ_EXPLORE_SHARE_POOL_WIRE_H
#include "explore/search/worklist.h"
#include "explore/share/roster.h"

#include <stdatomic.h>

#define POOL_TICK 0.05 /* seconds */

/* Memory that the processes of one machine share. */
struct board {
    volatile sig_atomic_t stop;
    volatile sig_atomic_t guided; /* an enum guided */
    atomic_uint waiting;          /* workers that wait for an item while there is none */
    atomic_uint tick; /* when this changes, workers report their counts to the first
                         process */
};

/* What a worker is given: the number of executions after which it must ask again, so that
 * all of them together meet the bound, or NO_BOUND; then items. */
#define NO_BOUND UINT64_MAX

/* The kinds of reports that a worker sends. */
enum word {
    WORD_NEWS,  /* an execution that shows something new */
    WORD_COUNT, /* what the worker has counted since its last report */
    WORD_ITEMS, /* counts, as in WORD_COUNT, and items for others */
    WORD_DONE,  /* counts, and the items left if it was stopped; the worker has no work
                   any more */
};

/* The head of a report. Of news, what is new in the execution follows (struct digest),
 * its path and its bytes; otherwise `nshown` times struct shown_count, `nstates` digests
 * of states that the worker has seen for the first time, and items. */
struct pool_report {
    enum word word;
    bool known;       /* the trace of that execution had been seen before */
    bool now, urgent; /* it is to be judged at once: it is news for another reason; and
                         it ends the search */
    bool beside;      /* it is a sample */
    size_t nfresh, nways;
    struct search_counts counts;
    size_t nshown, nstates;
};

struct shown_count {
    struct digest what;
    uint64_t executions;
};

/* Adds the last n items to the bytes, and removes them from the list. */
void wire_items(struct str *, items_vec *, size_t n);
/* Adds the items that these bytes are to the list; false if they are none. */
bool wire_take_items(const char *bytes, size_t, items_vec *);

/* Starts `n` workers, of which the first has this number; pool_worker.c. Those that
 * cannot be started have no pid. */
void workers_start(struct worklist *, struct board *, struct peer *, uint32_t n,
                   uint32_t number);
/* Ends them. */
void workers_end(struct peer *, uint32_t n);

/* What is learned, one learns for all: the table is shared by the processes of one
 * machine. */
bool workers_share_learned(struct worklist *);
void workers_unshare_learned(struct worklist *);

/* In another process than the first: its workers explore until the first process says
 * that the search has ended; pool_hop.c. */
void pool_hop(struct worklist *, uint32_t jobs);

#endif
