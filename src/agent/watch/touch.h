/* SPDX-License-Identifier: Apache-2.0
 *
 * touch.h - what a rank does by itself to the memory of windows: its loads and stores.
 *
 * The pages of a rank's copies are protected like those of buffers (watch.h). An access
 * that faults is noted here and let through. Nothing but the memory of the rank shows
 * what was loaded, so the kernel need not know a value; it must know when that was:
 * between two operations of the rank. So what was noted goes with the rank's next
 * operation (op.touched), and window_race.c compares it with the accesses of others. */
#ifndef MZ_AGENT_WATCH_TOUCH_H
#define MZ_AGENT_WATCH_TOUCH_H
#include "kernel/program.h"
#include "mpi/port.h"

struct rank;

/* A rank begins to run: nothing was noted. */
void touch_begin(void);
/* The rank has stopped, and wants to perform an operation: what op.touched says. */
uint32_t touch_take(const struct rank *);
/* For the kernel; see kernel/program.h. */
const struct rma_touch *touch_list(struct program *, const struct op *, size_t *n);

/* The running rank has called for an access that is carried out later: how many it had
 * called for before, since its last operation. */
uint32_t touch_calls(void);

/* Bytes of a part that the running rank has loaded or stored. */
struct touch {
    uint32_t window;
    int owner;
    enum rma_mark mark; /* it has not, but done this, by this call: */
    uint16_t call;
    uint64_t lo, hi;
    bool write;
    uint64_t site; /* in the program, as in port_place() */
};
void touch_note(const struct touch *);
/* Has the running rank stored all of these bytes since its last operation, and was this
 * noted? */
bool touch_stored(uint32_t window, int owner, uint64_t lo, uint64_t hi);

/* Has it loaded some since? */
bool touch_loaded(void);

#endif
