/* SPDX-License-Identifier: Apache-2.0
 *
 * window.h - one-sided communication, the agent's side.
 *
 * The public memory of a part is a version (version.h), which the kernel keeps. A rank
 * has a copy of its own part, where the program says, and of all parts of shared memory.
 * What it stores there is published, as an access of its own, before the next operation
 * of the kernel; what others have written, and what happens before an operation that told
 * the rank something, is pulled after that. Writes that do not happen before it are not:
 * who looks there has a race. */
#ifndef MZ_AGENT_PORT_WINDOW_H
#define MZ_AGENT_PORT_WINDOW_H
#include "base/str.h"
#include "kernel/program.h"
#include "mpi/port.h"

/* Does the explorer support windows, so that they are taken care of? */
bool window_live(void);
/* An operation of the rank is about to be performed, or has been. */
void window_before(struct port_from);
void window_after(struct port_from, const struct op *, struct outcome);
/* It asks for something that may not have happened: before, and after it has failed. */
void window_poll(struct port_from);
void window_polled(struct port_from);

/* The rank is about to free this memory, or has left it: others must not access it any
 * more. NULL: where the rank is says its stack. */
void window_gone(const void *low, size_t bytes, const void *site);

/* For the kernel; see kernel/program.h. */
uint64_t window_access(struct program *, const struct op *, uint64_t version,
                       int64_t *result);
int64_t window_pulls(struct program *, const uint64_t *versions, size_t n);
bool window_meet(struct program *, const struct rma_access *, const struct rma_access *);
uint64_t window_digest(const struct op *);
/* Writes the race in words: both accesses, and what they have in common. */
struct rma_race; /* kernel/window.h */
struct state;
void window_describe_race(const struct state *, const struct rma_race *, struct str *);
/* Is one of the two a store that nobody has watched, but the comparison of copies? */
bool window_compared(const struct state *, const struct rma_race *);
struct rma_raced;
struct finding_access;
void window_tell_access(const struct state *, const struct rma_raced *,
                        struct finding_access *);
struct rma_clash;
void window_describe_clash(const struct state *, const struct rma_clash *, struct str *);
/* The call by which the program asked for this access. */
uint16_t window_call(const struct op *);
/* Is this access a store of the rank itself, and no call of the program? */
bool window_is_store(const struct op *);

/* ---- watched memory: see touch.h ---- */

#define TOUCH_LEFT_OUT "some loads of window memory, and stores of what was there already"

struct spot; /* watching.h */
struct rank;
/* Which memory of which window are the bytes of this watch? */
void window_spot(const struct port_watch *, struct spot *);
/* The running call accesses these bytes, some of which belong to the watch. */
void window_touched(const struct port_watch *, const struct port_bytes *, uint32_t n,
                    enum port_use, struct port_from);
/* Notes what active operations of the rank read of the memory of windows, and write
 * there. */
void window_in_use(const struct rank *);
/* Has the rank, which is about to perform an operation, performed none since this byte
 * belongs to the window? */
bool window_first(const struct rank *, uint32_t window, int owner, uint64_t at);
/* The call that has begun the epoch in which the rank accesses that part by itself. */
struct port_from window_epoch(const struct rank *, uint32_t window, int owner);

/* Given by port.c: performs an operation of the rank without any of this. */
struct outcome port_perform(struct op, struct port_from);
/* The same for loops that must come back to a state: clears the operation. */
struct outcome port_take_op(struct op *, struct port_from);
uint32_t port_post(struct op, struct port_from);
void port_need_windows(const char *what);
/* What the kernel calls this request of the rank; and that nobody asks for it again. */
uint32_t port_named(uint32_t request);

#endif
