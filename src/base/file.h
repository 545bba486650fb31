/* SPDX-License-Identifier: Apache-2.0
 *
 * file.h - whole files: written at once or not at all, read, and digested. */
#ifndef MZ_BASE_FILE_H
#define MZ_BASE_FILE_H
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/* Writes the file such that at any time the name leads either to the former content or
 * to all of the new one. A symbolic link is replaced, not followed; a device or pipe of
 * that name, also /dev/stdout and the like, is written to directly. False, with the
 * reason in a sentence that names the file, if it fails. */
bool file_write(const char *path, const void *bytes, size_t n, struct str *why);
/* The same for a file whose name the user has not chosen: a device or pipe that has the
 * name is replaced, too, because to open it could wait for ever. */
bool file_replace(const char *path, const void *bytes, size_t n, struct str *why);
/* As file_replace(), for what need not be in memory as a whole: it is added piece by
 * piece, and the name leads to it when file_end() is called. If something fails, only
 * file_end() says so. */
struct file_draft;
struct file_draft *file_begin(const char *path);
void file_add(struct file_draft *, const void *bytes, size_t n);
uint64_t file_added(const struct file_draft *); /* file_checksum() of it, so far */
bool file_end(struct file_draft *, struct str *why);
/* Takes a name, so that no other process that asks for it gets it while this one runs. If
 * there is no file of that name, an empty one is made; if there is one, may_replace()
 * says whether it may be taken. *claim is a descriptor that keeps the name taken until it
 * is closed; -1: none is needed, since nothing can be made there, as writing will say. */
enum file_claimed { FILE_NEW, FILE_OLD, FILE_TAKEN };
enum file_claimed file_claim(const char *path, bool (*may_replace)(const char *path),
                             int *claim);
/* As file_replace(), for a name that was taken: it stays so. */
bool file_replace_claimed(const char *path, const void *bytes, size_t n, int *claim,
                          struct str *why);
/* What a name in this directory needs before it, so that it is not taken for an option:
 * "./", or nothing. */
const char *file_prefix(const char *name);

/* Makes sure that no file which we open gets one of the first three descriptors, since
 * those have a meaning for everybody: closed ones are opened on /dev/null. */
void file_standard(void);
bool file_nowhere(int fd); /* was the descriptor closed before file_standard()? */

/* Reads the whole file. False, with the reason, if it cannot be read or is absurdly
 * large. */
bool file_read(const char *path, struct str *content, struct str *why);

/* The same for a name that somebody else has chosen, as debugging information names
 * sources: only a regular file, and only one of a size that a source may have, so that it
 * takes no long time. */
bool file_read_source(const char *path, struct str *content);

/* Appends 32 hexadecimal digits that name the content of the file; nothing if it cannot
 * be read. */
void file_digest(const char *path, struct str *digits);

/* The checksum that our files have at their end. */
uint64_t file_checksum(const void *bytes, size_t n);

#endif
