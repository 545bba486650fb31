/* SPDX-License-Identifier: Apache-2.0
 *
 * crew_inside.h - the crew of process 0, for crew.c and crew_table.c. */
#ifndef MZ_EXPLORE_STATES_CREW_INSIDE_H
#define MZ_EXPLORE_STATES_CREW_INSIDE_H
#include "explore/share/roster.h"
#include "explore/states/crew.h"

#define CREW_TICK 50 /* milliseconds */

enum { NOBODY = UINT16_MAX };

/* A task of t->todo. */
struct task_slot {
    enum { OPEN, GIVEN, LEFT_OUT, DONE } is;
    struct sent_report *report; /* DONE: what follows it as well */
};

/* What process 0 knows of a member; they have the numbers that they have in the roster.
 */
struct worker {
    VEC(uint32_t)
    queue; /* tasks at nodes that it has found, those that are in hand from
              `first` on */
    size_t first;
    VEC(uint32_t) given;  /* tasks, oldest first */
    VEC(uint32_t) labels; /* that it has described: their numbers in states.labels */
    uint32_t parcels;     /* how many parcels that is */
    uint64_t memory;
    struct transit transit; /* if it is on this machine */
};

/* What it knows of another process of the cluster. */
struct crew_far {
    uint64_t numbers; /* how many bytes of program_sharing.numbers it has */
    uint64_t memory;  /* that its workers use */
    double asked;     /* when it was last asked whether it is there */
};

/* A message of another process that came while this one waited for another. */
struct early {
    struct cluster_head head;
    struct str bytes;
};

struct crew {
    struct roster roster;
    struct states *t;
    VEC(struct worker) workers;
    struct crew_far *far;        /* by rank */
    struct parts parts;          /* the table, and what is said to them */
    VEC(struct early) early;     /* messages that are to be heard next */
    size_t prepared;             /* see crew_prepare(): reports before this one are, */
    bool sees;                   /* for an order that looks at worlds */
    uint32_t came;               /* how many of them have come */
    VEC(struct task_slot) slots; /* of the tasks that are in queues, or were */
    VEC(uint16_t) finder;        /* of each node: the worker */
    uint32_t turn;               /* who gets the next node that the first process found */
    uint64_t memory;             /* that workers of this machine use */
    struct str parcel, bytes, said; /* scratch */
    struct states_report report;    /* scratch */
};

/* ---- crew.c ---- */

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
