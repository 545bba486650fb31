/* SPDX-License-Identifier: Apache-2.0
 *
 * codec.c - see codec.h. Each part is written and read by two functions next to each
 * other. */
#include "report/codec.h"

#include <string.h>

/* Names and files may say anything, and what they say is shown on a terminal. Lines of a
 * rank's output stay lines; elsewhere, only such a line goes on that is indented. */
static char *plain(const char *text, bool lines)
{
    struct str s = {0};
    for (const char *end; lines && (end = strchr(text, '\n')); text = end + 1) {
        str_plain(&s, text, (size_t)(end - text));
        str_addf(&s, "\n");
    }
    str_plain_lines(&s, text);
    return s.text ? s.text : mem_strdup("");
}

/* The characters below a space have an escape in JSON. */
json_t *codec_text(const char *s)
{
    char *shown = plain(s, true);
    json_t *j = strpbrk(s, "\x7f\xc2\xe2") ? NULL : json_string(s);
    if (!j)
        j = json_string(shown);
    free(shown);
    return j;
}

json_t *codec_number(uint64_t n)
{
    return n <= INT64_MAX ? json_integer((json_int_t)n) : json_real((double)n);
}

/* ---- reading what may be anything ---- */

static bool wrong(struct str *why, const char *field)
{
    if (!why->len)
        str_addf(why, "its \"%s\" is not what it should be", field);
    return false;
}

/* Reads a text. If `may` is set, it may be missing, and *to is NULL then. */
static bool read_text(const json_t *o, const char *key, bool may, char **to,
                      struct str *why)
{
    const json_t *j = json_object_get(o, key);
    *to = NULL;
    if (!j && may)
        return true;
    /* A text that contains a zero byte is not accepted. */
    if (!json_is_string(j) || json_string_length(j) != strlen(json_string_value(j)))
        return wrong(why, key);
    *to = plain(json_string_value(j), !strcmp(key, "output"));
    return true;
}

static bool in_range(const json_t *j, uint64_t max, uint64_t *to)
{
    json_int_t n = json_integer_value(j);
    *to = (uint64_t)n;
    return json_is_integer(j) && n >= 0 && (uint64_t)n <= max;
}

static bool read_number(const json_t *o, const char *key, uint64_t max, uint64_t *to,
                        struct str *why)
{
    const json_t *j = json_object_get(o, key);
    if (json_is_real(j) && max == UINT64_MAX) { /* see codec_number() */
        *to = UINT64_MAX;
        return true;
    }
    return in_range(j, max, to) || wrong(why, key);
}

/* Reads an array; a missing one counts as empty. */
static bool read_array(const json_t *o, const char *key, const json_t **to,
                       struct str *why)
{
    *to = json_object_get(o, key);
    return !*to || json_is_array(*to) || wrong(why, key);
}

/* ---- parts ---- */

static void write_location(json_t *o, struct location where)
{
    if (!where.line)
        return;
    json_object_set_new(o, "file", codec_text(where.file));
    json_object_set_new(o, "line", json_integer(where.line));
}

static bool read_location(const json_t *o, struct finding *f, struct location *to,
                          struct str *why)
{
    uint64_t line;
    char *file;
    *to = (struct location){0};
    if (!json_object_get(o, "line"))
        return true;
    if (!read_text(o, "file", false, &file, why))
        return false;
    bool good = read_number(o, "line", UINT32_MAX, &line, why);
    if (good)
        *to = finding_locate(f, (struct location){.file = file, .line = (uint32_t)line});
    free(file);
    return good;
}

static json_t *write_texts(const texts_vec *v)
{
    json_t *a = json_array();
    for (size_t i = 0; i < v->len; i++)
        json_array_append_new(a, codec_text(v->at[i]));
    return a;
}

static bool read_texts(const json_t *o, const char *key, texts_vec *to, struct str *why)
{
    const json_t *a;
    if (!read_array(o, key, &a, why))
        return false;
    for (size_t i = 0; i < json_array_size(a); i++) {
        const char *text = json_string_value(json_array_get(a, i));
        if (!text)
            return wrong(why, key);
        vec_push(to, plain(text, false));
    }
    return true;
}

static json_t *write_actors(const uint32_t *at, size_t n)
{
    json_t *a = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(a, json_integer(at[i]));
    return a;
}

/* Reads numbers of actors; finding_contradicts() checks later that these actors exist. */
static bool read_actors(const json_t *o, const char *key, events_vec *to, struct str *why)
{
    const json_t *a;
    uint64_t n;
    if (!read_array(o, key, &a, why))
        return false;
    for (size_t i = 0; i < json_array_size(a); i++) {
        if (!in_range(json_array_get(a, i), ACTORS_MAX, &n))
            return wrong(why, key);
        vec_push(to, (uint32_t)n);
    }
    return true;
}

static json_t *write_stack(const struct finding_frame *at, size_t n)
{
    json_t *all = json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "function", codec_text(at[i].function));
        write_location(o, at[i].where);
        json_array_append_new(all, o);
    }
    return all;
}

static bool read_frame(const json_t *o, struct finding *f, struct finding_frame *to,
                       struct str *why)
{
    return read_text(o, "function", false, &to->function, why) &&
           read_location(o, f, &to->where, why);
}

/* Reads the member "stack" of an object into a vector of frames. */
#define READ_STACK(o, f, to, why, good)                                                  \
    do {                                                                                 \
        const json_t *all_;                                                              \
        good = read_array(o, "stack", &all_, why);                                       \
        for (size_t i_ = 0; good && i_ < json_array_size(all_); i_++) {                  \
            vec_push(to, (struct finding_frame){0});                                     \
            good = read_frame(json_array_get(all_, i_), f, &vec_last(to), why);          \
        }                                                                                \
    } while (0)

static json_t *write_actor(const struct finding_actor *a, uint32_t rank)
{
    json_t *o = json_object();
    json_object_set_new(o, "rank", json_integer(rank));
    json_object_set_new(o, "name", codec_text(a->name));
    json_object_set_new(o, "state", json_string(actor_state_word(a->state)));
    if (a->call)
        json_object_set_new(o, "call", codec_text(a->call));
    write_location(o, a->where);
    if (a->state == ACTOR_BLOCKED)
        json_object_set_new(o, "waits_for",
                            write_actors(a->waits_for.at, a->waits_for.len));
    if (a->stack.len)
        json_object_set_new(o, "stack", write_stack(a->stack.at, a->stack.len));
    if (a->output)
        json_object_set_new(o, "output", codec_text(a->output));
    if (a->output_dropped)
        json_object_set_new(o, "output_dropped", codec_number(a->output_dropped));
    return o;
}

static bool read_state(const json_t *o, enum actor_state *to, struct str *why)
{
    const char *word = json_string_value(json_object_get(o, "state"));
    for (int s = ACTOR_READY; word && s <= ACTOR_POLLS; s++)
        if (!strcmp(word, actor_state_word((enum actor_state)s))) {
            *to = (enum actor_state)s;
            return true;
        }
    return wrong(why, "state");
}

static bool read_actor(const json_t *o, struct finding *f, struct finding_actor *a,
                       struct str *why)
{
    bool dropped = json_object_get(o, "output_dropped"), good;
    READ_STACK(o, f, &a->stack, why, good);
    return good && read_text(o, "name", false, &a->name, why) &&
           read_text(o, "call", true, &a->call, why) && read_state(o, &a->state, why) &&
           (a->call || !actor_is_stuck(a->state) || wrong(why, "call")) &&
           read_location(o, f, &a->where, why) &&
           read_actors(o, "waits_for", &a->waits_for, why) &&
           read_text(o, "output", true, &a->output, why) &&
           (!dropped ||
            read_number(o, "output_dropped", UINT64_MAX, &a->output_dropped, why));
}

/* Reads the actors. Those that were never created are missing, so "rank" gives the
 * index of each. */
static bool read_ranks(const json_t *o, struct finding *f, struct str *why)
{
    const json_t *all;
    uint64_t rank;
    if (!read_array(o, "ranks", &all, why))
        return false;
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        if (!read_number(one, "rank", ACTORS_MAX, &rank, why))
            return false;
        if (rank < f->actors.len)
            return wrong(why, "rank");
        while (f->actors.len < rank)
            vec_push(&f->actors, (struct finding_actor){.name = mem_strdup(""),
                                                        .state = ACTOR_ENDED});
        vec_push(&f->actors, (struct finding_actor){0});
        if (!read_actor(one, f, &vec_last(&f->actors), why))
            return false;
    }
    return f->actors.len || wrong(why, "ranks");
}

static json_t *write_events(const struct finding *f)
{
    json_t *events = json_array();
    for (size_t i = 0; i < f->steps.len; i++) {
        json_t *e = json_object();
        json_object_set_new(e, "rank", json_integer(f->steps.at[i].actor));
        json_object_set_new(e, "text", codec_text(f->steps.at[i].text));
        write_location(e, f->steps.at[i].where);
        if (f->steps.at[i].role)
            json_object_set_new(e, "role",
                                json_string(step_role_word(f->steps.at[i].role)));
        if (f->steps.at[i].other != NO_STEP)
            json_object_set_new(e, "with", json_integer(f->steps.at[i].other));
        if (f->steps.at[i].lost)
            json_object_set_new(e, "lost", json_true());
        json_object_set_new(e, "level", json_integer(f->steps.at[i].level));
        json_array_append_new(events, e);
    }
    return events;
}

static bool read_role(const json_t *o, size_t steps, struct finding_step *to,
                      struct str *why)
{
    const json_t *role = json_object_get(o, "role"), *with = json_object_get(o, "with");
    const char *word = json_string_value(role);
    uint64_t n = NO_STEP;
    for (int r = STEP_PLAIN; word && r <= STEP_COLLECTIVE; r++)
        if (!strcmp(word, step_role_word((enum step_role)r)))
            to->role = (enum step_role)r;
    if (role && !to->role)
        return wrong(why, "role");
    if (with && (!in_range(with, UINT32_MAX, &n) || n >= steps))
        return wrong(why, "with");
    to->other = (uint32_t)n;
    return true;
}

static bool read_events(const json_t *o, struct finding *f, struct str *why)
{
    const json_t *all;
    uint64_t rank, level;
    if (!read_array(o, "events", &all, why))
        return false;
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        struct finding_step step = {0};
        if (!read_number(one, "rank", ACTORS_MAX, &rank, why) ||
            !read_number(one, "level", UINT32_MAX, &level, why) ||
            !read_text(one, "text", false, &step.text, why))
            return false;
        step.actor = (uint32_t)rank;
        step.level = (uint32_t)level;
        step.lost = json_is_true(json_object_get(one, "lost"));
        bool good = read_location(one, f, &step.where, why) &&
                    read_role(one, json_array_size(all), &step, why);
        vec_push(&f->steps, step);
        if (!good)
            return false;
    }
    return true;
}

static json_t *write_rivals(const struct finding *f)
{
    json_t *all = json_array();
    for (size_t i = 0; i < f->rivals.len; i++) {
        const struct finding_rival *r = &f->rivals.at[i];
        json_t *o = json_object();
        json_object_set_new(o, "event", json_integer(r->receive));
        json_object_set_new(o, "rank", json_integer(r->actor));
        if (r->step != NO_STEP)
            json_object_set_new(o, "with", json_integer(r->step));
        json_object_set_new(o, "text", codec_text(r->text));
        write_location(o, r->where);
        json_array_append_new(all, o);
    }
    return all;
}

static bool read_rivals(const json_t *o, struct finding *f, struct str *why)
{
    const json_t *all;
    if (!read_array(o, "alternatives", &all, why))
        return false;
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i), *with = json_object_get(one, "with");
        uint64_t receive, rank, step = NO_STEP;
        struct finding_rival r = {0};
        if (!read_number(one, "event", UINT32_MAX, &receive, why) ||
            !read_number(one, "rank", ACTORS_MAX, &rank, why))
            return false;
        if (receive >= f->steps.len ||
            (with && (!in_range(with, UINT32_MAX, &step) || step >= f->steps.len)))
            return wrong(why, "alternatives");
        if (!read_text(one, "text", false, &r.text, why))
            return false;
        r.receive = (uint32_t)receive;
        r.actor = (uint32_t)rank;
        r.step = (uint32_t)step;
        bool good = read_location(one, f, &r.where, why);
        vec_push(&f->rivals, r);
        if (!good)
            return false;
    }
    return true;
}

static json_t *write_source(const struct finding *f)
{
    json_t *all = json_array();
    for (size_t i = 0; i < f->source.len; i++) {
        json_t *o = json_object();
        write_location(o, f->source.at[i].where);
        json_object_set_new(o, "text", codec_text(f->source.at[i].text));
        json_array_append_new(all, o);
    }
    return all;
}

static bool read_source(const json_t *o, struct finding *f, struct str *why)
{
    const json_t *all;
    if (!read_array(o, "source", &all, why))
        return false;
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        struct finding_line line = {0};
        if (!read_text(one, "text", false, &line.text, why))
            return false;
        bool good = read_location(one, f, &line.where, why) &&
                    (line.where.line || wrong(why, "source"));
        vec_push(&f->source, line);
        if (!good)
            return false;
    }
    return true;
}

static json_t *write_accesses(const struct finding *f)
{
    json_t *all = json_array();
    for (size_t i = 0; i < f->accesses.len; i++) {
        const struct finding_access *a = &f->accesses.at[i];
        json_t *o = json_object();
        json_object_set_new(o, "rank", json_integer(a->actor));
        json_object_set_new(o, "access", codec_text(a->what));
        json_object_set_new(o, "target", json_integer(a->target));
        json_object_set_new(o, "first", codec_number(a->first));
        json_object_set_new(o, "end", codec_number(a->end));
        write_location(o, a->where);
        json_object_set_new(o, "stack", write_stack(a->stack.at, a->stack.len));
        if (a->epoch) {
            json_t *epoch = json_object();
            json_object_set_new(epoch, "call", codec_text(a->epoch));
            write_location(epoch, a->begun);
            json_object_set_new(o, "epoch", epoch);
        }
        json_array_append_new(all, o);
    }
    return all;
}

static bool read_access(const json_t *o, struct finding *f, struct finding_access *a,
                        struct str *why)
{
    uint64_t rank, target;
    bool good;
    const json_t *epoch = json_object_get(o, "epoch");
    READ_STACK(o, f, &a->stack, why, good);
    if (!good || !read_number(o, "rank", ACTORS_MAX, &rank, why) ||
        !read_text(o, "access", false, &a->what, why) ||
        !read_number(o, "target", ACTORS_MAX, &target, why) ||
        !read_number(o, "first", UINT64_MAX, &a->first, why) ||
        !read_number(o, "end", UINT64_MAX, &a->end, why) ||
        !read_location(o, f, &a->where, why))
        return false;
    a->actor = (uint32_t)rank;
    a->target = (uint32_t)target;
    return !epoch || (read_text(epoch, "call", false, &a->epoch, why) &&
                      read_location(epoch, f, &a->begun, why));
}

static bool read_accesses(const json_t *o, struct finding *f, struct str *why)
{
    const json_t *all;
    bool good = read_array(o, "accesses", &all, why);
    for (size_t i = 0; good && i < json_array_size(all); i++) {
        vec_push(&f->accesses, (struct finding_access){0});
        good = read_access(json_array_get(all, i), f, &vec_last(&f->accesses), why);
    }
    return good;
}

static const char *const ways[] = {"message", "choice", "other"};

static json_t *write_decisive(const struct finding *f)
{
    json_t *o = json_object(), *all = json_array();
    struct str text = {0};
    for (size_t i = 0; i < f->ways.len; i++) {
        const struct finding_way *w = &f->ways.at[i];
        json_t *one = json_object();
        json_object_set_new(one, "what", codec_text(w->what));
        json_object_set_new(one, "is", json_string(ways[w->kind]));
        if (w->actor != NO_ACTOR)
            json_object_set_new(one, "rank", json_integer(w->actor));
        write_location(one, w->where);
        json_object_set_new(one, "passes", codec_number(w->passes));
        json_object_set_new(one, "fails", codec_number(w->fails));
        json_array_append_new(all, one);
    }
    text_decisive(f, &text);
    if (f->decided == DECIDED_BY_STEP) {
        json_object_set_new(o, "event", json_integer(f->decisive));
        json_object_set_new(o, "text", codec_text(str_text(&text)));
    }
    json_object_set_new(o, "complete", json_boolean(f->all_judged));
    if (f->in_order)
        json_object_set_new(o, "order", json_true());
    json_object_set_new(o, "ways", all);
    str_free(&text);
    return o;
}

static bool read_way_kind(const char *word, enum way_kind *to)
{
    for (*to = WAY_MESSAGE; *to <= WAY_OTHER; (*to)++)
        if (word && !strcmp(word, ways[*to]))
            return true;
    return false;
}

static bool read_way(const json_t *o, struct finding *f, struct finding_way *w,
                     struct str *why)
{
    uint64_t actor = NO_ACTOR;
    const json_t *rank = json_object_get(o, "rank");
    if (!read_text(o, "what", false, &w->what, why) ||
        (rank && !read_number(o, "rank", ACTORS_MAX, &actor, why)) ||
        !read_location(o, f, &w->where, why) ||
        !read_number(o, "passes", UINT64_MAX, &w->passes, why) ||
        !read_number(o, "fails", UINT64_MAX, &w->fails, why))
        return false;
    w->actor = (uint32_t)actor;
    return read_way_kind(json_string_value(json_object_get(o, "is")), &w->kind) ||
           wrong(why, "is");
}

/* Without an event, there is none that decides: every outcome fails. */
static bool read_decisive(const json_t *in, struct finding *f, struct str *why)
{
    const json_t *o = json_object_get(in, "decisive"), *all;
    uint64_t event;
    if (!o)
        return true;
    f->decided = DECIDED_ALWAYS;
    f->all_judged = json_is_true(json_object_get(o, "complete"));
    f->in_order = json_is_true(json_object_get(o, "order"));
    if (!json_object_get(o, "event"))
        return true;
    if (!read_number(o, "event", UINT32_MAX, &event, why) ||
        !read_array(o, "ways", &all, why))
        return false;
    if (event >= f->steps.len)
        return wrong(why, "decisive");
    f->decided = DECIDED_BY_STEP;
    f->decisive = (uint32_t)event;
    for (size_t i = 0; i < json_array_size(all); i++) {
        vec_push(&f->ways, (struct finding_way){0});
        if (!read_way(json_array_get(all, i), f, &vec_last(&f->ways), why))
            return false;
    }
    return f->ways.len || wrong(why, "ways");
}

/* ---- all of it ---- */

/* The execution: its actors and its steps, with the source that they name. */
static void write_outcome(json_t *o, const struct finding *f)
{
    json_t *actors = json_array();
    for (uint32_t a = 0; a < f->actors.len; a++)
        if (*f->actors.at[a].name)
            json_array_append_new(actors, write_actor(&f->actors.at[a], a));
    json_object_set_new(o, "ranks", actors);
    json_object_set_new(o, "cycle", write_actors(f->cycle.at, f->cycle.len));
    json_object_set_new(o, "steps", codec_number(f->left_out + f->steps.len));
    if (f->left_out)
        json_object_set_new(o, "steps_left_out", codec_number(f->left_out));
    json_object_set_new(o, "events", write_events(f));
    if (f->rivals.len)
        json_object_set_new(o, "alternatives", write_rivals(f));
    json_object_set_new(o, "source", write_source(f));
}

static json_t *write_passing(const struct finding *f)
{
    json_t *o = json_object();
    if (f->parts != NO_STEP)
        json_object_set_new(o, "event", json_integer(f->parts));
    write_outcome(o, f->passing);
    return o;
}

json_t *finding_write(const struct finding *f)
{
    json_t *o = json_object();
    json_object_set_new(o, "kind", json_string(finding_word(f->kind)));
    json_object_set_new(o, "severity",
                        json_string(severity_word(finding_severity(f->kind))));
    if (f->reason)
        json_object_set_new(o, "reason", json_string(reason_word(f->reason)));
    json_object_set_new(o, "message", codec_text(f->message));
    if (f->detail)
        json_object_set_new(o, "values", codec_text(f->detail));
    json_object_set_new(o, "rank", json_integer(f->actor));
    write_location(o, f->where);
    if (!f->uncounted)
        json_object_set_new(o, "outcomes", codec_number(f->outcomes));
    if (f->others)
        json_object_set_new(o, "others", codec_number(f->others));
    if (f->trace)
        json_object_set_new(o, "trace", codec_text(f->trace));
    if (f->replay)
        json_object_set_new(o, "replay", codec_text(f->replay));
    json_object_set_new(o, "races", write_texts(&f->races));
    if (f->decided)
        json_object_set_new(o, "decisive", write_decisive(f));
    json_object_set_new(o, "earlier", write_texts(&f->earlier));
    if (f->accesses.len)
        json_object_set_new(o, "accesses", write_accesses(f));
    json_object_set_new(o, "steps_before_minimizing", codec_number(f->steps_before));
    write_outcome(o, f);
    if (f->passing)
        json_object_set_new(o, "passing", write_passing(f));
    return o;
}

static bool holds_together(const struct finding *f, struct str *why)
{
    const char *field = finding_contradicts(f);
    return !field || wrong(why, field);
}

static bool read_outcome(const json_t *o, struct finding *f, struct str *why)
{
    return read_ranks(o, f, why) && read_actors(o, "cycle", &f->cycle, why) &&
           read_events(o, f, why) && read_rivals(o, f, why) && read_source(o, f, why) &&
           (!json_object_get(o, "steps_left_out") ||
            read_number(o, "steps_left_out", UINT64_MAX, &f->left_out, why));
}

static bool read_passing(const json_t *o, struct finding *f, struct str *why)
{
    const json_t *event = json_object_get(o, "event");
    uint64_t parts = NO_STEP;
    if (!o)
        return true;
    if (event && (!in_range(event, UINT32_MAX, &parts) || parts >= f->steps.len))
        return wrong(why, "passing");
    f->parts = (uint32_t)parts;
    f->passing = mem_alloc(sizeof *f->passing);
    return read_outcome(o, f->passing, why) && holds_together(f->passing, why);
}

static bool read_all(const json_t *o, struct finding *f, struct str *why)
{
    const char *kind = json_string_value(json_object_get(o, "kind"));
    uint64_t rank, before;
    f->kind = kind ? finding_named(kind) : FINDING_NONE;
    if (!f->kind)
        return wrong(why, "kind");
    const char *reason = json_string_value(json_object_get(o, "reason"));
    f->reason = reason ? reason_named(reason) : REASON_NONE;
    f->uncounted = !json_object_get(o, "outcomes");
    if (!read_text(o, "message", false, &f->message, why) ||
        !read_text(o, "values", true, &f->detail, why) ||
        !read_number(o, "rank", ACTORS_MAX, &rank, why) ||
        !read_location(o, f, &f->where, why) ||
        (!f->uncounted && !read_number(o, "outcomes", UINT64_MAX, &f->outcomes, why)) ||
        (json_object_get(o, "others") &&
         !read_number(o, "others", UINT64_MAX, &f->others, why)) ||
        !read_text(o, "trace", true, &f->trace, why) ||
        !read_text(o, "replay", true, &f->replay, why) || !read_outcome(o, f, why) ||
        !read_texts(o, "races", &f->races, why) ||
        !read_texts(o, "earlier", &f->earlier, why) || !read_accesses(o, f, why) ||
        !read_decisive(o, f, why) ||
        !read_passing(json_object_get(o, "passing"), f, why) ||
        !read_number(o, "steps_before_minimizing", UINT64_MAX, &before, why))
        return false;
    f->actor = (uint32_t)rank;
    f->steps_before = before;
    return holds_together(f, why);
}

struct finding *finding_read(const json_t *o, struct str *why)
{
    struct finding *f = mem_alloc(sizeof *f);
    if (json_is_object(o) ? read_all(o, f, why) : wrong(why, "finding"))
        return f;
    finding_free(f);
    return NULL;
}
