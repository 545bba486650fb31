/* SPDX-License-Identifier: Apache-2.0
 *
 * Families and traits: the tables are complete, and operations do what op.def says of
 * them, in random programs. */
#include "explore/classic/family/family.h"
#include "kernel/family.h"
#include "litmus/litmus.h"
#include "support/random.h"
#include "support/ranks.h"
#include "support/windows.h"

#include <criterion/criterion.h>

Test(family, tables_are_complete)
{
    for (int k = 0; k < OP_KINDS; k++) {
        enum op_kind kind = (enum op_kind)k;
        const struct family *f = family_of(kind);
        const struct reduction *r = reduction_of(kind);
        cr_assert_eq(f, families[op_family(kind)]);
        cr_assert(f->outcomes && f->act && f->causes && f->apply && f->revert &&
                  f->digest && f->free && f->waits_for && f->chooses);
        cr_assert(!op_gets(kind) || (f->name && f->named));
        cr_assert(r->reverse && r->has_labels && r->offers_start && r->offers_next &&
                  r->pasts && r->concerns && r->file && r->behind && r->position_taken);
        cr_assert(r->offers_extend || r->offers_next == reduction_no_offer);
    }
}

Test(family, what_posts_is_a_posted_kind)
{
    for (int k = 0; k < OP_KINDS; k++) {
        bool is =
            k == POSTED_ISEND || k == POSTED_IRECV || k == POSTED_ARRIVE ||
            k == POSTED_RECEIVE ||
            (op_family((enum op_kind)k) == FAMILY_WINDOW && op_slots((enum op_kind)k));
        cr_assert_eq(op_posts((enum op_kind)k), is);
    }
}

static void check_outcomes(const struct state *st, uint32_t actor,
                           const outcomes_vec *out, uint64_t met[OP_KINDS])
{
    enum op_kind kind = st->actor[actor].pending.kind;
    const struct family *f = family_of(kind);
    met[kind]++;
    if (!op_blocks(kind) && !out->len)
        cr_assert_fail("%s does not block, but has no outcome", op_word(kind));
    for (size_t i = 0; i < out->len; i++) {
        int32_t o = out->at[i];
        if (o == OUTCOME_FALSE ? !op_fails(kind)
                               : op_gets(kind) && f->named(f->name(o)) != o)
            cr_assert_fail("%s has outcome %d", op_word(kind), o);
        if (op_reports(kind) && o >= (int32_t)st->actor[actor].pending.nargs)
            cr_assert_fail("%s reports what it did not ask for", op_word(kind));
    }
}

/* What is posted is what the trait says. */
static void push(struct state *st, uint32_t actor, int32_t outcome)
{
    enum op_kind kind = st->actor[actor].pending.kind;
    size_t before = st->actor[actor].requests.len;
    state_push(st, actor, outcome);
    if (st->actor[actor].requests.len != before + op_posts(kind))
        cr_assert_fail("%s posts, or does not", op_word(kind));
}

static void walk(struct rng *rng, struct str *text, uint64_t met[OP_KINDS])
{
    struct str why = {0};
    struct litmus *l;
    cr_assert_eq(litmus_parse("random.lit", text->text, text->len, &l, &why), MZ_OK, "%s",
                 str_text(&why));
    struct state *st = state_new(&l->program);
    outcomes_vec out = {0};
    steps_vec steps = {0};
    do {
        steps.len = 0;
        for (uint32_t a = 0; a < st->nactors; a++) {
            if (st->actor[a].ended || st->actor[a].failed)
                continue;
            out.len = 0;
            state_outcomes(st, a, &out);
            check_outcomes(st, a, &out, met);
            for (size_t i = 0; i < out.len; i++)
                vec_push(&steps, (struct step){a, out.at[i]});
        }
        if (steps.len) {
            struct step s = steps.at[rng_below(rng, (uint32_t)steps.len)];
            push(st, s.actor, s.outcome);
        }
    } while (steps.len);
    vec_free(&steps);
    vec_free(&out);
    state_free(st);
    litmus_free(l);
    str_free(text);
}

Test(family, operations_do_what_their_traits_say)
{
    struct rng rng = {44};
    uint64_t met[OP_KINDS] = {0};
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct str mailboxes = {0}, ranks = {0}, windows = {0};
        struct ranks_flavour f = random_flavour(seed);
        struct windows_flavour w = windows_flavour(seed);
        random_program(seed, &mailboxes);
        random_ranks(seed, &f, &ranks);
        walk(&rng, &mailboxes, met);
        walk(&rng, &ranks, met);
        random_windows(seed, &w, &windows);
        walk(&rng, &windows, met);
    }
    for (int k = 0; k < OP_KINDS; k++)
        cr_assert(met[k] || k == OP_LOCAL || k == OP_TAKE || k == OP_PULL ||
                      op_family((enum op_kind)k) == FAMILY_SYNC, /* unit/sync.c */
                  "%s was never met", op_word((enum op_kind)k));
}
