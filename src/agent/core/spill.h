/* SPDX-License-Identifier: Apache-2.0
 *
 * spill.h - arrays that record an execution, of which only the newest part is in memory.
 *
 * One execution of ten million steps is gigabytes of events, clocks and requests. Almost
 * nobody looks at an old one again: the report of a finding does, and a wait for a
 * request that was made long ago. So these arrays lie in a range of their own, and what
 * was touched longest ago is moved to a file without a name, from where it comes back
 * when it is touched. Whoever uses an array does not notice. */
#ifndef MZ_AGENT_CORE_SPILL_H
#define MZ_AGENT_CORE_SPILL_H
#include <stdbool.h>
#include <stddef.h>

/* As agent_realloc(), for an array that may be spilled once it is large. */
void *spill_resize(void *, size_t bytes);
/* Is it in the range? Then agent_realloc() and agent_free() leave it to us. */
bool spill_owns(const void *);
void spill_free(void *);

/* Was the fault an access to a part that is not in memory? It is now. */
bool spill_fault(const void *address);
/* This process is a copy: it leaves the file to the one that it is a copy of, which waits
 * for it. */
void spill_copied(void);

#endif
