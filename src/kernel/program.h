/* SPDX-License-Identifier: Apache-2.0
 *
 * program.h - the one interface between programs and everything else.
 *
 * An actor is a deterministic function of what it has observed: its next
 * operation depends only on the outcomes of its earlier ones. So a program is
 * five functions, and explorers cannot tell an interpreted litmus file from
 * real machine code:
 *
 *   next     what the actor is about to do
 *   resume   let it do so, with this outcome, up to its next operation
 *   save     remember the actor as it is now
 *   restore  put it back
 *   release  forget what was remembered
 *
 * What else is asked, of some programs or by some who explore them, stands in tables,
 * each of them NULL where it is not used.
 *
 * All that actors share (mailboxes, mutexes, messages under way) is the
 * kernel's and never part of an image. Identifiers of actors, mailboxes and
 * mutexes are small numbers counted from 0. */
#ifndef MZ_KERNEL_PROGRAM_H
#define MZ_KERNEL_PROGRAM_H
#include "base/set128.h"
#include "base/vec.h"
#include "kernel/op.h"
#include <stddef.h>

struct str; /* base/str.h */

struct outcome {
    int32_t index; /* the outcome; see struct act */
    bool received; /* a receive was reported, and value is what it got */
    int64_t value; /* finish and poll of an arrive: the result of gather(); of a
                      synchronous send: op.told of its receiver; of an atomic access, and
                      direct: what access() read; pull: the version of the part */
    int32_t peer;  /* matching semantics: the sender and the tag of the message */
    int32_t tag;
    int32_t message; /* matching semantics: the name of the message; see
                        message_outcome() */
};

static inline bool outcome_same(const struct outcome *a, const struct outcome *b)
{
    return a->index == b->index && a->received == b->received && a->value == b->value &&
           a->peer == b->peer && a->tag == b->tag && a->message == b->message;
}

/* A message for an actor's inbox. `body` is the program's own name for what is in
 * it; the kernel only gives it back. */
struct sent {
    uint32_t to;
    uint64_t body;
};

typedef uint64_t image_id;

struct location {
    const char *file; /* as people are told it */
    uint32_t line;    /* 0: not known */
    const char *path; /* the file's full name; NULL: it is `file` */
    uint64_t site;    /* instead of a line, which is looked up elsewhere: the address to
                         which    the call returns; 0: there is none */
};

/* Which requests the program's actors may withdraw (matching semantics). */
enum withdrawal {
    WITHDRAWAL_NONE,
    WITHDRAWAL_RECEIVES, /* OP_CANCEL */
    WITHDRAWAL_ALL,      /* OP_RETRACT too */
};

/* A loop of polls that was not followed for ever; named by the site of its poll, see
 * program_site(). */
struct poll_loop {
    bool known;
    uint32_t rank;
    uint64_t site;
    uint64_t polls; /* how often the poll could fail */
};

/* The present state of an actor (matching semantics), for explorers that recognise equal
 * states: its memory, where it is, and its pending operation.
 *
 * Two states with the same name have the same future, given the same outcomes. So `name`
 * must not depend on what differs from history to history and has no influence. In
 * particular, requests are numbered in the order in which the actor made them, and that
 * number depends on how many it has made before. So the name speaks of "the i-th request
 * that this state mentions", and `requests` says which request that is in the actor's
 * present history. A request is mentioned if the actor can still name it in a later
 * operation, or does in its pending one (op.args): one that it has not seen complete and
 * has not forgotten. Each occurs once. Their order is the program's business, but must be
 * the same for states of the same name (say, the order in which they lie in memory).
 * Messages that a matched probe took and that were not received yet (outcome.message, and
 * op.value of OP_RECEIVE) are listed in the same way.
 *
 * An explorer that stores states keeps one image for each name, and the lists that belong
 * to this image, its representative's. When another history comes to the same name, the
 * explorer goes on with the representative: an operation of the representative that names
 * its request number requests.at[i] concerns, in that other history, the i-th request
 * that it mentions itself. After OP_ISEND, OP_IRECV, OP_ARRIVE and OP_RECEIVE, the new
 * request has the number of requests that the representative has made before.
 * outcome.message is a name that the explorer makes up; its sender is right, and it
 * differs from the other messages that the state mentions. */
struct identity {
    struct digest name;
    VEC(uint32_t) requests;
    VEC(int32_t) messages;
};

struct program {
    const struct program_ops *ops;
    uint32_t nactors, nmailboxes, nmutexes;
    uint32_t nobjects; /* objects that actors share as threads do have numbers below this
                          (kernel/sync.h); 0: there are none */
    bool matching;     /* matching semantics instead of mailboxes */
    enum buffering buffering;   /* matching semantics: how sends behave */
    enum withdrawal withdrawal; /* matching semantics: which requests may be withdrawn */
    bool queues;                /* matching semantics: messages to one actor keep the
                                   order in which they were sent, whoever sent them; see
                                   matching.h */
    bool windows;               /* matching semantics: the actors use windows */
    const uint32_t *process;    /* matching semantics: the process that each actor is a
                                   thread of, named by its first thread; NULL: each actor
                                   is a process. See matching.h */
    bool separate; /* what an actor has in its memory and what others see of it are two
                      copies, as in MPI_WIN_SEPARATE: see kernel/window_own.c */
    bool fifo;     /* inboxes: of one sender's messages, the oldest accepted one is taken
                      first */
};

/* When are two states of an actor equal? */
struct program_merging {
    /* A digest of everything that the actor's future depends on. */
    uint64_t (*digest)(struct program *, uint32_t actor);

    /* The rest is for programs with matching semantics. */

    /* Fills in what the actor's present state is. False if that cannot be told of this
     * state, for example because memory refers to requests in a way that the program
     * does not know; NULL: it can never be told. Either way such a program cannot be
     * explored by states. op.value of a send must be the same for equal contents. */
    bool (*identify)(struct program *, uint32_t actor, struct identity *);
    /* Fills in what identify does but for the name, which takes longer. False if it
     * cannot be told; NULL: only identify can. */
    bool (*mentions)(struct program *, uint32_t actor, struct identity *);
    /* Is the actor's present state really the same as that of the image, which has the
     * same name? Compares what the names were made of. NULL: cannot be told. */
    bool (*same)(struct program *, uint32_t actor, image_id);
    /* Writes what differs between the states of the two images, for people: a line for
     * each variable or the like. The actor is in the state of the second one then. NULL:
     * cannot be told. */
    void (*tell_apart)(struct program *, uint32_t actor, image_id, image_id,
                       struct str *);
};

/* Copies of this process that exchange states. Without this table, names of states,
 * op.object, op.value and outcomes mean the same in all of them anyway. */
struct program_sharing {
    /* Copies are about to be made: from now on these mean the same in all of them, or
     * identify fails. False if they do not. Called with `copies` false when there are
     * none any more. */
    bool (*share)(struct program *, bool copies);
    /* The same for copies on several machines. What they agree on are numbers, which the
     * first machine gives, where share() was called; on another one, follow() is called
     * instead. There, whoever needs a number that was not given yet calls `ask`, with a
     * description, and waits. */
    bool (*follow)(struct program *,
                   void (*ask)(void *context, const char *what, size_t bytes),
                   void *context);
    /* On the first machine: appends the numbers that were given since *from, which is 0
     * at first; and gives a number to what another machine has asked for, false if that
     * is no description. */
    void (*numbers)(struct program *, uint64_t *from, struct str *);
    bool (*give_number)(struct program *, const char *what, size_t bytes);
    /* On another one: takes what numbers() has written there, all of it and in that
     * order; false if there is no memory for it. Must be done before a state is used that
     * came from the first machine. If they contradict those that were given here before,
     * identify fails. */
    bool (*take_numbers)(struct program *, const char *bytes, size_t);
};

/* Inboxes of actors. */
struct program_inboxes {
    /* What the last resume() of the actor sent, in order. For the actor OUTSIDE: the
     * messages that are there at the start. Valid until the next resume(). */
    const struct sent *(*sent)(struct program *, uint32_t actor, size_t *n);
    /* Would the actor accept this message, in the state of the image or (NULL) in its
     * present state? Depends on nothing but these two. */
    bool (*accepts)(struct program *, uint32_t actor, const image_id *, uint64_t body);
    uint64_t (*body_digest)(struct program *, uint64_t body);
    void (*describe_body)(struct program *, uint64_t body, struct str *);
    /* At the end of an execution: the obligation that the program has not met, as a
     * sentence; NULL if it met all. */
    const char *(*unmet)(struct program *);
    /* Is it an error that this actor has stopped before it took this message? */
    bool (*minds)(struct program *, uint32_t actor, uint64_t body);
};

/* Collectives, in matching semantics. */
struct program_collectives {
    /* The result of a collective: one value computed from what the first `needed`
     * participants contributed, in that order. Depends on nothing else. */
    int64_t (*gather)(struct program *, uint32_t actor, const struct op *arrive,
                      const int64_t *values);
    /* Names the content of what was contributed to a collective: equal names, equal
     * contents. NULL: op.value is such a name itself. */
    uint64_t (*content)(struct program *, int64_t value);
};

/* One-sided communication. */
struct program_windows {
    /* What is in a part of a window (kernel/op.h, struct rma_access) has a number, its
     * version: equal contents, equal number; 0 is what was there at the start. Returns
     * the version after the access of an atomic or direct operation to a part with this
     * version, and sets *result to what it reads there, as one number. Depends on
     * nothing else. */
    uint64_t (*access)(struct program *, const struct op *, uint64_t version,
                       int64_t *result);
    /* The number of a list of versions, which a pull has found. NULL: no actor pulls. */
    int64_t (*pulled)(struct program *, const uint64_t *versions, size_t n);
    /* Do two accesses whose locations overlap touch the same memory? NULL: they do. */
    bool (*meet)(struct program *, const struct rma_access *, const struct rma_access *);
    /* What op.touched stands for: *n loads and stores. NULL: op.touched is not used. */
    const struct rma_touch *(*touched)(struct program *, const struct op *, size_t *n);
};

struct sync_node;

/* Objects that actors share, as threads do: kernel/sync.h. */
struct program_objects {
    /* What a load, store, update or enrol does to a cell: sets *version, which names its
     * contents (0: those at the start), to what it is then, and *result to what the actor
     * is told as one number. Returns whether it writes; of an enrol, whether the contents
     * are those that it expects. Depends on nothing else. */
    bool (*cell)(struct program *, const struct op *, uint64_t *version, int64_t *result);
    /* Has the actor's process ended, in its present state? Then it is no deadlock that
     * the actor is blocked. NULL: never. */
    bool (*over)(struct program *, uint32_t actor);
    const char *(*object_name)(struct program *, uint32_t object);
    /* Of an actor that is taken no further, since it spins: would it see something else
     * now, when nobody can move? NULL: there are no such actors. */
    bool (*goes_on)(struct program *, uint32_t actor);
    /* A node of a team, and how many there are so far. */
    const struct sync_node *(*node)(struct program *, uint32_t object, uint32_t node);
    uint32_t (*nodes)(struct program *, uint32_t object);
};

/* A program that is executed, in this process. */
struct program_process {
    /* The memory that images take, in bytes. */
    uint64_t (*stored)(const struct program *);
    /* Has this process taken as much memory as the user allows, or would it with so many
     * bytes more? Images do not count, as the program drops them when it needs room. */
    bool (*full)(const struct program *, uint64_t more);
    /* An execution that was explored is not possible when its steps are made again. Does
     * not return. Without it, that can only be a mistake of ours. */
    void (*differs)(struct program *);
};

/* For reports; every program has it. */
/* What an operation is to the program, where its kind does not tell: the end of the
 * program, the end of an epoch that others access, or a message that stands for something
 * else. */
enum purpose {
    PURPOSE_PLAIN,
    PURPOSE_END,
    PURPOSE_EPOCH_END,
    PURPOSE_SEMAPHORE,
    PURPOSE_BARRIER,
    PURPOSE_CONDITION,
    PURPOSE_OWN /* a receive that stands for a call of the actor's own */
};

struct program_words {
    const char *(*actor_name)(struct program *, uint32_t actor);
    void (*describe)(struct program *, uint32_t actor, const struct op *, struct str *);
    struct location (*location)(struct program *, uint32_t actor, const struct op *);
    /* A name for op.where that is the same in every process that explores; NULL:
     * op.where is such a name itself. */
    uint64_t (*site)(struct program *, const struct op *);
    /* May the actor still perform such an operation on that object? Used to say who
     * waits for whom; the answer is yes if the program cannot tell. */
    bool (*may_still)(struct program *, uint32_t actor, enum op_kind, uint32_t object);
    /* Writes why an assertion failed: the values in it. Called before the actor is
     * resumed. */
    void (*explain)(struct program *, uint32_t actor, const struct op *, struct str *);
    /* Sets *name to that of the semaphore, barrier, condition or call. NULL: all
     * operations are plain. */
    enum purpose (*purpose)(struct program *, uint32_t actor, const struct op *,
                            const char **name);
    /* The communicator of a message or a receive; NULL: they have no names. */
    const char *(*context)(struct program *, const struct op *);
};

struct program_ops {
    /* The actor's next operation; false if the actor has ended. Must give the same
     * answer until the actor is resumed. */
    bool (*next)(struct program *, uint32_t actor, struct op *op);
    void (*resume)(struct program *, uint32_t actor, struct outcome);

    /* An image stays valid until released, and may be restored many times. */
    image_id (*save)(struct program *, uint32_t actor);
    void (*restore)(struct program *, uint32_t actor, image_id);
    void (*release)(struct program *, uint32_t actor, image_id);

    const struct program_words *words;
    const struct program_merging *merging;
    const struct program_sharing *sharing;
    const struct program_inboxes *inboxes;
    const struct program_collectives *collectives;
    const struct program_windows *windows;
    const struct program_objects *objects;
    const struct program_process *process;
};

static inline const char *program_name(struct program *p, uint32_t actor)
{
    return p->ops->words->actor_name(p, actor);
}

static inline uint64_t program_digest(struct program *p, uint32_t actor)
{
    return p->ops->merging->digest(p, actor);
}

static inline enum purpose program_purpose(struct program *p, uint32_t actor,
                                           const struct op *op, const char **name)
{
    return p->ops->words->purpose ? p->ops->words->purpose(p, actor, op, name)
                                  : PURPOSE_PLAIN;
}

/* Where the operation stands in the program, by a name that is the same in every process
 * that explores. */
static inline uint64_t program_site(struct program *p, const struct op *op)
{
    return p->ops->words->site ? p->ops->words->site(p, op) : op->where;
}

/* The memory that images take, in bytes; 0: it is negligible. */
static inline uint64_t program_stored(const struct program *p)
{
    return p->ops->process ? p->ops->process->stored(p) : 0;
}

#endif
