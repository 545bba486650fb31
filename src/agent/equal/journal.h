/* SPDX-License-Identifier: Apache-2.0
 *
 * journal.h - numbers that all copies of the process agree on.
 *
 * The bytes of messages, the keys of communicators, and places of calls get numbers in
 * the order in which they are seen, and these are in the memory of ranks. Explorers whose
 * copies exchange states (explore/states/crew.c) need the same number for the same thing
 * in all copies. So as long as there are copies, whoever gives a number writes that down
 * in memory that all share; and reads first what others have written, and gives these
 * numbers in the same order.
 *
 * On several machines, process 0 gives the numbers. Another machine has a copy of its
 * journal, to which the hop there adds what process 0 sends; who meets something that
 * is not in it asks, and waits. The journal begins with all that had a number when it was
 * begun, so that a process that has just started can follow it. */
#ifndef MZ_AGENT_EQUAL_JOURNAL_H
#define MZ_AGENT_EQUAL_JOURNAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum journal_kind { JOURNAL_PAYLOAD, JOURNAL_CONTEXT, JOURNAL_SITE, JOURNAL_KINDS };

/* An entry; `size` bytes follow. */
struct journal_entry {
    uint32_t kind;
    uint32_t files; /* payload: see struct payload. Context: number of its key. Site: how
                       far it is from the target */
    uint64_t time;  /* payload: the same. Site: its address */
    uint64_t size;
};

/* program_sharing: share, and those for several machines. */
struct program;
struct str;
bool journal_share(struct program *, bool copies);
bool journal_follow(struct program *, void (*ask)(void *context, const char *, size_t),
                    void *context);
void journal_numbers(struct program *, uint64_t *from, struct str *);
bool journal_take_numbers(struct program *, const char *bytes, size_t);
bool journal_give_number(struct program *, const char *bytes, size_t);

/* Do states of this copy mean nothing to others? Something has been numbered that is not
 * written down, or in another order than in process 0. */
bool journal_is_late(void);

/* Acts on what others have written. A rank that is resumed does not need it: whatever it
 * can be told of was read before (program.c). */
void journal_read(void);

/* Gives the next number to this, which has none in this process, unless another one has
 * given it one; who gives it writes that down. */
void journal_number(struct journal_entry, const void *bytes);

/* ---- payload.c, port.c, rank.c: those who have the numbers ---- */

/* The number of what the entry describes, or -1; gives it the next one. */
int64_t payload_find(const struct journal_entry *, const void *bytes);
void payload_follow(const struct journal_entry *, const void *bytes);
int64_t port_find(const struct journal_entry *, const void *text);
void port_follow(const struct journal_entry *, const void *text);
int64_t site_find(const struct journal_entry *, const void *unused);
void site_follow(const struct journal_entry *, const void *unused);
/* The entry of what has this number; returns its bytes, or NULL if nothing has it. */
const void *payload_entry(size_t number, struct journal_entry *);
const void *port_entry(size_t number, struct journal_entry *);
const void *site_entry(size_t number, struct journal_entry *);

#endif
