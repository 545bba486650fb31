/* SPDX-License-Identifier: Apache-2.0
 *
 * crew_inside.h - the crew of process 0, for crew.c and crew_table.c. */
#ifndef MZ_EXPLORE_STATES_CREW_INSIDE_H
#define MZ_EXPLORE_STATES_CREW_INSIDE_H
#include "explore/states/crew.h"

#define CREW_TICK 50 /* milliseconds */

enum { NOBODY = UINT16_MAX };

/* A task of t->todo. */
struct slot {
    enum { OPEN, GIVEN, LEFT_OUT, DONE } is;
    struct sent_report *report; /* DONE: what follows it as well */
};

struct worker {
    struct peer peer;      /* if it is on this machine */
    uint32_t process, nth; /* of a cluster, and the worker of that process */
    bool gone;
    VEC(uint32_t)
    queue; /* tasks at nodes that it has found, those that are in hand from
              `first` on */
    size_t first;
    VEC(uint32_t) given;  /* tasks, oldest first */
    VEC(uint32_t) labels; /* that it has described: their numbers in states.labels */
    uint32_t parcels;     /* how many parcels that is */
    uint64_t memory;
    struct lane lane; /* if it is on this machine */
};

/* Another process of the cluster. */
struct other {
    bool here;        /* its workers are in the crew: */
    uint32_t first;   /* from this one on, */
    uint32_t count;   /* and so many */
    uint64_t numbers; /* how many bytes of program_ops.numbers it has */
    uint64_t memory;  /* that its workers use */
    double heard;     /* when it has said something last, in seconds of the search, */
    double asked;     /* and when it was asked since then whether it is there; 0: it was
                         not */
};

/* A message of another process that came while this one waited for another. */
struct early {
    struct cluster_head head;
    struct str bytes;
};

struct crew {
    VEC(struct worker) workers; /* those of this machine come first */
    uint32_t local;             /* so many */
    struct cluster *cluster;    /* NULL: there is none */
    struct other *others;       /* by their rank */
    struct parts parts;         /* the table, and what is said to them */
    VEC(struct early) early;    /* messages that are to be heard next */
    size_t prepared;            /* see crew_prepare(): reports before this one are, */
    bool sees;                  /* for an order that looks at worlds */
    uint32_t came;              /* how many of them have come */
    struct peer *peers;         /* scratch: those of this machine, and the line */
    VEC(struct slot) slots;     /* of the tasks that are in queues, or were */
    VEC(uint16_t) finder;       /* of each node: the worker */
    uint32_t turn;              /* who gets the next node that the first process found */
    bool lost;                  /* one of them has died */
    uint64_t memory;            /* that workers of this machine use */
    struct str parcel, bytes, far; /* scratch */
    struct states_report report;   /* scratch */
};

/* ---- crew.c ---- */

/* Does everybody wait for processes that have not come? */
bool crew_awaits(const struct states *);
/* Takes a message of another process; `received` is false if there will be none. */
void crew_hear(struct states *, bool received, const struct cluster_head *,
               const struct str *message);

/* Learns the descriptions that the reports of another process begin with; returns what
 * follows them, and NULL if they are broken. *nth is the worker. */
const char *crew_learn(struct states *, uint32_t process, const struct str *message,
                       uint32_t *nth);

/* ---- crew_table.c: the table of worlds is divided (parts.h) ---- */

/* Divides it, if it is time for that. */
void crew_divide_if_due(struct states *);
/* Brings what is needed to add the report of t->next, and perhaps some of the next. */
void crew_prepare(struct states *);

#endif
