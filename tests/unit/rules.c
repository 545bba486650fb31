/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of matching: which message fits, which receive and which message goes first,
 * and who waits. Expectations are from MPI 4.1, sections 3.2.4 (arguments of receives),
 * 3.4 (modes) and 3.5 (order). */
#include "kernel/rules.h"

#include <criterion/criterion.h>

static const struct envelope message = {.context = 4, .from = 2, .tag = 7};

Test(rules, a_message_fits_if_context_source_and_tag_do)
{
    cr_assert(rule_fits((struct pattern){4, 2, 7}, message));
    cr_assert(rule_fits((struct pattern){4, ANY, 7}, message));
    cr_assert(rule_fits((struct pattern){4, 2, ANY}, message));
    cr_assert(rule_fits((struct pattern){4, ANY, ANY}, message));
    cr_assert_not(rule_fits((struct pattern){5, ANY, ANY}, message));
    cr_assert_not(rule_fits((struct pattern){4, 1, ANY}, message));
    cr_assert_not(rule_fits((struct pattern){4, ANY, 0}, message));
}

Test(rules, what_does_not_fit_is_named)
{
    cr_assert_eq(rule_misfit((struct pattern){4, ANY, ANY}, message), 0);
    cr_assert_eq(rule_misfit((struct pattern){4, 1, 7}, message), MISFIT_SOURCE);
    cr_assert_eq(rule_misfit((struct pattern){4, 2, 6}, message), MISFIT_TAG);
    cr_assert_eq(rule_misfit((struct pattern){3, 2, 6}, message),
                 MISFIT_TAG | MISFIT_CONTEXT);
}

/* Whatever two receives accept: they overlap if and only if some message fits both. */
Test(rules, receives_overlap_if_a_message_fits_both)
{
    enum { FEW = 3 };
    for (int i = 0; i < FEW * 4 * 4; i++)
        for (int j = 0; j < FEW * 4 * 4; j++) {
            struct pattern a = {(uint32_t)i % FEW, i / FEW % 4 - 1, i / FEW / 4 - 1};
            struct pattern b = {(uint32_t)j % FEW, j / FEW % 4 - 1, j / FEW / 4 - 1};
            bool both = false;
            for (uint32_t m = 0; m < FEW * FEW * FEW; m++) {
                struct envelope e = {m % FEW, m / FEW % FEW, (int32_t)(m / FEW / FEW)};
                both |= rule_fits(a, e) && rule_fits(b, e);
            }
            cr_assert_eq(rule_overlap(a, b), both);
            cr_assert_eq(rule_alike(a, b), i == j);
        }
}

Test(rules, an_earlier_receive_claims_a_message_that_fits_it)
{
    struct pattern fits = {4, ANY, 7}, other = {4, ANY, 8};
    cr_assert(rule_r(1, fits, 2, message));
    cr_assert_not(rule_r(2, fits, 1, message));
    cr_assert_not(rule_r(1, fits, 1, message));
    cr_assert_not(rule_r(1, other, 2, message));
}

Test(rules, messages_of_one_sender_do_not_overtake)
{
    struct envelope same = message, tag = {4, 2, 8}, other = {4, 3, 7};
    struct pattern any = {4, ANY, ANY}, seven = {4, ANY, 7};
    cr_assert(rule_s(same, 0, message, 1, false, seven));
    cr_assert_not(rule_s(same, 1, message, 0, false, seven));
    cr_assert(rule_s(tag, 0, message, 1, false, any));
    cr_assert_not(rule_s(tag, 0, message, 1, false, seven));
    cr_assert_not(rule_s(other, 0, message, 1, false, any));
    cr_assert(rule_s(other, 0, message, 1, true, any));
}

Test(rules, who_waits_for_whom)
{
    cr_assert(rule_waits(SEND_SYNC, BUFFERING_INFINITE));
    cr_assert_not(rule_may_wait(SEND_BUFFERED, BUFFERING_ZERO));
    for (int i = 0; i < 2; i++) {
        enum send_mode mode = i ? SEND_READY : SEND_STANDARD;
        cr_assert(rule_standard(mode));
        cr_assert(rule_waits(mode, BUFFERING_ZERO));
        cr_assert_not(rule_waits(mode, BUFFERING_ANY));
        cr_assert(rule_may_wait(mode, BUFFERING_ANY));
        cr_assert_not(rule_may_wait(mode, BUFFERING_INFINITE));
    }
    cr_assert_eq(rule_needed(BUFFERING_ZERO, 5, 1), 5);
    cr_assert_eq(rule_needed(BUFFERING_ANY, 5, 1), 1);
    cr_assert_eq(rule_needed(BUFFERING_INFINITE, 5, 1), 1);
}
