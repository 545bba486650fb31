/* SPDX-License-Identifier: Apache-2.0
 *
 * collect.h - what a check has found so far, whatever is checked.
 *
 * The collector decides what becomes of each finding: it is known already, or suppressed,
 * or only a note, or an error that counts. It keeps a finding back for a moment before
 * the user is told of it, since more is known of it when the search is over. It makes no
 * finding, and does not ask whether a finding is true: who calls it has confirmed that.
 */
#ifndef MZ_CHECK_COLLECT_H
#define MZ_CHECK_COLLECT_H
#include "base/str.h"
#include "explore/search/options.h"
#include "report/summary.h"
#include "report/suppress.h"

struct collector {
    struct summary summary;
    struct text_style style;
    bool silent;     /* nothing is told: standard output belongs to a report */
    bool outputs;    /* findings are told with what the actors printed */
    bool strict;     /* warnings count as errors */
    double patience; /* seconds for which a finding may be kept back */
    bool restarted;  /* the search has begun again, so findings may come again */
    struct suppressions suppressions;
    findings_vec
        untold; /* findings that are kept back, in the order in which they came */
    double untold_since;
    struct str why; /* why there is no verdict, in a sentence; empty: there may be one */
    enum reason reason; /* the same, for what can be done about it */
    /* Called before something is told: clears what is in the way. May be NULL. */
    void (*before_telling)(void *context);
    void *context;
};

/* What is to become of a finding. */
enum collected {
    COLLECTED_KNOWN,    /* it is not needed */
    COLLECTED_SILENTLY, /* it was kept among those that are suppressed */
    COLLECTED_NOTE,     /* it was kept, and changes no verdict */
    COLLECTED_ERROR /* it was not kept: collect_keep() is for that, once it is confirmed
                     */
};
/* Decides. The finding belongs to the caller if it is COLLECTED_KNOWN or
 * COLLECTED_ERROR. */
enum collected collect_offer(struct collector *, struct finding *);
/* Keeps an error or a warning, and tells of it soon. */
void collect_keep(struct collector *, struct finding *);
/* The first error or warning of this kind that counts; NULL: there is none. */
struct finding *collect_of_kind(const struct collector *, enum finding_kind);

/* The name under which search_shows() knows a finding. If only the first finding of a
 * kind is reported, it stands for all of them. */
struct digest collect_name(enum finding_kind, struct digest name,
                           const struct search_options *);

/* Prints to standard output, unless a report is written there. */
void collect_say(const struct collector *, const struct str *);
/* Tells of a finding at once. */
void collect_show(struct collector *, const struct finding *);
/* Tells of the findings that were kept back for long enough; at the end, of all of them.
 * The worst come first. */
void collect_tell(struct collector *, bool end);

/* Notes why the program cannot be verified; the first reason is kept. */
void collect_no_verdict(struct collector *, enum reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds what can be done about that, if there is something. */
void collect_add_remedy(struct collector *);

void collect_free(struct collector *);

#endif
