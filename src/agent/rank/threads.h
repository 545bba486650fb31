/* SPDX-License-Identifier: Apache-2.0
 *
 * threads.h - what thread.c and turns.c share. */
#ifndef MZ_AGENT_RANK_THREADS_H
#define MZ_AGENT_RANK_THREADS_H
#include "agent/system/signals.h"
#include "agent/rank/thread.h"

#include <ucontext.h>

#define FEW_THREADS 8

enum thread_state {
    THREAD_READY,
    THREAD_YIELDS, /* it can go on, but wants others to run before, or polls */
    THREAD_SLEEPS, /* until some time, or until it is woken */
    THREAD_WAITS,  /* until it is woken */
    THREAD_ASKS,   /* for an operation that has to wait for other ranks */
};

struct thread {
    uint32_t number; /* 0: it called main() */
    int tid;
    enum thread_state state; /* if it runs, READY or ASKS */
    uint32_t bits;           /* which of those who wake it are meant */
    uint64_t futex;          /* the word at which it waits; 0: none */
    uint64_t until;          /* virtual time until which it sleeps; 0: it does not */
    bool turned;   /* it has had a turn since the rank was first seen in its state */
    bool inside;   /* it executes the MPI library */
    bool spins;    /* YIELDS: it waits in a loop that changes nothing */
    bool poll;     /* ASKS: it must not wait in the kernel */
    bool due;      /* ASKS: another thread has polled since it has */
    bool answered; /* ASKS: another thread has asked for it; the outcome is here */
    struct op op;  /* ASKS: the operation */
    struct outcome outcome;
    uint64_t low, top; /* its stack; not known of the first one */
    uint64_t clear;    /* a word that becomes 0 when it ends; 0: none */
    uint64_t robust;   /* its list of robust mutexes; 0: none */
    uint64_t fs, gs;
    greg_t registers[NGREG];
    char *fp; /* floating-point and vector registers, as the kernel saves them; NULL: it
                 has always run */
    size_t fp_bytes;
    struct signals_thread signals;
    char own[64]; /* bytes of the MPI library: see thread_own() */
};

struct threads {
    struct thread **at; /* those that have not ended; who stopped first is first */
    uint32_t n, room;
    uint32_t made; /* how many there have been */
    struct thread *running;
};

/* The table of the calling rank; made if there is none. */
struct threads *threads_of(struct call *);
struct thread *thread_first(const struct threads *); /* NULL: it has ended */
/* Clears what functions have left below the stack pointer of the running thread, which
 * calls this. */
void thread_wipe(const struct rank *);
/* Writes the registers of a thread that is not running to the context of a signal. */
void thread_registers(const struct thread *, void *ucontext);

/* turns.c */
/* The thread that is to go on. NULL: none can, or the rank was ended (call.over). */
struct thread *thread_next(struct call *, struct threads *);
/* No thread can ever go on: ends the rank with a finding. */
void thread_stuck(struct call *, struct threads *);

#endif
