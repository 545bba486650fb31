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
    {"actor A\nexpect\n", "expected traces, deadlocks, assertions, races or events"},
    {"actor A\nexpect traces\n", "expected a number"},
    {"actor A\nexpect traces 1\nexpect traces 2\n", "'expect' in line 2 already"},
    {"actor A\n  @\n", "found '@'"},
    /* ranks */
    {"semantics matching\n", "there is no rank"},
    {"semantics mail\n",
     "t.lit:1:11: expected 'matching' or 'mailbox' after 'semantics'"},
    {"actor A\nsemantics matching\n", "t.lit:2:1: 'semantics' must be the first"},
    {"semantics matching buffering some\n", "t.lit:1:30: expected any, zero or infinite"},
    {"semantics matching\nsend 0\n", "t.lit:2:1: expected 'rank' and a number"},
    {"semantics matching\nrank\n", "t.lit:2:5: expected the number of a rank"},
    {"semantics matching\nrank 1\n", "t.lit:2:6: expected rank 0: ranks are counted"},
    {"semantics matching\nrank 0\nrank 2..3\n", "t.lit:3:6: expected rank 1"},
    {"semantics matching\nrank 0\nrank 1..0\n", "t.lit:3:9: expected a number from 1 on"},
    {"semantics matching\nrank 0 x2000\n", "more than 1024 ranks"},
    {"semantics matching\nrank 0 y\n", "expected a number of copies"},
    {"semantics matching\nactor A\n", "t.lit:2:1: expected 'rank'"},
    {"semantics matching\nrank 0\n  lock M\n",
     "t.lit:3:3: expected a statement of ranks"},
    {"semantics matching\nrank 0\n  send 1\n", "t.lit:3:8: there is no rank 1 in 'all'"},
    {"semantics matching\nrank 0\n  recv 7 tag 1\n",
     "t.lit:3:8: there is no rank 7 in 'all'"},
    {"semantics matching\nrank 0\n  send any\n", "'any' is not a name of this rank"},
    {"semantics matching\nrank 0\n  send 0 tag any\n",
     "'any' is not a name of this rank"},
    {"semantics matching\nrank 0\n  send 0 tag 1 tag 2\n",
     "t.lit:3:16: expected the end of the line"},
    {"semantics matching\nrank 0\n  recv 0 value 1\n",
     "t.lit:3:10: expected the end of the line"},
    {"semantics matching\nrank 0\n  send 0 on A\n",
     "t.lit:3:13: there is no communicator 'A'"},
    {"semantics matching\nrank 0\n  send 0 on 1\n",
     "expected the name of a communicator"},
    {"semantics matching\ncomm A 1\nrank 0 x2\n  send 1 on A\ncomm A 0\n",
     "t.lit:5:6: there is a communicator 'A' already"},
    {"semantics matching\ncomm A 1 0\n",
     "t.lit:2:10: the ranks of a communicator must be in ascending"},
    {"semantics matching\ncomm A 0 5\nrank 0\n", "t.lit:2:1: there is no rank 5 for 'A'"},
    {"semantics matching\ncomm A 1\nrank 0\n  barrier on A\nrank 1\n",
     "t.lit:4:1: rank 0 does not take part in 'A'"},
    {"semantics matching\ncomm A 0\nrank 0\n  bcast 1 on A\nrank 1\n",
     "t.lit:4:9: there is no rank 1 in 'A'"},
    {"semantics matching\nrank 0\n  bcast x\n",
     "t.lit:3:9: expected the number of the root"},
    {"semantics matching\nrank 0\n  wait q\n",
     "t.lit:3:8: 'q' is not a name of this rank"},
    {"semantics matching\nrank 0\n  wait\n", "t.lit:3:7: expected the name of a request"},
    {"semantics matching\nrank 0\n  x = recv any\n  wait x\n",
     "t.lit:4:8: 'x' is not a request to wait for"},
    {"semantics matching\nrank 0\n  s = ibarrier\n  cancel s\n",
     "t.lit:4:10: 's' is not always an irecv or always an isend"},
    {"semantics matching\nrank 0\n  s = isend 0\n  assert s\n",
     "t.lit:4:10: 's' is a send and has no value"},
    {"semantics matching\nrank 0\n  s = ibarrier\n  assert s\n",
     "t.lit:4:10: 's' is a request that gives nothing and has no value"},
    {"semantics matching\nrank 0\n  p = probe 0\n  mrecv p\n",
     "t.lit:4:9: 'p' is no message that a mprobe or improbe has taken"},
    {"semantics matching\nrank 0\n  m = mprobe 0\n  x = mrecv m\n",
     "t.lit:4:3: 'mrecv' gives no result to name"},
    {"semantics matching\nrank 0\n  m = mprobe 0\n  n = mprobe 0\n  mrecv m n\n",
     "'mrecv' is for one message"},
    {"semantics matching\nrank 0\n  m = mprobe 0\n  r = imrecv m\n  cancel r\n",
     "t.lit:5:10: 'r' is not always an irecv or always an isend"},
    {"semantics matching\nrank 0\n  m = mprobe 0\n  r = imrecv m\n  assert r\n",
     "t.lit:5:10: 'r' is a request that gives nothing"},
    {"semantics matching\nrank 0\n  mrecv\n", "t.lit:3:8: expected the name"},
    {"semantics matching\nrank 0\n  barrier empty\n",
     "t.lit:3:11: expected the end of the line"},
    {"semantics matching\nrank 0\n  bcast 0 empty empty\n",
     "t.lit:3:17: expected the end of the line"},
    {"semantics matching\nrank 0\n  empty = 1\n", "'empty' is a word of the language"},
    {"semantics matching\nrank 0\n  x = choose 2\n  send x.source\n",
     "t.lit:4:8: 'x' has no source or tag"},
    {"semantics matching\nrank 0\n  x = recv any\n  send x.rank\n",
     "t.lit:4:10: expected source, tag or found"},
    {"semantics matching\nrank 0\n  r = irecv 0\n  q = irecv 0\n  test r q\n",
     "'test' is for one request"},
    {"semantics matching\nrank 0\n  x = send 0\n",
     "t.lit:3:3: 'send' gives no result to name"},
    {"semantics matching\nrank 0\n  self = recv 0\n", "'self' is a word of the language"},
    {"semantics matching\nrank 0\n  if 1\n  send 0\nrank 1\n",
     "t.lit:3:1: this 'if' has no 'end'"},
    {"semantics matching\nrank 0\n  while 1\n", "t.lit:3:1: this 'while' has no 'end'"},
    {"semantics matching\nrank 0\n  end\n", "t.lit:3:3: 'end' without"},
    {"semantics matching\nrank 0\n  repeat 2\n  else\n",
     "t.lit:4:3: 'else' without an 'if'"},
    {"semantics matching\nrank 0\n  repeat 2000\n", "expected a number up to 1000"},
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

static void cut_anywhere(const char *text, size_t length)
{
    for (size_t n = 0; n <= length; n++) {
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

Test(parse, a_file_may_end_anywhere)
{
    static const char text[] = "actor A x2\r\n  c = send m -(1 + 2)  # minus three\n"
                               "  wait c\nactor B\n  r = recv m\n  t = test r\n"
                               "  assert !t || r == -3 && t >= 1\n"
                               "expect traces 6 deadlocks 0 events 5 6";
    cut_anywhere(text, sizeof text - 1);
    static const char ranks[] =
        "semantics matching buffering zero\ncomm A 0 1\nrank 0\n  repeat 2\n"
        "    x = recv any tag any\n    send x.source value x + 1 tag x.tag\n  end\n"
        "  r = irecv any on A\n  while !t\n    t = test r\n  end\n"
        "  if r.source == 1\n    y = bcast 0 value 3\n  else\n    z = bcast 0\n  end\n"
        "rank 1..2\n  send 0 value self\n  y = recv 0\n  s = isend 0 on A\n"
        "  r = irecv 0\n  n = waitsome r s\n  c = cancel r\n  testall r s\n  bcast 0\n"
        "  m = improbe any\n  q = imrecv m\n  wait q\n  i = iscan self empty\n"
        "expect outcomes 2";
    cut_anywhere(ranks, sizeof ranks - 1);
}

Test(parse, copies_are_numbered)
{
    struct litmus *l;
    struct str why = {0};
    const char *text = "actor A x2\n local\nactor B\n local\n";
    cr_assert_eq(litmus_parse("t.lit", text, strlen(text), &l, &why), MZ_OK);
    cr_assert_eq(l->program.nactors, 3);
    cr_assert_str_eq(program_name(&l->program, 0), "A1");
    cr_assert_str_eq(program_name(&l->program, 1), "A2");
    cr_assert_str_eq(program_name(&l->program, 2), "B");
    litmus_free(l);
}

Test(parse, ranks_are_numbered_from_nought)
{
    struct litmus *l;
    struct str why = {0};
    const char *text = "semantics matching\nrank 0\n local\nrank 1..2\n send 0\n";
    struct op op;
    cr_assert_eq(litmus_parse("t.lit", text, strlen(text), &l, &why), MZ_OK);
    cr_assert(l->program.matching);
    cr_assert_eq(l->program.nactors, 3);
    cr_assert_str_eq(program_name(&l->program, 2), "rank2");
    cr_assert(l->program.ops->next(&l->program, 2, &op));
    cr_assert_eq(op.kind, OP_ISEND);
    cr_assert_eq(op.peer, 0);
    litmus_free(l);
}

/* The next operation of rank 0, which must be of this kind, and then what comes after it:
 * as if the request or message asked for was there. */
static struct op expect_op(struct litmus *l, enum op_kind kind, int32_t message)
{
    struct op op;
    cr_assert(l->program.ops->next(&l->program, 0, &op));
    cr_assert_eq(op.kind, kind, "%s, not %s", op_word(op.kind), op_word(kind));
    bool gets = kind == OP_FINISH || op_looks(kind);
    l->program.ops->resume(&l->program, 0,
                           (struct outcome){.received = gets, .message = message});
    return op;
}

/* A name may stand for a message that was taken, and later for something else. */
Test(parse, what_was_taken_is_received_once)
{
    struct litmus *l;
    struct str why = {0};
    const char *text =
        "semantics matching\nrank 0\n  m = mprobe 0\n  mrecv m\n  mrecv m\n"
        "  m = improbe 0\n  r = imrecv m\n  m = recv 0\n  mrecv m\n"
        "  m = mprobe 0\n  m = iprobe 0\n  mrecv m\n  local\n";
    cr_assert_eq(litmus_parse("t.lit", text, strlen(text), &l, &why), MZ_OK, "%s",
                 str_text(&why));
    cr_assert_eq(expect_op(l, OP_IRECV, 0).mode, RECEIVE_LATER);
    expect_op(l, OP_FINISH, 7);
    cr_assert_eq(expect_op(l, OP_RECEIVE, 0).value, 7);
    cr_assert_eq(expect_op(l, OP_TRYRECV, 8).mode, RECEIVE_LATER);
    cr_assert_eq(expect_op(l, OP_RECEIVE, 0).value, 8);
    cr_assert_eq(expect_op(l, OP_IRECV, 0).mode, RECEIVE_WHOLE);
    expect_op(l, OP_FINISH, 9);
    expect_op(l, OP_IRECV, 0);
    expect_op(l, OP_FINISH, 10);
    expect_op(l, OP_IPROBE, 11);
    expect_op(l, OP_LOCAL, 0);
    litmus_free(l);
}

/* Whom each rank of a collective needs. */
Test(parse, collectives_need_those_whose_data_they_get)
{
    static const struct {
        const char *line;
        uint32_t needed[3];
    } cases[] = {
        {"barrier", {3, 3, 3}},       {"bcast 1", {1, 1, 1}},
        {"reduce 1 self", {0, 3, 0}}, {"scan self", {1, 2, 3}},
        {"bcast 1 empty", {0, 0, 0}}, {"allreduce 1", {3, 3, 3}},
        {"iscan 1 empty", {0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct litmus *l;
        struct str text = {0}, why = {0};
        str_addf(&text, "semantics matching\nrank 0..2\n  %s\n", cases[i].line);
        cr_assert_eq(litmus_parse("t.lit", text.text, text.len, &l, &why), MZ_OK, "%s",
                     str_text(&why));
        for (uint32_t rank = 0; rank < 3; rank++) {
            struct op op;
            cr_assert(l->program.ops->next(&l->program, rank, &op));
            cr_assert(op.kind == OP_ARRIVE && op.nargs == 3);
            cr_assert_eq(op.needed, cases[i].needed[rank], "rank %u of %s needs %u", rank,
                         cases[i].line, op.needed);
        }
        litmus_free(l);
        str_free(&text);
    }
}
