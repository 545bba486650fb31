/* SPDX-License-Identifier: Apache-2.0
 *
 * translate.c - see translate.h. */
#include "explore/states/translate.h"
#include "explore/states/world.h"

#include <string.h>

/* A description; the arguments of its operation follow. Numbers in it are words. */
struct description {
    uint32_t number; /* the sender's */
    struct registered is;
};

/* What is said of a number: twice that, plus 1 if it is the receiver's. */
static uint32_t word(uint32_t number, bool yours)
{
    return 2 * number + yours;
}

void translator_init(struct translator *x, const struct locals *ls)
{
    *x = (struct translator){.registry = ls->registry, .nactors = ls->program->nactors};
}

void translator_free(struct translator *x)
{
    vec_free(&x->ours);
    vec_free(&x->theirs);
    vec_free(&x->told);
    vec_free(&x->open);
    str_free(&x->words);
}

/* ---- speaking ---- */

static bool is_known(const struct translator *x, uint32_t local)
{
    return local == NOWHERE ||
           (local < x->theirs.len && x->theirs.at[local] != NOWHERE) ||
           (local < x->told.len && x->told.at[local]);
}

/* The word for a local state that the other side knows. */
static uint32_t say(const struct translator *x, uint32_t local)
{
    if (local == NOWHERE)
        return NOWHERE;
    return local < x->theirs.len && x->theirs.at[local] != NOWHERE
               ? word(x->theirs.at[local], true)
               : word(local, false);
}

static void describe(struct translator *x, uint32_t local)
{
    struct description d = {local, *registry_get(x->registry, local)};
    const uint32_t *args = d.is.op.args;
    d.is.from = say(x, d.is.from);
    d.is.idle = say(x, d.is.idle);
    str_add(&x->words, (const char *)&d, sizeof d);
    str_add(&x->words, (const char *)args, d.is.op.nargs * sizeof *args);
    while (x->told.len <= local)
        vec_push(&x->told, false);
    x->told.at[local] = true;
}

/* Describes the local state, after those that its description names. */
static uint32_t out(void *context, uint32_t local)
{
    struct translator *x = context;
    if (!is_known(x, local))
        vec_push(&x->open, local);
    while (x->open.len) {
        uint32_t next = vec_last(&x->open);
        const struct registered *r = registry_get(x->registry, next);
        if (is_known(x, next)) {
            x->open.len--;
        } else if (!is_known(x, r->from)) {
            vec_push(&x->open, r->from);
        } else if (!is_known(x, r->idle)) {
            vec_push(&x->open, r->idle);
        } else {
            describe(x, next);
        }
    }
    return say(x, local);
}

void translate_out(struct translator *x, const char *world, size_t bytes, struct str *to)
{
    world_rename(world, bytes, x->nactors, out, x, to);
}

/* ---- listening ---- */

/* Our number for what was said; NOWHERE: it was not described. */
static uint32_t in(void *context, uint32_t said)
{
    const struct translator *x = context;
    uint32_t number = said / 2;
    if (said & 1)
        return number < registry_count(x->registry) ? number : NOWHERE;
    return number < x->ours.len ? x->ours.at[number] : NOWHERE;
}

bool translate_in(struct translator *x, const char *world, size_t bytes, struct str *to)
{
    return world_rename(world, bytes, x->nactors, in, x, to);
}

/* Sets *at to the number that is said there; false if it was not described. */
static bool hear(const struct translator *x, uint32_t *at)
{
    if (*at == NOWHERE)
        return true;
    *at = in((void *)(uintptr_t)x, *at);
    return *at != NOWHERE;
}

static bool learn(struct translator *x, struct description *d)
{
    bool begins = d->is.from == NOWHERE && d->is.rank < x->nactors;
    if (!hear(x, &d->is.from) || !hear(x, &d->is.idle))
        return false;
    uint32_t ours = registry_number(x->registry, &d->is);
    if (ours == NOWHERE || (begins && ours >= x->nactors))
        return false;
    while (x->ours.len <= d->number)
        vec_push(&x->ours, NOWHERE);
    while (x->theirs.len <= ours)
        vec_push(&x->theirs, NOWHERE);
    x->ours.at[d->number] = ours;
    x->theirs.at[ours] = d->number;
    return true;
}

bool translate_learn(struct translator *x, const char *words, size_t bytes)
{
    const char *at = words, *end = words + bytes;
    VEC(uint32_t) args = {0};
    bool good = true;
    while (good && at < end) {
        struct description d;
        good = (size_t)(end - at) >= sizeof d;
        if (!good)
            break;
        memcpy(&d, at, sizeof d);
        at += sizeof d;
        size_t more = d.is.op.nargs * sizeof *args.at;
        good = (size_t)(end - at) >= more;
        if (!good)
            break;
        vec_reserve(&args, d.is.op.nargs + 1);
        if (more)
            memcpy(args.at, at, more);
        at += more;
        d.is.op.args = args.at;
        good = learn(x, &d);
    }
    vec_free(&args);
    return good;
}
