/* SPDX-License-Identifier: Apache-2.0
 *
 * host.c - actor programs inside the executor.
 *
 * All actors share one rank of the executor's. It has no image: whenever user code is to
 * run, the rank begins anew, with an empty heap and with every page of the process as
 * setup left it. The state and the message are lent to it, and the state is taken back
 * when the behaviour returns. So a behaviour is a function of the two because there is
 * nothing else that it could depend on, all that the executor contains (crashes, exit(),
 * endless loops, a damaged heap, time, randomness) is contained here, and going back
 * still costs no more than a copy of the state. Where a behaviour changes a variable of
 * the program's, it would be as it was for the next message; nobody can mean that, so it
 * is reported. */
#include "agent/actor/system.h"
#include "base/str.h"
#include "agent/rank/areas.h"
#include "agent/core/agent.h"
#include "agent/rank/objects.h"
#include "agent/system/syscall.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* part of a heap from which on clearing is left to the kernel */
#define LARGE ((size_t)1 << 20)
#define SPARE 8 /* number of free slots at the start */

enum { MOST = TAKE_MAX_SENDER - 1 };

/* What is known about a behaviour that failed. */
struct wreck {
    struct evidence evidence;
    struct fault fault;
    char stack[];
};

static struct rank *rank(void)
{
    return &agent.rank[0];
}

/* ---- running user code ---- */

static void entry(void *unused)
{
    (void)unused;
    mz_system->work(mz_system);
    mz_system->left = LEFT_DONE;
}

/* Clears the heap, so that an old pointer does not show what the last run left
 * there. */
static void clear(void)
{
    struct heap *h = &rank()->head->heap;
    areas_lift(rank());
    char *from = (char *)page_up((uintptr_t)h->base + LARGE);
    size_t used = h->used;
    if (used > (size_t)(from - h->base)) {
        agent_syscall(SYS_madvise, from, page_up(used - (size_t)(from - h->base)),
                      MADV_DONTNEED);
        used = (size_t)(from - h->base);
    }
    memset(h->base, 0, used);
    if (pages_count())
        pages_copy_in(NULL, 0);
    rank_begin(0);
}

static void keep_output(struct system *s)
{
    const struct rank_head *h = rank()->head;
    if (!h->output_bytes || s->current == OUTSIDE)
        return;
    if (agent.link->echo)
        agent_syscall(SYS_write, 1, rank_output(h), h->output_kept);
    struct printed *p = arena_alloc(&s->arena, sizeof *p + h->output_kept);
    struct record *r = system_record(s, s->current);
    *p = (struct printed){r->printed, h->output_kept, h->output_bytes - h->output_kept};
    memcpy(p->text, rank_output(h), h->output_kept);
    r->printed = p;
}

static void keep_wreck(struct system *s)
{
    struct evidence e = {0};
    report_rank(rank(), &e);
    e.stack_bytes = e.stack_bytes < LINK_STACK_MAX ? e.stack_bytes : LINK_STACK_MAX;
    struct wreck *w = arena_alloc(&s->arena, sizeof *w + e.stack_bytes);
    w->evidence = e;
    w->fault = *e.fault;
    w->evidence.fault = &w->fault;
    memcpy(w->stack, e.stack, e.stack_bytes);
    w->evidence.stack = w->stack;
    struct str what = {0};
    actor_ops.inboxes->describe_body(&s->program, (uint64_t)(uintptr_t)s->taken, &what);
    size_t n = strlen(w->fault.text);
    snprintf(w->fault.text + n, sizeof w->fault.text - n, ", while handling %s",
             str_text(&what));
    str_free(&what);
    s->wreck = w;
}

static void blame(enum finding_kind kind, const char *text, const void *variable)
{
    struct fault *f = &rank()->head->strand.fault;
    f->kind = kind;
    f->variable = (uint64_t)(uintptr_t)variable;
    snprintf(f->text, sizeof f->text, "%s", text);
}

enum left host_run(struct system *s, void (*work)(struct system *))
{
    struct rank_head *h = rank()->head;
    clear();
    s->work = work;
    s->left = LEFT_FAULT;
    rank_slice(0, (struct outcome){0});
    const void *changed = NULL;
    if (!h->strand.fault.kind && s->left == LEFT_FAULT)
        blame(FINDING_EXIT_CODE, "exit with code 0; behaviours return", NULL);
    else if (!h->strand.fault.kind && (changed = pages_changed()))
        blame(FINDING_INVALID_ARGUMENT, "changes a variable that actors would share",
              changed);
    if (s->left == LEFT_CHOICE && !h->strand.fault.kind)
        return LEFT_CHOICE;
    keep_output(s);
    if (!h->strand.fault.kind)
        return LEFT_DONE;
    keep_wreck(s);
    return LEFT_FAULT;
}

_Noreturn void host_leave(struct system *s, enum left left)
{
    s->left = left;
    rank_end();
}

void host_values(const char *assertion, const void *site)
{
    objects_tell_values(assertion, site);
}

_Noreturn void host_fail(enum finding_kind kind, const char *text)
{
    if (__fpending(stdout))
        fflush(stdout);
    rank_fail(kind, "%s", text);
}

_Noreturn void host_misuse(const char *text)
{
    if (!agent.link)
        abort(); /* these functions must not be used by programs that run by themselves */
    if (agent.current >= 0)
        rank_fail(FINDING_INVALID_ARGUMENT, "%s", text);
    agent_refuse(REASON_FEATURE, "in setup: %s", text);
}

_Noreturn void host_refuse(const struct system *s, const char *function,
                           const char *whose)
{
    const struct wreck *w = s->wreck;
    agent_refuse(REASON_FEATURE, "%s of %s fails: %s", function, whose, w->fault.text);
}

_Noreturn void host_crowded(struct system *s)
{
    uint32_t n = s->program.nactors;
    agent.current = AT_AGENT;
    if (n == MOST)
        agent_refuse(REASON_SIZE, "too many actors: there can be %d", MOST);
    agent.learns.slots = 2 * n < MOST ? 2 * n : MOST;
    agent_again(ATTEMPT_SLOTS);
}

void *host_lend(const void *bytes, size_t size)
{
    void *copy = heap_alloc(&rank()->head->heap, size ? size : 1, 16);
    if (!copy)
        rank_fail(FINDING_CRASH, "no memory left");
    return size ? memcpy(copy, bytes, size) : copy;
}

uint32_t host_site(const void *pc)
{
    return rank_site((uint64_t)(uintptr_t)pc);
}

/* ---- what the executor asks ---- */

/* Restores the numbers of actors from the births of the trace that is replayed. */
static void recall_births(struct system *s)
{
    struct link *l = agent.link;
    const struct link_birth *born = link_at(l, l->replay.born);
    for (uint32_t i = 0; i < l->replay.nborn; i++)
        if (system_number(s, born[i].parent, born[i].nth) != i)
            agent_refuse(REASON_NONE, "the list of actors in the trace is damaged");
}

void host_born(const struct actor_slot *actor, uint32_t number)
{
    struct link *l = agent.link;
    struct link_birth *born = link_at(l, l->born);
    if (number >= MOST)
        agent_refuse(REASON_SIZE, "too many actors: there can be %d", MOST);
    born[number] = (struct link_birth){actor->parent, actor->nth};
    l->nactors = l->births = number + 1;
}

void host_step(uint32_t actor, int32_t outcome)
{
    report_step(actor, outcome);
}

static struct program *start(void)
{
    rank_prepare(0);
    agent.resident = 0;
    return &mz_system->program;
}

static void evidence(uint32_t actor, struct evidence *to)
{
    const struct record *r = system_record(mz_system, actor);
    if (r && r->faulty)
        *to = ((const struct wreck *)r->wreck)->evidence;
}

/* The output of the steps is a list, newest first. */
static void output(uint32_t actor, struct finding_evidence *to)
{
    static char *text; /* until the next call */
    const struct record *r = system_record(mz_system, actor);
    const struct printed *last = r ? r->printed : NULL;
    for (const struct printed *p = last; p; p = p->previous) {
        to->output_bytes += p->kept;
        to->output_dropped += p->dropped;
    }
    text = mem_resize(text, to->output_bytes + 1);
    to->output = text;
    char *end = text + to->output_bytes;
    for (const struct printed *p = last; p; p = p->previous)
        end = memcpy(end - p->kept, p->text, p->kept);
}

static void describe(uint32_t actor, const struct op *op, struct str *s)
{
    actor_ops.words->describe(&mz_system->program, actor, op, s);
}

static uint64_t digest(const struct op *op)
{
    uint64_t d[] = {op->kind, (uint64_t)op->value, op->call};
    return XXH3_64bits(d, sizeof d);
}

static const struct front actor_front = {
    .name = "functions of mazurka_actor.h",
    .start = start,
    .evidence = evidence,
    .output = output,
    .describe = describe,
    .digest = digest,
};

EXPORT int mz_actor_main(int argc, char **argv, void (*setup)(int argc, char **argv))
{
    static char buffer[BUFSIZ];
    struct link *l = agent.link;
    if (!l)
        return agent_absent();
    if (mz_system)
        host_misuse("mz_actor_main is called twice");
    if (l->plan.asked.ranks)
        agent_refuse(REASON_SAID,
                     "-n is for programs whose main is the actor; this one has its own");
    struct system *s = mz_system = system_new();
    s->program.fifo = l->options.fifo;
    s->failures = l->options.crashes;
    s->in_setup = true;
    l->inboxes = 1;
    l->born = link_room(l, LINK_BIRTHS * sizeof(struct link_birth));
    recall_births(s);
    /* Behaviours may print, so the stream gets a buffer that setup has not
     * allocated. */
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    setup(argc, argv);
    fflush(stdout);
    chaos_prepare(s);
    if (!s->nfirst)
        agent_refuse(REASON_NONE, "there is no actor: setup must spawn one");
    uint32_t slots = s->numbered + SPARE > l->plan.learned.slots ? s->numbered + SPARE
                                                                 : l->plan.learned.slots;
    system_ready(s, slots < MOST ? slots : MOST);
    agent_use(&actor_front);
    if (rank_new("actors", entry, NULL))
        agent_refuse(
            REASON_SAID,
            "it has actors of mazurka.h and of mazurka_actor.h; one program can use only "
            "one of the two");
    agent_run();
}
