/* SPDX-License-Identifier: Apache-2.0
 *
 * real.c - see real.h. */
#include "cli/interrupt.h"
#include "cli/real.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FRAMES 64

static const struct link_actor *actor_at(struct link *l, const struct link_finding *f,
                                         uint32_t n)
{
    return (const struct link_actor *)link_at(l, f->actors) + n;
}

static const struct link_step *step_at(struct link *l, const struct link_finding *f,
                                       uint32_t n)
{
    return (const struct link_step *)link_at(l, f->steps) + n;
}

/* Whatever comes from the program is made fit to be shown: see str_plain(). */
static char *plain(const char *text)
{
    struct str s = {0};
    str_plain(&s, text, strlen(text));
    return s.text ? s.text : mem_strdup("");
}

static const char *text_at(struct link *l, uint64_t at)
{
    return at ? link_at(l, at) : "";
}

/* The innermost line that is known, in the user's own code or elsewhere. */
static struct location first_line(const struct stack_frame *frames, size_t n, bool system)
{
    for (size_t i = 0; i < n; i++)
        if (frames[i].where.line && (system || !frames[i].system))
            return frames[i].where;
    return (struct location){0};
}

static char *backtrace(const struct stack_frame *frames, size_t n)
{
    struct str s = {0};
    for (size_t i = 0; i < n; i++) {
        const struct location *where = &frames[i].where;
        str_addf(&s, "  %s ", i ? "called from" : "in");
        str_plain(&s, frames[i].function, strlen(frames[i].function));
        if (where->line) {
            str_addf(&s, ", ");
            str_plain(&s, where->file, strlen(where->file));
            str_addf(&s, ":%u", where->line);
        }
        str_addf(&s, "\n");
        if (i == 11 && n > 13) {
            str_addf(&s, "  ... and %zu more calls\n", n - i - 1);
            break;
        }
    }
    return s.text;
}

void real_places(struct source *src, const char *text, struct str *s)
{
    struct str raw = {0};
    for (; *text; text++) {
        char *end;
        if (*text != PLACE_BEGIN) {
            str_add(&raw, text, 1);
            continue;
        }
        uint64_t pc = strtoull(text + 1, &end, 16);
        struct location where = source_of_call(src, pc);
        if (where.line)
            str_addf(&raw, "%s:%u", where.file, where.line);
        else
            str_addf(&raw, "0x%llx", (unsigned long long)pc);
        text = *end ? end : end - 1; /* cut short: the end is missing */
    }
    str_plain_lines(s, str_text(&raw));
    str_free(&raw);
}

static char *with_places(struct source *src, const char *text)
{
    struct str s = {0};
    real_places(src, text, &s);
    return s.text ? s.text : mem_strdup("");
}

static void add_actors(struct link *l, struct source *src,
                       const struct link_finding *from, struct finding *f)
{
    for (uint32_t a = 0; a < from->nactors; a++) {
        const struct link_actor *x = actor_at(l, from, a);
        struct finding_actor to = {.name = plain(x->name),
                                   .state = (enum actor_state)x->status};
        if (to.state != ACTOR_ENDED) {
            struct stack_frame frames[FRAMES];
            size_t n = source_unwind(src, x, frames, FRAMES);
            to.call = with_places(src, x->doing);
            to.where = first_line(frames, n, false);
            bool returned = !to.where.line && from->pc; /* all of the program's has */
            if (!to.where.line)
                to.where = source_of_call(src, x->pc);
            if (!to.where.line)
                to.where = first_line(frames, n, true);
            if (a == from->actor && !returned &&
                (to.state == ACTOR_FAILED || from->kind == FINDING_DEADLOCK))
                f->backtrace = backtrace(frames, n);
        }
        for (uint32_t i = 0; i < x->nwaits; i++)
            vec_push(&to.waits_for, ((const uint32_t *)link_at(l, x->waits_for))[i]);
        vec_push(&f->actors, to);
    }
}

struct finding *real_finding(struct link *l, struct source *src,
                             const struct link_finding *from)
{
    struct finding *f = mem_alloc(sizeof *f);
    f->kind = (enum finding_kind)from->kind;
    f->outcomes = from->outcomes;
    f->actor = from->actor;
    add_actors(l, src, from, f);
    f->where = from->pc ? source_of_call(src, from->pc) : f->actors.at[f->actor].where;
    struct str message = {0};
    const char *name = f->actors.at[f->actor].name;
    if (finding_scope(f->kind) != SCOPE_ALL && strncmp(from->message, name, strlen(name)))
        str_addf(&message, "%s: ", name);
    real_places(src, from->message, &message);
    if (from->variable) {
        char *variable = plain(source_variable(src, from->variable));
        str_addf(&message, ": it is %s", variable);
        free(variable);
    }
    f->detail = from->detail[0] ? with_places(src, from->detail) : NULL;
    f->message = message.text;
    for (uint32_t i = 0; i < from->ncycle; i++)
        vec_push(&f->cycle, ((const uint32_t *)link_at(l, from->cycle))[i]);
    for (uint32_t i = 0; i < from->nsteps; i++) {
        const struct link_step *s = step_at(l, from, i);
        uint32_t rank = s->actor % from->nactors; /* or one of its slots */
        struct finding_step step = {rank, plain(text_at(l, s->text)),
                                    source_of_call(src, s->pc)};
        vec_push(&f->steps, step);
    }
    f->steps_before = from->steps_before;
    f->race = from->race ? with_places(src, text_at(l, from->race)) : NULL;
    f->earlier = from->earlier ? with_places(src, text_at(l, from->earlier)) : NULL;
    return f;
}

void real_trace(struct link *l, struct source *src, const struct link_finding *from,
                struct mzt *t)
{
    t->kind = (enum finding_kind)from->kind;
    t->end = from->end;
    t->actor = from->actor;
    t->message = mem_strdup(from->message);
    for (uint32_t a = 0; a < from->nactors; a++)
        vec_push(&t->actors, mem_strdup(actor_at(l, from, a)->name));
    const struct link_birth *born = l->births ? link_at(l, l->born) : NULL;
    for (uint32_t i = 0; i < l->births; i++)
        vec_push(&t->births, born[i]);
    for (uint32_t i = 0; i < from->nsteps; i++) {
        const struct link_step *s = step_at(l, from, i);
        struct location where = src ? source_of_call(src, s->pc) : (struct location){0};
        struct mzt_step step = {.actor = s->actor,
                                .outcome = s->outcome,
                                .digest = s->digest,
                                .text = mem_strdup(text_at(l, s->text)),
                                .file = where.line ? mem_strdup(where.file) : NULL,
                                .line = where.line};
        vec_push(&t->steps, step);
    }
}

void real_output(struct link *l, uint64_t actors, uint32_t n_actors, struct str *s)
{
    for (uint32_t a = 0; a < n_actors; a++) {
        const struct link_actor *x = (const struct link_actor *)link_at(l, actors) + a;
        const char *text = text_at(l, x->output), *end = text + x->output_bytes;
        char *name = plain(x->name);
        while (text < end) {
            const char *line = memchr(text, '\n', (size_t)(end - text));
            size_t n = (size_t)((line ? line : end) - text);
            str_addf(s, "%s| ", name);
            str_plain(s, text, n);
            str_addf(s, "\n");
            text += n + 1;
        }
        if (x->output_dropped)
            str_addf(s, "%s| ... and %llu bytes more\n", name,
                     (unsigned long long)x->output_dropped);
        free(name);
    }
}

/* Is it an execution up to where nobody can move any more? */
static bool whole(enum finding_kind kind)
{
    return kind == FINDING_NONE || kind == FINDING_DEADLOCK ||
           kind == FINDING_DEAD_LETTER;
}

static bool same_end(struct link *l, const struct mzt *t)
{
    bool fine = true;
    for (uint64_t at = l->findings; at;) {
        const struct link_finding *f = link_at(l, at);
        if (f->kind == t->kind &&
            (f->kind == FINDING_DEADLOCK || f->kind == FINDING_POTENTIAL_DEADLOCK ||
             (f->actor == t->actor && !strcmp(f->message, t->message))))
            return true;
        fine &= !finding_counts(f->kind, false);
        at = f->next;
    }
    return t->kind == FINDING_NONE && fine;
}

bool real_confirm(const struct mzt *t, char **argv, double step_time, struct str *why)
{
    struct launch l;
    if (launch_init(&l, why))
        return false;
    l.link->guard = 1;
    l.link->options.keep_going =
        1; /* the one that is meant need not be the first of its kind */
    l.link->tracking = TRACKING_OFF; /* nothing is gone back to */
    l.step_time = step_time;
    l.interrupt = interrupt_watch();
    bool started = mzt_schedule(t, l.link) && !launch_run(&l, argv, why);
    if (!started || launch_lost(&l, why))
        str_addf(why, started ? "" : "it did not start again");
    else if (l.link->differs)
        str_addf(
            why, "at step %u, %s was \"%s\" and then \"%s\"", l.link->differs,
            t->actors.len
                ? t->actors.at[t->steps.at[l.link->differs - 1].actor % t->actors.len]
                : "an actor",
            l.link->expected, l.link->got);
    else if (l.link->unsupported[0])
        str_addf(why, "%s", l.link->unsupported);
    else if (whole(t->kind) && (l.link->unfinished || l.link->end != t->end))
        str_addf(why, "the same steps led somewhere else");
    else if (!same_end(l.link, t))
        str_addf(why, "the same steps did not end in the same way%s%s",
                 l.link->findings ? ": " : "",
                 l.link->findings
                     ? ((const struct link_finding *)link_at(l.link, l.link->findings))
                           ->message
                     : "");
    launch_free(&l);
    return !why->len;
}
