/* SPDX-License-Identifier: Apache-2.0
 *
 * liveness.h - which variables still matter at a location?
 *
 * A variable that will be written before it is read again makes states differ
 * that behave the same. Elaboration gives such variables a fixed value, so
 * that the author of a model need not reset them by hand. */
#ifndef MZ_MODEL_LIVENESS_H
#define MZ_MODEL_LIVENESS_H
#include "model/ast.h"

#define LIVENESS_MOST 64 /* variables of one process */

/* A bit per variable, for each location of the process. Variables that a
 * check of the file mentions always matter. The caller frees the result. */
uint64_t *liveness(const struct ast *ast, const struct process_decl *d);

#endif
