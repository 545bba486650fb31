/* SPDX-License-Identifier: Apache-2.0
 *
 * The dependency relation: the table, and its machine check against the kernel.
 *
 * From random reachable states of random programs, every two possible steps that
 * are declared independent must commute: neither enables, disables or changes the
 * other, and both orders lead to the same state. Pairs that are declared dependent
 * and nevertheless commute each time they are met are lost precision; they are
 * listed, and must be the ones that the theorems are known to give away. */
#include "base/vec.h"
#include "kernel/depend.h"
#include "kernel/place.h"
#include "kernel/window.h"
#include "litmus/litmus.h"
#include "support/random.h"
#include "support/ranks.h"
#include "support/windows.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <string.h>

#define op_act(k, ...) ((struct act){.kind = OP_##k, __VA_ARGS__})

Test(depend, two_sends_to_one_mailbox_race)
{
    struct act a = op_act(SEND, .actor = 1, .object = 7, .seq = 0);
    struct act b = op_act(SEND, .actor = 2, .object = 7, .seq = 0);
    struct act c = op_act(SEND, .actor = 2, .object = 8, .seq = 0);
    cr_assert(dep_between(&a, &b));
    cr_assert(!dep_between(&a, &c));
}

Test(depend, a_send_and_a_receive_never_race)
{
    struct act a = op_act(SEND, .actor = 1, .object = 7);
    struct act b = op_act(RECV, .actor = 2, .object = 7);
    cr_assert(!dep_between(&a, &b));
}

Test(depend, a_failed_test_races_with_every_post_that_pairs_one_of_its_set)
{
    uint64_t keys[2] = {comm_key(1, 0), comm_key(2, 3)};
    struct act test = op_act(TEST, .actor = 1, .nkeys = 2, .outcome = OUTCOME_FALSE);
    test.keys = keys;
    struct act first = op_act(SEND, .actor = 2, .object = 1, .seq = 0);
    struct act second = op_act(RECV, .actor = 3, .object = 2, .seq = 3);
    struct act other = op_act(SEND, .actor = 2, .object = 2, .seq = 2);
    cr_assert(dep_between(&test, &first));
    cr_assert(dep_between(&second, &test));
    cr_assert(!dep_between(&test, &other));
}

Test(depend, a_successful_wait_depends_on_what_it_reports_only)
{
    uint64_t keys[2] = {comm_key(1, 0), comm_key(2, 3)};
    struct act wait = op_act(WAIT, .actor = 1, .nkeys = 2, .outcome = 1);
    wait.keys = keys;
    struct act first = op_act(SEND, .actor = 2, .object = 1, .seq = 0);
    struct act second = op_act(SEND, .actor = 2, .object = 2, .seq = 3);
    cr_assert(!dep_between(&wait, &first));
    cr_assert(dep_between(&wait, &second));
}

Test(depend, unlock_and_await_depend_if_one_of_them_owns)
{
    struct act await = op_act(MWAIT, .actor = 1, .nkeys = 1, .key = 4);
    struct act by_owner = op_act(UNLOCK, .actor = 2, .object = 4, .owner = 2);
    struct act past_owner = op_act(UNLOCK, .actor = 2, .object = 4, .owner = 1);
    struct act by_waiter = op_act(UNLOCK, .actor = 2, .object = 4, .owner = 3);
    struct act elsewhere = op_act(UNLOCK, .actor = 2, .object = 5, .owner = 2);
    cr_assert(dep_between(&await, &by_owner));
    cr_assert(dep_between(&await, &past_owner));
    cr_assert(!dep_between(&await, &by_waiter));
    cr_assert(!dep_between(&await, &elsewhere));
}

/* The match of rank 0's request `seq` with message k of `from`. */
#define match_act(slot, r, from, k, wants, has)                                          \
    op_act(MATCH, .actor = slot, .seq = r, .outcome = message_outcome(from, k),          \
           .source = ANY_SOURCE, .tag = {wants, has})

Test(depend, a_match_comes_after_its_send_and_its_receive)
{
    struct act match = match_act(10, 3, 2, 5, ANY, 7);
    struct act send = op_act(ISEND, .actor = 2, .process = 2, .owner = 0, .seq = 5);
    struct act other = op_act(ISEND, .actor = 2, .process = 2, .owner = 0, .seq = 4);
    struct act elsewhere = op_act(ISEND, .actor = 2, .process = 2, .owner = 1, .seq = 5);
    struct act receive = op_act(IRECV, .actor = 0, .seq = 3);
    struct act before = op_act(IRECV, .actor = 0, .seq = 2);
    cr_assert(dep_between(&match, &send));
    cr_assert(!dep_between(&match, &other));
    cr_assert(!dep_between(&match, &elsewhere));
    cr_assert(dep_between(&receive, &match));
    cr_assert(!dep_between(&before, &match));
}

Test(depend, a_match_comes_after_that_of_an_earlier_receive_that_fits_its_message)
{
    struct act earlier = match_act(10, 1, 1, 0, ANY, 7);
    struct act later = match_act(11, 2, 2, 0, ANY, 8);
    cr_assert(dep_between(&earlier, &later));
    earlier.tag.wanted = 7;
    cr_assert(!dep_between(&earlier, &later), "it does not take tag 8");
    earlier.tag.wanted = ANY;
    earlier.source = 1;
    cr_assert(!dep_between(&earlier, &later), "it does not take from 2");
    earlier.source = ANY_SOURCE;
    earlier.object = 1;
    cr_assert(!dep_between(&earlier, &later), "another communicator");
}

Test(depend, a_match_comes_after_that_of_an_earlier_message_that_fits_its_receive)
{
    struct act first = match_act(11, 2, 1, 0, 7, 7);
    struct act second = match_act(10, 1, 1, 1, ANY, 8);
    second.source = 1;
    cr_assert(dep_between(&first, &second));
    second.tag.wanted = 8;
    cr_assert(!dep_between(&first, &second), "message 0 does not have that tag");
}

Test(depend, with_queues_the_order_of_sends_to_one_receiver_counts)
{
    struct act a = op_act(ISEND, .actor = 1, .process = 1, .object = 3, .place = 1);
    struct act b = op_act(ISEND, .actor = 2, .process = 2, .object = 3, .place = 1);
    cr_assert(dep_between(&a, &b));
    b.owner = 3;
    cr_assert(!dep_between(&a, &b), "another receiver");
    b.owner = 0;
    b.object = 4;
    cr_assert(!dep_between(&a, &b), "another communicator");
    b.object = 3;
    a.place = b.place = 0;
    cr_assert(!dep_between(&a, &b), "there are no queues");
}

Test(depend, with_queues_a_match_comes_after_that_of_any_earlier_message_that_fits)
{
    struct act first = match_act(10, 1, 1, 0, 7, 7);
    struct act second = match_act(11, 2, 2, 0, ANY, 8);
    cr_assert(!dep_between(&first, &second), "they have different senders");
    first.place = 1;
    second.place = 2;
    cr_assert(dep_between(&first, &second));
    second.tag.wanted = 8;
    cr_assert(!dep_between(&first, &second), "the first does not have that tag");
}

Test(depend, a_poll_comes_after_the_match_that_it_reports)
{
    struct act match = match_act(10, 3, 2, 5, ANY, 7);
    struct act later = match_act(11, 4, 2, 6, ANY, 7);
    struct act poll = op_act(POLL, .nkeys = 1, .key = receive_key(0, 3));
    struct act sender = op_act(POLL, .actor = 2, .nkeys = 1, .key = message_key(2, 0, 5));
    struct act failed = op_act(POLL, .outcome = OUTCOME_FALSE);
    cr_assert(dep_between(&match, &poll));
    cr_assert(!dep_between(&later, &poll));
    cr_assert(dep_between(&match, &sender));
    cr_assert(!dep_between(&later, &sender));
    cr_assert(!dep_between(&match, &failed), "it may fail before and after");
}

Test(depend, a_cancel_races_with_the_match_that_it_prevents)
{
    struct act match = match_act(10, 3, 2, 5, ANY, 7);
    struct act later = match_act(11, 4, 2, 6, ANY, 7);
    struct act cancel =
        op_act(CANCEL, .seq = 3, .source = ANY_SOURCE, .outcome = 1, .tag = {ANY, 0});
    cr_assert(dep_between(&match, &cancel));
    cr_assert(dep_between(&later, &cancel), "its message was claimed until then");
}

Test(depend, a_retraction_races_with_what_gets_or_sees_the_message)
{
    struct act match = match_act(10, 3, 2, 5, ANY, 7), probe = match, later = match;
    later.outcome = message_outcome(2, 6);
    probe.kind = OP_IPROBE;
    struct act in_time = op_act(RETRACT, .actor = 2, .seq = 5, .outcome = 1);
    in_time.tag.sent = 7;
    struct act too_late = in_time;
    too_late.outcome = 0;
    cr_assert(dep_between(&match, &in_time));
    cr_assert(!dep_between(&match, &too_late), "it may fail before and after");
    cr_assert(dep_between(&probe, &in_time));
    cr_assert(!dep_between(&probe, &too_late), "it stays as it was");
    cr_assert(dep_between(&later, &in_time), "the first one stood in its way");
    cr_assert(!dep_between(&later, &too_late));
}

Test(depend, a_finish_of_a_collective_comes_after_those_it_needs)
{
    uint64_t keys[2] = {arrive_key(0, 4, 1), arrive_key(2, 4, 1)};
    struct act finish = op_act(FINISH, .nkeys = 2, .keys = keys);
    struct act needed = op_act(ARRIVE, .actor = 2, .owner = 2, .object = 4, .seq = 1);
    struct act not_needed = op_act(ARRIVE, .actor = 3, .owner = 3, .object = 4, .seq = 1);
    struct act earlier = op_act(ARRIVE, .actor = 2, .owner = 2, .object = 4, .seq = 0);
    cr_assert(dep_between(&finish, &needed));
    cr_assert(!dep_between(&finish, &not_needed));
    cr_assert(!dep_between(&finish, &earlier));
}

Test(depend, table_is_total_and_symmetric)
{
    uint64_t keys[4] = {comm_key(0, 0), 0};
    for (int a = 0; a < OP_KINDS; a++)
        for (int b = 0; b < OP_KINDS; b++) {
            int theorem = dep_theorem((enum op_kind)a, (enum op_kind)b);
            struct act x = {.kind = (uint8_t)a, .actor = 1, .nkeys = 2, .keys = keys};
            struct act y = {.kind = (uint8_t)b, .actor = 2, .nkeys = 2, .keys = keys};
            cr_assert(theorem >= 1 && theorem <= 27);
            cr_assert_eq(theorem, dep_theorem((enum op_kind)b, (enum op_kind)a));
            cr_assert_eq(dep_between(&x, &y), dep_between(&y, &x));
        }
}

Test(depend, what_threads_of_one_process_post_has_an_order)
{
    struct act a = op_act(ISEND, .actor = 1, .process = 1, .owner = 0);
    struct act b = op_act(ISEND, .actor = 5, .process = 1, .owner = 0, .seq = 1);
    struct act elsewhere = op_act(ISEND, .actor = 5, .process = 1, .owner = 2);
    struct act probe = op_act(PROBE, .actor = 1, .owner = 1, .object = 3);
    struct act receive = op_act(IRECV, .actor = 5, .owner = 1, .object = 3);
    struct act other = op_act(IRECV, .actor = 5, .owner = 1, .object = 4);
    cr_assert(dep_between(&a, &b));
    cr_assert(!dep_between(&a, &elsewhere), "to another process");
    cr_assert(dep_between(&probe, &receive));
    cr_assert(!dep_between(&probe, &other), "another communicator");
}

/* ---- the machine check ---- */

static bool possible(struct state *st, uint32_t actor, const struct act *wanted)
{
    outcomes_vec out = {0};
    bool found = false;
    state_outcomes(st, actor, &out);
    for (size_t i = 0; i < out.len && !found; i++) {
        struct act a = place_act(st, actor, &st->actor[actor].pending, NULL, out.at[i]);
        found = act_same(&a, wanted);
    }
    vec_free(&out);
    return found;
}

/* Do the two steps, both possible now, commute? */
static bool commute(struct state *st, const struct act *a, const struct act *b)
{
    struct digest end[2] = {{0}};
    const struct act *first[2] = {a, b}, *second[2] = {b, a};
    bool good = true;
    for (int order = 0; order < 2 && good; order++) {
        state_push(st, first[order]->actor, first[order]->outcome);
        good = possible(st, second[order]->actor, second[order]);
        if (good) {
            state_push(st, second[order]->actor, second[order]->outcome);
            end[order] = state_digest(st);
            state_pop(st);
        }
        state_pop(st);
    }
    return good && end[0].lo == end[1].lo && end[0].hi == end[1].hi;
}

struct tally {
    uint64_t independent, dependent_commuting[OP_KINDS][OP_KINDS],
        dependent_clashing[OP_KINDS][OP_KINDS], enabling;
};

static void check_state(struct state *st, struct tally *t)
{
    VEC(struct act) acts = {0};
    outcomes_vec out = {0};
    for (uint32_t a = 0; a < st->nactors; a++) {
        out.len = 0;
        state_outcomes(st, a, &out);
        for (size_t i = 0; i < out.len; i++)
            vec_push(&acts, place_act(st, a, &st->actor[a].pending, NULL, out.at[i]));
    }
    for (size_t i = 0; i < acts.len; i++)
        for (size_t j = i + 1; j < acts.len; j++) {
            const struct act *a = &acts.at[i], *b = &acts.at[j];
            if (a->actor == b->actor)
                continue;
            bool dependent = dep_between(a, b), commutes = commute(st, a, b);
            if (!dependent && !commutes) /* an assertion that holds costs a message */
                cr_assert_fail("%s and %s are declared independent", op_word(a->kind),
                               op_word(b->kind));
            if (!dependent)
                t->independent++;
            else if (commutes)
                t->dependent_commuting[a->kind][b->kind]++;
            else
                t->dependent_clashing[a->kind][b->kind]++;
        }
    /* What a step makes possible for another actor must depend on it. */
    for (size_t i = 0; i < acts.len; i++) {
        state_push(st, acts.at[i].actor, acts.at[i].outcome);
        for (uint32_t b = 0; b < st->nactors; b++) {
            out.len = 0;
            if (b != acts.at[i].actor)
                state_outcomes(st, b, &out);
            for (size_t k = 0; k < out.len; k++) {
                struct act f = place_act(st, b, &st->actor[b].pending, NULL, out.at[k]);
                bool before = false;
                for (size_t j = 0; j < acts.len; j++)
                    before |= act_same(&acts.at[j], &f);
                if (!before && !dep_between(&acts.at[i], &f))
                    cr_assert_fail("%s makes %s possible but is declared independent",
                                   op_word(acts.at[i].kind), op_word(f.kind));
                t->enabling += !before;
            }
        }
        state_pop(st);
    }
    vec_free(&acts);
    vec_free(&out);
}

/* An event comes after exactly those that its actor did before it, those that it depends
 * on, and those that they come after. */
static void check_clocks(const struct state *st)
{
    size_t n = st->events.len;
    bool *before = mem_alloc((n * n + 1) * sizeof *before);
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = j; i-- > 0;) {
            const struct act *a = &st->events.at[i].act, *b = &st->events.at[j].act;
            if (a->actor == b->actor || dep_between(a, b))
                before[i * n + j] = true;
            for (uint32_t k = 0; before[i * n + j] && k < i; k++)
                before[k * n + j] |= before[k * n + i];
        }
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < j; i++)
            if (before[i * n + j] != state_before(st, i, j))
                cr_assert_fail("%s, step %u, %s %s, step %u",
                               op_word(st->events.at[i].act.kind), i,
                               before[i * n + j] ? "is not before" : "is before",
                               op_word(st->events.at[j].act.kind), j);
    free(before);
}

/* Without a tally nothing is asked but that clocks are right. */
static void random_walk(struct rng *rng, struct litmus *l, struct tally *t)
{
    struct state *st = state_new(&l->program);
    outcomes_vec out = {0};
    for (;;) {
        if (t)
            check_state(st, t);
        uint32_t start = rng_below(rng, st->nactors), i = 0;
        for (; i < st->nactors; i++) {
            out.len = 0;
            state_outcomes(st, (start + i) % st->nactors, &out);
            if (out.len)
                break;
        }
        if (i == st->nactors)
            break;
        state_push(st, (start + i) % st->nactors,
                   out.at[rng_below(rng, (uint32_t)out.len)]);
    }
    check_clocks(st);
    vec_free(&out);
    state_free(st);
}

static struct litmus *parse(struct str *text)
{
    struct str why = {0};
    struct litmus *l;
    cr_assert_eq(litmus_parse("random.lit", text->text, text->len, &l, &why), MZ_OK, "%s",
                 str_text(&why));
    str_free(text);
    return l;
}

Test(depend, independent_steps_commute)
{
    struct rng rng = {42};
    struct tally t = {0};
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        struct str text = {0};
        random_program(seed, &text);
        struct litmus *l = parse(&text);
        random_walk(&rng, l, &t);
        litmus_free(l);
    }
    cr_assert_gt(t.independent, 10000);
    cr_assert_gt(t.enabling, 1000);
    for (int a = 0; a < OP_KINDS; a++)
        for (int b = 0; b < OP_KINDS; b++) {
            uint64_t commuting =
                t.dependent_commuting[a][b] + t.dependent_commuting[b][a];
            uint64_t clashing = t.dependent_clashing[a][b] + t.dependent_clashing[b][a];
            if (a > b || !commuting)
                continue;
            bool known =
                (a == OP_UNLOCK && (b == OP_UNLOCK || b == OP_MWAIT || b == OP_MTEST)) ||
                (a == OP_LOCK && b == OP_LOCK);
            cr_log_info("lost precision: %s/%s commuted %llu times of %llu",
                        op_word((enum op_kind)a), op_word((enum op_kind)b),
                        (unsigned long long)commuting,
                        (unsigned long long)(commuting + clashing));
            cr_assert(known, "%s/%s: declared dependent, but commuted",
                      op_word((enum op_kind)a), op_word((enum op_kind)b));
        }
}

static uint64_t clashes(const struct tally *t, enum op_kind a, enum op_kind b)
{
    return t->dependent_clashing[a][b] + t->dependent_clashing[b][a];
}

/* Here no precision is lost, and every rule of the table is met. */
static void check_ranks(bool queues, struct tally *t)
{
    struct rng rng = {43};
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct str text = {0};
        struct ranks_flavour f = random_flavour(seed);
        if (queues)
            f.retracts = 0; /* see explorer.h */
        random_ranks(seed, &f, &text);
        struct litmus *l = parse(&text);
        l->program.buffering = seed % 2 ? BUFFERING_ZERO : BUFFERING_INFINITE;
        l->program.queues = queues;
        for (int i = 0; i < 10; i++)
            random_walk(&rng, l, i ? NULL : t);
        litmus_free(l);
    }
    cr_assert_gt(t->independent, 10000);
    cr_assert_gt(t->enabling, 1000);
    for (int a = 0; a < OP_KINDS; a++)
        for (int b = 0; b < OP_KINDS; b++)
            cr_assert(!t->dependent_commuting[a][b],
                      "%s/%s: declared dependent, but commuted", op_word((enum op_kind)a),
                      op_word((enum op_kind)b));
    static const enum op_kind clashing[][2] = {{OP_MATCH, OP_CANCEL},
                                               {OP_MATCH, OP_RETRACT},
                                               {OP_IPROBE, OP_RETRACT},
                                               {OP_TRYRECV, OP_RETRACT}};
    for (size_t i = 0; i < sizeof clashing / sizeof *clashing; i++) {
        enum op_kind a = clashing[i][0], b = clashing[i][1];
        bool met = clashes(t, a, b);
        cr_assert(met || (queues && b == OP_RETRACT), "%s/%s were never met", op_word(a),
                  op_word(b));
        cr_assert(!clashes(t, OP_MATCH, OP_POLL), "a poll can fail as well as before");
    }
}

Test(depend, independent_steps_of_ranks_commute)
{
    struct tally t = {0};
    check_ranks(false, &t);
    cr_assert_eq(clashes(&t, OP_ISEND, OP_ISEND), 0);
}

Test(depend, independent_steps_of_ranks_with_queues_commute)
{
    struct tally t = {0};
    check_ranks(true, &t);
    cr_assert_gt(clashes(&t, OP_ISEND, OP_ISEND), 1000);
}

/* The accesses of an effect or direct to one part: where, and how. */
#define access_words(name, lo, hi, how) const uint64_t name[ACCESS_WORDS] = {lo, hi, how}

Test(depend, atomic_accesses_depend_if_they_overlap_and_do_not_commute)
{
    access_words(add, 0, 4, HOW_WRITES | HOW_COMMUTES | 2 * HOW_OPCODE);
    access_words(max, 0, 4, HOW_WRITES | HOW_COMMUTES | 3 * HOW_OPCODE);
    access_words(fetch, 2, 6, HOW_READS | HOW_WRITES | 2 * HOW_OPCODE);
    access_words(read, 0, 4, HOW_READS);
    access_words(elsewhere, 4, 8, HOW_READS | HOW_WRITES);
    struct act a = op_act(EFFECT, .actor = 5, .owner = 1, .nkeys = 3, .keys = add);
    struct act b = op_act(EFFECT, .actor = 6, .owner = 2, .nkeys = 3, .keys = add);
    cr_assert(!dep_between(&a, &b), "they commute");
    b.owner = 1;
    cr_assert(dep_between(&a, &b), "those of one origin keep their order");
    b.owner = 2;
    b.keys = max;
    cr_assert(dep_between(&a, &b), "different operations");
    b.keys = fetch;
    cr_assert(dep_between(&a, &b), "it reads what the other one changes");
    b.object = 1;
    cr_assert(!dep_between(&a, &b), "another part");
    b.object = 0;
    b.keys = elsewhere;
    cr_assert(!dep_between(&a, &b), "they do not overlap");
    a.keys = b.keys = read;
    cr_assert(!dep_between(&a, &b), "both only read");
    struct act put = op_act(DIRECT, .actor = 3, .nkeys = 3, .keys = fetch);
    cr_assert(dep_between(&a, &put));
}

Test(depend, requests_for_locks_depend_unless_both_are_shared)
{
    struct act a = op_act(JOIN, .actor = 5, .owner = 1, .place = LOCK_SHARED);
    struct act b = op_act(JOIN, .actor = 6, .owner = 2, .place = LOCK_SHARED);
    cr_assert(!dep_between(&a, &b));
    b.place = LOCK_EXCLUSIVE;
    cr_assert(dep_between(&a, &b));
    b.object = 1;
    cr_assert(!dep_between(&a, &b), "another part");
}

Test(depend, an_access_comes_after_what_its_lock_waits_for)
{
    uint64_t keys[] = {0, 1, HOW_READS, receive_key(1, 4), unlock_key(2, 7)};
    struct act get = op_act(DIRECT, .actor = 1, .nkeys = 5, .keys = keys);
    struct act join = op_act(JOIN, .actor = 5, .owner = 1, .seq = 4);
    struct act other = op_act(JOIN, .actor = 5, .owner = 1, .seq = 3);
    struct act unlock = op_act(WUNLOCK, .actor = 2, .owner = 2, .seq = 7);
    unlock.nkeys = 1;
    struct act finish = op_act(FINISH, .actor = 1, .nkeys = 1, .key = unlock_key(2, 7));
    cr_assert(dep_between(&get, &join));
    cr_assert(!dep_between(&get, &other));
    cr_assert(dep_between(&get, &unlock));
    cr_assert(dep_between(&finish, &unlock));
    unlock.seq = 6;
    cr_assert(!dep_between(&get, &unlock));
    cr_assert(!dep_between(&finish, &unlock));
}

/* Accesses that write what is there already, or compare-and-swaps that fail, commute
 * although the table calls them dependent; nothing else may. */
Test(depend, independent_steps_of_windows_commute)
{
    struct rng rng = {45};
    struct tally t = {0};
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        struct str text = {0};
        struct windows_flavour f = windows_flavour(seed);
        random_windows(seed, &f, &text);
        struct litmus *l = parse(&text);
        l->program.buffering = seed % 2 ? BUFFERING_ZERO : BUFFERING_INFINITE;
        for (int i = 0; i < 10; i++)
            random_walk(&rng, l, i ? NULL : &t);
        litmus_free(l);
    }
    cr_assert_gt(t.independent, 10000);
    cr_assert_gt(t.enabling, 1000);
    for (int a = 0; a < OP_KINDS; a++)
        for (int b = 0; b < OP_KINDS; b++) {
            bool access =
                (a == OP_EFFECT || a == OP_DIRECT) && (b == OP_EFFECT || b == OP_DIRECT);
            cr_assert(access || !t.dependent_commuting[a][b],
                      "%s/%s: declared dependent, but commuted", op_word((enum op_kind)a),
                      op_word((enum op_kind)b));
        }
    cr_assert(clashes(&t, OP_JOIN, OP_JOIN) && clashes(&t, OP_EFFECT, OP_EFFECT) &&
              clashes(&t, OP_EFFECT, OP_DIRECT) && clashes(&t, OP_DIRECT, OP_DIRECT));
}

/* The probe sees the last message when the others are gone. The receive that is most like
 * it may have got the second, and says nothing of the third, which has another tag. */
Test(depend, an_earlier_receive_may_not_know_of_a_message_between)
{
    struct str text = {0};
    str_addf(&text, "semantics matching\n"
                    "rank 0\n  irecv any tag 0\n  irecv any tag any\n  irecv 2 tag 0\n"
                    "  irecv any tag any\n  probe any tag any\n"
                    "rank 1\n  isend 0 tag 1\n"
                    "rank 2\n  isend 0 tag 0\n  isend 0 tag 1\n  isend 0 tag 0\n"
                    "  isend 0 tag 1\n");
    struct rng rng = {44};
    struct litmus *l = parse(&text);
    for (int queues = 0; queues < 2; queues++) {
        l->program.queues = queues;
        for (int i = 0; i < 300; i++)
            random_walk(&rng, l, NULL);
    }
    litmus_free(l);
}
