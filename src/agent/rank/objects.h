/* SPDX-License-Identifier: Apache-2.0
 *
 * objects.h - which object of the program does an address belong to: a block of its heap,
 * a mapping, a static variable, or a variable on its stack? */
#ifndef MZ_AGENT_RANK_OBJECTS_H
#define MZ_AGENT_RANK_OBJECTS_H
#include "real/link.h"

enum object_kind {
    OBJECT_UNKNOWN,
    OBJECT_HEAP,
    OBJECT_FREED,  /* a block of the heap that was freed */
    OBJECT_MAPPED, /* a mapping (mmap) */
    OBJECT_STATIC,
    OBJECT_STACK,
    OBJECT_FRAME, /* a function's stack frame, in which no variable is known there */
    OBJECT_LEFT,  /* the stack frame of a function that has returned */
};

struct object {
    enum object_kind kind;
    const char *low, *high;               /* not valid if OBJECT_UNKNOWN or OBJECT_LEFT */
    const struct link_variable *variable; /* NULL: it is no variable. In the heap: the
                                             pointer that the call names, if it points
                                             there */
    bool shared; /* variables of other types have the same place, at other times */
};

/* The place from which the running rank looks: a call that returns to `site`. `frame` is
 * the frame address of the function that was called, so the caller's stack pointer is
 * two words above it. */
struct viewpoint {
    void *site;
    const void *frame;
};

void objects_init(void);
/* Does this range lie within one object of the running rank? True also if it cannot be
 * said, which the verdict says then. Stores the object of the first byte. */
bool objects_cover(struct viewpoint, const char *low, const char *high, struct object *);
/* The same for the place of a single result, for which less is asked: the verdict does
 * not say that nobody knows the size, and of what type the bytes are is not looked up. */
bool objects_hold(struct viewpoint, const char *low, const char *high, struct object *);
/* The same, if it is remembered: what it is, or NULL. Leaves nothing on the stack. */
const struct object *objects_held(struct viewpoint, const char *low, const char *high);
/* Stores the object of the running rank at this address. If it is on the stack, *site is
 * where the function with this frame goes on, otherwise NULL. */
void objects_name(const char *at, struct object *, void **site);

/* The members of a structure that the call uses: as in struct link_variable. Returns
 * their number. */
uint32_t objects_members(struct viewpoint, uint64_t structure,
                         const struct link_variable **);
/* Is this address in the frame of a Fortran procedure, where no variable is? Then the
 * compiler has made it for the call: an expression, or a copy of an array section. */
bool objects_in_temporary(struct viewpoint, const char *);
/* Is the call that returns to `site`, in the user's own file, in code that somebody else
 * has written (real/whose.h)? */
bool objects_is_theirs(const void *site);
/* The line of the list of known idioms that excuses a file race if this call, in a
 * library, is on the stack; 0: none (real/known.h). */
uint32_t objects_idiom(const void *site);
/* Is -1, given as a rank in the call that returns to `site`, MPI_PROC_NULL only by
 * chance? Otherwise, or if that is not known, false. */
bool objects_null_is_chance(const void *site);

/* In the replay of a failed assertion: has the supervisor read what is in the variables
 * that its text names. `site` is where its call would return to. */
void objects_tell_values(const char *text, const void *site);
/* Is this address in a variable on the stack? Then where the function with this frame
 * goes on, otherwise NULL. */
const void *objects_local(struct viewpoint, const char *);
/* Is the block of the variable over that objects_local() has found there, with that
 * answer? False if that is not known: code that was optimised may not tell where a
 * variable is. */
bool objects_local_is_over(struct viewpoint, const char *, const void *local);

/* Was what lies at this address declared as atomic? `site`: or else, does the access
 * before that use a function for atomic operations? enum atomics_answer. */
int objects_is_atomic(const void *address, const void *site);

#endif
