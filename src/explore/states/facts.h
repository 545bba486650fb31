/* SPDX-License-Identifier: Apache-2.0
 *
 * facts.h - what a step needs and gives, so that summaries can be passed back through it.
 *
 * An event is a word FACT_EVENT with the name of its act, followed by what it needs (in
 * places before it), which places it removes (one after the other), what it gives (in
 * places after it), and how it may interfere with the choices of others (in places before
 * it; each is followed by a word for the tag). An event without an act only removes. */
#ifndef MZ_EXPLORE_STATES_FACTS_H
#define MZ_EXPLORE_STATES_FACTS_H
#include "base/vec.h"
#include "kernel/op.h"

typedef VEC(uint64_t) facts_words_vec;

/* Names. As an act, or a member of a mask: LINE is what rank a does by itself, MATCHED
 * the match of its request c. As a need: LINE, rank a has come as far as this; MATCHED,
 * its request c is complete (received, if it is a send); POSTED, that request was made;
 * ISSUED, message c from a to b was sent; ARRIVED, rank a has arrived at the collective
 * at place c of context b. As interference: SENDS, a message from c to a on context b;
 * COMPLETES, message c from a to b is taken; RECEIVES, a message from a that was taken
 * before is received; ARRIVES, as ARRIVED; CANCELS, rank a withdraws a receive. */
enum name_type {
    NAME_NONE,
    NAME_LINE,
    NAME_MATCHED,
    NAME_POSTED,
    NAME_ISSUED,
    NAME_ARRIVED,
    NAME_SENDS,
    NAME_COMPLETES,
    NAME_RECEIVES,
    NAME_ARRIVES,
    NAME_CANCELS,
};

enum fact_kind {
    FACT_EVENT,
    FACT_NEEDS,
    FACT_REMOVES, /* POSTED: a request; ISSUED: a message; ARRIVED: the first
                     collective of context b */
    FACT_GIVES,
    FACT_INTERFERES,
    FACT_INTERFERES_BY_CHOICE, /* the act itself may be one of the choices at a node */
};

enum { NAME_BITS = 20, NAME_MASK = (1 << NAME_BITS) - 1 };

static inline uint64_t name_of(enum name_type type, uint32_t a, uint32_t b, uint32_t c)
{
    return (uint64_t)type << 52 | (uint64_t)a << 40 | (uint64_t)b << NAME_BITS | c;
}

static inline enum name_type name_type(uint64_t name)
{
    return (enum name_type)(name >> 52 & 15);
}

static inline uint32_t name_a(uint64_t name)
{
    return name >> 40 & 0xfff;
}

static inline uint32_t name_b(uint64_t name)
{
    return name >> NAME_BITS & NAME_MASK;
}

static inline uint32_t name_c(uint64_t name)
{
    return name & NAME_MASK;
}

static inline uint64_t fact_of(enum fact_kind fact, uint64_t name)
{
    return (uint64_t)fact << 56 | name;
}

static inline enum fact_kind fact_type(uint64_t fact)
{
    return (enum fact_kind)(fact >> 56);
}

static inline uint64_t fact_name(uint64_t fact)
{
    return fact & ((UINT64_C(1) << 56) - 1);
}

#endif
