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
#include "report/steps.h"

#include <time.h>

/* In messages, these two enclose the address of a call, in hexadecimal. The supervisor
 * replaces it by the source line. */
#define PLACE_BEGIN '\002'
#define PLACE_END   '\003'
/* Behind PLACE_BEGIN: the name of the function that contains the address. */
#define PLACE_FUNCTION '*'

/* The state of an actor. ACTOR_IDLE: it waits for messages, and there are none.
 * ACTOR_POLLS: it asks for ever for what does not happen. */
enum actor_state {
    ACTOR_READY,
    ACTOR_BLOCKED,
    ACTOR_ENDED,
    ACTOR_FAILED,
    ACTOR_IDLE,
    ACTOR_POLLS
};
const char *actor_state_word(enum actor_state);
/* Is it in a call beyond which it does not come? */
bool actor_is_stuck(enum actor_state);

/* A call on the stack of an actor. */
struct finding_frame {
    char *function;
    struct location where;
};

struct finding_actor {
    char *name, *call; /* its name, and the pending call with its arguments. The call is
                          NULL if the actor has ended, the name if it was never created */
    enum actor_state state;
    struct location where;
    events_vec waits_for;            /* actors */
    VEC(struct finding_frame) stack; /* real code: the calls, innermost first */
    char *output;                    /* what it printed, as lines of text; or NULL */
    uint64_t output_dropped;         /* number of bytes of output that were not kept */
};

struct finding_step {
    uint32_t actor;
    char *text; /* the operation, with its outcome where that is not obvious */
    struct location where;
    enum step_role role;
    uint32_t other; /* the step that it has to do with: see step_part(); NO_STEP: none */
    uint32_t level; /* as in steps_levels() */
    bool lost;      /* a send whose message nobody has taken */
};

/* A receive from any source, and a message that it could have taken instead. */
struct finding_rival {
    uint32_t receive; /* the step that took another message */
    uint32_t actor;   /* who sent this one, */
    uint32_t step;    /* and by which step; NO_STEP: it is none of those that are told */
    char *text;       /* the operation that sent it */
    struct location where;
};

/* A line of the program's source. */
struct finding_line {
    struct location where;
    char *text;
};

/* An access to memory of a window, one of two that race. */
struct finding_access {
    char *what;          /* "MPI_Put", "load" */
    uint32_t actor;      /* who made it, */
    uint32_t target;     /* to whose memory, */
    uint64_t first, end; /* and which bytes of it: from here up to there */
    struct location where;
    char *epoch; /* the call that began the epoch; NULL: none */
    struct location begun;
    VEC(struct finding_frame) stack; /* the calls that led to it, innermost first */
};

/* What the decisive step could have observed, or which step could have come in its place,
 * and what becomes of the outcomes that go the same way up to there and then this one. */
struct finding_way {
    char *what;             /* "the message of rank 2", "P1: c = send m" */
    uint32_t actor;         /* whose message or step it is; NO_ACTOR: it is no message */
    struct location where;  /* the send, or the step */
    uint64_t passes, fails; /* outcomes */
};
#define NO_ACTOR UINT32_MAX

/* What decides that the execution fails: see explore/decide.h. */
enum decided {
    DECIDED_UNKNOWN,
    DECIDED_ALWAYS /* every outcome fails */,
    DECIDED_BY_STEP
};

/* Why it is not known what decides, and the same in words. */
enum undecided {
    UNDECIDED_STOPPED, /* the search was stopped, or there was no time */
    UNDECIDED_EXPLORER,
    UNDECIDED_POTENTIAL,
    UNDECIDED_LONG,
    UNDECIDED_MANY,
    UNDECIDED_UNCLEAR /* the same observations were made in outcomes that pass */
};
const char *undecided_text(enum undecided);

typedef VEC(char *) texts_vec;
void texts_free(texts_vec *);

#define FINDING_MANY 99

struct finding {
    enum finding_kind kind;
    struct digest name;     /* findings with the same name count as the same */
    char *message, *detail; /* detail may be NULL */
    uint32_t actor;         /* the actor that the finding is about */
    struct location where;
    char *function;  /* that of the place, in which the actor may have gone on; or NULL */
    texts_vec races; /* message races on the way to the finding */
    enum decided decided;
    const char *undecided; /* why that is not known; NULL: it is, or nothing is known */
    bool all_judged;       /* all outcomes were compared, not only some */
    uint32_t decisive;     /* DECIDED_BY_STEP: the index of the step, */
    bool in_order;         /* whether its ways are steps, of which one comes first, */
    VEC(struct finding_way)
    ways;              /* and its ways; the first is the one that was
                          taken */
    texts_vec earlier; /* errors that were returned to the program before */
    uint64_t outcomes; /* number of traces that show it, */
    bool uncounted;    /* unless it was not looked for in all of them */
    uint64_t others;   /* number of other places with findings of its kind, which are not
                          reported; FINDING_MANY: so many or more */
    VEC(struct finding_actor) actors;
    events_vec cycle;
    VEC(struct finding_access) accesses; /* that race */
    VEC(struct finding_step) steps;
    VEC(struct finding_rival) rivals;
    size_t steps_before; /* number of steps before irrelevant ones were removed */
    uint64_t left_out; /* number of steps before the first of `steps`, which are not told
                          because there are too many */
    /* an outcome that is near this one and without an error: of no kind, with its actors
     * and steps; NULL: none is known. It goes on as this one up to step `parts`, where a
     * receive takes another message; NO_STEP: nothing but the buffering of sends
     * differs */
    struct finding *passing;
    uint32_t parts;
    char *trace;      /* a file or a schedule that replays it; or NULL */
    char *replay;     /* the command that replays it; or NULL */
    char *suppressed; /* why the user does not want to know of it; or NULL */
    texts_vec files;  /* names of files, to which locations point */
    /* the lines that the locations name, and those around them; sorted, as far as the
     * source could be read */
    VEC(struct finding_line) source;
};

/* A copy of the location whose file name is owned by the finding. */
struct location finding_locate(struct finding *, struct location);
/* Reads the lines of the source that the finding is about. A file that has changed after
 * `since`, in seconds, is not the one that was compiled, and is left out; 0: it has not
 * been compiled. */
void finding_read_source(struct finding *, time_t since);
/* Sets the command that replays the finding; the trace is appended to it. */
void finding_replay(struct finding *, const char *command);
/* Appends a sentence on the first difference between the two, as far as a replay must
 * repeat it; nothing if there is none. */
void finding_compare(const struct finding *before, const struct finding *now,
                     struct str *);
/* Is it about all actors, and not about one that has failed? A deadlock may be one of the
 * threads of one rank. */
bool finding_is_of_all(const struct finding *);
/* Are the two the same finding: same kind, same actor, same words? */
bool finding_is(const struct finding *, const struct finding *other);

/* finding_shows() tells whether this is wrong with a final state. Several actors may have
 * failed: finding_next() is the first from `from` on that shows it, or NO_ACTOR; what is
 * wrong with all of them together is shown by 0. finding_place() names the place of that
 * actor's finding cheaply, such that findings with the same place count as the same;
 * finding_of() builds the whole finding. */
bool finding_shows(const struct state *, enum finding_kind);
uint32_t finding_next(const struct state *, enum finding_kind, uint32_t from);
struct digest finding_place(const struct state *, enum finding_kind, uint32_t actor);
struct finding *finding_of(struct state *, enum finding_kind, uint32_t actor);
/* The events that matter for it, as a cut; NULL: all. Points into the state. */
const uint32_t *finding_cut(const struct state *, enum finding_kind, uint32_t actor);
/* The same for a race between accesses to a window, of which an execution can show
 * several. */
struct rma_race;
struct digest finding_race_place(const struct state *, const struct rma_race *);
struct finding *finding_of_race(struct state *, const struct rma_race *);
uint32_t *finding_race_cut(const struct state *, const struct rma_race *); /* is freed by
                                                                    the caller */
/* Puts an event of a litmus file's execution into words, as in its steps. */
void finding_words(struct state *, uint32_t event, struct str *);
/* Builds a finding with the states of all actors; the caller fills in the rest. */
struct finding *finding_around(struct state *, enum finding_kind);
void finding_free(struct finding *);

#endif
