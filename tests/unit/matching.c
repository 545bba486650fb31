/* SPDX-License-Identifier: Apache-2.0
 *
 * Matching semantics: slots, what nobody received, who waits for whom, schedules. That
 * matches are what they should be is for the oracle to say (tests/fuzz.c). */
#include "explore/search/explorer.h"
#include "kernel/matching.h"
#include "kernel/schedule.h"
#include "kernel/wait.h"
#include "litmus/litmus.h"

#include <criterion/criterion.h>
#include <string.h>

static struct litmus *program(const char *text)
{
    struct litmus *l;
    struct str why = {0};
    cr_assert_eq(litmus_parse("test.lit", text, strlen(text), &l, &why), MZ_OK, "%s",
                 str_text(&why));
    l->program.buffering = BUFFERING_INFINITE;
    return l;
}

static struct state *follow(struct litmus *l, const char *schedule)
{
    struct state *st = state_new(&l->program);
    struct str why = {0};
    cr_assert_eq(schedule_follow(st, schedule, &why), MZ_OK, "%s", str_text(&why));
    str_free(&why);
    return st;
}

/* n receives posted by rank 0 before it waits for any; each other rank sends one. */
static void write_outstanding(uint32_t n, uint32_t senders, struct str *text)
{
    str_addf(text, "semantics matching\nrank 0\n");
    for (uint32_t i = 0; i < n; i++)
        str_addf(text, "  r%u = irecv any\n", i);
    str_addf(text, "rank 1..%u\n  send 0\n", senders);
}

Test(matching, as_many_receives_as_it_takes)
{
    static const char *const names[] = {"dpor", "sdpor", "odpor", "udpor"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct explorer *e = explorer_find(names[i]);
        struct str text = {0};
        struct search s;
        write_outstanding(40, 3, &text);
        struct litmus *l = program(str_text(&text));
        search_init(&s, &l->program);
        s.count_traces = s.st->hashing = s.every_execution = true;
        explorer_run(e, &s);
        cr_assert(!search_stopped(&s));
        cr_assert_eq(search_counted(&s).traces, 6, "%s: %llu", e->name,
                     (unsigned long long)search_counted(&s).traces);
        search_free(&s);
        litmus_free(l);
        str_free(&text);
    }
}

/* 1000 ranks have at most 261 slots each: more would be more actors than there can be. */
Test(matching, too_many_receives_are_said_to_be_too_many)
{
    struct str text = {0};
    struct search s;
    write_outstanding(262, 999, &text);
    struct litmus *l = program(str_text(&text));
    search_init(&s, &l->program);
    s.options.bounds.executions = 1;
    explorer_run(explorer_find("odpor"), &s);
    cr_assert_eq(s.counts.stopped, STOP_ROOM);
    cr_assert(stop_reason_text(s.counts.stopped));
    cr_assert_eq(s.st->nactors, 1000 * 262);
    search_free(&s);
    litmus_free(l);
    str_free(&text);
}

Test(matching, a_state_gets_more_slots_by_itself_and_can_go_back)
{
    struct str text = {0};
    write_outstanding(40, 1, &text);
    struct litmus *l = program(str_text(&text));
    struct state *st = state_new(&l->program);
    struct digest start = state_digest(st);
    st->hashing = true;
    state_push(st, 1, OUTCOME_NONE);
    for (int i = 0; i < 40; i++)
        state_push(st, 0, OUTCOME_NONE);
    uint32_t slot = st->actor[0].requests.at[0].slot;
    cr_assert(state_enabled(st, slot));
    cr_assert(!state_enabled(st, st->actor[0].requests.at[39].slot));
    state_push(st, slot, message_outcome(1, 0));
    cr_assert(state_before(st, 0, 41));
    cr_assert(state_before(st, 1, 41));
    cr_assert(!state_before(st, 2, 41), "the second receive has nothing to do with it");
    while (st->events.len)
        state_pop(st);
    struct digest again = state_digest(st);
    cr_assert(start.lo == again.lo && start.hi == again.hi);
    cr_assert(!st->trace.lo && !st->trace.hi);
    state_free(st);
    litmus_free(l);
    str_free(&text);
}

Test(matching, a_slot_is_used_again_once_its_receive_is_known_to_be_complete)
{
    struct litmus *l = program("semantics matching\nrank 0\n  repeat 20\n  x = recv any\n"
                               "  end\nrank 1\n  repeat 20\n  send 0\n  end\n");
    struct search s;
    search_init(&s, &l->program);
    uint32_t before = s.st->slots;
    explorer_run(explorer_find("odpor"), &s);
    cr_assert_eq(s.counts.executions, 1);
    cr_assert_eq(s.st->slots, before);
    search_free(&s);
    litmus_free(l);
}

Test(matching, lists_messages_that_nobody_received)
{
    struct litmus *l = program("semantics matching\nrank 0\n  x = recv 1 tag 2\n"
                               "rank 1\n  send 0 tag 1\n  send 0 tag 2\n");
    unmatched_vec left = {0};
    struct state *st = follow(l, "rank0 rank1 rank1:0 rank1 rank1:0 rank0.0:rank1.1");
    matching_unmatched(st, &left);
    cr_assert_eq(left.len, 1);
    cr_assert_eq(left.at[0].from, 1);
    cr_assert_eq(left.at[0].to, 0);
    cr_assert_eq(left.at[0].k, 0);
    cr_assert_eq(left.at[0].event, 1);
    vec_free(&left);
    state_free(st);
    litmus_free(l);
}

static void check_waits(const char *text, enum buffering b, const char *schedule,
                        uint32_t actor, uint32_t n, const uint32_t *whom)
{
    struct litmus *l = program(text);
    events_vec actors = {0};
    l->program.buffering = b;
    struct state *st = follow(l, schedule);
    wait_for(st, actor, &actors);
    cr_assert_eq(actors.len, n, "%s: %zu", text, actors.len);
    for (uint32_t i = 0; i < n; i++)
        cr_assert_eq(actors.at[i], whom[i]);
    vec_free(&actors);
    state_free(st);
    litmus_free(l);
}

Test(matching, says_who_waits_for_whom)
{
    static const char *const receive = "semantics matching\nrank 0\n  recv 2\n"
                                       "rank 1..2\n  recv any\n";
    check_waits(receive, BUFFERING_INFINITE, "rank0", 0, 1, (uint32_t[]){2});
    check_waits(receive, BUFFERING_INFINITE, "rank1", 1, 2, (uint32_t[]){0, 2});
    check_waits("semantics matching\nrank 0\n  send 2\nrank 1\n  local\n"
                "rank 2\n  local\n",
                BUFFERING_ZERO, "rank0", 0, 1, (uint32_t[]){2});
    check_waits("semantics matching\nrank 0..2\n  barrier\n", BUFFERING_INFINITE,
                "rank0 rank2", 0, 1, (uint32_t[]){1});
    check_waits("semantics matching\nrank 0\n  p = probe 1\nrank 1\n  local\n",
                BUFFERING_INFINITE, "", 0, 1, (uint32_t[]){1});
}

Test(matching, a_schedule_that_cannot_be_followed_is_refused)
{
    static const struct {
        const char *schedule, *complaint;
    } bad[] = {{"rank0 rank0.1:rank1.0", "there is no actor 'rank0.1'"},
               {"rank0 rank0.0:rank1.0", "rank0.0 cannot move here"},
               {"rank0 rank1 rank0.0:rank1.7", "rank0.0 cannot have outcome rank1.7"},
               {"rank0 rank1 rank0.0:rank1", "'rank1' is not an outcome"}};
    struct litmus *l =
        program("semantics matching\nrank 0\n  recv 1\nrank 1\n  send 0\n");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct state *st = state_new(&l->program);
        struct str why = {0};
        cr_assert_eq(schedule_follow(st, bad[i].schedule, &why), MZ_USAGE);
        cr_assert(strstr(str_text(&why), bad[i].complaint), "%s", str_text(&why));
        str_free(&why);
        state_free(st);
    }
    litmus_free(l);
}
