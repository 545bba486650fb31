/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle.h - the state graph by brute force, as the definitions have it.
 *
 * Shares nothing with the searches but the list of transitions of a model. */
#ifndef TESTS_MODEL_ORACLE_H
#define TESTS_MODEL_ORACLE_H
#include "model/layout.h"
#include "model/model.h"

/* A set of states, each spelled out as text. */
struct texts {
    char **at;
    size_t len, cap;
};

struct oracle {
    struct texts states, halted;
    bool too_big;
};

/* All states on traces of atomic length at most `depth` with at most `bound`
 * messages pending on each channel; gives up beyond `limit` states. */
void oracle_run(struct oracle *o, const struct model *m, uint32_t bound, uint64_t depth,
                size_t limit);
void oracle_free(struct oracle *o);

void texts_add(struct texts *t, const char *text);
void texts_sort(struct texts *t); /* and drop doubles */
bool texts_equal(const struct texts *a, const struct texts *b);
bool texts_subset(const struct texts *a, const struct texts *b);
void texts_free(struct texts *t);

/* The same spelling for a state of the searches. */
char *oracle_spell(const struct model *m, const struct global *s);

#endif
