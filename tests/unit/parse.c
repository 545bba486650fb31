/* SPDX-License-Identifier: Apache-2.0
 *
 * Litmus files: what is wrong is said with its place. */
#include "litmus/litmus.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
    const char *text, *complaint;
} bad[] = {
    {"", "there is no actor"},
    {"# nothing\n", "there is no actor"},
    {"send m\n", "t.lit:1:1: expected 'actor'"},
    {"actor\n", "t.lit:1:6: expected a name after 'actor'"},
    {"actor A y3\n", "t.lit:1:9: expected a number of copies"},
    {"actor A x0\n", "t.lit:1:9: expected a number of copies"},
    {"actor A x2000\n", "more than 1024 actors"},
    {"actor A\nactor A\n", "t.lit:2:1: there is an actor 'A' already"},
    {"actor A1\nactor A x2\n", "t.lit:2:1: there is an actor 'A1' already"},
    {"actor A\n  jump\n", "t.lit:2:3: expected send, recv"},
    {"actor A\n  send\n", "t.lit:2:7: expected the name of a mailbox"},
    {"actor A\n  send m 1 2\n", "t.lit:2:12: expected the end of the line, found '2'"},
    {"actor A\n  wait\n", "t.lit:2:7: expected the name of a send or receive"},
    {"actor A\n  wait c\n", "t.lit:2:8: 'c' is not a handle"},
    {"actor A\n  wait c\n  c = send m\n", "t.lit:2:8: 'c' is not a handle"},
    {"actor A\n  c = send m\nactor B\n  wait c\n", "t.lit:4:8: 'c' is not a handle"},
    {"actor A\n  l = lock M\n  wait l\n", "expected the name of a send or receive"},
    {"actor A\n  c = send m\n  await c\n", "expected the name of a lock"},
    {"actor A\n  unlock M\n", "t.lit:2:10: this actor has not locked 'M'"},
    {"actor A\n  l = lock M\n  unlock M\n  await l\n",
     "given up by the unlock in line 3"},
    {"actor A\n  r = recv m\n  assert r == 1\n", "no value before a wait or test"},
    {"actor A\n  c = send m\n  wait c\n  assert c == 1\n", "is a send and has no value"},
    {"actor A\n  assert x\n", "'x' is not a name of this actor"},
    {"actor A\n  assert 1 +\n", "expected a number, a name"},
    {"actor A\n  assert (1\n", "expected ')'"},
    {"actor A\n  x = choose 0\n", "expected a number from 1 to 256"},
    {"actor A\n  x = choose\n", "expected a number from 1 to 256"},
    {"actor A\n  x = assert 1\n", "'assert' gives no result to name"},
    {"actor A\n  send = send m\n", "'send' is a word of the language"},
    {"actor A\n  send m 99999999999999999999\n", "too large"},
    {"actor A\n  send m 1x\n", "cannot begin with a digit"},
    {"actor A\nexpect\n", "expected traces, deadlocks, assertions or events"},
    {"actor A\nexpect traces\n", "expected a number"},
    {"actor A\nexpect traces 1\nexpect traces 2\n", "'expect' in line 2 already"},
    {"actor A\n  @\n", "found '@'"},
};

Test(parse, what_is_wrong_is_said_with_its_place)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct litmus *l;
        struct str why = {0};
        enum mz_err err =
            litmus_parse("t.lit", bad[i].text, strlen(bad[i].text), &l, &why);
        cr_assert_eq(err, MZ_USAGE, "accepted: %s", bad[i].text);
        cr_assert_null(l);
        cr_assert(strstr(str_text(&why), bad[i].complaint), "for\n%s\nit says: %s",
                  bad[i].text, str_text(&why));
        str_free(&why);
    }
}

Test(parse, a_file_may_end_anywhere)
{
    static const char text[] = "actor A x2\r\n  c = send m -(1 + 2)  # minus three\n"
                               "  wait c\nactor B\n  r = recv m\n  t = test r\n"
                               "  assert !t || r == -3 && t >= 1\n"
                               "expect traces 6 deadlocks 0 events 5 6";
    for (size_t n = 0; n <= sizeof text - 1; n++) {
        struct litmus *l;
        struct str why = {0};
        char *copy = mem_alloc(n + 1); /* so that a sanitizer sees reads past the end */
        memcpy(copy, text, n);
        enum mz_err err = litmus_parse("t.lit", copy, n, &l, &why);
        cr_assert(err == MZ_OK ? l && !why.len : !l && why.len);
        litmus_free(l);
        free(copy);
        str_free(&why);
    }
}

Test(parse, copies_are_numbered)
{
    struct litmus *l;
    struct str why = {0};
    const char *text = "actor A x2\n local\nactor B\n local\n";
    cr_assert_eq(litmus_parse("t.lit", text, strlen(text), &l, &why), MZ_OK);
    cr_assert_eq(l->program.nactors, 3);
    cr_assert_str_eq(l->program.ops->actor_name(&l->program, 0), "A1");
    cr_assert_str_eq(l->program.ops->actor_name(&l->program, 1), "A2");
    cr_assert_str_eq(l->program.ops->actor_name(&l->program, 2), "B");
    litmus_free(l);
}
