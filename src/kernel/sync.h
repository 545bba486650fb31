/* SPDX-License-Identifier: Apache-2.0
 *
 * sync.h - objects that threads share: what each operation does to them.
 *
 * A thread is an actor (a *line*). Each of its operations of the family SYNC concerns one
 * object, which takes one operation at a time, from anybody; so all that threads decide
 * among themselves is the order at each object, and the outcomes named below. What POSIX
 * does with two objects at once is two operations: pthread_cond_wait(c, m) is enrol(c),
 * release(m), await(c), acquire(m). Enrolling comes first, so no signal is lost between.
 *
 * An object is a small automaton: sync_outcomes() lists what an operation may come to in
 * a state, sync_apply() makes the next state. The operational semantics (sync.c), the
 * lines that stand for objects (sync_line.h) and reports all ask these two.
 *
 * What an operation says: op.object, the number of the object; op.peer, its type (enum
 * sync_type); op.tag, what it begins with: the value of a semaphore or latch, the number
 * of threads of a barrier. Each operation on an object says the same; the first one
 * brings it into being. What the types make of the kinds of op.def:
 *
 *   mutex      acquire, try, release; the outcome of the first two is enum sync_left
 *   recursive  the same; its owner may acquire it again
 *   checked    the same; acquiring what one owns gives SYNC_OWNED
 *   rwlock     the same, op.mode: enum sync_hold; enrol: a writer waits, which those see
 *              that give way to writers
 *   semaphore  acquire (wait), try, release (post), load (the value)
 *   condition  enrol, await, wake
 *   barrier    reach, then pass
 *   once       acquire (0: run it and then release; 1: it was done), release
 *   latch      release (count down), acquire (until it is 0), try
 *   cell       load, store, update, and as a futex enrol (FALSE: another value), await,
 *              wake
 *   deal       try: the number of the next of op.tag tickets (OUTCOME_FALSE: all are
 *              dealt)
 *   team       a barrier where its threads perform tasks: enrol (a task is there),
 *              reach, pass, await and try (0: go on; else 1 + the name of a task that the
 *              line is to perform now), release (a task is done); see struct sync_node
 *   thread     wake (create), await (the first operation of the line: born), release (the
 *              last one: it ends), acquire (join), try, retire (detach)
 *   all        retire (destroy; FALSE: it is in use), op.mode: enum sync_retire */
#ifndef MZ_KERNEL_SYNC_H
#define MZ_KERNEL_SYNC_H
#include "kernel/round.h"
#include "kernel/state.h"

enum sync_type {
    SYNC_MUTEX,
    SYNC_RECURSIVE,
    SYNC_CHECKED,
    SYNC_RWLOCK,
    SYNC_SEMAPHORE,
    SYNC_CONDITION,
    SYNC_BARRIER,
    SYNC_ONCE,
    SYNC_LATCH,
    SYNC_CELL,
    SYNC_DEAL,
    SYNC_TEAM,
    SYNC_THREAD,
    SYNC_TYPES
};

enum sync_hold {
    HOLD_ALONE,
    HOLD_SHARED, /* acquire, try of a rwlock */
    HOLD_POLITE, /* the same, but not before writers that wait */
    HOLD_IDLE /* acquire: the line waits for work, and it is no deadlock if none comes */
};

/* Tasks of a team, and what waits for them. op.value says which node of the object
 * an operation is about: enrol, release: the task; await, try: the node that waits. Of a
 * pass, it says whether the line must go on once it may: else it can still perform tasks
 * that those have made who have gone on. */
struct sync_node {
    int32_t name;    /* the same in every process: not negative, and no other node of the
                        object has it */
    uint16_t parent; /* the task that has made it: NO_NODE for the implicit ones */
    uint16_t within; /* the task or group of tasks that it belongs to, or NO_NODE */
    uint16_t waits;  /* enum sync_waits */
    uint64_t before[SYNC_NODES / 64]; /* tasks that must be done before it can begin; for
                                         WAITS_BEFORE, that it waits for */
};
#define NO_NODE 0xffff

/* An await goes on when there is nothing left to wait for; until then, its line may
 * perform any of these tasks that can begin. */
enum sync_waits {
    WAITS_CHILDREN, /* the tasks that this one has made */
    WAITS_WITHIN,   /* those of a group, and all that they have made */
    WAITS_BEFORE,   /* those of a set */
};

/* How the line that held a mutex has left what it protects: op.mode of release. */
enum sync_left {
    LEFT_WELL,
    LEFT_DEAD, /* it has ended with it */
    LEFT_LOST, /* and the one after it has not made it consistent: nobody can hold it */
};

/* Whether an await may end although nobody has woken it: a timeout, or a spurious
 * wakeup. The outcome is OUTCOME_FALSE then. */
enum sync_await {
    AWAIT_WAKE,
    AWAIT_OR_LEAVE,
    /* The thread is taken no further. It has gone round a loop that changes nothing and
     * has come back to where it was (op.value: cells, 0; else how many events of its come
     * before the loop); or it was in another state each time, but has gone round too
     * often. See sync_judge(). */
    AWAIT_SPINS,
    AWAIT_CUT,
};

/* Wake: one of those who wait (the outcome is its line, or OUTCOME_FALSE: nobody waits),
 * or all of them (OUTCOME_FALSE: nobody waits). */
enum sync_wake { WAKE_ONE, WAKE_ALL };

/* Retire: from now on, or is only asked whether it could be. */
enum sync_retire { RETIRE_NOW, RETIRE_ASKS };

/* Pass: is the thread told whether it is the serial one? Then the outcome is 1 for one of
 * those that pass, any of them, and 0 for the others. */
enum sync_pass { PASS_PLAIN, PASS_SERIAL };

/* Outcomes of misuse. The state is unchanged. */
enum sync_misuse {
    SYNC_OWNED = -2,     /* acquire: a checked mutex that the thread owns */
    SYNC_NOT_OWNED = -3, /* release: the thread does not hold it, the latch is 0 */
    SYNC_RETIRED = -4,   /* the object was destroyed, the thread detached */
    SYNC_JOINED = -5, /* join, detach: somebody has joined the thread already; wake: the
                         thread was created already */
};

/* How an operation that was done concerns others on the same object; which of them depend
 * on each other is the table in sync.c. */
enum sync_effect {
    EFFECT_NONE,   /* on the state of its own line only */
    EFFECT_CHANGE, /* it depends on all others but EFFECT_NONE */
    EFFECT_SEE,    /* it has seen the state that a change has made */
    EFFECT_SHARE,  /* commutes with its like: reading locks, counting down */
    EFFECT_POST,   /* semaphores: number `seq` of these */
    EFFECT_TAKE,   /* semaphores: takes what post number `seq` gave */
    EFFECT_ENROL,  /* of its actor */
    EFFECT_CHOOSE, /* wakes the line that is the outcome */
    EFFECT_ALL,    /* wakes all: number `seq` of these */
    EFFECT_NOBODY, /* would have, but nobody waits */
    EFFECT_WOKEN, /* goes on; `seq` is the wake of all that was the reason, 0: a choice */
    EFFECT_LEAVE, /* goes on without having been woken */
    EFFECT_REACH, /* barriers: in generation `seq` */
    EFFECT_PASS,  /* the same */
    EFFECT_SERIAL, /* the same, as the serial thread */
    EFFECT_OTHERS, /* the same, knowing that it is not the serial thread */
    EFFECT_PUT,    /* teams: task `seq` is there */
    EFFECT_GET,    /* task `seq` begins */
    EFFECT_DONE,   /* task `seq` is done */
    EFFECT_JOIN,   /* has waited for tasks */
    EFFECT_SKIP,   /* could have performed a task */
    EFFECT_DETACH, /* threads: nobody can join it from now on; commutes with its end */
    EFFECT_READ,   /* cells */
    EFFECT_WRITE,  /* cells */
    EFFECT_EXPECT, /* cells: reads, and enrols */
    EFFECTS
};

/* An effect, and its number where it has one. */
struct sync_act {
    enum sync_effect effect;
    uint32_t seq;
    uint16_t node;  /* done: the task */
    uint32_t those; /* get, join: the tasks that had to be done, as bits (node % 32);
                       done: the generation of the barrier */
};

/* Appends the outcomes that the operation can have in this state; none if it must wait.
 */
void sync_outcomes(struct program *, const struct sync_object *, uint32_t line,
                   const struct op *, outcomes_vec *);

/* Makes the operation; returns what the thread is told. */
struct outcome sync_apply(struct program *, struct sync_object *, uint32_t line,
                          const struct op *, int32_t outcome, struct sync_act *);

/* Does the await of this node of a team wait for that task? */
bool sync_waits_for(struct program *, uint32_t object, uint32_t node, uint32_t task);

/* Does the act depend on the other, on the same object? */
bool sync_depend(const struct act *, const struct act *);

/* The lines without which the operation, which must wait, will never be possible: the
 * holders of what it wants. Empty: anybody could make it possible. */
uint64_t sync_holders(const struct sync_object *, uint32_t line, const struct op *);

/* Programs with threads, when nobody can move: does anybody spin? As round_judge() in
 * kernel/round.h says it, where the idea is explained. */
enum round_end sync_judge(const struct state *, uint32_t *actor);

/* Is the object the same in both cuts, but for what has been counted? */
bool sync_same_in(const struct state *, uint32_t object, const uint32_t *a,
                  const uint32_t *b);

/* Does the line hold it, alone or with others? */
bool sync_is_held(const struct state *, uint32_t object, uint32_t line);

/* The object in the present state of an execution. */
const struct sync_object *sync_state(const struct state *, uint32_t object);

#endif
