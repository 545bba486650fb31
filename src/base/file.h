/* SPDX-License-Identifier: Apache-2.0
 *
 * file.h - whole files: written at once or not at all, read, and digested. */
#ifndef MZ_BASE_FILE_H
#define MZ_BASE_FILE_H
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/* Whatever happens, under that name is what was there before or all of the new content. A
 * symbolic link is replaced, and not followed; a device or pipe of that name, also
 * /dev/stdout and the like, is written to as it is. False, with the reason in a sentence
 * that names the file. */
bool file_write(const char *path, const void *bytes, size_t n, struct str *why);

/* The first three descriptors are what everybody takes them for, so no file that we open
 * may become one of them: those that are closed lead nowhere from now on. */
void file_standard(void);
bool file_nowhere(int fd); /* it was closed */

/* All of it. False, with the reason, if it cannot be read or is absurdly large. */
bool file_read(const char *path, struct str *content, struct str *why);

/* Adds 32 hexadecimal digits that name the content of the file; nothing if it cannot be
 * read. */
void file_digest(const char *path, struct str *digits);

/* For what a file of ours says of itself at its end. */
uint64_t file_checksum(const void *bytes, size_t n);

#endif
