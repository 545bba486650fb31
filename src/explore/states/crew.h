/* SPDX-License-Identifier: Apache-2.0
 *
 * crew.h - what those who do tasks are told, and what they report: crew.c has the first
 * process, crew_copy.c the copies that do the work, and crew_other.c another machine. */
#ifndef MZ_EXPLORE_STATES_CREW_H
#define MZ_EXPLORE_STATES_CREW_H
#include "base/process.h"
#include "explore/states/states.h"
#include "explore/states/translate.h"

/* ---- to a copy ---- */

/* A parcel; for each task a struct sent_task follows, and the world. */
struct parcel {
    uint32_t tasks;
    bool patient; /* see struct world */
};

struct sent_task {
    uint32_t rank, length;
    bool unsettled, lean;
};

/* ---- from a copy ---- */

/* A message begins with this word. */
enum crew_word {
    CREW_REPORTS, /* of all tasks of a parcel */
    CREW_ASKS,    /* what needs a number, on another machine: see program_ops.follow */
};

/* The head of a report; what was found, facts, shows and bytes follow. */
struct sent_report {
    struct states_report is; /* without its lists */
    enum instead unable;
    size_t found, bytes, facts, shows;
    uint64_t pushes, memory;
    uint32_t by; /* the worker; filled in by who receives it */
};

static inline size_t report_rest(const struct sent_report *h)
{
    return h->found * sizeof(struct states_found) +
           (h->facts + h->shows) * sizeof(uint64_t) + h->bytes;
}

/* Starts copies of this process that do tasks; `asks`: process 0 is on another machine.
 * False if they cannot be started. */
bool copies_start(struct states *, struct peer *, uint32_t n, bool asks);

/* ---- between machines ----
 *
 * CLUSTER_ITEMS is the number of a worker, the numbers that were given since the last one
 * (program_ops.numbers) and descriptions (translate.h), each as a section, and a parcel.
 * CLUSTER_REPORT is the number of a worker, descriptions as a section, and reports.
 * Worlds are translated. */

void section_put(struct str *, const char *bytes, size_t);
/* Takes the next section off the bytes from *at on; NULL if there is none. */
const char *section_take(const char **at, const char *end, size_t *n);

/* Append a parcel or reports, with their worlds translated; false if they are broken. */
typedef bool crew_translate_fn(struct translator *, const char *, size_t, struct str *);
crew_translate_fn crew_say, crew_understand; /* to the other side, and from it */
bool parcel_translate(const char *, size_t, struct translator *, crew_translate_fn *,
                      struct str *);
bool reports_translate(const char *, size_t, struct translator *, crew_translate_fn *,
                       struct str *);

#endif
