/* SPDX-License-Identifier: Apache-2.0
 *
 * A tape gives back the steps that were written to it, whatever they are, and a loop is
 * as short as one round of it. */
#include "kernel/tape.h"

#include <criterion/criterion.h>

enum { STEPS = 20000 };

struct recorded {
    struct step step;
    bool names;
};

static uint32_t below(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % n;
}

static void check(const struct recorded *r, size_t n, struct str *text)
{
    static struct tape_writer w;
    static struct tape_reader reader;
    struct step s;
    tape_write_begin(&w, text);
    for (size_t i = 0; i < n; i++)
        tape_write(&w, r[i].step, r[i].names);
    tape_write_end(&w);
    tape_read_begin(&reader, str_text(text));
    for (size_t i = 0; i < n; i++) {
        if (!tape_read(&reader, &s)) /* an assertion for each step would take long */
            cr_assert_fail("only %zu of %zu steps", i, n);
        if (!(s.actor == r[i].step.actor && s.outcome == r[i].step.outcome))
            cr_assert_fail("step %zu differs", i);
    }
    cr_assert(!tape_read(&reader, &s));
    tape_read_end(&reader);
}

Test(tape, gives_back_what_was_written)
{
    static struct recorded r[STEPS];
    for (uint64_t seed = 1; seed <= 60; seed++) {
        uint64_t state = seed;
        uint32_t actors = 1 + below(&state, 5), dull = 1 + below(&state, 200);
        for (size_t i = 0; i < STEPS; i++) {
            size_t back = 1 + below(&state, 40);
            if (i > back &&
                below(&state, dull)) { /* most steps are as some before them */
                r[i] = r[i - back];
                continue;
            }
            r[i].names = !below(&state, 3);
            r[i].step.actor = below(&state, actors);
            r[i].step.outcome = (int32_t)below(&state, 4) - 1;
            if (r[i].names)
                r[i].step.outcome =
                    message_outcome(below(&state, 8), below(&state, MESSAGE_LONG - 1));
        }
        struct str text = {0};
        check(r, STEPS, &text);
        str_free(&text);
    }
}

Test(tape, a_loop_is_as_short_as_one_round)
{
    static struct recorded r[STEPS];
    for (uint32_t i = 0; i < STEPS; i++) {
        uint32_t round = i / 10;
        r[i] = (struct recorded){{i % 10 < 5, 0}, false};
        if (i % 5 == 2) /* the messages of a round have higher numbers than before */
            r[i] = (struct recorded){{i % 10 < 5, message_outcome(i % 10 >= 5, round)},
                                     true};
    }
    struct str text = {0};
    check(r, STEPS, &text);
    cr_assert_lt(text.len, 200);
    str_free(&text);
}

Test(tape, nonsense_is_no_step)
{
    static struct tape_reader reader;
    const char *const wrong[] = {"x",     "-1", "3x5",       "0 0x4",
                                 "0 2x3", "0?", "999999999", "0 9"};
    struct step s;
    for (size_t i = 0; i + 1 < sizeof wrong / sizeof *wrong; i++) {
        int n = 0;
        tape_read_begin(&reader, wrong[i]);
        while (tape_read(&reader, &s))
            n++;
        cr_assert_leq(n, 1, "%s", wrong[i]);
        tape_read_end(&reader);
    }
}

Test(tape, messages_have_names_beyond_the_first_millions)
{
    for (uint32_t sender = 0; sender <= MESSAGE_MAX_RANK; sender++)
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t k = (uint32_t[]){0, MESSAGE_FEW - 1, MESSAGE_FEW,
                                      message_most(sender) - 1}[i];
            if (k >= message_most(sender))
                continue;
            int32_t name = message_outcome(sender, k);
            if (!(name != OUTCOME_FALSE && message_sender(name) == sender &&
                  message_number(name) == k))
                cr_assert_fail("%d", name);
        }
}
