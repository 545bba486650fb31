/* SPDX-License-Identifier: Apache-2.0
 *
 * version.h - what is in a part of a window, as the one number that the kernel carries.
 *
 * Equal contents have equal numbers, and an old version stays what it was, so that the
 * kernel goes back by writing the old number. Version 0 is a part whose bytes are all
 * zero.
 *
 * An access is described by a payload (payload.h): a struct deed, its runs and its
 * operand. Its number is `operand` of the kernel's struct access. */
#ifndef MZ_AGENT_PORT_VERSION_H
#define MZ_AGENT_PORT_VERSION_H
#include "mpi/port.h"

/* The payload that describes this access. */
int64_t deed_keep(const struct port_rma *);
uint64_t deed_digest(int64_t deed);
enum port_rma_kind deed_kind(int64_t deed);
/* The call, and the one that began its epoch. */
struct port_from deed_from(int64_t deed);
struct port_from deed_epoch(int64_t deed);
/* Do both touch a byte in common? */
bool deeds_meet(int64_t a, int64_t b);
/* The first run of bytes that both touch. */
struct port_run deeds_common(int64_t a, int64_t b);

/* The version after an access to this one. *result: a payload with what it read; -1: the
 * memory was not attached, and nothing has changed. */
uint64_t version_after(uint64_t version, int64_t deed, int64_t *result);

/* The number of a list of versions, of which there is at least one; and what is in it. */
int64_t versions_keep(const uint64_t *, size_t n);
uint64_t versions_at(int64_t list, size_t i);

enum { VERSION_PIECE = 1024 };

/* Copies bytes of a version. */
void version_read(uint64_t version, uint64_t at, void *to, size_t bytes);
/* Calls the function for pieces of memory, of at most VERSION_PIECE bytes, within [lo,
 * hi) that contain all bytes in which the two differ. */
void version_compare(uint64_t a, uint64_t b, uint64_t lo, uint64_t hi,
                     void (*differs)(void *, uint64_t at, size_t bytes), void *);

#endif
