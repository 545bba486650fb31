/* SPDX-License-Identifier: Apache-2.0
 *
 * Executions by chance are among those that were explored; and if they were not, it is
 * said. */
#include "litmus/litmus.h"
#include "support/audited.h"

#include <criterion/criterion.h>
#include <string.h>

#define RACE                                                                             \
    "semantics matching\nrank 0\n  a = irecv any tag 1\n  b = irecv any tag 1\n"         \
    "  t = test a\n  wait a\n  wait b\nrank 1\n  send 0 tag 1\nrank 2\n  send 0 tag 1\n"
#define MAILBOXES                                                                        \
    "actor a\n  x = send m 1\n  wait x\nactor b\n  x = send m 2\n  wait x\n"             \
    "actor c\n  y = recv m\n  wait y\n  z = recv m\n  wait z\n"

static enum audit_result result(const char *text, const char *explorer, enum buffering b,
                                bool forget, struct audit_counts *c)
{
    struct litmus *l;
    struct str why = {0};
    cr_assert_not(litmus_parse("a.lit", text, strlen(text), &l, &why), "%s",
                  str_text(&why));
    l->program.buffering = b;
    enum audit_result r = audited(&l->program, explorer, 0, 200, forget, c);
    litmus_free(l);
    return r;
}

static const char *const matching[] = {"match", "states", "auto"};

Test(audit, of_outcomes_and_states)
{
    for (size_t i = 0; i < 3; i++) {
        struct audit_counts c;
        cr_assert_eq(result(RACE, matching[i], BUFFERING_ANY, false, &c), AUDIT_PASSED,
                     "%s", matching[i]);
        cr_assert_eq(c.played, 200);
        cr_assert_eq(c.by_states, i == 1);
        cr_assert_geq(c.names, 4, "two orders, and a test that fails or does not");
    }
}

Test(audit, of_traces)
{
    static const char *const names[] = {"exhaustive", "dpor", "sdpor", "odpor", "udpor"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct audit_counts c;
        cr_assert_eq(result(MAILBOXES, names[i], BUFFERING_INFINITE, false, &c),
                     AUDIT_PASSED, "%s", names[i]);
        cr_assert_eq(c.played, 200);
    }
}

Test(audit, what_was_not_explored_is_found)
{
    cr_assert_eq(result(RACE, "match", BUFFERING_ANY, true, NULL), AUDIT_UNEXPLORED);
    cr_assert_eq(result(RACE, "states", BUFFERING_ANY, true, NULL), AUDIT_STATE);
    cr_assert_eq(result(MAILBOXES, "odpor", BUFFERING_INFINITE, true, NULL),
                 AUDIT_UNEXPLORED);
}
