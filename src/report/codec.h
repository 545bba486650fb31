/* SPDX-License-Identifier: Apache-2.0
 *
 * codec.h - a finding as JSON, and back.
 *
 * The same object is in reports (--json) and in traces (mzt.h); docs/finding.schema.json
 * says what is in it. What was read is as good as what was written: every number is in
 * range, so whoever renders a finding need not ask where it comes from. */
#ifndef MZ_REPORT_CODEC_H
#define MZ_REPORT_CODEC_H
#include "report/summary.h"

#include <jansson.h>

json_t *finding_write(const struct finding *);
/* Reads a finding; NULL, with a sentence, if the JSON is no finding. */
struct finding *finding_read(const json_t *, struct str *why);

/* A text that is only shown: bytes that are not UTF-8 are replaced, because JSON must
 * be UTF-8. */
json_t *codec_text(const char *);
json_t *codec_number(uint64_t);

/* The whole report; a command may add to it. */
json_t *summary_write(const struct summary *);

#endif
