/* SPDX-License-Identifier: Apache-2.0
 *
 * facts.c - see facts.h. */
#include "base/facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define NAMED 4 /* number of changes that are reported by name */

void facts_free(facts_vec *f)
{
    for (size_t i = 0; i < f->len; i++) {
        free(f->at[i].what);
        free(f->at[i].value);
    }
    vec_free(f);
}

void facts_add(facts_vec *f, const char *what, const char *value)
{
    vec_push(f, (struct fact){mem_strdup(what), mem_strdup(value)});
}

void facts_add_number(facts_vec *f, const char *what, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, value);
    facts_add(f, what, text);
}

void facts_add_bytes(facts_vec *f, const char *what, const void *bytes, size_t n)
{
    facts_add_number(f, what, XXH3_64bits(bytes, n));
}

const char *facts_value(const facts_vec *f, const char *what)
{
    for (size_t i = 0; i < f->len; i++)
        if (!strcmp(f->at[i].what, what))
            return f->at[i].value;
    return NULL;
}

/* Lists the facts of `a` that `b` does not have or, with `values`, that `b` has with
 * another value. */
static void list(const facts_vec *a, const facts_vec *b, bool values, size_t *n,
                 struct str *s)
{
    for (size_t i = 0; i < a->len; i++) {
        const char *other = facts_value(b, a->at[i].what);
        if (other && (!values || !strcmp(other, a->at[i].value)))
            continue;
        if ((*n)++ < NAMED)
            str_addf(s, "%s%s", *n > 1 ? ", " : "", a->at[i].what);
    }
}

void facts_changed(const facts_vec *before, const facts_vec *now, struct str *s)
{
    size_t n = 0;
    list(before, now, true, &n, s);
    list(now, before, false, &n, s);
    if (n > NAMED)
        str_addf(s, " and %zu more", n - NAMED);
}
