/* SPDX-License-Identifier: Apache-2.0
 *
 * Wakeup trees: what is inserted, what is covered already. */
#include "explore/classic/wakeup.h"

#include <criterion/criterion.h>

static struct act send(uint32_t actor, uint32_t mailbox)
{
    return (struct act){.kind = OP_SEND, .actor = actor, .object = mailbox};
}

static void insert(struct wakeup *w, uint32_t *tree, struct act a, struct act b)
{
    acts_vec v = {0};
    vec_push(&v, a);
    vec_push(&v, b);
    wakeup_insert(w, tree, &v);
    vec_free(&v);
}

Test(wakeup, a_sequence_is_taken_as_it_was_inserted)
{
    struct wakeup w;
    uint32_t tree = NO_BRANCH, below, none;
    wakeup_init(&w);
    insert(&w, &tree, send(1, 0), send(2, 0));
    cr_assert_eq(wakeup_take(&w, &tree, &below).actor, 1);
    cr_assert_eq(tree, NO_BRANCH);
    cr_assert_eq(wakeup_take(&w, &below, &none).actor, 2);
    cr_assert_eq(none, NO_BRANCH);
    cr_assert_eq(w.used, 0);
    wakeup_free(&w);
}

Test(wakeup, an_equivalent_sequence_is_covered)
{
    struct wakeup w;
    uint32_t tree = NO_BRANCH;
    wakeup_init(&w);
    insert(&w, &tree, send(1, 0), send(2, 1));
    insert(&w, &tree, send(2, 1), send(1, 0)); /* they commute */
    cr_assert_eq(w.used, 2);
    insert(&w, &tree, send(2, 0), send(1, 0)); /* these do not */
    cr_assert_eq(w.used, 4);
    wakeup_drop(&w, tree);
    cr_assert_eq(w.used, 0);
    wakeup_free(&w);
}

Test(wakeup, an_act_is_a_weak_initial_if_nothing_stands_in_its_way)
{
    acts_vec v = {0};
    struct act first = send(1, 0), second = send(2, 0), elsewhere = send(3, 5);
    size_t at;
    vec_push(&v, first);
    vec_push(&v, second);
    cr_assert(wakeup_initial(&first, &v, &at) && at == 0);
    cr_assert(!wakeup_initial(&second, &v, &at), "the first is before it");
    cr_assert(wakeup_initial(&elsewhere, &v, &at) && at == 2, "independent of all");
    vec_free(&v);
}
