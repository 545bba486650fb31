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
#include "base/export.h"
#include "exec/link.h"
#include "kernel/program.h"
#include "mazurka_actor.h"

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

/* What it printed in one step, and before. */
struct printed {
    const struct printed *previous;
    size_t kept, dropped; /* bytes */
    char text[];
};

struct record {
    char name[64];
    bool stopped, crashed, faulty, may_fail;
    mz_behaviour *behaviour, *then; /* then: for the answer */
    uint32_t awaited;               /* the ticket that it waits for; 0: none */
    uint32_t tickets, children;     /* how many it has used, and created */
    mz_constraint *constraint;
    mz_predicate *always;
    const char *always_text;
    const struct monitors *monitors;
    const struct printed *printed;
    const void *wreck;             /* faulty: what the host knows about it */
    uint32_t trail;                /* a digest of what it took, sent and created */
    uint32_t where;                /* while choosing: where in the program */
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

/* How user code came back. */
enum left { LEFT_DONE, LEFT_CHOICE, LEFT_FAULT };

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
    const struct body *taken; /* what it handles */
    uint32_t children_before;
    int chosen, nchosen; /* choices made in this run; known ones */
    const int *choice;
    struct record *scratch;
    size_t scratch_size;

    /* a question to the program: an actor's constraint, or the goal */
    const struct record *asked;
    bool answer;

    /* the host's */
    void (*work)(struct system *);
    enum left left;
    const void *wreck;
    bool crowded; /* there are more actors than slots */
};

/* The one that the functions of the API talk to. */
extern struct system *mz_system;

extern const struct program_ops actor_ops;

struct system *system_new(void);
void system_free(struct system *);

/* Between setup and the first exploration; and, when there were too few slots, between
 * two explorations. */
void system_ready(struct system *, uint32_t slots);

static inline struct record *system_record(const struct system *s, uint32_t actor)
{
    return s->slots.at[actor].record;
}

/* The number of the creator's n-th actor, counted from 0. */
uint32_t system_number(struct system *, uint32_t creator, uint32_t nth);

/* A new record for that actor. */
struct record *system_create(struct system *, uint32_t creator, uint32_t nth, size_t size,
                             uint32_t *number);
void system_destroy(struct system *, uint32_t actor);

/* A message of the current actor's, to be filled and then sent. */
struct body *system_body(struct system *, enum body_kind, size_t size);
void system_send(struct system *, uint32_t to, const struct body *);

/* ---- handle.c ---- */

/* Lets the actor handle the message, up to its end or to the next choice. */
void handle(struct system *, uint32_t actor, const struct body *);
_Noreturn void handle_choice(struct system *, int options, const void *site);
/* What the user's functions say, in a process as setup left it. */
bool handle_constraint(struct system *, const struct record *, const struct body *);
bool handle_goal(struct system *);

/* ---- chaos.c ---- */
void chaos_prepare(struct system *);

/* ---- the host: whoever lets user code run. host.c, in the executor; or a test ---- */

/* Calls work(s) and says how it came back. After LEFT_FAULT, s->wreck is what is known.
 */
enum left host_run(struct system *, void (*work)(struct system *));
/* From inside of it: come back at once. */
_Noreturn void host_leave(struct system *, enum left);
_Noreturn void host_fail(enum finding_kind, const char *text);
/* From inside, or from setup: a call that makes no sense. */
_Noreturn void host_misuse(const char *text);
/* From inside: there is no slot for one more actor. */
_Noreturn void host_crowded(struct system *);
/* From anywhere: the program cannot be checked, because this user function fails. */
_Noreturn void host_refuse(const struct system *, const char *function,
                           const char *whose);
/* From inside: these bytes, where user code may see and change them. */
void *host_lend(const void *bytes, size_t size);
/* A step is about to be made; an actor has got a number. */
void host_step(uint32_t actor, int32_t outcome);
void host_born(const struct slot *, uint32_t number);
/* A number for a place in the program, for struct op. */
uint32_t host_site(const void *pc);

#endif
