/* SPDX-License-Identifier: Apache-2.0
 *
 * program.h - the one interface between programs and everything else.
 *
 * An actor is a deterministic function of what it has observed: its next
 * operation depends only on the outcomes of its earlier ones. So a program is
 * four functions, and explorers cannot tell an interpreted litmus file from
 * real machine code:
 *
 *   next     what the actor is about to do
 *   resume   let it do so, with this outcome, up to its next operation
 *   save     remember the actor as it is now
 *   restore  put it back
 *
 * All that actors share (mailboxes, mutexes, messages under way) is the
 * kernel's and never part of an image. Identifiers of actors, mailboxes and
 * mutexes are small numbers counted from 0. */
#ifndef MZ_KERNEL_PROGRAM_H
#define MZ_KERNEL_PROGRAM_H
#include "kernel/op.h"
#include <stddef.h>

struct str; /* base/str.h */

struct outcome {
    int32_t index; /* see struct act */
    bool received; /* a receive was reported: value is what it got */
    int64_t value; /* finish and poll of an arrive: what gather() made; of a synchronous
                      send: op.told of who received it */
    int32_t peer;  /* matching semantics: who sent it, and with which tag */
    int32_t tag;
    int32_t message; /* and its name: message_outcome() */
};

/* A message for an actor's inbox. `body` is the program's own name for what is in
 * it; the kernel only gives it back. */
struct sent {
    uint32_t to;
    uint64_t body;
};

typedef uint64_t image_id;

struct location {
    const char *file;
    uint32_t line; /* 0: not known */
};

/* Matching semantics: requests that are cancelled. */
enum withdrawal {
    WITHDRAWAL_NONE,
    WITHDRAWAL_RECEIVES, /* OP_CANCEL */
    WITHDRAWAL_ALL,      /* OP_RETRACT too */
};

/* A loop of polls in which a rank is in another state each time: where it asks, as
 * program_ops.site() names it. */
struct poll_loop {
    bool known;
    uint32_t rank;
    uint64_t site;
};

struct program {
    const struct program_ops *ops;
    uint32_t nactors, nmailboxes, nmutexes;
    bool matching;              /* messages are matched, not put into mailboxes */
    enum buffering buffering;   /* of them */
    enum withdrawal withdrawal; /* what its actors may take back */
    bool queues;                /* matching: in the order in which they were sent, whoever
                                   sent them; see matching.h */
    bool fifo; /* inboxes: of one sender's messages, the oldest accepted one first */
};

struct program_ops {
    /* False if the actor has ended. Must give the same answer until resumed. */
    bool (*next)(struct program *, uint32_t actor, struct op *op);
    void (*resume)(struct program *, uint32_t actor, struct outcome);

    /* An image stays valid until released, and may be restored many times. */
    image_id (*save)(struct program *, uint32_t actor);
    void (*restore)(struct program *, uint32_t actor, image_id);
    void (*release)(struct program *, uint32_t actor, image_id);

    /* ---- for programs with inboxes; NULL otherwise ---- */

    /* What the last resume() of the actor sent, in order; OUTSIDE: what is there at
     * the start. Valid until the next resume(). */
    const struct sent *(*sent)(struct program *, uint32_t actor, size_t *n);
    /* Would the actor take this message: as it was in the image, or (NULL) as it is
     * now? A function of the two and of nothing else. */
    bool (*accepts)(struct program *, uint32_t actor, const image_id *, uint64_t body);
    uint64_t (*body_digest)(struct program *, uint64_t body);
    void (*describe_body)(struct program *, uint64_t body, struct str *);
    /* At the end of an execution: what the program was to do and has not done; NULL if
     * there is no such thing. */
    const char *(*unmet)(struct program *);
    /* Is it a mistake that this actor has stopped before it took this message? */
    bool (*minds)(struct program *, uint32_t actor, uint64_t body);

    /* ---- for programs with matching semantics; NULL otherwise ---- */

    /* One value out of those that the first `needed` of an arrive contributed, in that
     * order. A function of them and of nothing else. */
    int64_t (*gather)(struct program *, uint32_t actor, const struct op *arrive,
                      const int64_t *values);

    /* ---- for all ---- */

    /* A digest of all that the actor's future depends on. */
    uint64_t (*digest)(struct program *, uint32_t actor);

    /* For reports. */
    const char *(*actor_name)(struct program *, uint32_t actor);
    void (*describe)(struct program *, uint32_t actor, const struct op *, struct str *);
    struct location (*location)(struct program *, uint32_t actor, const struct op *);
    /* The same name for op.where in every process that explores; NULL: it is one. */
    uint64_t (*site)(struct program *, const struct op *);
    const char *(*mailbox_name)(struct program *, uint32_t mailbox);
    const char *(*mutex_name)(struct program *, uint32_t mutex);
    /* May the actor still perform such an operation on that object? For saying who
     * waits for whom; "yes" if the program cannot tell. */
    bool (*may_still)(struct program *, uint32_t actor, enum op_kind, uint32_t object);
    /* Why an assertion failed: the values in it. Called before it is resumed. */
    void (*explain)(struct program *, uint32_t actor, const struct op *, struct str *);
};

#endif
