/* SPDX-License-Identifier: Apache-2.0
 *
 * finding.h - something that is wrong with a program, with its counterexample.
 *
 * Built once, from the state in which the problem shows; every output format
 * renders this struct and asks nobody else. It owns all that it points to, so it can be
 * written to a file and read again (codec.h, mzt.h). */
#ifndef MZ_REPORT_FINDING_H
#define MZ_REPORT_FINDING_H
#include "base/str.h"
#include "kernel/state.h"
#include "report/kinds.h"

/* ACTOR_IDLE: it waits for messages, and there are none. */
enum actor_state { ACTOR_READY, ACTOR_BLOCKED, ACTOR_ENDED, ACTOR_FAILED, ACTOR_IDLE };
const char *actor_state_word(enum actor_state);

/* A call on the stack of an actor. */
struct finding_frame {
    char *function;
    struct location where;
};

struct finding_actor {
    char *name, *call; /* call: what it is about to do, with its arguments; NULL if it has
                          ended. Without a name, it was never created */
    enum actor_state state;
    struct location where;
    events_vec waits_for;            /* actors */
    VEC(struct finding_frame) stack; /* of real code: innermost first */
    char *output;                    /* what it printed: lines of text; or NULL, */
    uint64_t output_dropped;         /* and how many bytes more */
};

struct finding_step {
    uint32_t actor;
    char *text; /* the operation, with its outcome where that is not obvious */
    struct location where;
};

typedef VEC(char *) texts_vec;

struct finding {
    enum finding_kind kind;
    char *message, *detail; /* detail may be NULL */
    uint32_t actor;         /* whose problem it is first of all */
    struct location where;
    texts_vec races;   /* messages that could have come in another order */
    texts_vec earlier; /* errors that the program was told of before */
    uint64_t outcomes; /* how many traces show it */
    VEC(struct finding_actor) actors;
    events_vec cycle;
    VEC(struct finding_step) steps;
    size_t steps_before; /* before those that do not matter were left out */
    char *trace;         /* what replays it, a file or a schedule; or NULL */
    char *replay;        /* the command that does so; or NULL */
    texts_vec files;     /* that locations name */
};

/* The same location, with the name of its file owned by the finding. */
struct location finding_locate(struct finding *, struct location);
/* How to replay it: this command, up to the trace. */
void finding_replay(struct finding *, const char *command);
/* What is not the same in both, as far as an execution repeats it: a sentence, or
 * nothing. */
void finding_compare(const struct finding *before, const struct finding *now,
                     struct str *);
/* The same thing, said of the same actor in the same words? */
bool finding_is(const struct finding *, const struct finding *other);

/* Is this wrong with a final state, and if so, where (cheap; what has the same place is
 * the same finding), and all about it? */
bool finding_shows(const struct state *, enum finding_kind);
struct digest finding_place(const struct state *, enum finding_kind);
struct finding *finding_of(struct state *, enum finding_kind);
/* Who is where, for a finding of which the caller knows the rest. */
struct finding *finding_around(struct state *, enum finding_kind);
void finding_free(struct finding *);

#endif
