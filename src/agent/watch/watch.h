/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.h - does the program touch memory that an active MPI operation uses?
 *
 * The MPI library lists the bytes (mpi/port.h: port_watch()); the list is in the rank's
 * memory and goes back with it. While the rank runs code of the program, the pages that
 * contain such bytes are protected. An access that faults and is not to the bytes
 * themselves is let through by a single step, after which the page is protected again;
 * one that is to the bytes is a race.
 *
 * The protections are the agent's business, like those of areas.h: `space.watch` says
 * which are in force, whoever else needs the pages lifts them, and port_leave() puts them
 * back. */
#ifndef MZ_AGENT_WATCH_WATCH_H
#define MZ_AGENT_WATCH_WATCH_H
#include "agent/core/agent.h"

#include <ucontext.h>

struct call; /* syscall.h */

void watch_init(void);

/* A rank is about to run, inside of the library. */
void watch_resume(void);
/* The rank has stopped: what it shares with others at the same address must be
 * accessible. */
void watch_stop(struct rank *);
/* Lifts all protections, before the agent accesses the rank's memory as a whole, or
 * replaces it. */
void watch_lift(struct rank *);
/* All pages of the rank's slab were made readable and writable by somebody else. */
/* The rank makes its first thread: buffers are only compared from now on. */
void watch_share(struct rank *);
void watch_forget(struct rank *);
/* The rank's memory is another now. */
void watch_replaced(struct rank *);
/* The agent has faulted at this address: lifts the protection there. False if there is
 * none. */
bool watch_open(const void *address);

/* In a handler of the signal: a page that is protected for a watch was accessed. False if
 * that is not so. */
bool watch_fault(void *ucontext, const void *address);
/* In a handler of the signal: the step that let an access through is over. False if there
 * was none. */
bool watch_step(void *ucontext);

/* A system call of the rank begins: nothing of its memory is protected until it ends.
 * Then it is judged which memory it has accessed. */
void watch_call(struct call *);
void watch_called(struct call *, long result);

/* Called when the rank is interrupted for good at an access that was to be let
 * through. */
void watch_over(void *ucontext);

/* The rank is about to free or unmap this memory: ends it if an operation uses the
 * memory. `how`: "free", ... */
void watch_gone(const void *low, size_t bytes, const char *how);
/* As watch_gone(), in a system call. */
bool watch_unmaps(struct call *, uintptr_t low, uintptr_t high, const char *how);

/* ---- watch_string.c ---- */

/* Calls of libc's functions for strings are seen from now on, also those from modules
 * that were loaded since the last time. */
void watch_strings(void);

/* ---- watch_access.c ---- */

/* The memory that the instruction at which the rank has faulted accesses at `address`,
 * which lies in it. */
struct memory_part {
    uintptr_t low, high;
};
#define MOST_PARTS 64 /* every second byte of the longest vector, of two strings */
struct memory_access {
    uintptr_t low, high; /* all of it, or the part that is judged */
    struct memory_part part[MOST_PARTS];
    uint32_t n; /* the number of parts; 0: it accesses nothing */
    bool write;
    bool repeats; /* the instruction is repeated, and the access is that of all rounds; */
    bool moves;   /* it copies memory, and does not just fill it; */
    uint8_t each; /* so many bytes in each round; */
    uint8_t length; /* and has so many bytes itself */
};
struct memory_access access_of(const void *ucontext, uintptr_t address);

/* Is the next instruction an atomic one, with a lock or an exchange with memory? */
bool insn_is_atomic(const ucontext_t *);
/* Is it a call, a return, a push or a pop, and nothing else in memory? */
bool insn_is_on_stack(const ucontext_t *);

/* ---- carry_out.c ---- */

/* What the next instruction does to its operand in memory. */
struct insn_effect {
    enum {
        INSN_OTHER,     /* not known: it does more than one thing, or is an unusual one */
        INSN_LOADS,     /* or compares with a register or constant */
        INSN_STORES,    /* the value */
        INSN_EXCHANGES, /* atomically: there is the value then */
        INSN_COMPARES,  /* the same, if what is there is as expected */
        INSN_UPDATES,   /* atomically, in some other way */
    } what;
    uint64_t value, expected;
};
struct insn_effect insn_effect(const ucontext_t *);

/* Does it access memory at one place, on one page, and once? */
bool insn_accesses_once(const ucontext_t *, const struct memory_access *);

/* Does what the next instruction does, whose operand in memory is accessible now, and
 * goes on behind it. False if it is not one of the usual ones; then nothing is done. */
bool insn_carry_out(ucontext_t *);

#endif
