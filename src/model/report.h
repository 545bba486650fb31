/* SPDX-License-Identifier: Apache-2.0
 *
 * report.h - what a person, or another program, is told about a search. */
#ifndef MZ_MODEL_REPORT_H
#define MZ_MODEL_REPORT_H
#include "model/file.h"
#include "model/search.h"
#include "model/spin.h"
#include "report/finding.h"

struct model_report {
    const char *path;      /* path of the model */
    const char *algorithm; /* as the user would ask for it */
    const struct model_file *file;
    const struct model_options *options;
    const struct search_result *result;
    const struct spin_result *spin; /* or NULL */
    struct finding *finding;        /* what is wrong, or NULL */
    bool source_specific;           /* Corollary 3 was used */
    bool color;
    size_t width; /* width of the terminal */
    int verbose;  /* -1 quiet, 0, 1 */
};

void report_text(const struct model_report *r, struct str *out);
/* One JSON object. */
void report_json(const struct model_report *r, struct str *out);

#endif
