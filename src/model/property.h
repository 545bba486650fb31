/* SPDX-License-Identifier: Apache-2.0
 *
 * property.h - halting properties: what must be true whenever a model halts.
 *
 * A property is a list of clauses, each a predicate q on global states; it is
 * violated by a potentially halted state at which some clause is false.
 * Predicates are trees over integers. Their leaves are constants, the number
 * of messages pending on a channel, and tables that give every local state of
 * one process a number: a variable's value, whether it is final, whether it is
 * a certain location. */
#ifndef MZ_MODEL_PROPERTY_H
#define MZ_MODEL_PROPERTY_H
#include "base/vec.h"
#include "model/layout.h"

enum pred_op {
    PRED_CONST,
    PRED_LOCAL,
    PRED_PENDING,
    PRED_NOT,
    PRED_NEG,
    PRED_AND,
    PRED_OR,
    PRED_EQ,
    PRED_NE,
    PRED_LT,
    PRED_LE,
    PRED_ADD,
    PRED_SUB,
    PRED_MUL,
    PRED_DIV, /* 0 if the divisor is 0 */
    PRED_MOD,
};

struct pred {
    enum pred_op op;
    int32_t value;  /* CONST */
    uint32_t who;   /* LOCAL: process; PENDING: channel */
    int32_t *table; /* LOCAL: by local state */
    struct pred *a, *b;
};

struct clause {
    char *text; /* as a person would say it: "deadlock-free" */
    struct pred *pred;
    uint32_t line;
};

struct property {
    VEC(struct clause) clause;
};

struct pred *pred_const(int32_t value);
struct pred *pred_pending(uint32_t channel);
struct pred *pred_local(uint32_t process, int32_t *table); /* owns the table */
struct pred *pred_terminated(const struct model *m, uint32_t process);
/* Joins n predicates, at least one, by this operator, which must be associative. */
struct pred *pred_join(enum pred_op, struct pred **, size_t n);
struct pred *pred_make(enum pred_op op, struct pred *a, struct pred *b);
void pred_free(struct pred *p);

void property_add(struct property *q, const char *text, struct pred *pred, uint32_t line);
/* "Whenever it halts, all processes have terminated." */
void property_add_deadlock_free(struct property *q, const struct model *m);
void property_free(struct property *q);

/* The first clause that is false at s, or MODEL_NONE. */
uint32_t property_broken(const struct property *q, const struct model *m,
                         const struct global *s);

/* True if no transition can make a clause false that was true, as far as a
 * look at its structure can tell. Corollary 3 asks for this. */
bool property_stable(const struct property *q, const struct model *m);

#endif
