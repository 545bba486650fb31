/* SPDX-License-Identifier: Apache-2.0
 *
 * actor_main.c - the main() of actor programs.
 *
 * An actor program is linked with the checker and explores itself; it understands the
 * same options as the tool. */
#include "actor/system.h"
#include "cli/options.h"
#include "cli/session.h"

#include <stdio.h>
#include <string.h>

#define STEP_TIME 10.0

/* Every actor program has these bytes in it, and `mazurka actor` looks for them. */
const char mz_actor_mark[] = "mazurka actor program, 1";

/* One execution, to try again: a program that does not do the same twice cannot be
 * verified. */
struct sample {
    steps_vec steps;
    uint64_t sent; /* a digest of who sent how much to whom */
    bool known;
};

struct run {
    struct system *sys;
    struct sample sample;
};

/* Not of what is in the messages and states: bytes between members may be anything. */
static uint64_t sent_digest(const struct state *st)
{
    uint64_t d = st->events.len;
    for (size_t i = 0; i < st->receivers.len; i++)
        d = d * 1000003 + st->receivers.at[i];
    for (uint32_t a = 0; a < st->nactors; a++)
        d = d * 31 + (uint64_t)st->actor[a].failed + 2 * (uint64_t)state_enabled(st, a);
    return d;
}

static bool look(struct session *n, struct search *s)
{
    struct run *r = n->owner;
    if (r->sys->crowded || r->sys->misuse.text)
        return false;
    if (!r->sample.known) {
        r->sample.known = true;
        for (size_t i = 0; i < s->st->events.len; i++) {
            const struct act *a = &s->st->events.at[i].act;
            vec_push(&r->sample.steps, (struct step){a->actor, a->outcome});
        }
        r->sample.sent = sent_digest(s->st);
    }
    return true;
}

/* Does the program do the same again? */
static bool same_again(const struct run *r, struct state *st)
{
    outcomes_vec possible = {0};
    bool same = true;
    for (size_t i = 0; i < r->sample.steps.len && same; i++) {
        struct step step = r->sample.steps.at[i];
        possible.len = 0;
        state_outcomes(st, step.actor, &possible);
        same = false;
        for (size_t j = 0; j < possible.len; j++)
            same |= possible.at[j] == step.outcome;
        if (same)
            state_push(st, step.actor, step.outcome);
    }
    same = same && sent_digest(st) == r->sample.sent;
    while (st->events.len)
        state_pop(st);
    vec_free(&possible);
    return same;
}

static int cannot_verify(struct session *n, const char *why)
{
    fprintf(stderr, "error: cannot verify: %s\n", why);
    n->m.verdict = MZ_UNSUPPORTED;
    n->m.stopped = why;
    return session_finish(n);
}

/* One exploration; false if there was not room for all actors. */
static bool explore(struct session *n, const struct explorer *e, uint32_t slots,
                    int *code)
{
    struct run *r = n->owner;
    struct search s;
    system_ready(r->sys, slots);
    search_init(&s, &r->sys->program);
    bool good = true;
    if (n->o->schedule)
        good = session_replay(n, s.st);
    else
        session_explore(n, e, &s);
    bool fits = !r->sys->crowded;
    n->m.actors = r->sys->numbered;
    if (!fits)
        *session_interrupt() = 0;
    else if (!good)
        *code = MZ_USAGE;
    else if (r->sys->misuse.text)
        *code = cannot_verify(n, r->sys->misuse.text);
    else if (n->o->schedule || n->m.findings.len || !r->sample.known ||
             same_again(r, s.st))
        *code = session_finish(n);
    else
        *code =
            cannot_verify(n, "the program does not do the same twice; behaviours must "
                             "depend on nothing but state and message");
    search_free(&s);
    return fits;
}

static int run(const struct options *o, const char *program, struct system *sys)
{
    const struct explorer *e = session_explorer(o, true, "odpor");
    if (!e)
        return MZ_USAGE;
    struct run r = {.sys = sys};
    struct session n = {.o = o, .owner = &r, .look = look};
    struct str again = {0}, holds = {0};
    str_addf(&again, "%s", program);
    for (int i = 0; i < o->narguments; i++)
        str_addf(&again, " %s", o->arguments[i]);
    if (o->delivery)
        str_addf(&again, " --delivery %s", o->delivery);
    if (o->failures)
        str_addf(&again, " --failures %llu", (unsigned long long)o->failures);
    str_addf(&again, " --schedule");
    str_addf(&holds, "this program and input, every order of messages%s",
             sys->program.fifo ? " that keeps each pair of actors in order" : "");
    if (o->failures)
        str_addf(&holds, ", up to %llu failures", (unsigned long long)o->failures);
    n.style = (struct text_style){session_colour(o->color), o->quiet,
                                  o->schedule ? NULL : str_text(&again)};
    n.m.program = program;
    n.m.algorithm = e->name;
    n.m.all_findings = o->keep_going;
    n.m.holds_for = str_text(&holds);

    uint32_t slots = o->actors > sys->numbered ? (uint32_t)o->actors : sys->numbered + 4;
    int code = MZ_USAGE;
    while (slots < TAKE_MAX_SENDER && !explore(&n, e, slots, &code))
        slots *= 2;
    if (slots >= TAKE_MAX_SENDER)
        code = cannot_verify(&n, "too many actors: there can be 32,764");
    session_free(&n);
    vec_free(&r.sample.steps);
    str_free(&again);
    str_free(&holds);
    return code;
}

static int set_up(const struct options *o, char *program, struct system *sys,
                  void (*setup)(int, char **))
{
    char **words = mem_alloc(((size_t)o->narguments + 2) * sizeof *words);
    words[0] = program;
    for (int i = 0; i < o->narguments; i++)
        words[i + 1] = o->arguments[i];
    sys->program.fifo = o->delivery && !strcmp(o->delivery, "fifo");
    sys->failures = (uint32_t)o->failures;
    sys->in_setup = true;
    setup(o->narguments + 1, words);
    if (!sys->misuse.text)
        chaos_prepare(sys);
    free(words);
    if (!sys->misuse.text && sys->numbered)
        return MZ_OK;
    fprintf(stderr, "error: cannot verify: in setup: %s\n",
            sys->misuse.text ? sys->misuse.text : "there is no actor");
    return MZ_UNSUPPORTED;
}

int mz_actor_main(int argc, char **argv, void (*setup)(int argc, char **argv))
{
    struct options o;
    struct str s = {0};
    char *program = argv[0];
    int code = (int)options_parse(CMD_ACTOR, argc, argv, &o, &s);
    if (code) {
        usage_error("%s\n  fix: see '%s --help'", str_text(&s), program);
    } else if (o.help || o.help_all) {
        options_help(CMD_ACTOR, o.help_all, &s);
        fputs(str_text(&s), stdout);
    } else if (!session_one_of("delivery", o.delivery, "any|fifo") || !*mz_actor_mark) {
        code = MZ_USAGE;
    } else {
        struct system *sys = system_new();
        sys->stop = session_interrupt();
        mz_system = sys;
        code = set_up(&o, program, sys, setup);
        if (!code) {
            handle_guard(o.step_time > 0 ? o.step_time : STEP_TIME);
            code = run(&o, program, sys);
        }
        mz_system = NULL;
        system_free(sys);
    }
    str_free(&s);
    return code;
}
