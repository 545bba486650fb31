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
#ifndef MZ_AGENT_ACTOR_SYSTEM_H
#define MZ_AGENT_ACTOR_SYSTEM_H
#include "agent/actor/arena.h"
#include "base/export.h"
#include "real/link.h"
#include "kernel/program.h"
#include "mazurka_actor.h"

enum body_kind {
    BODY_USER,
    BODY_CRASH, /* makes an actor that may fail crash */
    BODY_WATCH, /* sent by a monitor */
};

struct body {
    enum body_kind kind;
    mz_ref from;
    int type;
    uint32_t ticket; /* ticket of a request; 0: none */
    uint32_t answer; /* the ticket of the request that it answers; 0: none */
    size_t size;
    _Alignas(16) char data[];
};

/* Lists whose tails are shared by images; they live in the arena. */
struct monitors {
    mz_ref watcher;
    const struct monitors *next;
};

struct choices {
    int value;
    const struct choices *previous;
};

/* What the actor printed in one step, linked to what it printed before. */
struct printed {
    const struct printed *previous;
    size_t kept, dropped; /* bytes that were kept, and bytes that were dropped */
    char text[];
};

struct record {
    char name[64];
    bool stopped, crashed, faulty, may_fail;
    mz_behaviour *behaviour, *then; /* its behaviour; and the one that handles the awaited
                                       answer */
    uint32_t awaited;               /* the ticket of the request whose answer it waits
                                       for; 0: none */
    uint32_t tickets, children;     /* number of tickets used, and of actors created */
    mz_constraint *constraint;
    mz_predicate *always;
    const char *always_text;
    const struct monitors *monitors;
    const struct printed *printed;
    const void *wreck;             /* of a failed actor: what the host knows about the
                                      failure */
    uint32_t trail;                /* digest of what it took, sent and created */
    uint32_t where;                /* while choosing: the place in the program */
    const struct body *handling;   /* while choosing: the message, which will be handled
                                      again */
    const struct choices *choices; /* the values chosen so far */
    int options;                   /* number of values of the present choice; 0: none */
    size_t size;
    _Alignas(16) char state[];
};

/* The permanent place of an actor, in whatever state it is. */
struct actor_slot {
    struct record *record;  /* NULL: the actor does not exist at present */
    VEC(uint32_t) children; /* numbers of the actors that it creates */
    uint32_t parent, nth;
};

/* How user code returned. */
enum left { LEFT_DONE, LEFT_CHOICE, LEFT_FAULT };

struct system {
    struct program program; /* the first member, so that a struct program * can be cast to
                               the system */
    VEC(struct actor_slot) slots; /* program.nactors of them, once it runs */
    uint32_t numbered;            /* number of slots that are assigned to an actor */
    VEC(uint32_t) first;          /* numbers of the actors that setup creates */
    uint32_t nfirst;              /* number of actors that setup has created */
    struct message_arena arena;
    VEC(struct sent) sent, initial;
    VEC(mz_ref) fallible; /* set by setup: actors that may fail */
    uint32_t failures;    /* the largest number of failures */
    mz_ref chaos;         /* the actor that lets others fail; MZ_NOBODY: none */
    const char *goal_text;
    int (*goal)(void);
    bool dead_letters; /* messages to stopped actors are allowed */
    const char *const *types;
    int ntypes;

    /* The following fields are used while a behaviour runs. */
    uint32_t current; /* the actor; OUTSIDE: setup, or none */
    bool in_behaviour, in_setup;
    const struct body *taken; /* the message that it handles */
    uint32_t children_before;
    int chosen, nchosen; /* number of choices made in this run; number of choices whose
                            value is known */
    const int *choice;
    struct record *scratch;
    size_t scratch_size;

    /* The following fields are used while a constraint or the goal is evaluated. */
    const struct record *asked;
    bool answer;

    /* The following fields belong to the host. */
    void (*work)(struct system *);
    enum left left;
    const void *wreck;
    bool crowded; /* there are more actors than slots */
};

/* The system that the functions of the API act on. */
extern struct system *mz_system;

extern const struct program_ops actor_ops;

struct system *system_new(void);
void system_free(struct system *);

/* Called between setup and the first exploration and, if there were too few slots,
 * between two explorations. */
void system_ready(struct system *, uint32_t slots);

static inline struct record *system_record(const struct system *s, uint32_t actor)
{
    return s->slots.at[actor].record;
}

/* The number of the creator's nth actor, counted from 0. */
uint32_t system_number(struct system *, uint32_t creator, uint32_t nth);

/* Makes a record for that actor. */
struct record *system_create(struct system *, uint32_t creator, uint32_t nth, size_t size,
                             uint32_t *number);
void system_destroy(struct system *, uint32_t actor);

/* A new message of the current actor, to be filled in and sent. */
struct body *system_body(struct system *, enum body_kind, size_t size);
void system_send(struct system *, uint32_t to, const struct body *);

/* ---- handle.c ---- */

/* Lets the actor handle the message, up to its end or to the next choice. */
void handle(struct system *, uint32_t actor, const struct body *);
_Noreturn void handle_choice(struct system *, int options, const void *site);
/* Results of the user's functions, called in a process as setup left it. */
bool handle_constraint(struct system *, const struct record *, const struct body *);
bool handle_goal(struct system *);

/* ---- chaos.c ---- */
void chaos_prepare(struct system *);

/* ---- the host, which runs user code: host.c in the executor, or a test ---- */

/* Calls work(s) and tells how it returned. After LEFT_FAULT, s->wreck describes the
 * failure. */
enum left host_run(struct system *, void (*work)(struct system *));
/* Called by user code in host_run(): returns from there at once. */
_Noreturn void host_leave(struct system *, enum left);
_Noreturn void host_fail(enum finding_kind, const char *text);
/* The same where an assertion of the program has failed, whose values are told. */
void host_values(const char *assertion, const void *site);
/* Called by user code or setup: reports a call that makes no sense. */
_Noreturn void host_misuse(const char *text);
/* Called by user code: there is no slot for one more actor. */
_Noreturn void host_crowded(struct system *);
/* Called from anywhere: the program cannot be checked, because this user function
 * fails. */
_Noreturn void host_refuse(const struct system *, const char *function,
                           const char *whose);
/* Called by user code: a copy of these bytes that user code may read and change. */
void *host_lend(const void *bytes, size_t size);
/* host_step() is called before a step is made, host_born() when an actor gets its
 * number. */
void host_step(uint32_t actor, int32_t outcome);
void host_born(const struct actor_slot *, uint32_t number);
/* A number for a place in the program, for struct op. */
uint32_t host_site(const void *pc);

#endif
