/* SPDX-License-Identifier: Apache-2.0
 *
 * code.h - what the parser makes and the interpreter runs.
 *
 * Everything that names something is resolved while parsing: handles of actors,
 * which are straight-line programs, to the number of the post; values to
 * registers; mailboxes and mutexes to their numbers.
 *
 * Ranks have branches and loops, so which request a name stands for is known
 * only when they run: a name of a rank is a group of registers (enum place), one
 * of which holds the request. Between the operations that the kernel sees there are
 * instructions that only the interpreter sees (enum flow), and one statement may be
 * several operations: a blocking send is an isend and a finish. */
#ifndef MZ_LITMUS_CODE_H
#define MZ_LITMUS_CODE_H
#include "litmus/litmus.h"

#define NO_REGISTER UINT32_MAX

/* Expressions are in postfix order, evaluated on a small stack. */
enum expr_op {
    EX_CONST,
    EX_REGISTER,
    EX_SELF, /* the number of the rank */
    EX_NOT,
    EX_NEGATE,
    EX_ADD,
    EX_SUBTRACT,
    EX_EQ,
    EX_NE,
    EX_LT,
    EX_LE,
    EX_GT,
    EX_GE,
    EX_AND,
    EX_OR,
};

struct expr_item {
    enum expr_op op;
    int64_t value; /* EX_CONST; EX_REGISTER: which */
};

#define EXPR_MAX_ITEMS 256

/* A range of code.exprs. */
struct expr_range {
    uint32_t first, n;
};

enum flow {
    FLOW_OPERATION, /* an operation, which the kernel performs */
    FLOW_SET,       /* result = expr */
    FLOW_UNLESS,    /* jump to `target` if expr is 0 */
    FLOW_JUMP,
};

/* The registers that belong to a name in a rank. */
enum place { AT_VALUE, AT_SOURCE, AT_TAG, AT_FOUND, AT_REQUEST, AT_MESSAGE, NPLACES };

/* The first register of a rank counts its requests. With windows, the next ones hold what
 * the rank has under way there (interpret_window.c). AT_REQUEST is 1 + the number of the
 * request, or 0 if there is none that is not complete. AT_MESSAGE is 1 + the name of a
 * message that was taken and not received yet, or 0. */
#define REQUESTS_REGISTER 0
#define EVENTS_REGISTER   1 /* how many operations the rank has made */
#define WINDOWS_REGISTER  2 /* a list of litmus.lists; 0: nothing is under way */
#define STEP_REGISTER     3 /* how far the present statement has come */
#define RANK_REGISTERS    4
#define TAKES             (-1) /* AT_MESSAGE: the pending request will take a message */

/* Which participants a collective needs. */
enum needs { NEEDS_ALL, NEEDS_ROOT, NEEDS_ALL_AT_ROOT, NEEDS_UP_TO_SELF, NEEDS_NOBODY };

/* The statements about windows. */
enum window_verb {
    WIN_NONE, /* it is another statement */
    WIN_LOCK,
    WIN_PUT,
    WIN_GET,
    WIN_ATOMIC,
    WIN_FLUSH,
    WIN_FLUSHLOCAL,
    WIN_UNLOCK,
    WIN_FENCE,
    WIN_POST,
    WIN_START,
    WIN_COMPLETE,
    WIN_WAIT,
    WIN_TEST,
    WIN_LOAD,
    WIN_STORE,
};

/* What an access does to a cell. */
enum update { UPDATE_NONE, UPDATE_REPLACE, UPDATE_ADD, UPDATE_MAX, UPDATE_CAS };

struct instruction {
    enum op_kind kind;
    uint32_t line;
    uint32_t object;           /* mailbox, mutex or communicator */
    uint32_t result;           /* register, or NO_REGISTER */
    struct expr_range expr;    /* the value that is sent, or the condition */
    uint32_t first_arg, nargs; /* in code.args */
    int64_t choices;
    char *text; /* the statement as written, without comment */

    /* For ranks. `args` are the first registers of names; those of arrive are ranks. */
    enum flow flow;
    uint32_t target;             /* the target of a jump */
    struct expr_range peer, tag; /* empty: any */
    uint32_t column;             /* column of the peer or root, for error messages */
    uint32_t name; /* the first register of the name that it fills; NO_REGISTER:
                      none */
    uint32_t root;
    enum needs needs;
    uint8_t mode; /* as in struct op */
    /* Windows: `object` is the window, `peer` the target (empty: all ranks), `args` are
     * the spans of the ranks that post and start name. */
    enum window_verb window;
    enum update update;
    struct expr_range cell, compare;
    bool yes_or_no; /* poll: the result is 1 or 0 instead of an index */
};

struct named_register {
    char *name;
    uint32_t reg;
};

struct litmus_code {
    char *name;
    uint32_t line, copies;
    bool numbered; /* `actor A x3`: the copies are A1, A2, A3 */
    VEC(struct instruction) at;
    VEC(struct expr_item) exprs;
    VEC(uint32_t) args;
    /* for each post, the register for the received value */
    VEC(uint32_t) post_register;
    VEC(struct named_register) names; /* used to explain failed assertions */
    uint32_t nregisters;
    VEC(uint32_t) groups; /* for ranks: the first register of each group */
    uint64_t *live;       /* for ranks: identity.c */
    uint32_t first_rank;  /* the first rank with this code */
};

/* The ranks that take part, ascending. The first communicator contains all ranks. */
struct communicator {
    char *name;
    uint32_t line;
    VEC(uint32_t) ranks;
};

bool communicator_has(const struct communicator *, int64_t rank);

struct litmus_actor {
    char *name;
    const struct litmus_code *code;
    uint32_t pc;
    bool endless; /* a rank that goes round in a loop without operations */
    int64_t *registers;
};

/* The value of an expression; 0 if it is empty. */
int64_t litmus_evaluate(const struct litmus *, uint32_t actor, struct expr_range);

/* interpret_rank.c: next, resume and explain of ranks. */
bool rank_next(struct litmus *, uint32_t rank, struct op *);
void rank_resume(struct litmus *, uint32_t rank, struct outcome);
bool rank_explain(struct litmus *, uint32_t rank, const struct op *, struct str *);
void rank_start(struct litmus *, uint32_t rank);
/* A copy of the set, given as its size followed by its members, that lives as long as
 * the program; without the size. */
const uint32_t *rank_set(struct litmus *, const uint32_t *set);

/* interpret_window.c: the same for statements about windows. window_start() runs what is
 * to be done without an operation; it returns whether the statement is done. */
bool window_start(struct litmus *, uint32_t rank, const struct instruction *);
void window_next(struct litmus *, uint32_t rank, const struct instruction *, struct op *);
void window_resume(struct litmus *, uint32_t rank, const struct instruction *,
                   struct outcome);
void window_explain(struct litmus *, uint32_t rank, const struct instruction *,
                    struct str *);
uint64_t window_access(struct program *, const struct op *, uint64_t version,
                       int64_t *result);
uint64_t window_digest(const struct litmus *, uint32_t rank);
void lists_free(struct lists *);

int64_t rank_gather(struct program *, uint32_t rank, const struct op *, const int64_t *);

/* identity.c */
bool rank_identify(struct program *, uint32_t rank, struct identity *);
bool rank_mentions(struct program *, uint32_t rank, struct identity *);
bool rank_same(struct program *, uint32_t rank, image_id);

extern const struct program_ops litmus_ops;

#endif
