/* SPDX-License-Identifier: Apache-2.0
 *
 * real.c - see real.h. */
#include "cli/real.h"
#include "exec/demangle.h"
#include "exec/target.h"

#include <ctype.h>
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

/* A copy of text from the program that is safe to show: see str_plain(). */
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

/* The location of the innermost frame of the user's code whose line is known; one in a
 * header of the system is taken if there is no other. */
static struct location first_line(const struct stack_frame *frames, size_t n)
{
    struct location header = {0};
    for (size_t i = 0; i < n; i++) {
        if (!frames[i].where.line || frames[i].system)
            continue;
        if (!source_is_header(frames[i].where))
            return frames[i].where;
        if (!header.line)
            header = frames[i].where;
    }
    return header;
}

/* The first frame that is shown: the innermost one of the user's code, or the function
 * of the system that it called. n: there is no code of the user's. */
static size_t first_shown(const struct stack_frame *frames, size_t n)
{
    size_t i = 0;
    while (i < n && frames[i].system)
        i++;
    const char *name = i && i < n ? frames[i - 1].function : "";
    return isalpha((unsigned char)name[*name == '_']) ? i - 1 : i;
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
        bool function = text[1] == PLACE_FUNCTION;
        uint64_t pc = strtoull(text + 1 + function, &end, 16);
        struct location where = source_of_call(src, pc);
        const char *name = function ? source_function(src, pc) : NULL;
        if (function)
            str_addf(&raw, "%s", name ? name : "a function");
        else if (where.line)
            str_addf(&raw, "%s:%u", where.file, where.line);
        else
            source_place(src, pc, &raw);
        text = *end ? end : end - 1; /* the text was truncated, and the end mark is
                                        missing */
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

/* What an actor printed, as lines of text that are safe to show. */
static char *output_of(struct link *l, const struct link_actor *x)
{
    struct str s = {0};
    const char *text = text_at(l, x->output), *end = text + x->output_bytes;
    while (text < end) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((line ? line : end) - text);
        str_plain(&s, text, n);
        str_addf(&s, "\n");
        text += n + 1;
    }
    return s.text;
}

/* Adds the actor's stack or, if there is none, the place of its pending operation. */
static void add_stack(struct source *src, const struct link_finding *from,
                      const struct link_actor *x, struct finding *f,
                      struct finding_actor *to)
{
    struct stack_frame frames[FRAMES];
    size_t n = source_unwind(src, x, frames, FRAMES);
    struct location where = first_line(frames, n);
    bool returned = !where.line && from->pc; /* main() has returned, so the stack has no
                                                frame of the program */
    if (!where.line)
        where = source_of_call(src, x->pc);
    to->where = finding_locate(f, where);
    for (size_t i = first_shown(frames, n); i < n && !returned; i++) {
        struct finding_frame frame = {plain(frames[i].function), {0}};
        if (!frames[i].system)
            frame.where = finding_locate(f, frames[i].where);
        vec_push(&to->stack, frame);
    }
    const char *caller = to->stack.len || !x->pc ? NULL : source_function(src, x->pc);
    if (caller && !to->where.line) { /* at least the function is known */
        struct finding_frame frame = {plain(caller), {0}};
        vec_push(&to->stack, frame);
    }
}

/* An assertion has the path by which its file was compiled. It is shown as everywhere
 * else. */
static void shorten_path(struct location where, char **text)
{
    const char *at =
        where.path && where.path[0] == '/' && *text ? strstr(*text, where.path) : NULL;
    if (!at)
        return;
    struct str s = {0};
    str_add(&s, *text, (size_t)(at - *text));
    str_addf(&s, "%s%s", where.file, at + strlen(where.path));
    free(*text);
    *text = s.text;
}

static void add_actors(struct link *l, struct source *src,
                       const struct link_finding *from, struct finding *f)
{
    for (uint32_t a = 0; a < from->nactors; a++) {
        const struct link_actor *x = actor_at(l, from, a);
        struct finding_actor to = {.name = plain(x->name),
                                   .state = (enum actor_state)x->status,
                                   .output = output_of(l, x),
                                   .output_dropped = x->output_dropped};
        if (to.state != ACTOR_ENDED) {
            to.call = with_places(src, x->doing);
            add_stack(src, from, x, f, &to);
            shorten_path(to.where, &to.call);
        }
        for (uint32_t i = 0; i < x->nwaits; i++)
            vec_push(&to.waits_for, ((const uint32_t *)link_at(l, x->waits_for))[i]);
        vec_push(&f->actors, to);
    }
}

static void add_lines(struct link *l, struct source *src, uint64_t at, texts_vec *to)
{
    for (const char *text = text_at(l, at); *text;) {
        struct str line = {0};
        size_t n = strcspn(text, "\n");
        str_add(&line, text, n);
        vec_push(to, with_places(src, str_text(&line)));
        str_free(&line);
        text += n + (text[n] == '\n');
    }
}

void real_frames(struct source *src, const struct link_access *from, struct finding *f,
                 struct finding_access *to)
{
    for (uint32_t i = 0; i < from->nframes && i < LINK_ACCESS_FRAMES; i++) {
        const char *name = source_function(src, from->frames[i]);
        struct finding_frame frame = {
            plain(name ? name : "?"),
            finding_locate(f, source_of_call(src, from->frames[i]))};
        vec_push(&to->stack, frame);
    }
}

static void add_accesses(struct link *l, struct source *src,
                         const struct link_finding *from, struct finding *f)
{
    const struct link_access *at = from->accesses ? link_at(l, from->accesses) : NULL;
    for (int i = 0; at && i < 2; i++) {
        struct finding_access a = {.what = plain(at[i].what),
                                   .actor = at[i].actor,
                                   .target = at[i].target,
                                   .first = at[i].first,
                                   .end = at[i].end,
                                   .where =
                                       finding_locate(f, source_of_call(src, at[i].site)),
                                   .epoch = at[i].epoch[0] ? plain(at[i].epoch) : NULL};
        if (a.epoch)
            a.begun = finding_locate(f, source_of_call(src, at[i].begun));
        real_frames(src, &at[i], f, &a);
        vec_push(&f->accesses, a);
    }
}

static void add_rivals(struct link *l, struct source *src,
                       const struct link_finding *from, struct finding *f)
{
    const struct link_rival *at = from->nrivals ? link_at(l, from->rivals) : NULL;
    for (uint32_t i = 0; i < from->nrivals; i++) {
        struct finding_rival r = {
            .receive = at[i].receive,
            .actor = at[i].actor,
            .step = at[i].step < from->nsteps ? at[i].step : NO_STEP,
            .text = plain(text_at(l, at[i].text)),
            .where = finding_locate(f, source_of_call(src, at[i].pc))};
        if (r.receive < from->nsteps && r.actor < from->nactors)
            vec_push(&f->rivals, r);
        else
            free(r.text);
    }
}

char *real_origin(const struct link *l, struct source *src,
                  const struct link_finding *from)
{
    struct str s = {0};
    for (uint32_t i = 0; i < l->norigins && !s.len; i++) {
        const struct link_origin *o = &l->origins[i];
        if (o->kind != from->kind || o->actor != from->actor ||
            (o->site && from->pc && o->site != from->pc))
            continue;
        const char *function = source_function(src, o->origin);
        struct location where = source_of_call(src, o->origin);
        if (source_is_header(where)) /* who has made the vector is not known */
            continue;
        str_addf(&s, "the memory was allocated at ");
        if (where.line)
            str_addf(&s, "%s:%u%s%s", where.file, where.line, function ? ", in " : "",
                     function ? function : "");
        else
            source_place(src, o->origin, &s);
    }
    char *text = s.len ? plain(str_text(&s)) : NULL;
    str_free(&s);
    return text;
}

/* The exception that nobody caught, as the C++ library has said on its way to abort();
 * false: there is none. */
static bool add_exception(const char *output, struct str *s)
{
    static const char thrown[] = "terminate called after throwing an instance of '",
                      what[] = "\n  what():  ";
    const char *at = output ? strstr(output, thrown) : NULL;
    size_t n = at ? strcspn(at + strlen(thrown), "'\n") : 0;
    if (!at)
        return false;
    at += strlen(thrown);
    struct str type = {0};
    str_add(&type, at, n);
    demangle_shorten(&type);
    str_addf(s, "nobody catches the exception %s", str_text(&type));
    str_free(&type);
    at += n + strcspn(at + n, "\n");
    if (!strncmp(at, what, strlen(what)))
        str_addf(s, ": %.*s", (int)strcspn(at + strlen(what), "\n"), at + strlen(what));
    return true;
}

/* What the actor printed last, if it has ended the program itself; or NULL. */
static char *last_words(const struct finding_actor *a, enum finding_kind kind,
                        const char *message)
{
    struct str s = {0};
    size_t n = a->output ? strlen(a->output) : 0, from;
    if (kind != FINDING_EXIT_CODE && !strstr(message, "abort()"))
        return NULL;
    while (n && a->output[n - 1] == '\n')
        n--;
    for (from = n; from && a->output[from - 1] != '\n';)
        from--;
    if (n > from)
        str_addf(&s, "it printed last: %.*s", (int)(n - from), a->output + from);
    return s.text;
}

struct finding *real_finding(struct link *l, struct source *src,
                             const struct link_finding *from)
{
    struct finding *f = mem_alloc(sizeof *f);
    f->kind = (enum finding_kind)from->kind;
    f->outcomes = from->outcomes;
    f->actor = from->actor;
    add_actors(l, src, from, f);
    bool left = from->kind == FINDING_MISSING_FINALIZE; /* main has returned */
    f->where = from->pc ? finding_locate(f, left ? source_of_end(src, from->pc)
                                                 : source_of_call(src, from->pc))
                        : f->actors.at[f->actor].where;
    const char *function = from->pc ? source_function(src, from->pc) : NULL;
    f->function = function ? plain(function) : NULL;
    struct str message = {0};
    const char *name = f->actors.at[f->actor].name;
    if (finding_scope(f->kind) != SCOPE_ALL && strncmp(from->message, name, strlen(name)))
        str_addf(&message, "%s: ", name);
    bool thrown = from->kind == FINDING_CRASH &&
                  add_exception(f->actors.at[f->actor].output, &message);
    if (!thrown)
        real_places(src, from->message, &message);
    if (from->kind == FINDING_LOCAL_RACE && from->pc && !f->where.line) {
        str_addf(&message, "; the access is at ");
        source_place(src, from->pc, &message);
    }
    if (from->variable) {
        char *variable = plain(source_variable(src, from->variable));
        str_addf(&message, ": it is %s", variable);
        free(variable);
    }
    f->detail =
        from->detail[0] ? with_places(src, from->detail) : real_origin(l, src, from);
    f->message = message.text ? message.text : mem_strdup("");
    shorten_path(f->where, &f->message);
    if (!f->detail && !thrown)
        f->detail = last_words(&f->actors.at[f->actor], f->kind, f->message);
    for (uint32_t i = 0; i < from->ncycle; i++)
        vec_push(&f->cycle, ((const uint32_t *)link_at(l, from->cycle))[i]);
    for (uint32_t i = 0; i < from->nsteps; i++) {
        const struct link_step *s = step_at(l, from, i);
        uint32_t rank = s->actor % from->nactors; /* the actor itself or one of its
                                                     slots */
        struct finding_step step = {
            .actor = rank,
            .text = plain(text_at(l, s->text)),
            .where = finding_locate(f, source_of_call(src, s->pc)),
            .role = s->role <= STEP_COLLECTIVE ? (enum step_role)s->role : STEP_PLAIN,
            .other = s->other < from->nsteps ? s->other : NO_STEP,
            .level = s->level,
            .lost = s->lost};
        /* the call that failed may have been made anywhere below the one that is known */
        size_t n = strlen(step.text);
        if (rank == f->actor && n && step.text[n - 1] == '!' && f->where.line)
            step.where = f->where;
        vec_push(&f->steps, step);
    }
    add_rivals(l, src, from, f);
    f->steps_before = from->steps_before;
    f->left_out = from->taped;
    add_lines(l, src, from->race, &f->races);
    add_lines(l, src, from->earlier, &f->earlier);
    add_accesses(l, src, from, f);
    return f;
}

void real_decisive(struct link *l, struct source *src, const struct link_finding *from,
                   struct finding *f)
{
    const struct link_way *at = from->ways ? link_at(l, from->ways) : NULL;
    f->undecided = from->decided ? NULL : undecided_text((enum undecided)from->undecided);
    if (f->decided || !from->decided)
        return;
    f->decided = from->decided == LINK_HOPELESS ? DECIDED_ALWAYS : DECIDED_BY_STEP;
    f->all_judged = from->all_judged;
    f->in_order = from->in_order;
    f->decisive = from->decisive;
    for (uint32_t i = 0; i < from->nways; i++) {
        struct finding_way w = {
            .what = plain(at[i].what),
            .actor = at[i].sender < 0 ? NO_ACTOR : (uint32_t)at[i].sender,
            .where = finding_locate(f, source_of_call(src, at[i].site)),
            .passes = at[i].passes,
            .fails = at[i].fails};
        vec_push(&f->ways, w);
    }
    if (f->decided == DECIDED_BY_STEP && (!f->ways.len || f->decisive >= f->steps.len))
        f->decided = DECIDED_UNKNOWN;
}

void real_trace(struct link *l, const struct link_finding *from, struct mzt *t)
{
    t->end = from->end;
    t->options.tidy = from->tidy;
    const struct link_birth *born = l->births ? link_at(l, l->born) : NULL;
    for (uint32_t i = 0; i < l->births; i++) {
        struct mzt_birth b = {born[i].parent, born[i].nth};
        vec_push(&t->births, b);
    }
    if (from->taped)
        t->tape = mem_strdup(text_at(l, from->tape));
    t->taped = from->taped;
    t->tape_digest = from->tape_digest;
    for (uint32_t i = 0; i < from->nsteps; i++) {
        const struct link_step *s = step_at(l, from, i);
        struct mzt_step step = {s->actor, s->outcome, s->digest};
        vec_push(&t->steps, step);
    }
}

/* The steps before those that are recorded one by one. */
static bool give_tape(const struct mzt *t, struct link *l)
{
    l->replay_taped = t->taped;
    l->replay_digest = t->tape_digest;
    if (!t->taped)
        return true;
    size_t n = strlen(t->tape) + 1;
    l->replay_tape = link_room(l, n);
    if (l->replay_tape)
        memcpy(link_at(l, l->replay_tape), t->tape, n);
    return l->replay_tape;
}

bool real_schedule(const struct mzt *t, struct link *l)
{
    const struct finding *f = t->finding;
    l->job = JOB_REPLAY;
    l->options = t->options;
    l->options.keep_going = 1; /* the finding need not be the first of its kind */
    l->ranks = t->ranks;
    /* Races on memory need every access to be watched. In a program with windows there
     * would be others than before, if it were not. */
    bool compared = f && (strstr(f->message, RMA_RACE_COMPARED) ||
                          strstr(f->message, LOCAL_RACE_COMPARED));
    bool watched = t->options.windows || (f && f->kind == FINDING_LOCAL_RACE);
    l->watch = watched && !compared ? WATCH_PAGES : WATCH_COMPARE;
    l->origins_wanted =
        f && (f->kind == FINDING_LOCAL_RACE || f->kind == FINDING_INVALID_ARGUMENT);
    l->halt = f && f->kind == FINDING_POTENTIAL_DEADLOCK;
    l->endless = f && f->kind == FINDING_NON_TERMINATION ? f->actor + 1 : 0;
    l->replay_births = (uint32_t)t->births.len;
    l->replay_born = link_room(l, (t->births.len + 1) * sizeof(struct link_birth));
    l->replay_steps = (uint32_t)t->steps.len;
    l->replay = link_room(l, (t->steps.len + 1) * sizeof(struct link_step));
    if (!l->replay || !l->replay_born || !give_tape(t, l))
        return false;
    struct str unused = {0}; /* the program is the same as before, and so is the place */
    bool aims = !t->target || !target_aim(l, t->program, t->target, &unused);
    str_free(&unused);
    if (!aims)
        return false;
    struct link_birth *born = link_at(l, l->replay_born);
    struct link_step *steps = link_at(l, l->replay);
    for (size_t i = 0; i < t->births.len; i++)
        born[i] = (struct link_birth){t->births.at[i].parent, t->births.at[i].nth};
    for (size_t i = 0; i < t->steps.len; i++) {
        const struct mzt_step *s = &t->steps.at[i];
        const char *words = f ? f->steps.at[i].text : "";
        size_t n = strlen(words) + 1;
        uint64_t text = link_room(l, n);
        if (text)
            memcpy(link_at(l, text), words, n);
        steps[i] = (struct link_step){
            .actor = s->actor, .outcome = s->outcome, .digest = s->digest, .text = text};
    }
    return true;
}

void real_output(struct link *l, uint64_t actors, uint32_t n_actors, struct str *s)
{
    for (uint32_t a = 0; a < n_actors; a++) {
        const struct link_actor *x = (const struct link_actor *)link_at(l, actors) + a;
        char *name = plain(x->name), *lines = output_of(l, x);
        text_output(name, lines, x->output_dropped, s);
        free(name);
        free(lines);
    }
}
