/* SPDX-License-Identifier: Apache-2.0
 *
 * depend.h - when do two acts commute?
 *
 * The only place that knows. Every explorer asks here; none re-derives it.
 * Answering "dependent" wrongly is slow; answering "independent" wrongly is
 * unsound. Proofs: docs/design/dependence.md, matching.md, windows.md. */
#ifndef MZ_KERNEL_DEPEND_H
#define MZ_KERNEL_DEPEND_H
#include "kernel/op.h"

/* True if swapping adjacent a and b can change what is reachable. Symmetric.
 * The two are acts of one execution, or possible next acts of one state, or of
 * two executions with a common prefix that contains the past of both. */
bool dep_between(const struct act *a, const struct act *b);

/* Which theorem of the table decides this pair of kinds, for documentation and
 * tests: 1 to 25; 0 if a pair of one family was forgotten. */
int dep_theorem(enum op_kind a, enum op_kind b);

#endif
