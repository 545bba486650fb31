/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.h - a finding as bytes, with the schedule that leads to it.
 *
 * This is how a finding comes out of the process in which it was found: with addresses as
 * its places, and with the stacks of the actors. Who unpacks it looks them up. The bytes
 * may have been written over by the program under test, so what is unpacked is checked,
 * and whatever contradicts itself is refused. */
#ifndef MZ_REPORT_PACK_H
#define MZ_REPORT_PACK_H
#include "report/mzt.h"

/* Fills in what the process alone knows of an actor. What it points to is copied before
 * the next call. */
typedef void evidence_fn(uint32_t actor, struct finding_evidence *);

/* Packs the finding of the trace, its steps and its tape; nothing else of the trace.
 * Returns the number of bytes; 0: there is no room for them, and all bytes that were
 * written are 0 again. Stacks and output for which there is no room are left out. */
size_t pack_trace(const struct mzt *, evidence_fn *, void *to, size_t room);
/* Returns false, with the trace empty, if the bytes contradict themselves. */
bool unpack_trace(struct mzt *, const void *from, size_t bytes);

#endif
