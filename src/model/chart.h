/* SPDX-License-Identifier: Apache-2.0
 *
 * chart.h - a counterexample for people: as a list of events, and as a message
 * chart with a lane per process and time downwards. */
#ifndef MZ_MODEL_CHART_H
#define MZ_MODEL_CHART_H
#include "model/search.h"

/* Appends the chart of r->path. At most `width` columns: lanes that do not
 * fit are left out, those that do nothing first, and the last line says so. */
void chart_draw(const struct model *m, const struct search_result *r, size_t width,
                struct str *out);

/* What process p is doing in s: "terminated", "waits to receive from c, d",
 * "waits to send c!1". */
void chart_doing(const struct model *m, const struct global *s, uint32_t p,
                 struct str *out);

#endif
