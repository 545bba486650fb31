/* SPDX-License-Identifier: Apache-2.0
 *
 * test_files.c - the language of model files: what it means, and what it says
 * when something is wrong. */
#include "model/file.h"
#include "model/search.h"

#include <criterion/criterion.h>
#include <string.h>

static void says(const char *text, const char *message)
{
    struct model_file f;
    struct str why = {0};
    enum mz_err err = model_parse(&f, "m", text, NULL, 0, &why);
    cr_assert_eq(err, MZ_USAGE, "accepted: %s", text);
    cr_assert_str_eq(str_text(&why), message);
    str_free(&why);
    model_file_free(&f);
}

static struct search_result verdict_of(const char *text, uint32_t bound)
{
    struct model_file f;
    struct str why = {0};
    enum mz_err err = model_parse(&f, "m", text, NULL, 0, &why);
    cr_assert_eq(err, MZ_OK, "%s", str_text(&why));
    struct model_options o;
    struct search_result r = {0};
    model_options_default(&o);
    o.property = &f.property;
    o.urgency = URGENCY_OFF;
    o.bound = bound;
    search_run(f.model, &o, &r);
    search_result_free(&r);
    model_file_free(&f);
    str_free(&why);
    return r;
}

Test(files, errors_have_a_place)
{
    says("process p\n  state s\n", "m:2:9: state 's' has nothing to do; write 'final' if "
                                   "the process may end here");
    says("process p state s goto s", "m:1:19: expected 'param', 'channel', 'process' or "
                                     "'check', found 'goto'");
    says("process p\nstate s\n  send c goto s", "m:3:8: there is no channel c");
    says("channel c from p to q\nprocess p state s final",
         "m:1:21: there is no process q");
    says("process p state s local e goto t",
         "m:1:32: there is no state 't' in this process");
    says("process p var x: 0..1 state s local e do x = x + 2 goto s",
         "m:1:42: x becomes 2, outside its range 0..1");
    says("param n = 1 / 0", "m:1:13: division by zero");
    says("param n = k",
         "m:1:11: 'k' is not an index, a variable, a parameter or a message "
         "here");
    says("process p state s final local e goto s",
         "m:1:17: state 's' is final, yet has something to do");
    says("process p state s local",
         "m:1:24: expected a name for the local event, found the "
         "end of the file");
    says("process p state s local e goto s $", "m:1:34: expected 'param', 'channel', "
                                               "'process' or 'check', found '$'");
    says("process p[i: 1..2] state s final process p[i: 2..3] state s final",
         "m:1:42: there are two processes p[2]");
    says("", "m:1:1: the model has no process");
    says("process p state s final check when halted q.x == 1",
         "m:1:43: there is no process q");
    says("process p state s final check when halted p.x == 1",
         "m:1:43: p has no variable 'x'");
    says("process p state s local a when 12345678901 goto s",
         "m:1:32: expected a number, a name or '(', found '12345678901'");
}

Test(files, kinds_of_states_are_enforced)
{
    const char *two = "channel c from p to q carries a, b\n"
                      "process p\n  state s\n    send c!a goto t\n    send c!b goto t\n"
                      "  state t final\nprocess q state s final";
    says(two,
         "m:3:1: state 's' of p can send two messages; a sending state has one send");
    const char *mixed = "channel c from p to q\nprocess p\n  state s\n    send c goto s\n"
                        "    local e goto s\nprocess q state s final";
    says(mixed, "m:3:1: state 's' of p mixes local events with communication");
    const char *twice =
        "channel c from p to q\nprocess p state s send c goto s\n"
        "process q state s receive c goto s receive c goto t state t final";
    says(twice,
         "m:3:1: state 's' of q receives c?1 twice; let a local event choose between "
         "the two");
    const char *foreign = "channel c from p to q\nprocess p state s receive c goto s\n"
                          "process q state s final";
    says(foreign, "m:2:1: state 's' of p receives on channel c, whose receiver is q");
}

Test(files, deep_nesting_is_an_error_not_a_crash)
{
    struct str text = {0};
    str_addf(&text, "param n = ");
    for (int i = 0; i < 100000; i++)
        str_addf(&text, "(");
    struct model_file f;
    struct str why = {0};
    cr_assert_eq(model_parse(&f, "m", str_text(&text), NULL, 0, &why), MZ_USAGE);
    model_file_free(&f);
    str_free(&why);
    str_free(&text);
}

Test(files, parameters_can_be_overridden)
{
    struct model_file f;
    struct str why = {0};
    struct model_param n = {"n", 5}, k = {"k", 5};
    const char *text = "param n = 2\nparam twice = 2 * n\n"
                       "process p[i: 1..twice] state s final";
    cr_assert_eq(model_parse(&f, "m", text, &n, 1, &why), MZ_OK);
    cr_assert_eq(f.model->processes, 10);
    model_file_free(&f);
    cr_assert_eq(model_parse(&f, "m", text, &k, 1, &why), MZ_USAGE);
    cr_assert_str_eq(str_text(&why),
                     "m:1:1: the model has no parameter 'k'; it has n, twice");
    model_file_free(&f);
    str_free(&why);
}

/* A receive takes the oldest message that matches, not the oldest. */
Test(files, tags_let_messages_overtake)
{
    const char *text = "channel c from p to q carries a, b, d\n"
                       "process p state s send c!a goto t state t send c!b goto u\n"
                       "          state u send c!d goto v state v final\n"
                       "process q var x: 0..9 state s receive c?{b, d} goto t\n"
                       "          state t receive c?a goto u state u receive c?d goto v\n"
                       "          state v final\n"
                       "check no deadlock\n";
    struct search_result r = verdict_of(text, SEARCH_NO_BOUND);
    /* p may block at its first send: q does not take an `a` then */
    cr_assert_eq(r.verdict, MZ_FOUND);
    const char *only_end = "channel c from p to q carries 0..2\n"
                           "process p state s send c!0 goto t state t send c!1 goto u\n"
                           "          state u final\n"
                           "process q var x: 0..2 var y: 0..2\n"
                           "          state s receive c?x goto t\n"
                           "          state t receive c?y goto u\n"
                           "          state u final\n"
                           "check when halted q terminated && q.x == 0 && q.y == 1\n";
    cr_assert_eq(verdict_of(only_end, SEARCH_NO_BOUND).verdict, MZ_OK);
}

Test(files, halting_properties)
{
    const char *model = "channel c[i: 1..2] from p[i] to q\n"
                        "process p[i: 1..2] state s send c[i] goto t state t final\n"
                        "process q var first: 0..2\n"
                        "  state s receive c[i: 1..2] do first = i goto t\n"
                        "  state t final\n";
    static const struct {
        const char *check;
        enum mz_err verdict;
    } table[] = {
        {"check no deadlock", MZ_FOUND}, /* the second send may block */
        {"check termination of q", MZ_OK},
        {"check termination of p[i: 1..2]", MZ_FOUND},
        {"check never halts", MZ_FOUND},
        {"check when halted q.first == 1", MZ_FOUND},
        {"check when halted any i: 1..2 (q.first == i)", MZ_OK},
        {"check when halted all i: 1..2 (p[i] terminated || q.first != i)", MZ_OK},
        {"check when halted sum i: 1..2 (pending(c[i])) <= 1 && q at t", MZ_OK},
        {"check when halted p[1] at t || p[2] at t", MZ_OK},
        {"check when halted -q.first + 2 * 3 % 4 - 1 < 1 && !(q.first >= 3)", MZ_OK},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct str text = {0};
        str_addf(&text, "%s%s", model, table[i].check);
        cr_assert_eq(verdict_of(str_text(&text), SEARCH_NO_BOUND).verdict,
                     table[i].verdict, "%s", table[i].check);
        str_free(&text);
    }
}

/* Variables that are not read again do not multiply states. */
Test(files, dead_variables_do_not_count)
{
    const char *text = "channel c from p to q carries 1..9\n"
                       "process p var x: 1..9 state s local any_x do x = 1 goto t\n"
                       "  local other do x = 9 goto t\n"
                       "  state t send c!x goto s\n"
                       "process q state s receive c goto s\n";
    struct model_file f;
    struct str why = {0};
    cr_assert_eq(model_parse(&f, "m", text, NULL, 0, &why), MZ_OK, "%s", str_text(&why));
    cr_assert_eq(f.model->process[0].count, 3);
    model_file_free(&f);
    str_free(&why);
}

Test(property, stability_is_decided_by_structure)
{
    static const struct {
        const char *check;
        bool stable;
    } table[] = {
        {"check no deadlock", true},
        {"check never halts", true},
        {"check termination of p", true},
        {"check when halted p terminated && p.x == 1", true},
        {"check when halted p.x == 1", false},
        {"check when halted p terminated && q.x == 1", false},
        {"check when halted pending(c) == 0", false},
        {"check when halted !(p terminated)", false},
        {"check when halted p terminated || q terminated", true},
        {"check when halted (p terminated && p.x == 1) || q terminated", true},
        {"check when halted p at s", false},
        {"check when halted p at t", true}, /* final */
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct str text = {0}, why = {0};
        struct model_file f;
        str_addf(&text,
                 "channel c from p to q\n"
                 "process p var x: 0..1 state s send c do x = 1 goto t state t final\n"
                 "process q var x: 0..1 state s receive c do x = 1 goto t\n"
                 "  state t local l do x = 0 goto u state u final\n%s",
                 table[i].check);
        cr_assert_eq(model_parse(&f, "m", str_text(&text), NULL, 0, &why), MZ_OK, "%s",
                     str_text(&why));
        cr_assert_eq(property_stable(&f.property, f.model), table[i].stable, "%s",
                     table[i].check);
        model_file_free(&f);
        str_free(&text);
        str_free(&why);
    }
}
