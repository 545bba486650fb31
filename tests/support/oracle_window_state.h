/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_window_state.h - the state of the judge of windows, and what its parts share:
 *
 *   oracle_window.c         every step of every state
 *   oracle_window_memory.c  locks, accesses, races, what completes what
 *   oracle_window_steps.c   statements of ranks
 *
 * A state is one flat struct, so that copying and hashing it needs no thought. Sections
 * are those of MPI-4.0. */
#ifndef MZ_TESTS_ORACLE_WINDOW_STATE_H
#define MZ_TESTS_ORACLE_WINDOW_STATE_H
#include "oracle_window.h"

enum { ACCESSES = 12, LOCKS = 8, REQUESTS = 8, NO_LOCK = 255 };

struct access {
    uint8_t kind, op, window, target, cell, name;
    uint8_t lock;  /* which of the rank's locks it is under, or NO_LOCK */
    uint8_t post;  /* in a start epoch: the number of the post that lets it in; or 0 */
    uint8_t fence; /* in an epoch of fences: how many the rank had called */
    uint8_t called, effected;
    uint8_t known; /* completed at the origin */
    uint8_t done;  /* completed at the target */
    uint8_t hole;  /* holes have names, so that equal states have equal bytes */
    uint16_t line;
    int32_t value, compare, result;
    uint32_t hole_too;
    uint64_t earlier; /* the accesses that it depends on and that took effect before it */
};

struct lock {
    uint8_t window, target, exclusive;
    uint8_t asked, joined, released, hole[2];
    uint32_t earlier; /* the requests that exclude it and came to the target before it */
};

struct request {
    uint8_t is_send, mode, peer, name; /* peer: WIN_NOBODY is any */
    uint8_t match;                     /* 1 + its partner's number, or 0 */
    uint8_t hole[3];
    int32_t tag, value; /* tag of a receive: -1 is any */
};

struct rank_state {
    uint16_t pc;
    uint8_t phase;
    uint8_t failed;
    uint8_t nrequests, naccesses, nlocks;
    uint8_t barriers;
    uint8_t request_of[WIN_NAMES]; /* 1 + the pending request of a name, or 0 */
    int32_t value[WIN_NAMES];
    struct request request[REQUESTS];
    struct access access[ACCESSES];
    struct lock lock[LOCKS];
};

struct window_state {
    int32_t cell[WIN_RANKS][WIN_CELLS];
    uint8_t fences[WIN_RANKS];
    uint8_t posted[WIN_RANKS][WIN_RANKS];    /* by target and origin: how often */
    uint8_t started[WIN_RANKS][WIN_RANKS];   /* by origin and target */
    uint8_t completed[WIN_RANKS][WIN_RANKS]; /* likewise */
    uint8_t exposed[WIN_RANKS];              /* the origins of its post, as a set */
    uint8_t accesses[WIN_RANKS];             /* the targets of its start */
};

struct state {
    struct rank_state rank[WIN_RANKS];
    struct window_state window[WIN_WINDOWS];
};

struct judge {
    const struct win_text *text;
    struct win_options options;
    struct win_verdict *out;
    struct set128 visited, outcomes;
};

/* The result of trying a statement: it cannot happen now, or has, and the rank goes on;
 * or it stays at the statement, which is not over; or it must not be there. */
enum progress { WAITS, GOES_ON, STAYS, BREAKS };

/* What an origin's call completes. `local`: at the origin only. */
struct completes {
    uint8_t window, target; /* WIN_NOBODY: all targets */
    uint8_t lock;           /* only what is under this one */
    bool local, started, fenced;
};

enum readiness { NOT_READY, READY, EFFECTED_ONE };

static inline uint32_t lock_bit(uint32_t rank, uint32_t lock)
{
    return 1u << (rank * LOCKS + lock);
}

/* ---- oracle_window_memory.c ---- */

bool is_held(const struct state *, const struct lock *);
/* The request comes to its target. */
void join(struct state *, uint32_t rank, uint32_t lock);
/* The lock that the rank has asked for on this part and not given back, or NO_LOCK. */
uint8_t lock_on(const struct state *, uint32_t rank, uint32_t window, uint32_t target);

bool is_atomic(const struct access *);
/* The target has let it in. */
bool is_let_in(const struct state *, uint32_t rank, const struct access *);
/* Those that it must not overtake have taken effect. */
bool is_its_turn(const struct state *, uint32_t rank, uint32_t access);
void take_effect(const struct judge *, struct state *, uint32_t rank, uint32_t access);

/* Notes the races in this state, and those of an instant access of the owner. */
void note_races(struct judge *, const struct state *);
void note_local(struct judge *, const struct state *, const struct access *instant);

void set_name(struct state *, uint32_t rank, uint8_t name, int64_t value);
/* Is everything that the call needs there? With the shortcut, the call itself lets its
 * puts and gets take effect, one in each step. */
enum readiness make_ready(struct judge *, struct state *, uint32_t rank,
                          const struct completes *);
void complete_them(struct state *, uint32_t rank, const struct completes *);

/* Have all origins completed, and their accesses taken effect? */
bool can_wait(const struct state *, uint32_t window, uint32_t target);
void end_exposure(struct state *, uint32_t window, uint32_t target);
bool have_posted(const struct state *, uint32_t window, uint32_t origin);

/* ---- oracle_window_steps.c ---- */

/* The number of the message of that sender that the receive may get, or REQUESTS. */
uint32_t message_for(const struct state *, uint32_t to, uint32_t receive, uint32_t from);
/* How many ways a statement has to happen. */
uint32_t choices(const struct win_statement *);
enum progress perform(struct judge *, struct state *, uint32_t rank,
                      const struct win_statement *, uint32_t choice);
/* The rank goes on to a statement that others can notice, or to its end. */
void run_to_statement(const struct judge *, struct state *, uint32_t rank);

#endif
