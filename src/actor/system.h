/* SPDX-License-Identifier: Apache-2.0
 *
 * system.h - a program of actors, as include/mazurka_actor.h describes it, behind
 * kernel/program.h.
 *
 * An actor is a record: its behaviour, what it is waiting for, and the bytes of its
 * state. Its image is a copy of that record, so saving and restoring cost a memcpy.
 * Messages are bodies in an arena; the kernel keeps the inboxes.
 *
 * An actor's number must not depend on the order of independent steps. The n-th
 * actor that a given actor creates has the same number in every execution: numbers
 * are given out when a pair (creator, n) is first seen, and kept for good. */
#ifndef MZ_ACTOR_SYSTEM_H
#define MZ_ACTOR_SYSTEM_H
#include "actor/arena.h"
#include "kernel/program.h"
#include "mazurka_actor.h"

#include <setjmp.h>
#include <signal.h>

enum body_kind {
    BODY_USER,
    BODY_CRASH, /* to an actor that may fail: now you do */
    BODY_WATCH, /* from a monitor */
};

struct body {
    enum body_kind kind;
    mz_ref from;
    int type;
    uint32_t ticket; /* of a request */
    uint32_t answer; /* to the request with this ticket; 0: to none */
    size_t size;
    _Alignas(16) char data[];
};

/* Lists of which every image shares the tail; they live in the arena. */
struct monitors {
    mz_ref watcher;
    const struct monitors *next;
};

struct choices {
    int value;
    const struct choices *previous;
};

struct fault {
    enum failure kind;
    const char *text, *file;
    int line;
};

struct record {
    char name[64];
    bool exists, stopped, crashed, faulty, may_fail;
    mz_behaviour *behaviour, *then; /* then: for the answer */
    uint32_t awaited;               /* the ticket that it waits for; 0: none */
    uint32_t tickets, children;     /* how many it has used, and created */
    mz_constraint *constraint;
    mz_predicate *always;
    struct fault always_at, fault;
    const struct monitors *monitors;
    const struct body *handling;   /* while choosing: to be handled again */
    const struct choices *choices; /* what has been chosen so far */
    int options; /* how many there are to choose from now; 0: no choice */
    size_t size;
    _Alignas(16) char state[];
};

/* Where an actor is kept, whatever it is. */
struct slot {
    struct record *record;  /* NULL: it does not exist */
    VEC(uint32_t) children; /* the numbers of those it creates */
    uint32_t parent, nth;
};

struct image {
    struct arena_mark mark;
    struct record *record;
};

struct system {
    struct program program; /* first: a struct program * leads here */
    VEC(struct slot) slots; /* as many as program.nactors, once it runs */
    uint32_t numbered;      /* slots that stand for an actor */
    VEC(uint32_t) first;    /* the numbers of those that setup creates */
    uint32_t nfirst;        /* how many it has created */
    struct arena arena;
    VEC(struct sent) sent, initial;
    VEC(mz_ref) fallible; /* in setup: may fail */
    uint32_t failures;    /* how many may fail at most */
    mz_ref chaos;         /* who decides that; MZ_NOBODY: nobody may */
    const char *goal_text;
    int (*goal)(void);
    bool dead_letters; /* allowed */
    const char *const *types;
    int ntypes;

    /* while a behaviour runs */
    uint32_t current; /* whose; OUTSIDE: setup, or none */
    bool in_behaviour, in_setup;
    uint32_t children_before;
    int chosen, nchosen; /* choices made in this run; known ones */
    const int *choice;
    sigjmp_buf leave;
    uint64_t runs; /* counts calls, to notice one that does not end */
    struct record *scratch;
    size_t scratch_size;

    volatile sig_atomic_t *stop; /* set: the search must stop. May be NULL */
    bool crowded;                /* because there are more actors than slots */
    struct fault misuse;         /* in setup; or no program at all */
};

enum { LEAVE_CHOICE = 1, LEAVE_FAULT };

/* The one that the functions of the API talk to. */
extern struct system *mz_system;

extern const struct program_ops actor_ops;

struct system *system_new(void);
void system_free(struct system *);

/* Between setup and the first exploration; and, when there were too few slots, between
 * two explorations. */
void system_ready(struct system *, uint32_t slots);

static inline void system_stop(struct system *s)
{
    if (s->stop)
        *s->stop = 1;
}

static inline struct record *system_record(const struct system *s, uint32_t actor)
{
    return s->slots.at[actor].record;
}

/* A new record for the n-th child of the creator; NULL: there is no slot for it. */
struct record *system_create(struct system *, uint32_t creator, uint32_t nth, size_t size,
                             uint32_t *number);
void system_destroy(struct system *, uint32_t actor);

/* Sends, on behalf of the current actor. */
struct body *system_send(struct system *, uint32_t to, enum body_kind, size_t size);

/* ---- handle.c ---- */

/* Lets the actor handle the message, up to its end or to the next choice. */
void handle(struct system *, uint32_t actor, const struct body *);
/* The actor stops where it is: something is wrong with it. */
_Noreturn void handle_fault(struct system *, struct fault);
_Noreturn void handle_choice(struct system *, int options);
void handle_guard(double seconds); /* crashes and endless loops become faults */

/* ---- chaos.c ---- */
void chaos_prepare(struct system *);

#endif
