/* SPDX-License-Identifier: Apache-2.0
 *
 * kinds.h - what can be wrong with a program: the vocabulary.
 *
 * One enum for everybody who finds something, from the MPI library to the explorers, and
 * for everybody who tells of it. It includes nothing of the checker, so that the library
 * under test may know it, too (mpi/port.h). The kinds themselves are in kinds.def,
 * and why something is told, where the kind does not say it, in reasons.def. */
#ifndef MZ_REPORT_KINDS_H
#define MZ_REPORT_KINDS_H
#include <stdbool.h>

enum finding_kind {
    FINDING_NONE,
#define KIND(constant, severity, scope, word, line, text) FINDING_##constant,
#include "report/kinds.def"
#undef KIND
    FINDING_KINDS, /* number of kinds; the following constants mean that there is no
                      verdict */
    FINDING_UNSUPPORTED = FINDING_KINDS, /* the program cannot be checked; exit code 4 */
    FINDING_SLOW, /* a rank computed for long, and might have gone on */
    FINDING_ENDS
};

/* Why: what is known of a refusal or a finding besides its kind and its sentence. */
enum reason {
    REASON_NONE,
#define REASON(constant, word, remedy) REASON_##constant,
#include "report/reasons.def"
#undef REASON
    REASONS
};
const char *reason_word(enum reason);       /* "" for REASON_NONE */
enum reason reason_named(const char *word); /* REASON_NONE if there is no such word */
/* What can be done about it; NULL: the sentence says so itself, or nothing can. */
const char *reason_remedy(enum reason);

#define FOR_EACH_KIND(k)                                                                 \
    for (enum finding_kind k = FINDING_NONE + 1; k < FINDING_KINDS; k++)

/* How severe a finding is. An error makes the verdict "violated"; a warning does so
 * with --strict; a note never does. */
enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };
const char *severity_word(enum severity);

/* What a finding belongs to, which decides which findings count as the same. */
enum scope {
    SCOPE_ACTOR, /* to an actor: the same if the words are the same */
    SCOPE_ALL,   /* to an execution in which nobody can move any more: the same if all
                    actors are at the same places */
    SCOPE_PLACE, /* to a line of the program, independent of the actor and of the words */
    SCOPE_WORDS, /* to a line of the program: the same if the words are, whichever the
                    actor */
};

/* finding_word() also knows "none", "unsupported" and "slow"; the other functions take
 * kinds only. */
const char *finding_word(enum finding_kind);
const char *finding_line(enum finding_kind);
const char *finding_text(enum finding_kind);
enum severity finding_severity(enum finding_kind);
enum scope finding_scope(enum finding_kind); /* SCOPE_ACTOR for constants that are no
                                                kind */
/* Does it make the verdict something else than "verified"? True also for the constants
 * that mean that there is no verdict. */
bool finding_counts(enum finding_kind, bool strict);
enum finding_kind finding_named(const char *word); /* FINDING_NONE if there is no such
                                                      word */

#endif
