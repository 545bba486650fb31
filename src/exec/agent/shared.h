/* SPDX-License-Identifier: Apache-2.0
 *
 * shared.h - pages of images, each content once.
 *
 * An explorer that stores states keeps an image of each, and most of their pages are the
 * same. */
#ifndef MZ_EXEC_SHARED_H
#define MZ_EXEC_SHARED_H
#include <stddef.h>
#include <stdint.h>

struct shared; /* pages that belong together */

/* A copy of n bytes; adds to agent.image_bytes what it takes. */
struct shared *shared_copy(const char *from, size_t n);
void shared_write(const struct shared *, char *to);
void shared_free(struct shared *); /* NULL: nothing */

#endif
