/* SPDX-License-Identifier: Apache-2.0
 *
 * toml.h - reads the part of TOML that files for people need: comments, [tables],
 * [[arrays of tables]], keys of one word, and as values strings of one line, whole
 * numbers, true, false, and arrays of these, over several lines if need be.
 *
 * What else TOML has (dotted keys, inline tables, dates, numbers with a point, strings of
 * several lines) is refused by name, so a file that is read means what TOML says. */
#ifndef MZ_BASE_TOML_H
#define MZ_BASE_TOML_H
#include "base/str.h"

#include <jansson.h>

/* Keeps the number of the line of a value or a table, for messages: in the object that
 * has it, under the key with this before it. */
#define TOML_LINE "line of "

/* The file as a JSON object, which the caller releases; NULL, with the file's name, the
 * line and what is wrong there, if it is no such file. */
json_t *toml_read(const char *file, const char *text, size_t length, struct str *why);

#endif
