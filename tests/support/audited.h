/* SPDX-License-Identifier: Apache-2.0
 *
 * audited.h - executions by chance, compared with what an explorer has explored
 * (explore/sample/audit.h). */
#ifndef MZ_TESTS_AUDITED_H
#define MZ_TESTS_AUDITED_H
#include "base/str.h"
#include "explore/sample/audit.h"
#include "kernel/program.h"

/* Explores the program, which is at its start, with so many polls (0: the default), and
 * audits that if nothing was wrong and nothing was cut short. `forget`: as if nothing had
 * been explored. */
enum audit_result audited(struct program *, const char *explorer, uint64_t polls,
                          uint64_t n, bool forget, struct audit_counts *);
/* The same as a comparison of a differential test: a disagreement is added to `why`. */
void audited_compare(struct program *, const char *explorer, uint64_t polls,
                     struct str *why);

#endif
