/* SPDX-License-Identifier: Apache-2.0
 *
 * parts.h - the table of worlds, divided among the processes of a cluster.
 *
 * Process 0 has the graph. When the worlds of its nodes take much memory, they are
 * divided among the others: a world belongs to one of several *parts*, by a hash over the
 * names of its local states, which are the same on all machines, and over all else that
 * it consists of. Each part is kept by one process, its owner. A node then names its
 * world by part and place (shelf.h).
 *
 * Who has found a world asks its owner for the place, and who needs a world asks what is
 * at a place. Questions to one owner are sent together, and are answered in their order.
 * An owner answers at once and waits for nobody, so every question is answered as long as
 * all live. Worlds are translated on their way (translate.h). */
#ifndef MZ_EXPLORE_STATES_PARTS_H
#define MZ_EXPLORE_STATES_PARTS_H
#include "explore/share/cluster.h"
#include "explore/states/recent.h"
#include "explore/states/shelf.h"
#include "explore/states/translate.h"

struct part_answer {
    uint32_t place;
    part_number part;
    bool fresh;      /* nobody has asked for its place before */
    uint32_t length; /* of the world that was asked for, */
    size_t at;       /* which is there in struct questions' worlds */
};

/* Questions whose answers are needed together. It stays where it is until all have been
 * answered. */
struct questions {
    VEC(struct part_answer) answers; /* in the order of the questions */
    uint32_t open;                   /* number of answers that are missing */
    struct str worlds;
};
void questions_free(struct questions *);

/* Somebody who waits for the next answer. */
struct part_asked {
    struct questions *who;
    uint32_t nth;
};
struct part_asking {
    VEC(struct part_asked) asked; /* oldest first, */
    size_t first;                 /* from here on; what is before it was answered */
    uint32_t unsent;              /* so many of the last are still to be sent, */
    struct str bytes;             /* as these bytes */
};

/* Another process. */
struct neighbour {
    struct translator translator;
    uint64_t kept; /* bytes that its part of the table takes */
    struct part_asking find, fetch;
};

struct parts {
    struct cluster *cluster;
    struct registry *registry;
    uint32_t nactors;
    VEC(uint32_t) owners; /* the process that keeps each part; none: it is not divided */
    struct neighbour *with; /* by process */
    struct shelf shelf;     /* what this process keeps */
    struct recent recent;   /* worlds that it has had to do with lately */
    struct str scratch, message;
};

void parts_init(struct parts *, struct cluster *, const struct locals *, size_t recent);
void parts_free(struct parts *);

/* The table is divided among the owners: process 0 tells these processes. */
bool parts_tell(struct parts *, uint32_t process);
/* Takes what it has told. */
bool parts_learn(struct parts *, const struct str *message);

/* Adds a question: at which place is this world? What is at this place? */
void parts_find(struct parts *, struct questions *, const char *world, size_t length);
void parts_fetch(struct parts *, struct questions *, part_number, uint32_t place);
/* Sends all questions. False if the relay is gone. */
bool parts_send(struct parts *);

/* The world at this place will be asked for soon. */
void parts_note(struct parts *, const struct part_answer *, const char *world,
                size_t length);
/* Somebody who has not answered all questions; 0: there is nobody. */
uint32_t parts_debtor(const struct parts *);

/* Asks a process whether it is there: it answers with CLUSTER_WORLDS, and no world. */
bool parts_ping(struct parts *, uint32_t process);

/* Is the message a question or an answer? Then it is answered, or taken; false if it is
 * broken. Those of an earlier search are dropped. */
bool parts_concern(uint32_t word);
bool parts_hear(struct parts *, const struct cluster_head *, const struct str *message);

#endif
