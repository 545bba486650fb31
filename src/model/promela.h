/* SPDX-License-Identifier: Apache-2.0
 *
 * promela.h - a model and its property in the language of SPIN. */
#ifndef MZ_MODEL_PROMELA_H
#define MZ_MODEL_PROMELA_H
#include "model/property.h"

/* SPIN has at most 255 processes and 255 channels, and needs a bound. MZ_OK,
 * or MZ_UNSUPPORTED with a sentence. */
enum mz_err promela_export(const struct model *m, const struct property *q,
                           uint32_t bound, struct str *out, struct str *why);

#endif
