/* SPDX-License-Identifier: Apache-2.0
 *
 * mzt.c - see mzt.h. */
#include "exec/mzt.h"
#include "base/file.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define FORMAT 2

static const char *const bufferings[] = {[BUFFERING_ANY] = "any",
                                         [BUFFERING_ZERO] = "zero",
                                         [BUFFERING_INFINITE] = "infinite"};

const char *mzt_buffering(enum buffering b)
{
    return bufferings[b];
}

/* Names and arguments are bytes, and come back as they were; where these are not UTF-8,
 * each is a number. */
static json_t *exact(const char *bytes)
{
    json_t *j = json_string(bytes);
    if (j)
        return j;
    j = json_array();
    for (; *bytes; bytes++)
        json_array_append_new(j, json_integer((unsigned char)*bytes));
    return j;
}

/* Of standard input: bytes that may be anything. */
static json_t *hexadecimal(const struct str *s)
{
    struct str digits = {0};
    for (size_t i = 0; i < s->len; i++)
        str_addf(&digits, "%02x", (unsigned char)s->text[i]);
    json_t *j = json_string(str_text(&digits));
    str_free(&digits);
    return j;
}

static void input_of(const json_t *o, struct mzt *t)
{
    const char *at = json_string_value(json_object_get(o, "stdin"));
    unsigned byte;
    t->has_input = at;
    for (; at && sscanf(at, "%2x", &byte) == 1; at += 2) {
        char c = (char)byte;
        str_add(&t->input, &c, 1);
    }
}

static char *exact_of(const json_t *j)
{
    struct str s = {0};
    if (json_is_string(j))
        str_addf(&s, "%s", json_string_value(j));
    for (size_t i = 0; i < json_array_size(j); i++)
        str_addf(&s, "%c", (int)json_integer_value(json_array_get(j, i)));
    return s.text ? s.text : mem_strdup("");
}

/* What is only shown. */
static json_t *shown(const char *text)
{
    struct str s = {0};
    json_t *j = json_string(text);
    if (!j) {
        str_plain(&s, text, strlen(text));
        j = json_string(str_text(&s));
        str_free(&s);
    }
    return j;
}

/* Of all but itself, however it is written down. */
static uint64_t checksum_of(const json_t *o)
{
    json_t *rest = json_copy((json_t *)(uintptr_t)o);
    json_object_del(rest, "checksum");
    char *text = json_dumps(rest, JSON_COMPACT | JSON_SORT_KEYS);
    uint64_t sum = text ? file_checksum(text, strlen(text)) : 0;
    free(text);
    json_decref(rest);
    return sum;
}

static json_t *digest_string(uint64_t digest)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, digest);
    return json_string(text);
}

static json_t *step_object(const struct mzt_step *s, uint32_t nactors)
{
    json_t *o = json_object();
    json_object_set_new(o, "rank", json_integer(s->actor % nactors));
    if (s->actor >= nactors)
        json_object_set_new(o, "slot", json_integer(s->actor / nactors));
    json_object_set_new(o, "outcome", json_integer(s->outcome));
    json_object_set_new(o, "text", shown(s->text ? s->text : ""));
    if (s->file) {
        json_object_set_new(o, "file", shown(s->file));
        json_object_set_new(o, "line", json_integer(s->line));
    }
    json_object_set_new(o, "digest", digest_string(s->digest));
    return o;
}

/* [parent, nth] for each actor; the parent of those that setup created is -1. */
static json_t *births_array(const struct mzt *t)
{
    json_t *all = json_array();
    for (size_t i = 0; i < t->births.len; i++) {
        json_t *one = json_array();
        json_array_append_new(one, json_integer((int32_t)t->births.at[i].parent));
        json_array_append_new(one, json_integer(t->births.at[i].nth));
        json_array_append_new(all, one);
    }
    return all;
}

/* [what, value] for each. */
static json_t *facts_array(const struct mzt *t)
{
    json_t *all = json_array();
    for (size_t i = 0; i < t->facts.len; i++) {
        json_t *one = json_array();
        json_array_append_new(one, exact(t->facts.at[i].what));
        json_array_append_new(one, exact(t->facts.at[i].value));
        json_array_append_new(all, one);
    }
    return all;
}

static void facts_of(const json_t *o, struct mzt *t)
{
    const json_t *all = json_object_get(o, "belongs_to");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        struct fact f = {exact_of(json_array_get(one, 0)),
                         exact_of(json_array_get(one, 1))};
        vec_push(&t->facts, f);
    }
}

static void births_of(const json_t *o, struct mzt *t)
{
    const json_t *all = json_object_get(o, "births");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        struct link_birth b = {(uint32_t)json_integer_value(json_array_get(one, 0)),
                               (uint32_t)json_integer_value(json_array_get(one, 1))};
        vec_push(&t->births, b);
    }
}

enum mz_err mzt_write(const struct mzt *t, const char *file, struct str *why)
{
    json_t *o = json_object(), *arguments = json_array(), *names = json_array();
    json_t *steps = json_array();
    json_object_set_new(o, "mazurka_trace", json_integer(FORMAT));
    json_object_set_new(o, "program", exact(t->program));
    for (size_t i = 0; i < t->arguments.len; i++)
        json_array_append_new(arguments, exact(t->arguments.at[i]));
    json_object_set_new(o, "arguments", arguments);
    json_object_set_new(o, "directory", exact(t->directory));
    json_object_set_new(o, "belongs_to", facts_array(t));
    if (t->has_input)
        json_object_set_new(o, "stdin", hexadecimal(&t->input));
    json_object_set_new(o, "ranks", json_integer(t->ranks));
    json_object_set_new(o, "seed", json_integer((json_int_t)t->seed));
    json_object_set_new(o, "buffering", json_string(mzt_buffering(t->buffering)));
    json_object_set_new(o, "semantics", json_string(t->queues ? "mailbox" : "matching"));
    if (t->births.len) {
        json_object_set_new(o, "delivery", json_string(t->fifo ? "fifo" : "any"));
        json_object_set_new(o, "failures", json_integer(t->failures));
        json_object_set_new(o, "births", births_array(t));
    }
    json_object_set_new(o, "end", digest_string(t->end));
    json_object_set_new(o, "kind", json_string(finding_word(t->kind)));
    json_object_set_new(o, "rank", json_integer(t->actor));
    json_object_set_new(o, "message", shown(t->message));
    for (size_t i = 0; i < t->actors.len; i++)
        json_array_append_new(names, shown(t->actors.at[i]));
    json_object_set_new(o, "actors", names);
    for (size_t i = 0; i < t->steps.len; i++)
        json_array_append_new(steps,
                              step_object(&t->steps.at[i], (uint32_t)t->actors.len));
    json_object_set_new(o, "steps", steps);
    json_object_set_new(o, "checksum", digest_string(checksum_of(o)));
    char *text = json_dumps(o, JSON_INDENT(1));
    bool good = file_write(file, text, strlen(text), why);
    if (!good)
        str_addf(why, "\n  fix: start it in a directory that you may write to");
    free(text);
    json_decref(o);
    return good ? MZ_OK : MZ_USAGE;
}

static char *text_of(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return mem_strdup(s ? s : "");
}

static void texts_of(const json_t *o, const char *key, char ***at, size_t *n)
{
    const json_t *a = json_object_get(o, key);
    *n = json_array_size(a);
    *at = mem_alloc((*n + 1) * sizeof **at);
    for (size_t i = 0; i < *n; i++) {
        (*at)[i] = exact_of(json_array_get(a, i));
    }
}

/* The content of the file, if it is as we wrote it. */
static json_t *load(const char *file, struct str *why)
{
    struct str content = {0};
    json_t *o = NULL;
    if (file_read(file, &content, why)) {
        o = json_loadb(str_text(&content), content.len, 0, NULL);
        uint64_t format =
            (uint64_t)json_integer_value(json_object_get(o, "mazurka_trace"));
        char *sum = text_of(o, "checksum");
        if (!format)
            str_addf(why, "%s is not a trace, or it is damaged", file);
        else if (format != FORMAT)
            str_addf(why,
                     "%s is a trace of another version of mazurka\n  fix: run 'mazurka "
                     "run' again for a new one",
                     file);
        else if (strtoull(sum, NULL, 16) != checksum_of(o))
            str_addf(why,
                     "%s is damaged: its checksum does not fit\n  fix: run 'mazurka run' "
                     "again for a new trace",
                     file);
        free(sum);
    }
    str_free(&content);
    if (why->len) {
        json_decref(o);
        o = NULL;
    }
    return o;
}

enum mz_err mzt_read(struct mzt *t, const char *file, struct str *why)
{
    *t = (struct mzt){0};
    json_t *o = load(file, why);
    if (!o)
        return MZ_USAGE;
    t->program = exact_of(json_object_get(o, "program"));
    t->directory = exact_of(json_object_get(o, "directory"));
    facts_of(o, t);
    input_of(o, t);
    t->message = text_of(o, "message");
    t->ranks = (uint32_t)json_integer_value(json_object_get(o, "ranks"));
    t->seed = (uint64_t)json_integer_value(json_object_get(o, "seed"));
    t->actor = (uint32_t)json_integer_value(json_object_get(o, "rank"));
    char *buffering = text_of(o, "buffering");
    for (int i = 0; i < 3; i++)
        if (!strcmp(buffering, bufferings[i]))
            t->buffering = (enum buffering)i;
    free(buffering);
    char *semantics = text_of(o, "semantics");
    t->queues = !strcmp(semantics, "mailbox");
    free(semantics);
    char *delivery = text_of(o, "delivery");
    t->fifo = !strcmp(delivery, "fifo");
    free(delivery);
    t->failures = (uint32_t)json_integer_value(json_object_get(o, "failures"));
    births_of(o, t);
    char *end = text_of(o, "end");
    t->end = strtoull(end, NULL, 16);
    free(end);
    char *kind = text_of(o, "kind");
    t->kind = finding_named(kind);
    free(kind);
    texts_of(o, "arguments", &t->arguments.at, &t->arguments.len);
    texts_of(o, "actors", &t->actors.at, &t->actors.len);
    const json_t *steps = json_object_get(o, "steps");
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *s = json_array_get(steps, i);
        char *digest = text_of(s, "digest");
        struct mzt_step step = {
            .actor = (uint32_t)json_integer_value(json_object_get(s, "rank")) +
                     (uint32_t)(t->actors.len *
                                (size_t)json_integer_value(json_object_get(s, "slot"))),
            .outcome = (int32_t)json_integer_value(json_object_get(s, "outcome")),
            .digest = strtoull(digest, NULL, 16),
            .text = text_of(s, "text"),
            .file = json_object_get(s, "file") ? text_of(s, "file") : NULL,
            .line = (uint32_t)json_integer_value(json_object_get(s, "line")),
        };
        free(digest);
        vec_push(&t->steps, step);
    }
    json_decref(o);
    return MZ_OK;
}

void mzt_free(struct mzt *t)
{
    free(t->program);
    free(t->directory);
    free(t->message);
    for (size_t i = 0; i < t->arguments.len; i++)
        free(t->arguments.at[i]);
    for (size_t i = 0; i < t->actors.len; i++)
        free(t->actors.at[i]);
    for (size_t i = 0; i < t->steps.len; i++) {
        free(t->steps.at[i].text);
        free(t->steps.at[i].file);
    }
    vec_free(&t->arguments);
    vec_free(&t->births);
    facts_free(&t->facts);
    str_free(&t->input);
    vec_free(&t->actors);
    vec_free(&t->steps);
}

bool mzt_schedule(const struct mzt *t, struct link *l)
{
    l->job = JOB_REPLAY;
    l->options.keep_going = 1; /* what is looked for need not be the first of its kind */
    l->ranks = t->ranks;
    l->options.seed = t->seed;
    l->options.buffering = t->buffering;
    l->options.queues = t->queues;
    l->halt = t->kind == FINDING_POTENTIAL_DEADLOCK;
    l->endless = t->kind == FINDING_NON_TERMINATION ? t->actor + 1 : 0;
    l->options.fifo = t->fifo;
    l->options.crashes = t->failures;
    l->replay_births = (uint32_t)t->births.len;
    l->replay_born = link_room(l, (t->births.len + 1) * sizeof(struct link_birth));
    l->replay_steps = (uint32_t)t->steps.len;
    l->replay = link_room(l, (t->steps.len + 1) * sizeof(struct link_step));
    if (!l->replay || !l->replay_born)
        return false;
    if (t->births.len)
        memcpy(link_at(l, l->replay_born), t->births.at,
               t->births.len * sizeof *t->births.at);
    for (size_t i = 0; i < t->steps.len; i++) {
        const struct mzt_step *s = &t->steps.at[i];
        size_t n = strlen(s->text) + 1;
        uint64_t text = link_room(l, n);
        if (text)
            memcpy(link_at(l, text), s->text, n);
        ((struct link_step *)link_at(l, l->replay))[i] =
            (struct link_step){s->actor, s->outcome, s->digest, 0, text};
    }
    return true;
}
