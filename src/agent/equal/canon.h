/* SPDX-License-Identifier: Apache-2.0
 *
 * canon.h - what the state of a rank is: its canonical form, and names for it.
 *
 * Two histories whose canonical forms are equal have the same future, given the same
 * outcomes: the same operations, messages, findings and output. The form consists of the
 * pending operation, the stack in use with the registers that lie there, the heap, the
 * pages of the program and of libraries that the rank has changed, and what the agent
 * keeps for it. It leaves out what differs from history to history and has no influence:
 * how the kernel calls requests and messages, printed output, counters, and virtual time
 * as long as nobody looks at it. Freed memory has the same content in all histories, see
 * heap.c; and memory below the stack is not part of it.
 *
 * A name is a 128-bit hash of the form. Names and forms can be compared within a process:
 * they have addresses of what the agent keeps, each content once. */
#ifndef MZ_AGENT_EQUAL_CANON_H
#define MZ_AGENT_EQUAL_CANON_H
#include "agent/core/agent.h"

/* A copy of a canonical form. */
struct form {
    VEC(struct piece) pieces;
    VEC(char) bytes;
};

/* Gives the canonical form of the rank's present state, piece by piece. */
void canon_form(uint32_t actor, canon_fn *put, void *to);
void canon_heap(const struct rank *, canon_fn *put, void *to); /* the heap's part of it */
void canon_copy(uint32_t actor, struct form *);
void canon_free(struct form *);

/* Where two forms differ first, in words, with an address if there is one; NULL: they are
 * equal. */
const char *canon_differs(const struct form *, const struct form *, uintptr_t *where);

/* For struct program_merging. */
bool canon_identify(struct program *, uint32_t actor, struct identity *);
bool canon_mentions(struct program *, uint32_t actor, struct identity *);
bool canon_same(struct program *, uint32_t actor, image_id);

/* canon_check.c: called before and after a rank goes on with this outcome, if
 * link.check_names is set: ends the exploration if the rank was in a state of the same
 * name before, went on with the same outcome, and then did something else. */
struct canon_check {
    bool named; /* the state before has a name */
    struct digest before;
    uint64_t printed;
};
void canon_check_before(uint32_t actor, struct outcome, struct canon_check *);
void canon_check_after(uint32_t actor, const struct canon_check *);

/* canon_tell.c: what differs, in words; see program_merging.tell_apart. */
void canon_tell_apart(struct program *, uint32_t actor, image_id, image_id, struct str *);

#endif
