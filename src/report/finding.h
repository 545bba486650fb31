/* SPDX-License-Identifier: Apache-2.0
 *
 * finding.h - something that is wrong with a program, with its counterexample.
 *
 * Built once, from the state in which the problem shows; every output format
 * renders this struct and asks nobody else. */
#ifndef MZ_REPORT_FINDING_H
#define MZ_REPORT_FINDING_H
#include "base/str.h"
#include "kernel/state.h"
#include "report/kinds.h"

/* ACTOR_IDLE: it waits for messages, and there are none. */
enum actor_state { ACTOR_READY, ACTOR_BLOCKED, ACTOR_ENDED, ACTOR_FAILED, ACTOR_IDLE };
const char *actor_state_word(enum actor_state);

struct finding_actor {
    char *name, *call; /* call: what it is about to do; NULL if it has ended */
    enum actor_state state;
    struct location where;
    events_vec waits_for; /* actors */
};

struct finding_step {
    uint32_t actor;
    char *text; /* the operation, with its outcome where that is not obvious */
    struct location where;
};

struct finding {
    enum finding_kind kind;
    char *message, *detail; /* detail may be NULL */
    char *backtrace;        /* of real code: lines of text; or NULL */
    char *race;             /* which messages could have come in another order; or NULL */
    char *earlier;          /* errors that the program was told of before; or NULL */
    uint32_t actor;         /* whose problem it is first of all */
    struct location where;
    uint64_t outcomes; /* how many traces show it */
    VEC(struct finding_actor) actors;
    VEC(uint32_t) cycle;
    VEC(struct finding_step) steps;
    size_t steps_before; /* before those that do not matter were left out */
    char *schedule;      /* replays it */
};

/* Is this wrong with a final state, and if so, where (cheap; what has the same place is
 * the same finding), and all about it? */
bool finding_shows(const struct state *, enum finding_kind);
struct digest finding_place(const struct state *, enum finding_kind);
struct finding *finding_of(struct state *, enum finding_kind);
/* Who is where, for a finding of which the caller knows the rest. */
struct finding *finding_around(struct state *, enum finding_kind);
void finding_free(struct finding *);

#endif
