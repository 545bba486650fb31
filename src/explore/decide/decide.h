/* SPDX-License-Identifier: Apache-2.0
 *
 * decide.h - which step of an execution decides that it fails?
 *
 * The *decisive* step is the last one before which the execution could still have gone
 * well: outcomes that pass go the same way up to there, and every outcome that goes the
 * same way up to and including it fails. The search that has found something does not
 * remember its outcomes, so they are explored once more, when it is known which
 * executions are to be explained.
 *
 * What a step is depends on the explorer. In graphs of the match explorer
 * (match/decide.h) steps are *observations*: which message a receive gets, what a poll
 * says. A rank does the same again if it observes the same, so outcomes that agree in
 * their first observations have gone the same way so far. Elsewhere (decide_trace.h) they
 * are the events of the execution, and an outcome goes the same way if these events, with
 * the order of those that depend on each other, are its beginning. */
#ifndef MZ_EXPLORE_DECIDE_DECIDE_H
#define MZ_EXPLORE_DECIDE_DECIDE_H
#include "base/vec.h"
#include "explore/search/search.h"

enum { OBSERVED_NOTHING = -1, OBSERVED_OTHER = -2 };

/* What a rank observed at this position of its line: a message of that sender, counted
 * among those to this rank; OBSERVED_NOTHING: no message; OBSERVED_OTHER: `number` is the
 * outcome of an operation that is no receive. In executions that are compared by events:
 * the actor's event with this index, and OBSERVED_OTHER; of a way that is another actor's
 * event, that actor is `sender`, and `number` tells its events apart. */
struct observation {
    uint32_t rank, pos;
    int32_t sender;
    uint32_t number;
    uint32_t where;   /* op.where of the send, or of the event, plus 1; 0: not known */
    uint32_t step;    /* its number among the events of the execution that are told */
    uint32_t request; /* events: act.seq, which for slots names the request */
};
typedef VEC(struct observation) observations_vec;

/* What a choice that gets no message asks for: its kind, and the requests in words, one
 * in each line; NULL: they are not known. */
struct asked {
    enum op_kind kind;
    uint32_t n;
    char *requests;
};

/* What an observation is: a message, or none; a choice; or how it stands with a request.
 */
enum way_kind { WAY_MESSAGE, WAY_CHOICE, WAY_OTHER };

/* One of the observations that the decisive step could have made, and what becomes of
 * the outcomes that agree up to there and make this one. */
struct decide_way {
    struct observation got;
    enum way_kind kind;
    char *text; /* in words */
    uint64_t passes, fails;
};

struct decision {
    bool events;              /* the execution is compared by its events */
    observations_vec choices; /* of the execution that fails, in the order in which they
                                 were made */
    VEC(struct asked) asked;  /* of each choice, if it is not compared by events */
    VEC(char *) words;        /* compared by events: the choices in words */
    uint32_t nactors;         /* of the state that it was seen in */
    bool known;               /* the rest is known */
    bool hopeless;            /* no outcome passes */
    uint32_t decisive;        /* otherwise: the index of the decisive choice, */
    VEC(struct decide_way)
    ways; /* and what it could have observed; what it did observe comes first */
};
typedef VEC(struct decision) decisions_vec;
void decisions_free(decisions_vec *);

/* Puts an event into words, as reports do. */
typedef void event_words_fn(struct state *, uint32_t event, struct str *);

/* Remembers the execution, of which the events in the cut matter (NULL: all), to be
 * explained. `matching`: it was explored by an explorer for matching semantics only. */
void decide_note(decisions_vec *, struct state *, const uint32_t *cut, bool matching);

/* Can the explorer's executions be explained? */
struct explorer;
bool decide_can(const struct explorer *);

/* Initialises `again` for the second search, like the first one, which has ended; false
 * if there is nothing to explain, or no second search because the first was not
 * exhaustive. The caller sets what else the callbacks need, and frees it. */
bool decide_prepare(struct search *again, const struct search *first,
                    const decisions_vec *);

/* Explores, and fills in the decisions. on_execution must say which outcomes fail, by
 * search.execution.wrong. If the search is stopped by a bound, what is said is about the
 * outcomes that it has explored; returns whether these are all. */
bool decide_run(struct search *again, decisions_vec *, event_words_fn *);

/* ---- for the two ways to compare ---- */

struct tally {
    uint32_t choice;
    struct decide_way way;
};

/* What is counted for one decision. */
struct counting {
    struct decision *d;
    VEC(struct tally) tallies;
    uint64_t passes, fails; /* outcomes that differ in no choice */
    uint32_t unclear;       /* the last choice, counted from 1, at which an outcome
                               differs in a way that has no name; UINT32_MAX: nothing can
                               be said */
};

/* Counts an outcome that differs from the execution at this choice; the way that it has
 * taken. */
struct decide_way *counting_add(struct counting *, uint32_t choice,
                                const struct observation *, bool wrong);

#endif
