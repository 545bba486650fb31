/* SPDX-License-Identifier: Apache-2.0
 *
 * journal.h - numbers that all copies of the process agree on.
 *
 * The bytes of messages, the keys of communicators, and places of calls get numbers in
 * the order in which they are seen, and these are in the memory of ranks. Explorers whose
 * copies exchange states (explore/states/crew.c) need the same number for the same thing
 * in all copies. So as long as there are copies, whoever gives a number writes that down
 * in memory that all share; and reads first what others have written, and gives these
 * numbers in the same order. */
#ifndef MZ_EXEC_JOURNAL_H
#define MZ_EXEC_JOURNAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum journal_kind { JOURNAL_PAYLOAD, JOURNAL_CONTEXT, JOURNAL_SITE };

/* An entry; `size` bytes follow. */
struct journal_entry {
    uint32_t kind;
    uint32_t files; /* payload: see struct payload. Context: number of its key. Site: how
                       far it is from the target */
    uint64_t time;  /* payload: the same. Site: its address */
    uint64_t size;
};

/* program_ops.share. */
struct program;
bool journal_share(struct program *, bool copies);

/* Has something been numbered that is not written down? Then states of this copy mean
 * nothing to others. */
bool journal_is_late(void);

/* Acts on what others have written. A rank that is resumed does not need it: whatever it
 * can be told of was read before (program.c). */
void journal_read(void);

/* Between these two, nobody else gives numbers, and all that others have given is known
 * here. Do nothing if there are no copies. */
void journal_lock(void);
void journal_unlock(void);
/* Writes an entry down, which this process acts on itself. */
void journal_write(struct journal_entry, const void *bytes);

/* payload.c, port.c, rank.c: act on an entry of another process. */
void payload_follow(const struct journal_entry *, const void *bytes);
void port_follow(const struct journal_entry *, const char *text);
void site_follow(const struct journal_entry *);

#endif
