/* SPDX-License-Identifier: Apache-2.0
 *
 * Findings in the link, over which the program under test may write: whatever is there,
 * what is taken out of it holds together, or it is not taken. */
#include "real/audit.h"
#include "real/raw.h"
#include "report/pack.h"

#include <criterion/criterion.h>
#include <string.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ACTORS = 3, STEPS = 5, ROUNDS = 20000 };

static uint64_t seed = 1;

static uint64_t random_number(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 20;
}

static void look(uint32_t actor, struct finding_evidence *to)
{
    static char stack[] = "stack", output[] = "out";
    to->stack = stack;
    to->stack_bytes = 5;
    to->stack_address = 16 * actor;
    to->output = output;
    to->output_bytes = 3;
}

static struct finding *finding(void)
{
    struct finding *f = mem_alloc(sizeof *f);
    f->kind = FINDING_DEADLOCK;
    f->message = mem_strdup("all wait");
    vec_push(&f->races, mem_strdup("a race"));
    for (uint32_t a = 0; a < ACTORS; a++) {
        struct finding_actor x = {.name = mem_strdup("rank"), .state = ACTOR_BLOCKED};
        vec_push(&x.waits_for, (a + 1) % ACTORS);
        vec_push(&f->actors, x);
        vec_push(&f->cycle, a);
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        struct finding_step x = {.text = mem_strdup("Send"), .other = NO_STEP};
        vec_push(&f->steps, x);
    }
    struct finding_rival rival = {.text = mem_strdup("Recv"), .step = NO_STEP};
    vec_push(&f->rivals, rival);
    for (int i = 0; i < 2; i++) {
        struct finding_access x = {.what = mem_strdup("load")};
        struct finding_frame frame = {.where.site = 1};
        vec_push(&x.stack, frame);
        vec_push(&f->accesses, x);
    }
    return f;
}

static void put_finding(struct link *l, uint64_t *last)
{
    uint64_t at = link_room(l, sizeof(struct link_finding));
    struct link_finding *f = link_at(l, at);
    struct mzt t = {.finding = finding(), .end = 7};
    for (uint32_t i = 0; i < STEPS; i++) {
        struct mzt_step x = {i % ACTORS, 1, 2};
        vec_push(&t.steps, x);
    }
    *last = at;
    f->kind = FINDING_DEADLOCK;
    f->nways = 1;
    f->decided = LINK_DECIDED;
    f->ways = link_room(l, sizeof(struct link_way));
    f->size = pack_trace(&t, look, link_at(l, l->used), link_left(l));
    f->packed = link_room(l, f->size);
    mzt_free(&t);
}

static struct link *make(void)
{
    struct link *l = mmap(NULL, LINK_SIZE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cr_assert(l != MAP_FAILED);
    l->used = sizeof *l;
    put_finding(l, &l->findings);
    put_finding(l, &((struct link_finding *)link_at(l, l->findings))->next);
    return l;
}

/* All numbers are below what they count, and all texts are there. */
static void check(const struct raw_finding *f)
{
    const struct finding *x = f->trace.finding;
    size_t all = strlen(x->message);
    cr_assert(x->kind < FINDING_ENDS && x->reason < REASONS && x->actor < x->actors.len);
    for (size_t i = 0; i < x->actors.len; i++) {
        const struct finding_actor *a = &x->actors.at[i];
        all += strlen(a->name) + a->evidence->stack_bytes + a->evidence->output_bytes;
        cr_assert(a->state <= ACTOR_POLLS);
        for (size_t k = 0; k < a->waits_for.len; k++)
            cr_assert(a->waits_for.at[k] < x->actors.len);
    }
    for (size_t i = 0; i < x->steps.len; i++) {
        all += strlen(x->steps.at[i].text);
        cr_assert(x->steps.at[i].other == NO_STEP || x->steps.at[i].other < x->steps.len);
    }
    for (size_t i = 0; i < x->cycle.len; i++)
        cr_assert(x->cycle.at[i] < x->actors.len);
    for (size_t i = 0; i < x->races.len; i++)
        all += strlen(x->races.at[i]);
    cr_assert(f->trace.steps.len == x->steps.len);
    cr_assert(f->is.decided != LINK_DECIDED || f->is.decisive < x->steps.len);
    cr_assert(all < f->is.size);
}

Test(raw, is_taken_as_it_is)
{
    struct raw_list list = {.link = make()};
    struct link_finding is;
    struct raw_finding f;
    for (int i = 0; i < 2; i++) {
        cr_assert(raw_next(&list, &is));
        cr_assert(raw_take(&list, &f));
        check(&f);
        const struct finding *x = f.trace.finding;
        cr_assert_str_eq(x->message, "all wait");
        cr_assert_str_eq(x->races.at[0], "a race");
        cr_assert_str_eq(x->steps.at[0].text, "Send");
        cr_assert_str_eq(x->actors.at[2].evidence->stack, "stack");
        cr_assert_eq(x->actors.at[2].evidence->stack_address, 32);
        cr_assert_eq(x->accesses.at[1].stack.at[0].where.site, 1);
        cr_assert_eq(f.trace.end, 7);
        raw_free(&f);
    }
    cr_assert(!raw_next(&list, &is));
    cr_assert(!list.overwritten);
}

Test(raw, what_was_written_over_is_not_believed)
{
    struct link *l = make();
    size_t from = sizeof *l, n = (size_t)l->used - from, refused = 0;
    char *whole = mem_alloc(n);
    memcpy(whole, link_at(l, from), n);
    for (int round = 0; round < ROUNDS; round++) {
        struct raw_list list = {.link = l};
        struct link_finding is;
        struct raw_finding f;
        size_t bytes = 1 + random_number() % 8, at = random_number() % (n - bytes);
        uint64_t with = random_number() % 3 ? random_number() << 40 | random_number()
                                            : random_number() % (2 * n);
        memcpy((char *)link_at(l, from + at), &with, bytes);
        for (int i = 0; i < 8 && raw_next(&list, &is) && raw_take(&list, &f); i++) {
            check(&f);
            raw_free(&f);
        }
        refused += list.overwritten;
        memcpy(link_at(l, from), whole, n);
    }
    cr_assert(refused > ROUNDS / 20);
    free(whole);
}

Test(raw, what_has_no_room_is_left_out_or_refused)
{
    static char room[1 << 16];
    struct mzt t = {.finding = finding()}, again;
    size_t whole, least = 0;
    for (uint32_t i = 0; i < STEPS; i++)
        vec_push(&t.steps, (struct mzt_step){0});
    whole = pack_trace(&t, look, room, sizeof room);
    cr_assert(whole);
    for (size_t n = whole; n--;) {
        memset(room, 0, sizeof room);
        size_t used = pack_trace(&t, look, room, n);
        cr_assert(used <= n);
        for (size_t i = used ? n : 0; i < sizeof room; i++)
            cr_assert(!room[i]);
        least = used ? used : least;
        if (!used)
            continue;
        cr_assert(unpack_trace(&again, room, used));
        cr_assert_eq(again.finding->steps.len, STEPS);
        mzt_free(&again);
    }
    cr_assert(least && least < whole);
    mzt_free(&t);
}

Test(raw, a_list_that_leads_back_has_an_end)
{
    struct link *l = make();
    struct raw_list list = {.link = l};
    struct link_finding is, *first = link_at(l, l->findings);
    ((struct link_finding *)link_at(l, first->next))->next = l->findings;
    cr_assert(raw_next(&list, &is) && raw_next(&list, &is) && !raw_next(&list, &is));
    cr_assert(list.overwritten);
}

/* ---- lists that several processes write ---- */

enum { WRITERS = 2, OWN = 4, COMMON = 4 };

static void write_lists(struct link *l, int who)
{
    for (int i = 0; i < OWN + COMMON; i++) {
        char text[40];
        snprintf(text, sizeof text, "%d of %d", i, i < OWN ? who : -1);
        link_rests_on(l, text);
        link_leaves_out(l, text);
        link_input(l, text, 7);
    }
    _exit(0);
}

/* What is there is whole, and nothing is there twice. */
static void check_texts(const char *first, size_t stride, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const char *text = first + i * stride;
        int number, who;
        cr_assert(sscanf(text, "%d of %d", &number, &who) == 2, "entry %u: '%s'", i,
                  text);
        for (uint32_t k = 0; k < i; k++)
            cr_assert(strcmp(text, first + k * stride) != 0, "'%s' twice", text);
    }
}

static void check_lists(const struct link *l)
{
    check_texts(l->rests[0], sizeof *l->rests, l->nrests);
    check_texts(l->gaps[0], sizeof *l->gaps, l->ngaps);
    check_texts(l->inputs[0].path, sizeof *l->inputs, l->ninputs);
}

/* Several processes write the lists, and the lists are read meanwhile. With `kills`, the
 * processes end at any moment. */
static void write_and_read(bool kills)
{
    struct link *seen = mem_alloc(sizeof *seen), *l;
    l = mmap(NULL, LINK_SIZE, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cr_assert(l != MAP_FAILED);
    for (int round = 0; round < 150; round++) {
        struct orders o = {0};
        pid_t writer[WRITERS];
        memset(l, 0, sizeof *l);
        l->used = sizeof *l;
        l->secret = random_number();
        audit_begin(&o, l);
        link_take_secret(l);
        l->phase = PHASE_DONE;
        for (int i = 0; i < WRITERS; i++)
            if (!(writer[i] = fork()))
                write_lists(l, i);
        for (int i = 0; i < (kills ? round : 20); i++) {
            audit_copy(seen, l, &o);
            check_lists(seen);
        }
        for (int i = 0; i < WRITERS; i++) {
            if (kills)
                kill(writer[i], SIGKILL);
            cr_assert(waitpid(writer[i], NULL, 0) == writer[i]);
        }
        const char *wrong = audit_link(l, &o, kills);
        cr_assert(!wrong, "%s", wrong);
        check_lists(l);
        cr_assert(kills || l->nrests == WRITERS * OWN + COMMON);
        l->ngaps++;
        cr_assert(audit_link(l, &o, false), "another count is noticed");
        audit_free(&o);
    }
    munmap(l, LINK_SIZE);
    free(seen);
}

Test(raw, lists_are_read_while_others_write_them)
{
    write_and_read(false);
}

Test(raw, who_is_killed_while_writing_leaves_a_list_that_is_whole)
{
    write_and_read(true);
}
