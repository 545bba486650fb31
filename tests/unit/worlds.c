/* SPDX-License-Identifier: Apache-2.0
 *
 * What the explorer states makes of a program: worlds, what can happen in them, their
 * bytes, and where these are kept. */
#include "explore/states/recent.h"
#include "explore/states/shelf.h"
#include "explore/states/world.h"
#include "litmus/litmus.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct made {
    struct litmus *l;
    struct locals locals;
    struct world w;
};

/* Every rank does what it can without a match, one after the other in this order. */
static void run(struct made *m, const uint32_t *order)
{
    world_start(&m->w);
    for (uint32_t i = 0; i < m->w.n; i++) {
        world_steps_vec steps = {0};
        for (world_moves(&m->w, order[i], &steps); steps.len;
             world_moves(&m->w, order[i], &steps)) {
            cr_assert(world_do(&m->w, &steps.at[0]));
            steps.len = 0;
        }
        vec_free(&steps);
    }
}

static const uint32_t up[] = {0, 1, 2}, down[] = {2, 1, 0};

static struct made *made(const char *text)
{
    struct made *m = mem_alloc(sizeof *m);
    struct str why = {0};
    cr_assert_not(litmus_parse("w.lit", text, strlen(text), &m->l, &why), "%s",
                  str_text(&why));
    m->l->program.buffering = BUFFERING_INFINITE;
    locals_init(&m->locals, &m->l->program, false, 100);
    world_init(&m->w, &m->locals, BUFFERING_INFINITE);
    run(m, up);
    return m;
}

static void unmake(struct made *m)
{
    world_free(&m->w);
    locals_free(&m->locals);
    litmus_free(m->l);
    free(m);
}

/* The matches that are possible: "0<1.2 " is receive 0 with message 2 of rank 1. */
static const char *matches(const struct world *w)
{
    static char text[200];
    world_steps_vec steps = {0};
    size_t n = 0;
    world_matches(w, 0, &steps);
    text[0] = '\0';
    for (size_t i = 0; i < steps.len; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%d<%u.%d ", steps.at[i].request,
                              steps.at[i].sender, steps.at[i].message);
    vec_free(&steps);
    return text;
}

#define SENDERS "rank 1\n  send 0 tag 2\n  send 0 tag 1\nrank 2\n  send 0 tag 1\n"

Test(worlds, a_receive_gets_the_oldest_message_of_each_sender_that_fits)
{
    struct made *m = made("semantics matching\nrank 0\n  a = irecv any tag 1\n  wait a\n"
                          "  recv any tag any\n  recv any tag any\n" SENDERS);
    cr_assert_str_eq(matches(&m->w), "0<1.1 0<2.0 ");
    unmake(m);
}

Test(worlds, an_earlier_receive_claims_what_fits_it)
{
    struct made *m =
        made("semantics matching\nrank 0\n  a = irecv any tag 1\n"
             "  b = irecv any tag any\n  wait a b\n  recv any tag any\n" SENDERS);
    cr_assert_str_eq(matches(&m->w), "0<1.1 0<2.0 1<1.0 ");
    unmake(m);
}

Test(worlds, a_match_takes_its_message_and_leaves_the_rest)
{
    struct made *m =
        made("semantics matching\nrank 0\n  a = irecv any tag any\n"
             "  b = irecv 1 tag 1\n  wait a b\n  recv any tag any\n" SENDERS);
    world_steps_vec steps = {0};
    cr_assert_str_eq(matches(&m->w), "0<1.0 0<2.0 ");
    world_matches(&m->w, 0, &steps);
    cr_assert(world_do(&m->w, &steps.at[0]));
    cr_assert_str_eq(matches(&m->w), "1<1.0 ");
    vec_free(&steps);
    unmake(m);
}

Test(worlds, equal_worlds_have_equal_bytes_whatever_led_to_them)
{
    struct made *m =
        made("semantics matching\nrank 0\n  a = irecv any tag any\n  wait a\n"
             "  recv any tag any\n  recv any tag any\n" SENDERS);
    struct str x = {0}, y = {0};
    world_pack(&m->w, &x);
    run(m, down);
    world_pack(&m->w, &y);
    cr_assert_eq(x.len, y.len);
    cr_assert_arr_eq(x.text, y.text, x.len);
    world_start(&m->w);
    world_unpack(&m->w, x.text);
    cr_assert_str_eq(matches(&m->w), "0<1.0 0<2.0 ");
    str_clear(&y);
    world_pack(&m->w, &y);
    cr_assert_eq(x.len, y.len);
    cr_assert_arr_eq(x.text, y.text, x.len);
    str_free(&x);
    str_free(&y);
    unmake(m);
}

Test(worlds, a_shelf_keeps_each_world_once)
{
    struct shelf s = {0};
    bool fresh;
    char bytes[8];
    for (uint32_t i = 0; i < 1000; i++) {
        size_t n = (size_t)snprintf(bytes, sizeof bytes, "%u", i);
        cr_assert_eq(shelf_find(&s, bytes, n, &fresh), i);
        cr_assert(fresh);
    }
    for (uint32_t i = 0; i < 1000; i += 7) {
        size_t n = (size_t)snprintf(bytes, sizeof bytes, "%u", i), length;
        cr_assert_eq(shelf_find(&s, bytes, n, &fresh), i);
        cr_assert_not(fresh);
        cr_assert_arr_eq(shelf_at(&s, i, &length), bytes, n);
        cr_assert_eq(length, n);
    }
    shelf_free(&s);
}

Test(worlds, what_was_asked_for_lately_is_kept_for_two_generations)
{
    struct recent r = {.most = 10};
    size_t length;
    for (uint32_t i = 0; i < 25; i++)
        recent_put(&r, 3, i, (const char *)&i, sizeof i);
    for (uint32_t i = 0; i < 25; i++) {
        const char *at = recent_get(&r, 3, i, &length);
        cr_assert_eq(at != NULL, i >= 10, "%u", i);
        cr_assert(!at || (length == sizeof i && !memcmp(at, &i, sizeof i)));
        cr_assert_null(recent_get(&r, 4, i, &length));
    }
    recent_free(&r);
}
