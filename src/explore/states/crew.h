/* SPDX-License-Identifier: Apache-2.0
 *
 * crew.h - what those who do tasks are told, and what they report: crew.c has the first
 * process, crew_copy.c the copies that do the work, and crew_hop.c another machine. */
#ifndef MZ_EXPLORE_STATES_CREW_H
#define MZ_EXPLORE_STATES_CREW_H
#include "base/process.h"
#include "explore/states/parts.h"
#include "explore/states/states.h"

/* ---- to a copy ---- */

/* A parcel; for each task a struct sent_task follows, and the world: `length` bytes. If
 * the table is divided, it has no worlds until it comes to the machine of the copy. */
struct parcel {
    uint32_t tasks;
    bool patient; /* see struct world */
    bool sights;  /* process 0 wants to see worlds that are new */
};

struct sent_task {
    uint32_t rank, length;
    uint32_t place;   /* of the world, */
    part_number part; /* in this part of the table; PART_HERE: the world follows */
    bool unsettled, lean;
};

/* A parcel is at most this large if it has more than one task, so that it fits into the
 * buffer of a socket; and so is what a copy is given before it has done the last one. */
#define PARCEL_BYTES ((size_t)24 << 10)

/* ---- from a copy ---- */

/* A message begins with this word. */
enum crew_word {
    CREW_REPORTS, /* of all tasks of a parcel */
    CREW_ASKS, /* what needs a number, on another machine: see program_sharing.follow */
};

/* The head of a report. What follows: struct sent_found for each step; shows; new labels;
 * the worlds that were found, one after the other. */
struct sent_report {
    struct states_told is;
    enum instead unable;
    uint32_t found, shows;
    uint32_t labels, bytes; /* bytes of new labels, and of worlds */
    uint32_t by;            /* the worker; filled in by who receives it */
    uint64_t pushes, memory;
};

/* A step from the node, and where it leads: as in struct states_found. */
struct sent_found {
    uint32_t label; /* the copy counts the labels that it has described so far */
    uint32_t length, place;
    part_number part;
    bool settled;
};

/* A new label; its facts follow. */
struct sent_label {
    struct world_step step;
    uint32_t steps, nfacts;
};

static inline size_t report_rest(const struct sent_report *h)
{
    return h->found * sizeof(struct sent_found) + h->shows * sizeof(uint64_t) +
           h->labels + h->bytes;
}

/* Where these are, in a report whose head this is. */
static inline struct sent_found *report_found(const struct sent_report *h)
{
    return (struct sent_found *)(uintptr_t)(h + 1);
}

static inline const uint64_t *report_shows(const struct sent_report *h)
{
    return (const uint64_t *)(const void *)(report_found(h) + h->found);
}

static inline const char *report_labels(const struct sent_report *h)
{
    return (const char *)(report_shows(h) + h->shows);
}

static inline const char *report_worlds(const struct sent_report *h)
{
    return report_labels(h) + h->labels;
}

/* Starts copies of this process that do tasks; `asks`: process 0 is on another machine.
 * False if they cannot be started. */
bool copies_start(struct states *, struct peer *, uint32_t n, bool asks);

/* ---- between machines ----
 *
 * CLUSTER_ITEMS is the number of a worker, the numbers that were given since the last one
 * (program_sharing.numbers) and descriptions (translate.h), each as a section, and a
 * parcel. CLUSTER_REPORT is the number of a worker, descriptions as a section, and
 * reports. Worlds are translated. */

void section_put(struct str *, const char *bytes, size_t);
/* Takes the next section off the bytes from *at on; NULL if there is none. */
const char *section_take(const char **at, const char *end, size_t *n);

/* Append a parcel or reports, with what the function makes of every world: it appends the
 * world, or another one, or none, and may change what is said about it. False if they are
 * broken, or the function says so. */
typedef bool parcel_fn(void *context, struct sent_task *, const char *world,
                       struct str *);
typedef bool reports_fn(void *context, struct sent_found *, const char *world,
                        struct str *);
bool parcel_rewrite(const char *, size_t, parcel_fn *, void *context, struct str *);
bool reports_rewrite(const char *, size_t, reports_fn *, void *context, struct str *);

/* To the other side, whose translator is the context, and from it. */
parcel_fn parcel_say, parcel_understand;
reports_fn reports_say, reports_understand;

/* ---- the table is divided: parts.h ---- */

/* What goes from a copy, or to it, and waits for answers. */
struct shipment {
    struct questions questions;
    struct str bytes;
    bool sights; /* reports: see struct parcel */
};

/* What waits on the way to a copy and from it, oldest first. */
struct transit {
    VEC(struct shipment *) down, up;
    uint32_t parcels; /* that the copy has */
};
void transit_free(struct transit *);

/* The parcel is for the copy: asks for its worlds. */
bool transit_add_parcel(struct transit *, struct parts *, const char *, size_t);
/* Sends the copy what is there. False if it is gone. */
bool transit_send(struct transit *, const struct peer *copy, struct str *scratch);
/* The copy has reported: asks for the places of the worlds that it has found. */
bool transit_add_reports(struct transit *, struct parts *, const char *, size_t,
                         bool sights);
/* Appends the oldest reports, if all that they wait for has come, with places instead of
 * worlds. Those that are new and that process 0 wants to see are there as well, said to
 * it if there is a translator. */
bool transit_take(struct transit *, struct parts *, struct translator *, struct str *);

#endif
