/* SPDX-License-Identifier: Apache-2.0
 *
 * tape.c - see tape.h.
 *
 * Where the last FEW steps have occurred before, not longer ago than TAPE_REACH, the
 * writer expects what came after them, for as long as it does come. */
#include "kernel/tape.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FEW = 8, TABLE = 1 << 14 };

/* A step as a word of 64 bits: the actor (18 bits), whether a message is named, and the
 * outcome, or the sender (10 bits) with the difference (33 bits, with its sign). */
#define NAMES ((uint64_t)1 << 45)

static struct tape_last *last_of(struct tape_past *p, uint32_t actor, uint32_t sender)
{
    for (size_t i = 0; i < p->last.len; i++)
        if (p->last.at[i].actor == actor && p->last.at[i].sender == sender)
            return &p->last.at[i];
    struct tape_last l = {actor, sender, 0};
    vec_push(&p->last, l);
    return &vec_last(&p->last);
}

static uint64_t word_of(struct tape_past *p, struct step s, bool names)
{
    uint64_t actor = (uint64_t)s.actor << 46;
    if (!names)
        return actor | (uint32_t)s.outcome;
    uint32_t sender = message_sender(s.outcome), k = message_number(s.outcome);
    struct tape_last *l = last_of(p, s.actor, sender);
    uint64_t difference = ((uint64_t)k - l->k) & (((uint64_t)1 << 33) - 1);
    l->k = k;
    return actor | NAMES | (uint64_t)sender << 33 | difference;
}

static int64_t difference_of(uint64_t word)
{
    return (int64_t)(word << 31) >> 31;
}

static struct step step_of(struct tape_past *p, uint64_t word)
{
    struct step s = {.actor = (uint32_t)(word >> 46), .outcome = (int32_t)(uint32_t)word};
    if (word & NAMES) {
        struct tape_last *l =
            last_of(p, s.actor, (uint32_t)(word >> 33) & MESSAGE_MAX_RANK);
        l->k = (uint32_t)((int64_t)l->k + difference_of(word));
        s.outcome = message_outcome(l->sender, l->k);
    }
    return s;
}

static uint64_t *at(struct tape_past *p, uint64_t n)
{
    return &p->ring[n % TAPE_REACH];
}

/* ---- writing ---- */

void tape_write_begin(struct tape_writer *w, struct str *to)
{
    memset(w, 0, sizeof *w);
    w->to = to;
    w->seen = mem_alloc(TABLE * sizeof *w->seen);
}

static void put(struct tape_writer *w, uint64_t word)
{
    const char *space = w->to->len ? " " : "";
    uint64_t actor = word >> 46;
    int32_t outcome = (int32_t)(uint32_t)word;
    if (word & NAMES)
        str_addf(w->to, "%s%" PRIu64 "<%u%+" PRId64, space, actor,
                 (unsigned)(word >> 33) & MESSAGE_MAX_RANK, difference_of(word));
    else if (outcome)
        str_addf(w->to, "%s%" PRIu64 "=%d", space, actor, outcome);
    else
        str_addf(w->to, "%s%" PRIu64, space, actor);
}

/* Ends the repetition: whole rounds as such, and the beginning of one more as steps. */
static void flush(struct tape_writer *w)
{
    uint64_t rounds = w->back ? w->run / w->back : 0, rest = w->run - rounds * w->back;
    if (rounds)
        str_addf(w->to, " %" PRIu64 "x%" PRIu64, w->back, rounds);
    for (uint64_t i = w->past.n - rest; i < w->past.n; i++)
        put(w, *at(&w->past, i));
    w->back = w->run = 0;
}

/* Enters where the last few steps are; where they were before begins a repetition. */
static void look_back(struct tape_writer *w)
{
    struct tape_past *p = &w->past;
    uint64_t few[FEW];
    if (p->n < FEW)
        return;
    for (uint64_t i = 0; i < FEW; i++)
        few[i] = *at(p, p->n - FEW + i);
    uint32_t *seen = &w->seen[XXH3_64bits(few, sizeof few) % TABLE];
    uint64_t distance = *seen ? (uint32_t)((uint32_t)p->n - *seen) : 0;
    bool same = distance && distance + FEW <= TAPE_REACH && distance + FEW <= p->n;
    for (uint64_t i = 0; same && i < FEW; i++)
        same = few[i] == *at(p, p->n - FEW + i - distance);
    if (same && !w->back)
        w->back = distance;
    *seen = (uint32_t)p->n;
}

void tape_write(struct tape_writer *w, struct step s, bool names)
{
    struct tape_past *p = &w->past;
    uint64_t word = word_of(p, s, names);
    if (w->back && word != *at(p, p->n - w->back))
        flush(w);
    bool repeats = w->back;
    *at(p, p->n++) = word;
    if (repeats)
        w->run++;
    else
        put(w, word);
    look_back(w);
}

void tape_write_end(struct tape_writer *w)
{
    flush(w);
    free(w->seen);
    vec_free(&w->past.last);
}

/* ---- reading ---- */

void tape_read_begin(struct tape_reader *r, const char *text)
{
    memset(r, 0, sizeof *r);
    r->at = text;
}

static bool take(struct tape_past *p, uint64_t word, struct step *s)
{
    *at(p, p->n++) = word;
    *s = step_of(p, word);
    return true;
}

/* Reads a word of the text; false if it is none. */
static bool read_word(struct tape_reader *r, uint64_t first, uint64_t *word)
{
    char sign = *r->at, *end;
    *word = first << 46;
    if (sign == '=') {
        *word |= (uint32_t)strtol(r->at + 1, &end, 10);
        r->at = end;
    } else if (sign == '<') {
        uint64_t sender = strtoull(r->at + 1, &end, 10);
        int64_t difference = strtoll(end, &end, 10);
        *word |= NAMES | (sender & MESSAGE_MAX_RANK) << 33 |
                 ((uint64_t)difference & (((uint64_t)1 << 33) - 1));
        r->at = end;
    }
    return first < ACTORS_MAX && (!*r->at || *r->at == ' ');
}

bool tape_read(struct tape_reader *r, struct step *s)
{
    struct tape_past *p = &r->past;
    uint64_t word;
    char *end;
    while (!r->left) {
        while (*r->at == ' ')
            r->at++;
        if (*r->at < '0' || *r->at > '9')
            return false;
        uint64_t first = strtoull(r->at, &end, 10);
        r->at = end;
        if (*end != 'x')
            return read_word(r, first, &word) && take(p, word, s);
        uint64_t rounds = strtoull(end + 1, &end, 10);
        r->at = end;
        r->back = first;
        if (!first || first > TAPE_REACH || first > p->n ||
            rounds > UINT64_MAX / TAPE_REACH)
            return false;
        r->left = first * rounds;
    }
    r->left--;
    return take(p, *at(p, p->n - r->back), s);
}

void tape_read_end(struct tape_reader *r)
{
    vec_free(&r->past.last);
}
