/* SPDX-License-Identifier: Apache-2.0
 *
 * suppress.h - findings that the user knows of and does not want to be told again.
 *
 * A file with a line for each: KIND PLACE REASON. The kind is one of `mazurka list`, or
 * *. The place is FILE or FILE:LINE, FUNCTION(), or *; names may contain * and ?. The
 * reason is what the report shows. Lines that begin with # are comments. */
#ifndef MZ_REPORT_SUPPRESS_H
#define MZ_REPORT_SUPPRESS_H
#include "report/finding.h"

struct suppression {
    enum finding_kind kind; /* FINDING_NONE: any */
    char *place;            /* a pattern for names of files or of functions; NULL: any */
    bool function;          /* the place is a function */
    uint32_t line;          /* of the file; 0: any */
    char *reason;
    uint32_t at; /* its line in the file of suppressions */
    bool used;
};

struct suppressions {
    const char *file;
    VEC(struct suppression) all;
};

/* Reads the file; false, with the reason, if it is wrong. */
bool suppress_read(struct suppressions *, const char *file, struct str *why);
/* The reason why this finding is suppressed; NULL: it is not. */
const char *suppress_reason(struct suppressions *, const struct finding *);
/* Appends to the list: which lines have suppressed nothing. */
void suppress_unused(const struct suppressions *, texts_vec *);
void suppress_free(struct suppressions *);

#endif
