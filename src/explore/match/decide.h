/* SPDX-License-Identifier: Apache-2.0
 *
 * decide.h - which choice of an execution decides that it fails?
 *
 * What ranks observe (which message a receive gets, what a poll says) are the *choices*
 * of an execution. A rank does the same again if it observes the same, so executions that
 * agree in the first choices have gone the same way so far. The *decisive* choice is the
 * last one at which another observation still leads to an outcome that passes: up to
 * there it could have gone well, and behind it every outcome fails. */
#ifndef MZ_EXPLORE_MATCH_DECIDE_H
#define MZ_EXPLORE_MATCH_DECIDE_H
#include "base/vec.h"
#include "explore/search.h"

enum { OBSERVED_NOTHING = -1, OBSERVED_OTHER = -2 };

/* What a rank observed at this position of its line: a message of that sender, counted
 * among those to this rank; OBSERVED_NOTHING: no message; OBSERVED_OTHER: `number` is the
 * outcome of an operation that is no receive. */
struct observation {
    uint32_t rank, pos;
    int32_t sender;
    uint32_t number;
    uint32_t where; /* op.where of the send, plus 1; 0: it is not known */
    uint32_t step;  /* free for the caller */
};
typedef VEC(struct observation) observations_vec;

/* One of the observations that the decisive choice could have made, and what becomes of
 * the outcomes that agree up to there and make this one. */
struct decide_way {
    struct observation got;
    uint64_t passes, fails;
};

struct decision {
    observations_vec choices; /* of the execution that fails, in the order in which they
                            were made; given by the caller */
    bool known;               /* the rest is known */
    bool hopeless;            /* no outcome passes */
    uint32_t decisive;        /* otherwise: the index of the decisive choice, */
    VEC(struct decide_way)
    ways; /* and what it could have observed; what it did observe
             comes first */
};

/* Explores the program by the match explorer, and fills in the decisions. The search says
 * which outcomes fail, as usual: on_execution sets search.wrong. If it is stopped by a
 * bound, what is said is about the outcomes that it has explored. */
void decide_run(struct search *, struct decision *, size_t n);
void decision_free(struct decision *);

#endif
