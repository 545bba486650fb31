/* SPDX-License-Identifier: Apache-2.0
 *
 * The judge of windows, on programs whose outcomes the standard gives. Sections are those
 * of MPI-4.0. */
#include "support/oracle_window.h"
#include "support/windows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static void judge(const char *text, enum win_when when, bool zero, struct win_verdict *v)
{
    struct win_options o = {.when = when, .zero = zero, .max_states = 1000000};
    struct win_text t;
    struct str why = {0};
    cr_assert(win_read(text, strlen(text), &t, &why), "%s", str_text(&why));
    oracle_window(&t, &o, v);
    cr_assert(v->complete && !v->invalid);
    win_text_free(&t);
}

/* Whenever puts and gets take effect, and whether locks wait or not. */
static void expect(const char *text, size_t outcomes, uint64_t deadlocks, size_t races)
{
    for (int i = 0; i < 4; i++) {
        struct win_verdict v;
        enum win_when when = i & 1 ? WIN_WHEN_COMPLETED : WIN_ANY_TIME;
        judge(text, when, i & 2, &v);
        cr_expect_eq(v.races.len, races, "%zu races (%d) in\n%s", v.races.len, i, text);
        cr_expect_eq(v.deadlocks, deadlocks, "%lu deadlocks (%d) in\n%s", v.deadlocks, i,
                     text);
        if (!races)
            cr_expect_eq(v.ends.len, outcomes, "%zu outcomes (%d) in\n%s", v.ends.len, i,
                         text);
        win_verdict_free(&v);
    }
}

/* 12.5.3: "Accesses that are protected by an exclusive lock will not be concurrent at the
 * window site with other accesses to the same window that are lock protected." */
Test(oracle_window, exclusive_locks_order_accesses_and_shared_ones_do_not)
{
    expect("window W 1\nrank 0..1\n lock W 0 exclusive\n put W 0 0 value 5\n"
           " unlock W 0\n",
           2, 0, 0);
    expect("window W 1\nrank 0..1\n lock W 0 shared\n put W 0 0 value 5\n unlock W 0\n",
           0, 0, 1);
    expect("window W 1\nrank 0..1\n lock W 0 shared\n x = get W 0 0\n unlock W 0\n", 1, 0,
           0);
    expect("window W 1\nrank 0..2\n lock W 0 exclusive\n put W 0 0 value 5\n"
           " unlock W 0\n",
           6, 0, 0);
}

/* 12.7.1: "as if the accumulates were done at that location in some serial order". */
Test(oracle_window, the_order_of_atomics_counts_if_somebody_can_see_it)
{
    expect("window W 1\nrank 0..2\n lock W 0 shared\n f = fetch W 0 0 add 1\n"
           " unlock W 0\n",
           6, 0, 0);
    expect("window W 1\nrank 0..2\n lock W 0 shared\n accumulate W 0 0 add 1\n"
           " unlock W 0\n",
           1, 0, 0);
    expect(
        "window W 1\nrank 0..2\n lock W 0 shared\n accumulate W 0 0 add 1\n"
        " unlock W 0\nrank 3\n lock W 0 shared\n f = fetch W 0 0 noop 0\n unlock W 0\n",
        8, 0, 0);
    expect("window W 1\nrank 0..1\n lock W 0 shared\n accumulate W 0 0 replace 1\n"
           " unlock W 0\n",
           2, 0, 0);
}

/* 12.7.2: "Ordering only applies to operations originating at the same origin that access
 * overlapping target memory regions." */
Test(oracle_window, atomics_of_one_origin_are_ordered_on_one_cell_only)
{
    const char *reader = "rank 1\n lockall W\n a = fetch W 0 1 noop\n flush W 0\n"
                         " b = fetch W 0 0 noop\n unlockall W\n";
    struct str text = {0};
    str_addf(&text,
             "window W 2\nrank 0\n lockall W\n accumulate W 0 0 add 1\n"
             " accumulate W 0 1 add 1\n unlockall W\n%s",
             reader);
    expect(str_text(&text), 4, 0, 0);
    str_clear(&text);
    str_addf(&text,
             "window W 2\nrank 0\n lockall W\n accumulate W 0 0 add 1\n flush W 0\n"
             " accumulate W 0 1 add 1\n unlockall W\n%s",
             reader);
    expect(str_text(&text), 3, 0, 0);
    str_free(&text);
    expect("window W 1\nrank 0\n lockall W\n accumulate W 0 0 add 1\n"
           " f = fetch W 0 0 add 1\n unlockall W\n assert f == 1\nrank 1\n x = 1\n",
           1, 0, 0);
}

/* 12.5.3: "if the call to MPI_WIN_LOCK is used to lock a local window, then the call must
 * block until the lock is acquired". */
Test(oracle_window, locks_of_the_own_part_are_waited_for)
{
    expect("window W 1\nrank 0\n lock W 0 exclusive\n store W 0 value 1\n unlock W 0\n"
           "rank 1\n lock W 0 exclusive\n put W 0 0 value 2\n unlock W 0\n",
           2, 0, 0);
    expect("window W 1\nrank 0\n lock W 0 exclusive\n lock W 1 exclusive\n unlock W 1\n"
           " unlock W 0\nrank 1\n lock W 1 exclusive\n lock W 0 exclusive\n"
           " unlock W 0\n unlock W 1\n",
           3, 1, 0);
}

/* 12.5.2: complete "enforces completion of preceding RMA calls at the origin, but not at
 * the target". */
Test(oracle_window, what_is_put_is_complete_when_the_target_has_waited)
{
    const char *rest = " complete W\n send 2\nrank 1\n post W 0 2\n waitwin W\nrank 2\n"
                       " recv 0\n start W 1\n";
    struct str text = {0};
    str_addf(&text, "window W 1\nrank 0\n start W 1\n accumulate W 1 0 add 1\n%s%s", rest,
             " f = fetch W 1 0 noop\n complete W\n");
    expect(str_text(&text), 2, 0, 0);
    str_clear(&text);
    str_addf(&text, "window W 1\nrank 0\n start W 1\n f = fetch W 1 0 add 1\n%s%s", rest,
             " f = fetch W 1 0 noop\n complete W\n");
    expect(str_text(&text), 1, 0, 0);
    str_clear(&text);
    str_addf(&text, "window W 1\nrank 0\n start W 1\n put W 1 0 value 1\n%s%s", rest,
             " f = get W 1 0\n complete W\n");
    expect(str_text(&text), 0, 0, 1);
    str_clear(&text);
    str_addf(&text, "window W 1\nrank 0\n start W 1\n g = get W 1 0\n%s%s", rest,
             " put W 1 0 value 1\n complete W\n");
    expect(str_text(&text), 1, 0, 0);
    str_free(&text);
    expect(
        "window W 1\nrank 0\n post W 1\n waitwin W\n x = load W 0\nrank 1\n start W 0\n"
        " put W 0 0 value 1\n complete W\n",
        1, 0, 0);
    expect(
        "window W 1\nrank 0\n post W 1\n x = load W 0\n waitwin W\nrank 1\n start W 0\n"
        " put W 0 0 value 1\n complete W\n",
        0, 0, 1);
}

/* 12.5.2: "or even implementations where all three calls can complete before any target
 * process has called MPI_WIN_POST". */
Test(oracle_window, complete_may_or_may_not_wait_for_post)
{
    const char *text = "window W 1\nrank 0\n start W 1\n put W 1 0 value 1\n complete W\n"
                       " send 1\nrank 1\n recv 0\n post W 0\n waitwin W\n";
    struct win_verdict v;
    judge(text, WIN_ANY_TIME, false, &v);
    cr_expect_eq(v.deadlocks, 0);
    win_verdict_free(&v);
    judge(text, WIN_ANY_TIME, true, &v);
    cr_expect_eq(v.deadlocks, 1);
    win_verdict_free(&v);
}

/* 12.5.4: flush_local completes at the origin only. */
Test(oracle_window, flush_completes_at_the_target_and_flush_local_does_not)
{
    const char *text = "window W 1\nrank 0\n lockall W\n put W 1 0 value 1\n %s W 1\n"
                       " send 1\n unlockall W\nrank 1\n recv 0\n x = load W 0\n";
    char program[300];
    snprintf(program, sizeof program, text, "flush");
    expect(program, 1, 0, 0);
    snprintf(program, sizeof program, text, "flushlocal");
    expect(program, 0, 0, 1);
    expect("window W 1\nrank 0\n lockall W\n put W 1 0 value 1\n g = get W 1 0\n"
           " unlockall W\nrank 1\n x = 1\n",
           0, 0, 1);
}

/* 12.7: an update completes at the target by flush or unlock. */
Test(oracle_window,
     an_atomic_is_complete_when_it_is_flushed_or_laxly_when_it_takes_effect)
{
    const char *text =
        "window W 1\nrank 0\n lockall W\n c = cas W 1 0 compare 0 value 1\n"
        " flushlocal W 1\n send 1\n unlockall W\nrank 1\n recv 0\n"
        " x = load W 0\n";
    struct win_options o = {.at_effect = true, .max_states = 10000};
    struct win_verdict v;
    struct win_text t;
    struct str why = {0};
    expect(text, 0, 0, 1);
    cr_assert(win_read(text, strlen(text), &t, &why));
    oracle_window(&t, &o, &v);
    cr_expect_eq(v.races.len, 0);
    win_verdict_free(&v);
    win_text_free(&t);
}

/* 12.7, rule 4 and accumulate_ops. */
Test(oracle_window, atomics_with_different_operations_conflict)
{
    const char *text = "window W 1\nrank 0\n lockall W\n %s\n unlockall W\nrank 1\n"
                       " lockall W\n accumulate W 0 0 replace 1\n unlockall W\n";
    static const struct {
        const char *access;
        size_t outcomes, races;
    } cases[] = {{"accumulate W 0 0 add 1", 0, 1},
                 {"f = fetch W 0 0 noop", 2, 0},
                 {"f = fetch W 0 0 replace 2", 2, 0},
                 {"c = cas W 0 0 compare 0 value 1", 2, 0},
                 {"g = get W 0 0", 0, 1},
                 {"put W 0 0 value 1", 0, 1},
                 {"put W 0 1 value 1\n put W 0 2", 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct str s = {0};
        str_addf(&s, text, cases[i].access);
        memcpy(strstr(s.text, "W 1"), "W 3", 3);
        expect(str_text(&s), cases[i].outcomes, 0, cases[i].races);
        str_free(&s);
    }
}

Test(oracle_window, a_flag_orders_what_was_flushed_before_it)
{
    const char *text = "window W 2\nrank 0\n lockall W\n put W 1 0 value 7\n%s"
                       " accumulate W 1 1 add 1\n unlockall W\nrank 1\n lockall W\n"
                       " f = fetch W 1 1 noop\n flush W 1\n if f == 1\n  x = load W 0\n"
                       "  assert x == 7\n end\n unlockall W\n";
    struct str s = {0};
    str_addf(&s, text, " flush W 1\n");
    expect(str_text(&s), 2, 0, 0);
    str_clear(&s);
    str_addf(&s, text, "");
    expect(str_text(&s), 0, 0, 1);
    str_free(&s);
}

Test(oracle_window, fences_order_epochs)
{
    expect("window W 1\nrank 0\n fence W\n put W 1 0 value 1\n fence W\nrank 1\n"
           " store W 0 value 3\n fence W\n fence W\n x = load W 0\n assert x == 1\n",
           1, 0, 0);
    expect(
        "window W 1\nrank 0\n fence W\n put W 1 0 value 1\n fence W\nrank 1\n fence W\n"
        " x = load W 0\n fence W\n",
        0, 0, 1);
    expect("window W 1\nrank 0\n fence W\n put W 1 0 value 1\n fence W\n fence W\n"
           "rank 1\n fence W\n fence W\n fence W\nrank 2\n fence W\n fence W\n"
           " g = get W 1 0\n fence W\n assert g == 1\n",
           1, 0, 0);
}

/* The kernel's shortcut is right: in programs without races it does not matter when puts
 * and gets take effect. And whether there are races does not depend on it either. */
Test(oracle_window, without_races_puts_and_gets_may_take_effect_when_they_are_completed)
{
    uint32_t judged = 0, racy = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct windows_flavour f = windows_flavour(seed);
        struct str text = {0};
        struct win_verdict v[2];
        random_windows(seed, &f, &text);
        for (int i = 0; i < 2; i++) {
            struct win_options o = {.when = i ? WIN_WHEN_COMPLETED : WIN_ANY_TIME,
                                    .zero = seed % 2,
                                    .max_states = 20000};
            struct win_text t;
            struct str why = {0};
            cr_assert(win_read(str_text(&text), text.len, &t, &why), "%s\n%s",
                      str_text(&why), str_text(&text));
            oracle_window(&t, &o, &v[i]);
            cr_expect(!v[i].invalid, "seed %lu is valid", seed);
            win_text_free(&t);
        }
        if (v[0].complete && v[1].complete) {
            judged++;
            racy += v[0].races.len > 0;
            cr_expect_eq(!v[0].races.len, !v[1].races.len, "seed %lu", seed);
            cr_expect(v[0].races.len || win_same_ends(&v[0], &v[1]), "seed %lu", seed);
        }
        win_verdict_free(&v[0]);
        win_verdict_free(&v[1]);
        str_free(&text);
    }
    cr_expect(judged > 300 && racy > 50 && racy < judged - 50, "%u of %u", racy, judged);
}

/* ---- loops ---- */

static void judge_loops(const char *text, struct win_verdict *v)
{
    struct win_options o = {
        .when = WIN_ANY_TIME, .no_outcomes = true, .max_states = 2000000};
    struct win_text t;
    struct str why = {0};
    cr_assert(win_read(text, strlen(text), &t, &why), "%s", str_text(&why));
    oracle_window(&t, &o, v);
    cr_assert(v->complete && !v->invalid);
    cr_expect_eq(v->deadlocks, 0);
    win_text_free(&t);
}

/* A lock by compare-and-swap, and a cell that it protects; `released` is how it is given
 * back. */
#define SPIN_LOCK(released)                                                              \
    "window W 2\nrank 0..1\n lockall W\n r = 1\n while r != 0\n"                         \
    "  r = cas W 0 0 compare 0 value 1\n  flush W 0\n end\n x = get W 0 1\n"             \
    " flush W 0\n put W 0 1 value x + 1\n" released " unlockall W\n"

Test(oracle_window, a_lock_of_atomics_protects_if_it_is_flushed)
{
    struct win_verdict v;
    judge_loops(SPIN_LOCK(" flush W 0\n accumulate W 0 0 replace 0\n"), &v);
    cr_expect_eq(v.races.len, 0);
    cr_expect_eq(v.ends.len, 2, "%zu", v.ends.len);
    win_verdict_free(&v);
    judge_loops(SPIN_LOCK(" flushlocal W 0\n accumulate W 0 0 replace 0\n"), &v);
    cr_expect_eq(v.races.len, 2);
    win_verdict_free(&v);
}

/* The queue lock of Mellor-Crummey and Scott. Cell 0 of rank 0 is the last in the queue
 * (a rank + 1), cell 1 of each rank whether it must wait, cell 2 who comes next (+ 1);
 * cell 3 of rank 0 is what the lock protects. */
#define QUEUE_LOCK(told)                                                                 \
    "window W 4\nrank 0..1\n lockall W\n accumulate W self 1 replace 1\n"                \
    " accumulate W self 2 replace 0\n flush W self\n"                                    \
    " p = fetch W 0 0 replace self + 1\n flush W 0\n if p != 0\n"                        \
    "  accumulate W p - 1 2 replace self + 1\n  flush W p - 1\n  b = 1\n  while b\n"     \
    "   b = fetch W self 1 noop\n   flush W self\n  end\n end\n"                         \
    " x = get W 0 3\n flush W 0\n put W 0 3 value x + 1\n" told                          \
    " n = fetch W self 2 noop\n flush W self\n c = 0\n if n == 0\n"                      \
    "  c = cas W 0 0 compare self + 1 value 0\n  flush W 0\n  if c == self + 1\n"        \
    "   n = 0 - 1\n  end\n  while n == 0\n   n = fetch W self 2 noop\n"                  \
    "   flush W self\n  end\n end\n if n > 0\n  accumulate W n - 1 1 replace 0\n end\n"  \
    " unlockall W\n"

Test(oracle_window, the_queue_lock_protects_if_it_is_flushed)
{
    struct win_verdict v;
    judge_loops(QUEUE_LOCK(" flush W 0\n"), &v);
    cr_expect_eq(v.races.len, 0);
    cr_expect_gt(v.ends.len, 1);
    win_verdict_free(&v);
    judge_loops(QUEUE_LOCK(""), &v);
    cr_expect_gt(v.races.len, 0);
    win_verdict_free(&v);
}
