/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of MPI that the oracle knows, one by one. The outcomes of each program are
 * counted by hand, from the standard; the comment says how. Sections are those of
 * MPI-4.0. */
#include "litmus/litmus.h"
#include "support/oracle.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { MAX_STATES = 10000 };

/* How many outcomes, and how many of them are deadlocks. */
struct truth {
    uint64_t outcomes, deadlocks;
};

static void check(const char *text, enum buffering b, struct truth t)
{
    static const char *const names[] = {"any", "zero", "infinite"};
    struct litmus *l;
    struct str why = {0};
    struct oracle o;
    cr_assert_eq(litmus_parse("t.lit", text, strlen(text), &l, &why), MZ_OK, "%s\n%s",
                 str_text(&why), text);
    oracle_run(&l->program, b, MAX_STATES, &o);
    cr_assert(o.complete);
    cr_assert_eq(o.failures, 0, "an assertion fails, buffering %s, in\n%s", names[b],
                 text);
    cr_assert(
        o.classes.len == t.outcomes && o.deadlocks == t.deadlocks,
        "%zu outcomes with %llu deadlocks, not %llu with %llu, buffering %s, of\n%s",
        o.classes.len, (unsigned long long)o.deadlocks, (unsigned long long)t.outcomes,
        (unsigned long long)t.deadlocks, names[b], text);
    oracle_free(&o);
    litmus_free(l);
}

/* A program whose buffering does not matter, and that does not stop. */
static void check_always(uint64_t outcomes, const char *text)
{
    for (enum buffering b = BUFFERING_ANY; b <= BUFFERING_INFINITE; b++)
        check(text, b, (struct truth){outcomes, 0});
}

/* One that stops unless something is buffered. */
static void check_buffers(uint64_t outcomes, const char *text)
{
    check(text, BUFFERING_ANY, (struct truth){outcomes, 0});
    check(text, BUFFERING_INFINITE, (struct truth){outcomes, 0});
    check(text, BUFFERING_ZERO, (struct truth){1, 1});
}

/* One that always stops, in one way. */
static void check_stops(const char *text)
{
    for (enum buffering b = BUFFERING_ANY; b <= BUFFERING_INFINITE; b++)
        check(text, b, (struct truth){1, 1});
}

/* ---- tests (3.7.3): true needs completion; false needs nothing ---- */

/* The second message can only be received if the first was matched before (3.5), but that
 * receive may take longer: the test says 0 or 1. */
Test(oracle_rules, a_receive_that_is_matched_need_not_be_complete)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  a = irecv 1\n  b = irecv 1\n  wait b\n  t = test a\n"
                    "  wait a\n"
                    "rank 1\n  s = isend 0\n  send 0\n  wait s\n");
}

/* The answer proves that the receive has started; the sender may not know yet: 0 or 1. */
Test(oracle_rules, an_answer_does_not_complete_a_send)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  s = issend 1\n  recv 1\n  t = test s\n  wait s\n"
                    "rank 1\n  recv 0\n  send 0\n");
}

/* Of two receives that are matched, testany reports none, the first or the second. */
Test(oracle_rules, testany_reports_any_of_them_or_none)
{
    check_always(3, "semantics matching\n"
                    "rank 0\n  a = irecv 1\n  b = irecv 1\n  c = irecv 1\n  wait c\n"
                    "  i = testany a b\n  wait a b\n"
                    "rank 1\n  s = isend 0\n  t = isend 0\n  send 0\n  wait s t\n");
}

/* Both are matched; waitsome reports {a}, {b} or {a, b}. */
Test(oracle_rules, waitsome_reports_some_of_the_complete_ones)
{
    check_always(3, "semantics matching\n"
                    "rank 0\n  a = irecv 1\n  b = irecv 1\n  c = irecv 1\n  wait c\n"
                    "  n = waitsome a b\n  wait a b\n"
                    "rank 1\n  s = isend 0\n  t = isend 0\n  send 0\n  wait s t\n");
}

/* Nobody sends: the test can only fail. */
Test(oracle_rules, what_is_not_matched_is_not_complete)
{
    check_always(1, "semantics matching\n"
                    "rank 0\n  r = irecv 1\n  t = test r\n  assert t == 0\n"
                    "rank 1\n  local\n");
}

/* Progress (3.5): who asks again and again is answered, after rounds that do not count.
 */
Test(oracle_rules, who_tests_for_ever_sees_it_at_last)
{
    check_always(1, "semantics matching\n"
                    "rank 0\n  a = irecv 1\n  b = irecv 1\n  wait b\n"
                    "  while t == 0\n    t = test a\n  end\n"
                    "rank 1\n  s = isend 0\n  send 0\n  wait s\n");
}

/* ---- probes (3.8.1) ---- */

/* no no, no yes, yes yes; after yes there is no no. */
Test(oracle_rules, what_was_seen_is_seen_again)
{
    check_always(3, "semantics matching\n"
                    "rank 0\n  p = iprobe 1\n  q = iprobe any\n  recv 1\n"
                    "rank 1\n  send 0\n");
    check_always(1, "semantics matching\n"
                    "rank 0\n  p = probe any\n  q = iprobe 1 tag any\n"
                    "  x = tryrecv p.source\n  assert q.found && x.found\n"
                    "rank 1\n  send 0\n");
}

/* With wildcards it may be another: rank 1's, which it knows, or rank 2's. Not: none. */
Test(oracle_rules, another_may_be_seen)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  p = probe 1\n  q = iprobe any\n  assert q.found\n"
                    "  recv 1\n  recv 2\n"
                    "rank 1..2\n  send 0\n");
}

/* The message with tag 1 was not seen, although it was sent before: yes or no. */
Test(oracle_rules, others_are_not_seen_with_it)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  p = probe 1 tag 0\n  q = iprobe 1 tag 1\n"
                    "  recv 1 tag 1\n  recv 1 tag 0\n"
                    "rank 1\n  s = isend 0 tag 1\n  send 0 tag 0\n  wait s\n");
}

/* The receive is older than the second look. Gets it rank 1's message, then that is
 * received, and there is nothing more from rank 1: no. Gets it rank 2's, then rank 1's is
 * there still: yes. */
Test(oracle_rules, a_look_waits_for_what_becomes_of_a_message_that_it_knows)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  p = probe 1\n  r = irecv any\n  q = iprobe 1\n"
                    "  wait r\n  assert q.found == (r.source == 2)\n  recv any\n"
                    "rank 1..2\n  send 0\n");
}

/* The same without the probe: the look may fail in the second case, too. */
Test(oracle_rules, a_look_may_fail_if_it_does_not_know)
{
    check_always(3, "semantics matching\n"
                    "rank 0\n  r = irecv any\n  q = iprobe 1\n  wait r\n  recv any\n"
                    "rank 1..2\n  send 0\n");
}

/* The first is received, by a receive or by a matched probe; of the second nothing was
 * seen: yes or no. */
Test(oracle_rules, what_is_received_need_not_be_seen_again)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  p = probe 1\n  recv 1\n  q = iprobe 1\n  recv 1\n"
                    "rank 1\n  send 0\n  send 0\n");
    check_always(2, "semantics matching\n"
                    "rank 0\n  p = probe 1\n  m = mprobe 1\n  q = iprobe 1\n  mrecv m\n"
                    "  recv 1\n"
                    "rank 1\n  s = isend 0\n  send 0\n  wait s\n");
}

/* Nobody receives it, so it is withdrawn: no no, no yes, yes yes, as it may be withdrawn
 * last, and yes no. */
Test(oracle_rules, what_is_withdrawn_need_not_be_seen_again)
{
    check_always(4, "semantics matching\n"
                    "rank 0\n  p = iprobe 1\n  q = iprobe 1\n"
                    "rank 1\n  s = isend 0\n  c = cancel s\n");
}

/* ---- matched probes (3.8.2) ---- */

/* A synchronous send waits for its receive to start (3.4). Rank 1 waits for that before
 * it takes the answer, and rank 0 starts it after the answer, which therefore must be
 * buffered. With a receive in place of the matched probe it need not. */
Test(oracle_rules, a_matched_probe_is_not_the_receive)
{
    check_buffers(1, "semantics matching\n"
                     "rank 0\n  m = mprobe 1\n  send 1\n  mrecv m\n"
                     "rank 1\n  ssend 0\n  recv 0\n");
    check_always(1, "semantics matching\n"
                    "rank 0\n  m = recv 1\n  send 1\n"
                    "rank 1\n  ssend 0\n  recv 0\n");
}

/* The answer comes before the mrecv: 0, or 1 if rank 0 is fast. */
Test(oracle_rules, the_receive_of_a_message_completes_its_send)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  m = mprobe 1\n  send 1\n  mrecv m\n"
                    "rank 1\n  s = issend 0\n  recv 0\n  t = test s\n  wait s\n");
}

/* Without an mrecv only 0, and then it waits for ever. */
Test(oracle_rules, who_never_receives_leaves_the_sender_waiting)
{
    check_stops("semantics matching\n"
                "rank 0\n  m = mprobe 1\n  send 1\n"
                "rank 1\n  s = issend 0\n  recv 0\n  t = test s\n  assert t == 0\n"
                "  wait s\n");
}

/* A standard send may be as a buffered one: 0 or 1, or as a synchronous one: 0. */
Test(oracle_rules, a_standard_send_of_a_message_that_is_taken)
{
    const char *text = "semantics matching\n"
                       "rank 0\n  m = mprobe 1\n"
                       "rank 1\n  s = isend 0\n  t = test s\n";
    check(text, BUFFERING_ANY, (struct truth){2, 0});
    check(text, BUFFERING_INFINITE, (struct truth){2, 0});
    check(text, BUFFERING_ZERO, (struct truth){1, 0});
}

/* The first message is taken, so that the receive gets the second; but if the first send
 * waits for its receive, the second does not come. */
Test(oracle_rules, what_is_taken_takes_part_in_matching_no_more)
{
    check_buffers(1, "semantics matching\n"
                     "rank 0\n  m = mprobe 1\n  x = recv 1\n  mrecv m\n"
                     "  assert m == 1 && x == 2\n"
                     "rank 1\n  send 0 value 1\n  send 0 value 2\n");
}

/* Taken or not; a test of the receive says 0 or 1, if there is one: 2 + 1. */
Test(oracle_rules, an_improbe_may_fail_and_a_test_of_an_imrecv_too)
{
    check_always(3, "semantics matching\n"
                    "rank 0\n  m = improbe 1\n"
                    "  if m.found\n    r = imrecv m\n    t = test r\n    wait r\n"
                    "  else\n    recv 1\n  end\n"
                    "rank 1\n  send 0\n");
}

/* ---- cancel (3.8.4) ---- */

/* A send that is not cancelled is received; this one is not. */
Test(oracle_rules, a_message_that_nobody_receives_is_withdrawn)
{
    check_always(1, "semantics matching\n"
                    "rank 0\n  s = isend 1\n  c = cancel s\n"
                    "rank 1\n  local\n");
}

/* The answer proves that somebody has it. */
Test(oracle_rules, a_message_that_somebody_has_is_not_withdrawn)
{
    check_always(1, "semantics matching\n"
                    "rank 0\n  s = isend 1\n  recv 1\n  c = cancel s\n  assert c == 0\n"
                    "  wait s\n"
                    "rank 1\n  recv 0\n  send 0\n");
    check_always(1, "semantics matching\n"
                    "rank 0\n  s = isend 1\n  recv 1\n  c = cancel s\n  assert c == 0\n"
                    "  wait s\n"
                    "rank 1\n  m = mprobe 0\n  send 0\n  mrecv m\n");
}

/* Withdrawn: the receive gets the second message. Not: the first, whether it has got it
 * before the cancel or gets it after. The receive is the only one: the send that is left
 * is buffered. */
Test(oracle_rules, a_cancel_that_fails_changes_nothing)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  s = ibsend 1 value 1\n  c = cancel s\n  bsend 1 value 2\n"
                    "rank 1\n  x = recv 0\n");
}

/* Cancelled, or not; the second attempt adds nothing, as it could not have ended
 * otherwise than the first. */
Test(oracle_rules, the_answer_of_a_cancel_is_final)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  s = ibsend 1\n  c = cancel s\n  d = cancel s\n"
                    "  assert d == 0\n  bsend 1 tag 1 value c\n"
                    "rank 1\n  c = recv 0 tag 1\n  if c == 0\n    recv 0\n  end\n");
}

/* Rank 1 receives the first message only after the second, which is sent after the wait
 * for the first has returned. A send that is complete without its receive may be left
 * alone or cancelled (2 outcomes). One that needs it is cancelled: its wait returns, and
 * not before the receive (3.4). */
Test(oracle_rules, a_cancel_completes_no_synchronous_send)
{
    static const char program[] = "semantics matching\n"
                                  "rank 0\n  s = %s 1\n  c = cancel s\n  wait s\n"
                                  "  send 1 tag 1 value c\n"
                                  "rank 1\n  c = recv 0 tag 1\n  if c == 0\n"
                                  "    recv 0\n  end\n";
    char text[300];
    snprintf(text, sizeof text, program, "issend");
    check_always(1, text);
    snprintf(text, sizeof text, program, "ibsend");
    check_always(2, text);
    snprintf(text, sizeof text, program, "isend");
    check(text, BUFFERING_ZERO, (struct truth){1, 0});
    check(text, BUFFERING_INFINITE, (struct truth){2, 0});
    check(text, BUFFERING_ANY, (struct truth){2, 0});
}

/* Rank 1 gets the message of rank 0, which then was not cancelled; or that of rank 2, and
 * then it was. */
Test(oracle_rules, a_message_that_loses_the_race_is_cancelled)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  s = ibsend 1\n  c = cancel s\n"
                    "rank 1\n  r = recv any\n"
                    "rank 2\n  bsend 1\n");
}

/* A probe does not hold the message (3.8.1): cancelled before the probe could see it,
 * rank 1 waits for ever for its probe; after it, for its receive. Not cancelled: all is
 * well. */
Test(oracle_rules, a_message_that_was_probed_can_be_cancelled)
{
    check("semantics matching\n"
          "rank 0\n  s = isend 1\n  c = cancel s\n"
          "rank 1\n  probe 0\n  recv 0\n",
          BUFFERING_INFINITE, (struct truth){3, 2});
}

/* A matched probe does: it cannot be cancelled, and the wait returns before the receive.
 */
Test(oracle_rules, a_message_that_was_taken_cannot_be_cancelled)
{
    check_always(1, "semantics matching\n"
                    "rank 0\n  s = issend 1\n  recv 1 tag 2\n  c = cancel s\n"
                    "  assert c == 0\n  wait s\n  bsend 1 tag 1\n"
                    "rank 1\n  m = mprobe 0\n  bsend 0 tag 2\n  recv 0 tag 1\n"
                    "  mrecv m\n");
}

/* The cancelled message keeps the next one of its channel waiting no more: the only
 * receive gets the first, or the first is cancelled and it gets the second. */
Test(oracle_rules, a_cancelled_message_is_overtaken)
{
    check_always(2, "semantics matching\n"
                    "rank 0\n  s = ibsend 1 tag 0 value 1\n  ibsend 1 tag 1 value 2\n"
                    "  c = cancel s\n  bsend 1 tag 2 value c\n"
                    "rank 1\n  r = recv 0 tag any\n  c = recv 0 tag 2\n"
                    "  assert r == 1 + c\n");
}

/* Rank 1 waits for rank 2, which has ended: nobody receives what could not be cancelled,
 * so there is one deadlock, with the message cancelled. */
Test(oracle_rules, no_promise_is_broken_by_a_deadlock)
{
    check_stops("semantics matching\n"
                "rank 0\n  s = isend 1\n  c = cancel s\n  wait s\n"
                "rank 1\n  recv 2\n  recv 0\n"
                "rank 2\n  local\n");
}

/* The second receive is complete, so the first is matched: it cannot be cancelled. */
Test(oracle_rules, a_receive_that_is_matched_is_not_cancelled)
{
    check_always(1, "semantics matching\n"
                    "rank 0\n  a = irecv 1\n  b = irecv 1\n  wait b\n  c = cancel a\n"
                    "  assert c == 0\n  wait a\n"
                    "rank 1\n  s = isend 0\n  send 0\n  wait s\n");
}

/* ---- collectives (6.1, 6.12) ---- */

/* Rank 0 of a scan needs nobody; if it waits nevertheless, rank 2 does not come. */
Test(oracle_rules, a_scan_needs_those_before)
{
    check_buffers(1, "semantics matching\n"
                     "rank 0\n  x = scan 1\n  bsend 2\n  assert x == 1\n"
                     "rank 1\n  x = scan 1\n  assert x == 2\n"
                     "rank 2\n  recv 0\n  x = scan 1\n  assert x == 3\n");
    check_stops("semantics matching\n"
                "rank 0\n  recv 2\n  x = scan 1\n"
                "rank 1\n  local\n  x = scan 1\n"
                "rank 2\n  x = scan 1\n  bsend 0\n");
}

/* Who gets nothing needs nobody. */
Test(oracle_rules, an_empty_collective_needs_nobody)
{
    check_buffers(1, "semantics matching\n"
                     "rank 0\n  recv 1\n  bcast 0 empty\n"
                     "rank 1\n  bcast 0 empty\n  bsend 0\n");
    check_buffers(1, "semantics matching\n"
                     "rank 0\n  x = reduce 0 1 empty\n  bsend 1\n"
                     "rank 1\n  recv 0\n  x = reduce 0 1 empty\n");
    check_stops("semantics matching\n"
                "rank 0\n  recv 1\n  bcast 0\n"
                "rank 1\n  bcast 0\n  bsend 0\n");
}

/* Each of the two tests says 0 or 1: 1 if the other has come, which it may have before
 * either tests. Rank 0 of a scan needs nobody and may say 1 without it. */
Test(oracle_rules, a_test_of_a_collective_may_fail)
{
    check_always(4, "semantics matching\n"
                    "rank 0..1\n  b = ibarrier\n  t = test b\n  wait b\n");
    check_always(4, "semantics matching\n"
                    "rank 0..1\n  b = iscan 1\n  t = test b\n  wait b\n");
}
