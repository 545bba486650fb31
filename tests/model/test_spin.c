/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spin.c - SPIN must agree, on random models, with the full search: the
 * same verdict, and the same number of states when there is no violation.
 * Compiling each verifier takes a while, so there are few; MODEL_SPIN=100 asks
 * for more. */
#include "model/search.h"
#include "model/spin.h"
#include "random.h"

#include <criterion/criterion.h>

Test(spin, agrees_on_random_models)
{
    const char *more = getenv("MODEL_SPIN");
    unsigned want = more ? (unsigned)atoi(more) : 4, done = 0, clean = 0;
    for (uint64_t seed = 6000000; done < want && seed < 6100000; seed++) {
        struct model *m =
            random_model(seed, (struct random_shape){.selves = seed % 3 == 0});
        struct property q = {0};
        struct model_options o;
        struct search_result r = {0};
        struct spin_result s;
        struct str why = {0};
        if (seed % 3 == 0)
            property_add_deadlock_free(&q, m);
        else
            property_add(&q, "anything", pred_const(1), 0);
        model_options_default(&o);
        o.urgency = URGENCY_OFF;
        o.bound = (uint32_t)(seed / 3 % 3);
        o.property = &q;
        search_run(m, &o, &r);
        if (r.states > 60 && r.states < 20000) {
            done++;
            clean += !r.violations;
            enum mz_err err = spin_run(m, &q, o.bound, (size_t)1 << 30, 100000, &s, &why);
            cr_assert_eq(err, MZ_OK, "seed %lu: %s", (unsigned long)seed, str_text(&why));
            cr_assert(s.complete || s.violated, "seed %lu", (unsigned long)seed);
            cr_assert_eq(s.violated, r.violations > 0, "seed %lu", (unsigned long)seed);
            if (!r.violations)
                cr_assert_eq((uint64_t)s.states, r.states,
                             "seed %lu bound %u: %g, not %lu", (unsigned long)seed,
                             o.bound, s.states, (unsigned long)r.states);
        }
        str_free(&why);
        search_result_free(&r);
        property_free(&q);
        model_free(m);
    }
    cr_assert(clean > 0);
}
