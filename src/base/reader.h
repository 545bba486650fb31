/* SPDX-License-Identifier: Apache-2.0
 *
 * reader.h - a file that is read piece by piece, lines and bytes, from its beginning to
 * its end: for those that may be too large to have them in memory as they are. */
#ifndef MZ_BASE_READER_H
#define MZ_BASE_READER_H
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

struct reader;

/* Never NULL: reader_close() tells whether the file could be read. */
struct reader *reader_open(const char *path);
/* The next line, without its end; the caller may change it, and the next call overwrites
 * it. NULL if no line with an end is left, or there is a NUL in it. */
char *reader_line(struct reader *);
/* Is this what comes next? Then it is read. */
bool reader_skips(struct reader *, const char *text);
/* Appends the next n bytes. False if so many are not left. */
bool reader_bytes(struct reader *, struct str *to, uint64_t n);
bool reader_at_end(struct reader *);
/* file_checksum() of all that was read so far, by the functions above. */
uint64_t reader_checksum(const struct reader *);
/* Frees it. False, with the reason in `why`, if the file could not be read. */
bool reader_close(struct reader *, struct str *why);

#endif
