/* SPDX-License-Identifier: Apache-2.0
 *
 * mazurka_actor.h - programs in the actor style, checked in every order of messages.
 *
 *     #include <mazurka_actor.h>
 *
 *     struct sum { int total; };
 *
 *     static void sum(void *state, const struct mz_message *m)
 *     {
 *         struct sum *s = state;
 *         s->total += *(const int *)m->data;
 *         mz_assert(s->total < 10);
 *     }
 *
 *     static void setup(int argc, char **argv)
 *     {
 *         struct sum zero = {0};
 *         int three = 3, four = 4;
 *         mz_ref s = mz_spawn("sum", sum, &zero, sizeof zero);
 *         mz_tell(s, 0, &three, sizeof three);
 *         mz_tell(s, 0, &four, sizeof four);
 *     }
 *
 *     int main(int argc, char **argv) { return mz_actor_main(argc, argv, setup); }
 *
 * An actor has a state of its own and a behaviour: a function of the state and of
 * one message. Handling one message is one step; it may change the state, send
 * messages, create actors, change the behaviour, stop. Messages wait for their
 * receiver in no order (or, with --delivery fifo, in order for each pair of actors),
 * and every order in which they could be handled is explored.
 *
 * A state is plain bytes that the library copies, saves and restores: keep in it no
 * pointers to memory of your own, and keep nothing that changes anywhere else. Every
 * message is handled in a process as setup left it. Works in C and in C++.
 *
 *     gcc -g program.c -lmazurka -o program
 *     mazurka run ./program
 *
 * See docs/actor-api.md. */
#ifndef MAZURKA_ACTOR_H
#define MAZURKA_ACTOR_H
#ifdef MAZURKA_H
#error "mazurka.h and mazurka_actor.h are two ways to write a program: include one"
#endif
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Names an actor; it may be kept in states and sent in messages. 0 names nobody. */
typedef uint32_t mz_ref;
#define MZ_NOBODY ((mz_ref)0)

struct mz_message {
    mz_ref from;      /* the sender; MZ_NOBODY: sent by setup */
    int type;         /* chosen by the program, from 0 up; or MZ_DOWN */
    const void *data; /* aligned for any type; valid until the behaviour returns */
    size_t size;
    uint32_t ticket; /* used by mz_ask() and mz_reply() */
};

/* The type of the message that tells a monitor that `from` has crashed or stopped. */
enum { MZ_DOWN = -1 };

typedef void mz_behaviour(void *state, const struct mz_message *message);
typedef int mz_constraint(const void *state, const struct mz_message *message);
typedef int mz_predicate(const void *state);

/* ---- in setup, and in behaviours ---- */

/* Creates an actor with a copy of this initial state. */
mz_ref mz_spawn(const char *name, mz_behaviour *behaviour, const void *state,
                size_t size);

/* Sends a copy of these bytes. */
void mz_tell(mz_ref to, int type, const void *data, size_t size);

/* Makes the actor accept only messages for which the constraint returns nonzero in its
 * present state (NULL: all). For the caller itself, or an actor that was created in the
 * same step. */
void mz_constrain(mz_ref actor, mz_constraint *constraint);

/* The predicate must hold after every message that the actor has handled. For the
 * caller itself, or an actor that was created in the same step. */
#define mz_always(actor, predicate)                                                      \
    mz_always_at(actor, predicate, #predicate, __FILE__, __LINE__)
void mz_always_at(mz_ref actor, mz_predicate *predicate, const char *text,
                  const char *file, int line);

/* With --failures N, up to N of these actors crash, each at any point: a crashed actor
 * takes no more messages, and its monitors get MZ_DOWN. For the caller itself, or an
 * actor that was created in the same step. */
void mz_may_fail(mz_ref actor);

/* In setup: `watcher` gets MZ_DOWN when `target` crashes or stops. */
void mz_watch(mz_ref watcher, mz_ref target);

/* ---- in behaviours ---- */

mz_ref mz_me(void);
void mz_become(mz_behaviour *behaviour); /* the behaviour changes with the next message */
void mz_stop(void);                      /* the actor takes no more messages */

/* The caller gets MZ_DOWN when the target crashes or stops, or at once if it has
 * already. */
void mz_monitor(mz_ref target);

/* Sends a request. Until the answer has come, the caller takes no other message, and
 * the answer is handled by `then` instead of its behaviour. */
void mz_ask(mz_ref to, int type, const void *data, size_t size, mz_behaviour *then);
void mz_reply(const struct mz_message *request, int type, const void *data, size_t size);

/* Returns any of 0 .. n-1; every value is explored. What the behaviour did before is
 * undone and repeated for each value, so it is best to choose first. */
#define mz_choose(n) mz_actor_choose(n)
int mz_actor_choose(int n);

#define mz_assert(condition)                                                             \
    ((condition) ? (void)0 : mz_actor_fail(#condition, __FILE__, __LINE__))
void mz_actor_fail(const char *text, const char *file, int line);

/* ---- in setup only ---- */

/* The predicate must be true when no message can be handled any more. */
#define mz_goal(text, reached) mz_goal_at(text, reached)
void mz_goal_at(const char *text, int (*reached)(void));

/* For use in a goal: the present state of an actor; NULL if it has crashed or
 * stopped. */
const void *mz_peek(mz_ref actor);

/* Declares that messages which arrive after their receiver has stopped are no error. */
void mz_allow_dead_letters(void);

/* Names for reports: names[i] is what messages of type i are called. */
void mz_type_names(const char *const *names, int n);

/* ---- main ---- */

/* Under `mazurka run`: calls setup with these arguments, explores the program, and does
 * not return. Otherwise prints a message and returns 2. */
int mz_actor_main(int argc, char **argv, void (*setup)(int argc, char **argv));

#ifdef __cplusplus
}
#endif
#endif
