/* SPDX-License-Identifier: Apache-2.0
 *
 * code.h - what the parser makes and the interpreter runs.
 *
 * Actors are straight-line programs, so everything that names something is
 * resolved while parsing: handles to the number of the post, values to
 * registers, mailboxes and mutexes to their numbers. */
#ifndef MZ_LITMUS_CODE_H
#define MZ_LITMUS_CODE_H
#include "litmus/litmus.h"

#define NO_REGISTER UINT32_MAX

/* Expressions are in postfix order, evaluated on a small stack. */
enum expr_op {
    EX_CONST,
    EX_REGISTER,
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

struct instruction {
    enum op_kind kind;
    uint32_t line;
    uint32_t object;           /* mailbox or mutex */
    uint32_t result;           /* register, or NO_REGISTER */
    uint32_t expr, nexpr;      /* in code.exprs: value sent, condition */
    uint32_t first_arg, nargs; /* in code.args */
    int64_t choices;
    char *text; /* as written, without comment */
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
    VEC(uint32_t) post_register;      /* where a receive's value goes */
    VEC(struct named_register) names; /* for explaining failed assertions */
    uint32_t nregisters;
};

struct litmus_actor {
    char *name;
    const struct litmus_code *code;
    uint32_t pc;
    int64_t *registers;
};

extern const struct program_ops litmus_ops;

#endif
