/* SPDX-License-Identifier: Apache-2.0
 *
 * random.c - see random.h.
 *
 * Each program draws its own flavour first: how many actors, mailboxes and
 * mutexes, and how likely each kind of statement is. That makes programs of very
 * different character, where uniform ones would all look alike. */
#include "random.h"

#include <stdbool.h>
#include <string.h>

uint32_t rng_below(struct rng *r, uint32_t n)
{
    /* splitmix64 */
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return n ? (uint32_t)((z ^ z >> 31) % n) : 0;
}

enum { MAX_HANDLES = 16, MAX_MUTEXES = 3, MAX_VALUES = 16 };

struct flavour {
    uint32_t mailboxes, mutexes, sends, tests, locks, choices, asserts, several;
};

/* What the actor being written has so far. */
struct writer {
    struct rng *rng;
    struct str *text;
    const struct flavour *f;
    uint32_t posts, values;
    bool receives[MAX_HANDLES], named[MAX_HANDLES];
    bool asked[MAX_MUTEXES];
};

static bool chance(struct writer *w, uint32_t percent)
{
    return rng_below(w->rng, 100) < percent;
}

static void write_post(struct writer *w)
{
    bool send = chance(w, w->f->sends);
    uint32_t mailbox = rng_below(w->rng, w->f->mailboxes);
    w->receives[w->posts] = !send;
    w->named[w->posts] = false;
    str_addf(w->text, "  h%u = %s m%u", w->posts++, send ? "send" : "recv", mailbox);
    if (send)
        str_addf(w->text, " %u", rng_below(w->rng, 3));
    str_addf(w->text, "\n");
}

static void write_wait(struct writer *w)
{
    bool test = chance(w, w->f->tests);
    if (test)
        str_addf(w->text, "  v%u = test", w->values++);
    else if (chance(w, 30))
        str_addf(w->text, "  v%u = wait", w->values++);
    else
        str_addf(w->text, "  wait");
    uint32_t n = chance(w, w->f->several) ? 2 + rng_below(w->rng, 2) : 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t h = chance(w, 60) ? w->posts - 1 - (i < w->posts ? i : 0)
                                   : rng_below(w->rng, w->posts);
        w->named[h] = true;
        str_addf(w->text, " h%u", h);
    }
    str_addf(w->text, "\n");
}

static void write_mutex(struct writer *w)
{
    uint32_t m = rng_below(w->rng, w->f->mutexes);
    if (!w->asked[m]) {
        str_addf(w->text, "  l%u = lock M%u\n", m, m);
        w->asked[m] = true;
        return;
    }
    switch (rng_below(w->rng, 5)) {
    case 0:
    case 1:
        str_addf(w->text, "  unlock M%u\n", m);
        w->asked[m] = false;
        return;
    case 2:
    case 3:
        if (chance(w, 50))
            str_addf(w->text, "  v%u = try l%u", w->values++, m);
        else
            str_addf(w->text, "  await l%u", m);
        for (uint32_t other = 0; other < w->f->mutexes; other++)
            if (other != m && w->asked[other] && chance(w, w->f->several))
                str_addf(w->text, " l%u", other);
        str_addf(w->text, "\n");
        return;
    default:
        str_addf(w->text, "  l%u = lock M%u\n", m, m); /* asking twice */
    }
}

static void write_assert(struct writer *w)
{
    static const char *const signs[] = {"==", "!=", "<", ">="};
    const char *sign = signs[rng_below(w->rng, 4)];
    uint32_t h = rng_below(w->rng, w->posts);
    if (w->posts && w->receives[h] && w->named[h])
        str_addf(w->text, "  assert h%u %s %u\n", h, sign, rng_below(w->rng, 3));
    else if (w->values)
        str_addf(w->text, "  assert v%u %s %u\n", rng_below(w->rng, w->values), sign,
                 rng_below(w->rng, 2));
}

static void write_statement(struct writer *w)
{
    if (chance(w, w->f->asserts))
        write_assert(w);
    else if (chance(w, w->f->choices))
        str_addf(w->text, "  v%u = choose %u\n", w->values++, 2 + rng_below(w->rng, 2));
    else if (w->f->mutexes && chance(w, w->f->locks))
        write_mutex(w);
    else if (w->posts && chance(w, 55))
        write_wait(w);
    else if (w->f->mailboxes && w->posts < MAX_HANDLES)
        write_post(w);
    else
        str_addf(w->text, "  local\n");
}

void random_program(uint64_t seed, struct str *text)
{
    struct rng rng = {seed * 2654435761u + 1};
    static const uint32_t sizes[] = {2, 3, 3, 3, 4, 4, 5};
    struct flavour f = {
        .mailboxes = 1 + rng_below(&rng, 3),
        .mutexes = rng_below(&rng, MAX_MUTEXES + 1),
        .sends = 30 + rng_below(&rng, 40),
        .tests = rng_below(&rng, 90),
        .locks = rng_below(&rng, 90),
        .choices = rng_below(&rng, 3) ? 0 : 25,
        .asserts = rng_below(&rng, 2) ? 0 : 20,
        .several = rng_below(&rng, 2) ? 0 : 60,
    };
    uint32_t actors = sizes[rng_below(&rng, 7)];
    uint32_t length = 1 + (actors == 2 ? 7 : actors == 3 ? 5 : 3);
    for (uint32_t a = 0; a < actors; a++) {
        struct writer w = {.rng = &rng, .text = text, .f = &f};
        str_addf(text, "actor A%u\n", a);
        for (uint32_t i = 1 + rng_below(&rng, length); i-- > 0;)
            write_statement(&w);
    }
}
