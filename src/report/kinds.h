/* SPDX-License-Identifier: Apache-2.0
 *
 * kinds.h - what can be wrong with a program: the vocabulary.
 *
 * One enum for everybody who finds something, from the MPI library to the explorers, and
 * for everybody who tells of it. It includes nothing of the checker, so that the library
 * under test may know it, too (mpi/port.h). The kinds themselves are in kinds.def. */
#ifndef MZ_REPORT_KINDS_H
#define MZ_REPORT_KINDS_H
#include <stdbool.h>

enum finding_kind {
    FINDING_NONE,
#define KIND(constant, severity, scope, word, line, text) FINDING_##constant,
#include "report/kinds.def"
#undef KIND
    FINDING_KINDS, /* the first that is no kind: what follows says that there is no
                      verdict */
    FINDING_UNSUPPORTED = FINDING_KINDS, /* we cannot check such a program; exit 4 */
    FINDING_SLOW, /* a rank has computed for long, and might have gone on */
    FINDING_ENDS
};

#define FOR_EACH_KIND(k)                                                                 \
    for (enum finding_kind k = FINDING_NONE + 1; k < FINDING_KINDS; k++)

/* An error makes the verdict "violated"; a warning does if --strict is given; a note
 * never does. */
enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };
const char *severity_word(enum severity);

/* Whose is it? That decides which findings are the same one. */
enum scope {
    SCOPE_ACTOR, /* of one actor, by what it does: the same if it is said in the same
                    words */
    SCOPE_ALL, /* of the execution, where nobody can move any more: by where they all are
                */
    SCOPE_PLACE, /* of a line of the program, whoever gets there and whatever is said */
};

/* "none", "unsupported" and "slow" are words as well; the other functions take kinds
 * only. */
const char *finding_word(enum finding_kind);
const char *finding_line(enum finding_kind);
const char *finding_text(enum finding_kind);
enum severity finding_severity(enum finding_kind);
enum scope finding_scope(enum finding_kind); /* of what is no kind: SCOPE_ACTOR */
/* Does it make the verdict something else than "verified"? True of what says that there
 * is none. */
bool finding_counts(enum finding_kind, bool strict);
enum finding_kind finding_named(const char *word); /* FINDING_NONE: no such */

#endif
