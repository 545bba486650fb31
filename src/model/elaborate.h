/* SPDX-License-Identifier: Apache-2.0
 *
 * elaborate.h - shared by the files that turn an ast into a model: eval.c
 * (expressions and families), elaborate.c (channels and processes), checks.c
 * (properties). */
#ifndef MZ_MODEL_ELABORATE_H
#define MZ_MODEL_ELABORATE_H
#include "model/ast.h"
#include "model/file.h"
#include "model/names.h"

/* Messages with a name, rather than a number, have values from here on. */
#define NAMED_MESSAGE 0x40000000

struct scope {
    const char *name;
    int32_t value;
    const struct scope *outer;
};

/* A variable of the process being elaborated. */
struct elab_variable {
    const char *name;
    int32_t from, to, start, value;
};

struct elab {
    const struct ast *ast;
    struct model *m;
    struct model_file *file;
    struct str *why;
    bool bad;                      /* the first error has been written to `why` */
    struct names process, channel; /* instances: "client[3]" */
    struct names message;          /* named messages */
    VEC(const char *) message_name;
    VEC(uint32_t) decl_of;      /* for each process, its declaration */
    VEC(int32_t *) carried;     /* for each channel, the values of its messages */
    struct elab_variable *slot; /* the variables of the process being elaborated */
    size_t slots;
};

void elab_error(struct elab *e, struct source_place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The value of an expression; 0 after an error. */
int32_t elab_value(struct elab *e, const struct expr *x, const struct scope *s);

/* The name of an instance: "client[3]". All indices must be plain. */
void elab_spell(struct elab *e, const struct ref *r, const struct scope *s,
                struct str *out);
/* Number of the process or channel referred to, or NAMES_NONE after an error. */
uint32_t elab_process(struct elab *e, const struct ref *r, const struct scope *s);

/* Calls `each` for every tuple of a reference with binders, with the binders
 * in scope and the instance's name. */
void elab_each(struct elab *e, const struct ref *r, const struct scope *s,
               void (*each)(struct elab *e, const struct scope *s, const char *name,
                            void *arg),
               void *arg);

/* "quit" or "3". */
void elab_message_text(const struct elab *e, int32_t value, struct str *out);

struct elab_variable *elab_slot(const struct elab *e, const char *name);

void elab_processes(struct elab *e); /* elaborate.c: names, channels, machines */
void elab_checks(struct elab *e);    /* checks.c; the model is finished */

#endif
