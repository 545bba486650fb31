/* SPDX-License-Identifier: Apache-2.0
 *
 * real.c - see real.h. */
#include "cli/real.h"
#include "real/python.h"
#include "real/demangle.h"
#include "real/target.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FRAMES 64

/* A copy of text from the program that is safe to show: see str_plain(). */
static char *plain(const char *text)
{
    struct str s = {0};
    str_plain(&s, text, strlen(text));
    return s.text ? s.text : mem_strdup("");
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
static char *output_of(const struct finding_evidence *e)
{
    struct str s = {0};
    const char *text = e->output, *end = text + e->output_bytes;
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
static void add_stack(struct source *src, struct finding *f, struct finding_actor *to)
{
    struct stack_frame frames[FRAMES];
    uint64_t pc = to->where.site;
    bool interpreted =
        source_is_interpreted(src, pc); /* the stack is the interpreter's */
    size_t n = interpreted ? 0 : source_unwind(src, to->evidence, frames, FRAMES);
    struct location where = first_line(frames, n);
    bool returned = !where.line && f->at.site; /* main() has returned, so the stack has
                                                no frame of the program */
    if (!where.line)
        where = source_of_call(src, pc);
    to->where = finding_locate(f, where);
    for (size_t i = first_shown(frames, n); i < n && !returned; i++) {
        struct finding_frame frame = {plain(frames[i].function), {0}};
        if (!frames[i].system)
            frame.where = finding_locate(f, frames[i].where);
        vec_push(&to->stack, frame);
    }
    const char *caller = to->stack.len || !pc ? NULL : source_function(src, pc);
    if (caller && (interpreted || !to->where.line)) { /* at least the function is known */
        struct finding_frame frame = {plain(caller),
                                      interpreted ? to->where : (struct location){0}};
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

/* Replaces a text by what is safe to show, with lines in place of addresses. */
static void put_words(struct source *src, char **text)
{
    char *words = *text ? with_places(src, *text) : NULL;
    free(*text);
    *text = words;
}

static void put_plain(char **text)
{
    char *words = *text ? plain(*text) : NULL;
    free(*text);
    *text = words;
}

/* Replaces the address of a call by its line. */
static void put_line(struct source *src, struct finding *f, struct location *where)
{
    *where = finding_locate(f, source_of_call(src, where->site));
}

static void put_actor(struct source *src, struct finding *f, struct finding_actor *a)
{
    put_plain(&a->name);
    a->output = output_of(a->evidence);
    a->output_dropped = a->evidence->output_dropped;
    if (a->state == ACTOR_ENDED) {
        free(a->call);
        a->call = NULL;
    } else {
        if (!a->call)
            a->call = mem_strdup("");
        put_words(src, &a->call);
        add_stack(src, f, a);
        shorten_path(a->where, &a->call);
    }
    finding_evidence_free(a->evidence);
    a->evidence = NULL;
}

void real_frames(struct source *src, struct finding *f, struct finding_access *a)
{
    for (size_t i = 0; i < a->stack.len; i++) {
        struct finding_frame *x = &a->stack.at[i];
        const char *name = source_function(src, x->where.site);
        bool outermost = source_is_program(src, x->where.site);
        x->function = plain(name ? name : "?");
        put_line(src, f, &x->where);
        if (outermost)
            a->stack.len = i + 1;
    }
}

static void put_access(struct source *src, struct finding *f, struct finding_access *a)
{
    put_plain(&a->what);
    put_plain(&a->epoch);
    put_line(src, f, &a->where);
    if (a->epoch)
        put_line(src, f, &a->begun);
    real_frames(src, f, a);
}

static void put_step(struct source *src, struct finding *f, struct finding_step *s)
{
    put_plain(&s->text);
    put_line(src, f, &s->where);
    /* the call that failed may have been made anywhere below the one that is known */
    size_t n = strlen(s->text);
    if (s->actor == f->actor && n && s->text[n - 1] == '!' && f->where.line)
        s->where = f->where;
}

/* Fortran may pass a part of an array as a copy, which the compiler makes for the call.
 */
static bool is_copy_for_call(struct source *src, const struct finding *f,
                             const struct link_origin *o, struct location made)
{
    return f->kind == FINDING_LOCAL_RACE && made.line && made.line == f->where.line &&
           !strcmp(made.file, f->where.file) && source_is_fortran(src, o->origin);
}

char *real_origin(const struct link *l, struct source *src, const struct finding *f)
{
    struct str s = {0};
    for (uint32_t i = 0; i < l->norigins && i < LINK_ORIGINS && !s.len; i++) {
        const struct link_origin *o = &l->origins[i];
        if (o->kind != f->kind || o->actor != f->actor ||
            (o->site && f->at.site && o->site != f->at.site))
            continue;
        const char *function = source_function(src, o->origin);
        struct location where = source_of_call(src, o->origin);
        if (source_is_header(where)) /* who has made the vector is not known */
            continue;
        if (is_copy_for_call(src, f, o, where)) {
            str_addf(&s,
                     "the compiler passes a copy there, as it does with parts of arrays "
                     "that are not contiguous, and frees it after the call: pass a "
                     "contiguous array, or the first element with a datatype of "
                     "MPI_Type_vector");
            break;
        }
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

/* What the actor of the finding printed last, if it has ended the program itself; or
 * NULL. */
static char *last_words(const struct finding *f)
{
    const struct finding_actor *a = &f->actors.at[f->actor];
    struct str s = {0};
    size_t n = a->output ? strlen(a->output) : 0, from;
    if (f->kind != FINDING_EXIT_CODE && f->reason != REASON_ABORTED)
        return NULL;
    while (n && a->output[n - 1] == '\n')
        n--;
    for (from = n; from && a->output[from - 1] != '\n';)
        from--;
    if (n > from)
        str_addf(&s, "it printed last: %.*s", (int)(n - from), a->output + from);
    return s.text;
}

/* A call of MPI in a library that somebody else has written: "in libhdf5, called from
 * save.c:88: ". The place is that of the program's call, as far as it is known: the agent
 * has found it, or the stack shows it, if the rank failed there. */
static void add_library(struct finding *f, struct source *src, struct str *message)
{
    struct str library = {0};
    bool within = source_library(src, f->at.site, &library);
    struct location outside = f->actors.at[f->actor].where;
    bool known = within && !f->at.library && outside.line;
    if (known)
        f->where = outside;
    if (within || source_library(src, f->at.library, &library))
        str_addf(message, "in %s", str_text(&library));
    if (library.len && f->where.line && (known || !within))
        str_addf(message, ", called from %s:%u", f->where.file, f->where.line);
    str_addf(message, library.len ? ": " : "");
    str_free(&library);
}

/* What is wrong, for somebody who sees nothing else of the finding. True: it is an
 * exception, which says all by itself. */
static bool put_message(struct source *src, struct finding *f)
{
    struct str message = {0};
    struct finding_actor *a = &f->actors.at[f->actor];
    add_library(f, src, &message);
    if (finding_scope(f->kind) != SCOPE_ALL &&
        strncmp(f->message, a->name, strlen(a->name)) != 0)
        str_addf(&message, "%s: ", a->name);
    bool thrown = f->kind == FINDING_CRASH && add_exception(a->output, &message);
    thrown |= f->kind == FINDING_EXIT_CODE && python_exception(f, a, &message);
    if (!thrown)
        real_places(src, f->message, &message);
    if (f->kind == FINDING_LOCAL_RACE && f->at.site && !f->where.line) {
        str_addf(&message, "; the access is at ");
        source_place(src, f->at.site, &message);
    }
    if (f->at.variable) {
        const char *name = source_variable(src, f->at.variable);
        char *variable = plain(name ? name : "in memory that setup allocated");
        if (name || f->kind != FINDING_DATA_RACE)
            str_addf(&message, ": it is %s", variable);
        free(variable);
    }
    free(f->message);
    f->message = message.text ? message.text : mem_strdup("");
    return thrown;
}

void real_resolve(const struct link *l, struct source *src, struct finding *f)
{
    uint64_t site = f->at.site;
    for (size_t a = 0; a < f->actors.len; a++)
        put_actor(src, f, &f->actors.at[a]);
    bool left = f->kind == FINDING_MISSING_FINALIZE; /* main has returned */
    f->where = site ? finding_locate(f, left ? source_of_end(src, site)
                                             : source_of_call(src, site))
                    : f->actors.at[f->actor].where;
    const char *function = site ? source_function(src, site) : NULL;
    f->function = function ? plain(function) : NULL;
    put_words(src, &f->detail);
    if (!f->detail)
        f->detail = real_origin(l, src, f);
    bool thrown = put_message(src, f);
    shorten_path(f->where, &f->message);
    if (!f->detail && !thrown)
        f->detail = last_words(f);
    for (size_t i = 0; i < f->steps.len; i++)
        put_step(src, f, &f->steps.at[i]);
    for (size_t i = 0; i < f->rivals.len; i++) {
        put_plain(&f->rivals.at[i].text);
        put_line(src, f, &f->rivals.at[i].where);
    }
    for (size_t i = 0; i < f->races.len; i++)
        put_words(src, &f->races.at[i]);
    for (size_t i = 0; i < f->earlier.len; i++)
        put_words(src, &f->earlier.at[i]);
    for (size_t i = 0; i < f->accesses.len; i++)
        put_access(src, f, &f->accesses.at[i]);
}

void real_decisive(struct source *src, const struct raw_finding *found, struct finding *f)
{
    const struct link_finding *from = &found->is;
    const struct link_way *at = found->ways;
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
            .kind = (enum way_kind)at[i].kind,
            .actor = at[i].sender < 0 || (uint32_t)at[i].sender >= f->actors.len
                         ? NO_ACTOR
                         : (uint32_t)at[i].sender,
            .where = finding_locate(f, source_of_call(src, at[i].site)),
            .passes = at[i].passes,
            .fails = at[i].fails};
        vec_push(&f->ways, w);
    }
    if (f->decided == DECIDED_BY_STEP && (!f->ways.len || f->decisive >= f->steps.len))
        f->decided = DECIDED_UNKNOWN;
}

bool real_trace(const struct launch *from_process, const struct raw_finding *found,
                struct mzt *t)
{
    const struct link *l = from_process->seen;
    const struct mzt *from = &found->trace;
    const struct plan_learned *learned = &l->plan.learned;
    uint32_t births = l->births;
    struct link_birth *born =
        births ? link_copy(from_process->link, l->born, births, sizeof *born) : NULL;
    if (births && !born)
        return false;
    for (uint32_t i = 0; i < learned->nlibraries; i++)
        vec_push(&t->libraries, mem_strdup(learned->library[i]));
    t->late = learned->late;
    t->slots = l->inboxes ? learned->slots : 0;
    t->tries = learned->tries;
    t->heaps = learned->heaps;
    for (uint32_t i = 0; i < learned->ncells; i++)
        vec_push(&t->cells, learned->cell[i]);
    for (uint32_t i = 0; i < learned->nstack; i++)
        vec_push(&t->stack_pages, learned->stack[i]);
    t->end = from->end;
    t->options.tidy = from->options.tidy;
    for (uint32_t i = 0; i < births; i++) {
        struct mzt_birth b = {born[i].parent, born[i].nth};
        vec_push(&t->births, b);
    }
    free(born);
    t->tape = from->tape ? mem_strdup(from->tape) : NULL;
    t->taped = from->taped;
    t->tape_digest = from->tape_digest;
    for (size_t i = 0; i < from->steps.len; i++)
        vec_push(&t->steps, from->steps.at[i]);
    return true;
}

/* What was known of the program when the trace was recorded. */
static void give_learned(const struct mzt *t, struct link *l)
{
    struct plan_learned known = {
        .slots = t->slots, .tries = t->tries, .heaps = t->heaps, .late = t->late};
    for (size_t i = 0; i < t->cells.len && known.ncells < PLAN_CELLS; i++)
        known.cell[known.ncells++] = t->cells.at[i];
    for (size_t i = 0; i < t->stack_pages.len && known.nstack < PLAN_STACK; i++)
        known.stack[known.nstack++] = t->stack_pages.at[i];
    for (size_t i = 0; i < t->libraries.len && known.nlibraries < PLAN_LIBRARIES; i++)
        if (strlen(t->libraries.at[i]) < PLAN_PATH)
            strcpy(known.library[known.nlibraries++], t->libraries.at[i]);
    plan_learn(&l->plan, &known);
}

/* The steps before those that are recorded one by one. */
static bool give_tape(const struct mzt *t, struct link *l)
{
    l->replay.taped = t->taped;
    l->replay.digest = t->tape_digest;
    if (!t->taped)
        return true;
    size_t n = strlen(t->tape) + 1;
    l->replay.tape = link_room(l, n);
    if (l->replay.tape)
        memcpy(link_at(l, l->replay.tape), t->tape, n);
    return l->replay.tape;
}

/* The actors that are created, and the steps one by one; there is room for both. */
static void give_steps(const struct mzt *t, struct link *l)
{
    const struct finding *f = t->finding;
    struct link_birth *born = link_at(l, l->replay.born);
    struct link_step *steps = link_at(l, l->replay.steps);
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
}

/* What a replay must do for the finding to show again, or to be told in full. */
static void give_wishes(const struct mzt *t, struct link *l)
{
    const struct finding *f = t->finding;
    /* Races on memory need every access to be watched. In a program with windows there
     * would be others than before, if it were not. */
    bool compared = f && f->reason == REASON_COMPARED;
    bool watched = t->options.windows || (f && f->kind == FINDING_LOCAL_RACE);
    l->plan.asked.watch = watched && !compared ? WATCH_PAGES : WATCH_COMPARE;
    if (!f)
        return;
    /* what would be a note on a library is what it was then */
    l->plan.asked.search.strict =
        f->kind == FINDING_FILE_RACE || f->kind == FINDING_RESOURCE_LEAK ||
        f->kind == FINDING_REQUEST_LEAK || f->kind == FINDING_REQUEST_FREE;
    l->replay.origins_wanted =
        f->kind == FINDING_LOCAL_RACE || f->kind == FINDING_INVALID_ARGUMENT;
    l->replay.values_wanted = f->kind == FINDING_ASSERTION;
    l->replay.halt = f->kind == FINDING_POTENTIAL_DEADLOCK;
    l->replay.endless = f->kind == FINDING_NON_TERMINATION ? f->actor + 1 : 0;
}

bool real_schedule(const struct mzt *t, struct link *l)
{
    l->job = JOB_REPLAY;
    l->plan.asked.search = t->options;
    l->plan.asked.search.keep_going =
        1; /* the finding need not be the first of its kind */
    l->plan.asked.ranks = t->threads ? 1 : t->ranks;
    l->plan.asked.threads = t->threads > 0;
    l->plan.learned.slots = t->threads ? t->threads : t->lines;
    l->plan.learned.need.lines = t->lines > 0;
    give_learned(t, l);
    l->plan.asked.search.strict = false;
    give_wishes(t, l);
    l->replay.nborn = (uint32_t)t->births.len;
    l->replay.born = link_room(l, (t->births.len + 1) * sizeof(struct link_birth));
    l->replay.nsteps = (uint32_t)t->steps.len;
    l->replay.steps = link_room(l, (t->steps.len + 1) * sizeof(struct link_step));
    if (!l->replay.steps || !l->replay.born || !give_tape(t, l))
        return false;
    struct str unused = {0}; /* the program is the same as before, and so is the place */
    bool aims = !t->target || !target_aim(l, t->program, t->target, &unused);
    str_free(&unused);
    if (!aims)
        return false;
    give_steps(t, l);
    return true;
}

void real_output(struct link *l, struct str *s)
{
    struct mzt first;
    if (!raw_output(l, &first))
        return;
    for (size_t a = 0; a < first.finding->actors.len; a++) {
        const struct finding_actor *x = &first.finding->actors.at[a];
        char *name = plain(x->name), *lines = output_of(x->evidence);
        text_output(name, lines, x->evidence->output_dropped, s);
        free(name);
        free(lines);
    }
    mzt_free(&first);
}
