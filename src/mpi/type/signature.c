/* SPDX-License-Identifier: Apache-2.0
 *
 * signature.c - sequences of basic types, told apart by a hash.
 *
 * The sequence of a type may have billions of elements, so it is never written out. Its
 * hash is a polynomial whose coefficients are the basic types, modulo the prime 2^61 - 1:
 * the hash of two sequences one after the other follows from theirs, that of n copies
 * from one by log n steps, and that of a beginning by descending into the parts of a
 * type. The last is what a receive needs, which may be longer than the message. */
#include "mpi/type/construct.h"
#include "mpi/type/types.h"
#include <stdio.h>

#define PRIME ((UINT64_C(1) << 61) - 1)
/* the point at which the polynomial is evaluated; < PRIME */
#define POINT UINT64_C(0x1b873593cc9e2d51)

struct word {
    uint64_t hash;
    uint64_t power; /* POINT to the power of the number of elements */
};

static const struct word nothing = {.hash = 0, .power = 1};

static uint64_t multiply(uint64_t a, uint64_t b)
{
    unsigned __int128 p = (unsigned __int128)a * b;
    uint64_t r = (uint64_t)(p & PRIME) + (uint64_t)(p >> 61);
    return r >= PRIME ? r - PRIME : r;
}

static struct word join(struct word a, struct word b)
{
    uint64_t h = multiply(a.hash, b.power) + b.hash;
    return (struct word){.hash = h >= PRIME ? h - PRIME : h,
                         .power = multiply(a.power, b.power)};
}

static struct word repeat(struct word a, uint64_t n)
{
    struct word r = nothing;
    for (; n; n >>= 1, a = join(a, a))
        if (n & 1)
            r = join(r, a);
    return r;
}

static struct word word_of(const struct signature *s)
{
    struct word one = {.hash = 0, .power = POINT};
    return (struct word){.hash = s->hash, .power = repeat(one, s->elements).power};
}

/* ---- signatures of types ---- */

static void add_run(struct signature *s, uint32_t basic, uint64_t count)
{
    uint32_t last = s->runs - 1;
    if (s->more || count == 0)
        return;
    if (s->runs && s->run[last].basic == basic) {
        uint64_t sum = s->run[last].count + count;
        s->run[last].count = sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
    } else if (s->runs == SIGNATURE_RUNS) {
        s->more = 1;
    } else {
        s->run[s->runs].basic = basic;
        s->run[s->runs++].count = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    }
}

static void add_runs(struct signature *s, const struct signature *more, uint64_t times)
{
    if (more->runs == 1 && !more->more) {
        add_run(s, more->run[0].basic, more->run[0].count * times);
        return;
    }
    for (uint64_t i = 0; i < times && !s->more && more->runs; i++) {
        for (uint32_t k = 0; k < more->runs; k++)
            add_run(s, more->run[k].basic, more->run[k].count);
        s->more |= more->more;
    }
}

struct signature signature_of_basic(uint32_t basic)
{
    struct signature s = {.elements = 1, .hash = basic + 1};
    add_run(&s, basic, 1);
    return s;
}

void signature_append(struct signature *s, const struct signature *more, uint64_t times)
{
    if (times == 0 || more->elements == 0)
        return;
    s->hash = join(word_of(s), repeat(word_of(more), times)).hash;
    s->elements += more->elements * times;
    add_runs(s, more, times);
}

struct signature type_signature(const struct datatype *t, MPI_Count count)
{
    struct signature s = {0};
    signature_append(&s, &t->signature, (uint64_t)count);
    return s;
}

/* ---- comparing them ---- */

static struct word first_of_type(const struct datatype *, uint64_t n);

/* The first n elements of a sequence of many elements of a type. */
static struct word first_of_many(const struct datatype *t, uint64_t n)
{
    uint64_t each = t->signature.elements;
    struct word whole = repeat(word_of(&t->signature), n / each);
    return n % each ? join(whole, first_of_type(t, n % each)) : whole;
}

/* The first n elements of one element of the type, which has more. */
static struct word first_of_type(const struct datatype *t, uint64_t n)
{
    struct word w = nothing;
    for (size_t i = 0; n; i++) {
        const struct datatype *part = t->part[i].type;
        uint64_t all = part->signature.elements * (uint64_t)t->part[i].count;
        uint64_t some = n < all ? n : all;
        if (some)
            w = join(w, first_of_many(part, some));
        n -= some;
    }
    return w;
}

/* Is this packed data (MPI_PACKED)? It matches whatever it was packed from, which we
 * do not know. */
static bool is_packed(const struct signature *s)
{
    return s->runs == 1 && !s->more && s->run[0].basic == BASIC_PACKED;
}

void signature_unknown(void)
{
    port_leaves_out("types within packed data");
}

/* Is one of them packed data? Then they count as equal, and if the other is not, the
 * verdict says so. */
static bool packed_fits(const struct signature *a, const struct signature *b)
{
    bool packed[] = {is_packed(a), is_packed(b)};
    if (packed[0] != packed[1] && a->elements && b->elements)
        signature_unknown();
    return packed[0] || packed[1];
}

bool signature_fits(const struct signature *sent, const struct datatype *t,
                    MPI_Count count)
{
    if (sent->elements == 0 || packed_fits(sent, &t->signature))
        return true;
    if (sent->elements > t->signature.elements * (uint64_t)count)
        return false;
    return first_of_many(t, sent->elements).hash == sent->hash;
}

bool signature_equal(const struct signature *a, const struct signature *b)
{
    if (packed_fits(a, b))
        return true;
    return a->elements == b->elements && a->hash == b->hash;
}

/* ---- for people ---- */

const char *signature_text(const struct signature *s, char text[TYPE_TEXT])
{
    size_t n = 0;
    snprintf(text, TYPE_TEXT, "nothing");
    for (uint32_t i = 0; i < s->runs; i++) {
        uint64_t count = s->runs == 1 && !s->more ? s->elements : s->run[i].count;
        n += (size_t)snprintf(text + n, TYPE_TEXT - n, "%s%lu x %s", i ? ", " : "",
                              (unsigned long)count, basics[s->run[i].basic].name);
    }
    if (s->more)
        snprintf(text + n, TYPE_TEXT - n, ", ...");
    return text;
}

const char *type_describe(const struct datatype *t, MPI_Count count, char text[TYPE_TEXT])
{
    struct signature s = type_signature(t, count);
    return signature_text(&s, text);
}
