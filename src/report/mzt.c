/* SPDX-License-Identifier: Apache-2.0
 *
 * mzt.c - see mzt.h. */
#include "report/mzt.h"
#include "base/file.h"
#include "report/codec.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FORMAT 4

static const char *const bufferings[] = {[BUFFERING_ANY] = "any",
                                         [BUFFERING_ZERO] = "zero",
                                         [BUFFERING_INFINITE] = "infinite"};

/* Names and arguments are bytes that must be read back exactly. If they are not UTF-8,
 * they are written as an array of numbers. */
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

/* Standard input, as hexadecimal, since it can be any bytes. */
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

/* The checksum of the whole object except the checksum itself, independent of how it is
 * formatted. */
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

static uint64_t digest_in(const json_t *string)
{
    const char *s = json_string_value(string);
    return s ? strtoull(s, NULL, 16) : 0;
}

static uint64_t digest_of(const json_t *o, const char *key)
{
    return digest_in(json_object_get(o, key));
}

/* The schedule: [actor, outcome, digest] for each step. */
static json_t *schedule_array(const struct mzt *t)
{
    json_t *all = json_array();
    for (size_t i = 0; i < t->steps.len; i++) {
        json_t *one = json_array();
        json_array_append_new(one, json_integer(t->steps.at[i].actor));
        json_array_append_new(one, json_integer(t->steps.at[i].outcome));
        json_array_append_new(one, digest_string(t->steps.at[i].digest));
        json_array_append_new(all, one);
    }
    return all;
}

static bool schedule_of(const json_t *o, struct mzt *t, struct str *why)
{
    const json_t *all = json_object_get(o, "schedule");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        json_int_t actor = json_integer_value(json_array_get(one, 0));
        const char *digest = json_string_value(json_array_get(one, 2));
        if (!digest || actor < 0 || actor >= ACTORS_MAX) {
            str_addf(why, "step %zu of its schedule makes no sense", i + 1);
            return false;
        }
        struct mzt_step step = {(uint32_t)actor,
                                (int32_t)json_integer_value(json_array_get(one, 1)),
                                strtoull(digest, NULL, 16)};
        vec_push(&t->steps, step);
    }
    return true;
}

/* The births: [parent, nth] for each actor; the parent of those that setup created is
 * -1. */
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

/* The facts: [what, value] for each. */
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
        struct mzt_birth b = {(uint32_t)json_integer_value(json_array_get(one, 0)),
                              (uint32_t)json_integer_value(json_array_get(one, 1))};
        vec_push(&t->births, b);
    }
}

static bool shares_memory(const struct mzt *t)
{
    return t->heaps || t->cells.len || t->stack_pages.len;
}

static json_t *learned_object(const struct mzt *t)
{
    json_t *o = json_object(), *all = json_array();
    for (size_t i = 0; i < t->libraries.len; i++)
        json_array_append_new(all, exact(t->libraries.at[i]));
    json_object_set_new(o, "libraries", all);
    json_object_set_new(o, "slots", json_integer(t->slots));
    if (t->late)
        json_object_set_new(o, "constructors", json_true());
    if (t->tries)
        json_object_set_new(o, "tries", json_integer(t->tries));
    if (shares_memory(t)) {
        json_t *cells = json_array(), *pages = json_array();
        for (size_t i = 0; i < t->cells.len; i++)
            json_array_append_new(cells, digest_string(t->cells.at[i]));
        for (size_t i = 0; i < t->stack_pages.len; i++)
            json_array_append_new(pages, digest_string(t->stack_pages.at[i]));
        json_object_set_new(o, "heaps", digest_string(t->heaps));
        json_object_set_new(o, "stack_pages", pages);
        json_object_set_new(o, "cells", cells);
    }
    return o;
}

static void learned_of(const json_t *o, struct mzt *t)
{
    const json_t *all = json_object_get(o, "libraries");
    for (size_t i = 0; i < json_array_size(all); i++)
        vec_push(&t->libraries, exact_of(json_array_get(all, i)));
    t->slots = (uint32_t)json_integer_value(json_object_get(o, "slots"));
    t->late = json_is_true(json_object_get(o, "constructors"));
    t->tries = (uint32_t)json_integer_value(json_object_get(o, "tries"));
    const json_t *cells = json_object_get(o, "cells");
    t->heaps = digest_of(o, "heaps");
    for (size_t i = 0; i < json_array_size(cells); i++)
        vec_push(&t->cells, digest_in(json_array_get(cells, i)));
    const json_t *pages = json_object_get(o, "stack_pages");
    for (size_t i = 0; i < json_array_size(pages); i++)
        vec_push(&t->stack_pages, digest_in(json_array_get(pages, i)));
}

static json_t *run_object(const struct mzt *t)
{
    json_t *o = json_object(), *arguments = json_array();
    json_object_set_new(o, "command", json_string(t->command));
    json_object_set_new(o, "program", exact(t->program));
    for (size_t i = 0; i < t->arguments.len; i++)
        json_array_append_new(arguments, exact(t->arguments.at[i]));
    json_object_set_new(o, "arguments", arguments);
    json_object_set_new(o, "directory", exact(t->directory));
    json_object_set_new(o, "belongs_to", facts_array(t));
    if (t->has_input)
        json_object_set_new(o, "stdin", hexadecimal(&t->input));
    json_object_set_new(o, "ranks", json_integer(t->ranks));
    if (t->threads)
        json_object_set_new(o, "threads", json_integer(t->threads));
    if (t->options.spurious)
        json_object_set_new(o, "spurious", json_integer((int64_t)t->options.spurious));
    if (t->lines)
        json_object_set_new(o, "lines", json_integer(t->lines));
    if (t->target)
        json_object_set_new(o, "target", exact(t->target));
    json_object_set_new(o, "seed", digest_string(t->options.seed));
    json_object_set_new(o, "buffering", json_string(bufferings[t->options.buffering]));
    if (t->options.eager)
        json_object_set_new(o, "eager", digest_string(t->options.eager));
    json_object_set_new(o, "semantics",
                        json_string(t->options.queues ? "mailbox" : "matching"));
    if (t->options.windows)
        json_object_set_new(o, "windows",
                            json_string(t->options.separate ? "separate" : "unified"));
    if (t->options.libraries[0])
        json_object_set_new(o, "libraries", exact(t->options.libraries));
    if (t->options.tidy)
        json_object_set_new(o, "stacks", json_string("tidy"));
    if (t->libraries.len || t->slots || t->late || shares_memory(t))
        json_object_set_new(o, "learned", learned_object(t));
    if (t->births.len) {
        json_object_set_new(o, "delivery", json_string(t->options.fifo ? "fifo" : "any"));
        json_object_set_new(o, "failures", json_integer(t->options.crashes));
        json_object_set_new(o, "births", births_array(t));
    }
    return o;
}

void mzt_text(const struct mzt *t, struct str *s)
{
    json_t *o = json_object();
    json_object_set_new(o, "mazurka_trace", json_integer(FORMAT));
    json_object_set_new(o, "run", run_object(t));
    if (t->taped) {
        json_object_set_new(o, "before", json_string(t->tape));
        json_object_set_new(o, "steps_before", json_integer((json_int_t)t->taped));
        json_object_set_new(o, "digest_before", digest_string(t->tape_digest));
    }
    json_object_set_new(o, "schedule", schedule_array(t));
    json_object_set_new(o, "end", digest_string(t->end));
    json_object_set_new(o, "finding", finding_write(t->finding));
    json_object_set_new(o, "checksum", digest_string(checksum_of(o)));
    char *text = json_dumps(o, JSON_INDENT(1));
    str_addf(s, "%s", text);
    free(text);
    json_decref(o);
}

enum mz_err mzt_write(const struct mzt *t, const char *file, int *claim, struct str *why)
{
    struct str text = {0};
    mzt_text(t, &text);
    bool good = file_replace_claimed(file, text.text, text.len, claim, why);
    if (!good)
        str_addf(why, "\n  fix: start it in a directory that you may write to");
    str_free(&text);
    return good ? MZ_OK : MZ_USAGE;
}

static char *text_of(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return mem_strdup(s ? s : "");
}

static bool is_word(const json_t *o, const char *key, const char *word)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s && !strcmp(s, word);
}

/* Reads the file; NULL, with the reason, if it is not intact. */
static json_t *load(const char *file, struct str *why)
{
    struct str content = {0};
    json_t *o = NULL;
    if (file_read(file, &content, why)) {
        o = json_loadb(str_text(&content), content.len, 0, NULL);
        uint64_t format =
            (uint64_t)json_integer_value(json_object_get(o, "mazurka_trace"));
        if (!format)
            str_addf(why, "%s is not a trace, or it is damaged", file);
        else if (format != FORMAT)
            str_addf(why,
                     "%s is a trace of another version of mazurka\n  fix: run 'mazurka "
                     "run' again for a new one",
                     file);
        else if (digest_of(o, "checksum") != checksum_of(o))
            str_addf(why,
                     "%s is damaged: its checksum does not fit\n  fix: run 'mazurka run' "
                     "again for a new trace",
                     file);
    }
    str_free(&content);
    if (why->len) {
        json_decref(o);
        o = NULL;
    }
    return o;
}

static void run_of(const json_t *o, struct mzt *t)
{
    const json_t *arguments = json_object_get(o, "arguments");
    t->command = text_of(o, "command");
    t->program = exact_of(json_object_get(o, "program"));
    t->directory = exact_of(json_object_get(o, "directory"));
    for (size_t i = 0; i < json_array_size(arguments); i++)
        vec_push(&t->arguments, exact_of(json_array_get(arguments, i)));
    facts_of(o, t);
    input_of(o, t);
    t->ranks = (uint32_t)json_integer_value(json_object_get(o, "ranks"));
    t->threads = (uint32_t)json_integer_value(json_object_get(o, "threads"));
    t->options.spurious = (uint64_t)json_integer_value(json_object_get(o, "spurious"));
    t->lines = (uint32_t)json_integer_value(json_object_get(o, "lines"));
    if (json_object_get(o, "target"))
        t->target = exact_of(json_object_get(o, "target"));
    t->options.seed = digest_of(o, "seed");
    for (int i = 0; i < 3; i++)
        if (is_word(o, "buffering", bufferings[i]))
            t->options.buffering = (enum buffering)i;
    t->options.eager = json_object_get(o, "eager") ? digest_of(o, "eager") : 0;
    t->options.queues = is_word(o, "semantics", "mailbox");
    t->options.separate = is_word(o, "windows", "separate");
    t->options.windows = t->options.separate || is_word(o, "windows", "unified");
    t->options.tidy = is_word(o, "stacks", "tidy");
    char *libraries = json_object_get(o, "libraries")
                          ? exact_of(json_object_get(o, "libraries"))
                          : NULL;
    snprintf(t->options.libraries, sizeof t->options.libraries, "%s",
             libraries ? libraries : "");
    free(libraries);
    t->options.fifo = is_word(o, "delivery", "fifo");
    t->options.crashes = (uint32_t)json_integer_value(json_object_get(o, "failures"));
    learned_of(json_object_get(o, "learned"), t);
    births_of(o, t);
}

enum mz_err mzt_read(struct mzt *t, const char *file, struct str *why)
{
    struct str wrong = {0};
    *t = (struct mzt){0};
    json_t *o = load(file, why);
    if (!o)
        return MZ_USAGE;
    run_of(json_object_get(o, "run"), t);
    t->end = digest_of(o, "end");
    if (json_object_get(o, "before")) {
        t->tape = text_of(o, "before");
        t->taped = (uint64_t)json_integer_value(json_object_get(o, "steps_before"));
        t->tape_digest = digest_of(o, "digest_before");
    }
    t->finding = finding_read(json_object_get(o, "finding"), &wrong);
    if (t->finding && schedule_of(o, t, &wrong) && t->steps.len &&
        t->steps.len != t->finding->steps.len)
        str_addf(&wrong, "its schedule and its finding have not as many steps");
    json_decref(o);
    if (wrong.len) {
        str_addf(why, "%s is not a trace as mazurka writes them: %s", file,
                 str_text(&wrong));
        mzt_free(t);
    }
    str_free(&wrong);
    return why->len ? MZ_USAGE : MZ_OK;
}
