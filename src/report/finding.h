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
#include "explore/decide/decide.h"
#include "kernel/state.h"
#include "report/kinds.h"

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

/* The registers from which unwinding starts, in DWARF's order: rax rdx rcx rbx rsi rdi
 * rbp rsp r8..r15 rip. */
#define FINDING_REGISTERS 17

/* Real code: what is looked at to find the calls of an actor, and its output in words. */
struct finding_evidence {
    uint64_t registers[FINDING_REGISTERS];
    uint64_t stack_address;
    char *stack; /* a copy of the stack from that address on */
    size_t stack_bytes;
    char *output; /* what it printed, as it is */
    size_t output_bytes;
    uint64_t output_dropped; /* bytes of output that were not kept */
};

/* A call on the stack of an actor. */
struct finding_frame {
    char *function; /* NULL: not looked up yet */
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
    /* until stack and output are known: from what they are made; or NULL */
    struct finding_evidence *evidence;
};

/* What a step has to do with others: see judge/steps.h. */
enum step_role { STEP_PLAIN, STEP_SEND, STEP_RECEIVE, STEP_COLLECTIVE };
const char *step_role_word(enum step_role);

#define NO_STEP UINT32_MAX

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
    char *what; /* "the message of rank 2", "P1: c = send m" */
    enum way_kind kind;
    uint32_t actor;         /* whose message or step it is; NO_ACTOR: it is no message */
    struct location where;  /* the send, or the step */
    uint64_t passes, fails; /* outcomes */
};
#define NO_ACTOR UINT32_MAX

/* What decides that the execution fails: see explore/decide/decide.h. */
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

/* Real code: addresses in the program that a finding is about. */
struct finding_addresses {
    uint64_t site;     /* the call, as in struct location; 0: the stack tells */
    uint64_t library;  /* the place in a library of the system from which MPI was called
                          there; 0: the program has called it itself */
    uint64_t variable; /* memory that was changed and must not be; 0: none */
};

typedef VEC(char *) texts_vec;
void texts_free(texts_vec *);

#define FINDING_MANY 99

struct finding {
    enum finding_kind kind;
    enum reason reason;     /* what the kind does not say */
    struct digest name;     /* findings with the same name count as the same */
    char *message, *detail; /* detail may be NULL */
    uint32_t actor;         /* the actor that the finding is about */
    struct location where;
    struct finding_addresses at;
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

/* The name of a field that contradicts another one; NULL: none does. What was read is
 * believed only if it holds together: all numbers of actors and steps name some that are
 * there. */
const char *finding_contradicts(const struct finding *);

void finding_evidence_free(struct finding_evidence *);
void finding_actor_free(struct finding_actor *);
void finding_access_free(struct finding_access *);
void finding_free(struct finding *);

#endif
