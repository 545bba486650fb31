/* SPDX-License-Identifier: Apache-2.0
 *
 * finding.h - a bad halt of a model as a finding: processes are its actors. */
#ifndef MZ_MODEL_FINDING_H
#define MZ_MODEL_FINDING_H
#include "model/file.h"
#include "model/search.h"
#include "report/finding.h"

/* NULL if the path does not end in a violation. */
struct finding *model_finding(const struct model_file *, const char *path,
                              const struct search_result *);

#endif
