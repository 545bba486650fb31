/* SPDX-License-Identifier: Apache-2.0
 *
 * names.h - from text to a number. A zeroed struct is empty. */
#ifndef MZ_MODEL_NAMES_H
#define MZ_MODEL_NAMES_H
#include <stddef.h>
#include <stdint.h>

#define NAMES_NONE UINT32_MAX

struct names {
    struct names_entry *slot;
    size_t len, cap;
};

/* Adds it unless it is there; returns the value it has now. */
uint32_t names_add(struct names *n, const char *text, size_t bytes, uint32_t value);
uint32_t names_find(const struct names *n, const char *text, size_t bytes);
void names_free(struct names *n);

#endif
