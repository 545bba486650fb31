/* SPDX-License-Identifier: Apache-2.0
 *
 * remember.c - see remember.h. */
#include "cli/remember.h"
#include "base/file.h"
#include "cli/identity.h"
#include "cli/options.h"
#include "explore/search/explorer.h"
#include "real/input.h"

#include <jansson.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- reading ---- */

static json_t *read_memo(const char *file)
{
    json_t *o = json_load_file(file, 0, NULL);
    const char *version = json_string_value(json_object_get(o, REMEMBER_MARK));
    if (version && !strcmp(version, MZ_VERSION))
        return o;
    json_decref(o);
    return NULL;
}

/* False: something is no fact. */
static bool read_facts(const json_t *o, facts_vec *to)
{
    const json_t *facts = json_object_get(o, "facts");
    for (size_t i = 0; i < json_array_size(facts); i++) {
        const json_t *pair = json_array_get(facts, i);
        const char *what = json_string_value(json_array_get(pair, 0)),
                   *value = json_string_value(json_array_get(pair, 1));
        if (!what || !value)
            return false;
        facts_add(to, what, value);
    }
    return to->len;
}

static void read_texts(const json_t *o, const char *name, texts_vec *to)
{
    const json_t *a = json_object_get(o, name);
    for (size_t i = 0; i < json_array_size(a); i++) {
        const char *text = json_string_value(json_array_get(a, i));
        if (text)
            vec_push(to, mem_strdup(text));
    }
}

static uint64_t number(const json_t *o, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(o, name));
}

/* A word of an option, which lasts; NULL if there is none. */
static const char *lasting(const json_t *o, const char *name, enum option_id id)
{
    const char *word = json_string_value(json_object_get(o, name)), *known;
    for (uint64_t i = 0; word && i < 8; i++)
        if (*(known = option_word(id, i)) && !strcmp(known, word))
            return known;
    return NULL;
}

static bool read_summary(const json_t *o, struct summary *m)
{
    const char *algorithm = json_string_value(json_object_get(o, "algorithm")),
               *when = json_string_value(json_object_get(o, "when"));
    const struct explorer *e = algorithm ? explorer_find(algorithm) : NULL;
    if (!e || !when)
        return false;
    m->algorithm = e->name;
    m->interleavings = e->interleavings;
    m->actors = (uint32_t)number(o, "ranks");
    m->mpi = json_is_true(json_object_get(o, "mpi"));
    m->buffering = lasting(o, "buffering", OPTION_buffering);
    m->eager = number(o, "eager");
    m->semantics = lasting(o, "semantics", OPTION_semantics);
    m->seed = number(o, "seed");
    m->by_states = json_is_true(json_object_get(o, "by_states"));
    m->counts.by_states = m->by_states;
    m->counts.executions = number(o, "executions");
    m->counts.traces = number(o, "traces");
    m->counts.redundant = number(o, "redundant");
    m->counts.transitions = number(o, "transitions");
    m->counts.states = number(o, "states");
    read_texts(o, "holds_for", &m->holds_for);
    read_texts(o, "rests_on", &m->rests_on);
    read_texts(o, "not_explored", &m->gaps);
    m->verdict = MZ_OK;
    m->remembered = mem_strdup(when);
    return true;
}

bool remember_finds(struct summary *m, const char *file, const facts_vec *facts,
                    struct link *l, const volatile sig_atomic_t *interrupt)
{
    struct str changed = {0};
    facts_vec before = {0}, now = {0};
    json_t *o = read_memo(file);
    bool known = o && read_facts(o, &before);
    if (known && identity_has_input(&before))
        known = input_read_stdin(l, interrupt, &changed);
    if (known) {
        for (size_t i = 0; i < facts->len; i++)
            facts_add(&now, facts->at[i].what, facts->at[i].value);
        identity_again(&now, &before, l);
        facts_changed(&before, &now, &changed);
        known = !changed.len && read_summary(o, m);
    }
    facts_free(&before);
    facts_free(&now);
    str_free(&changed);
    json_decref(o);
    return known;
}

/* ---- writing ---- */

static json_t *texts(const texts_vec *v)
{
    json_t *a = json_array();
    for (size_t i = 0; i < v->len; i++)
        json_array_append_new(a, json_string(v->at[i]));
    return a;
}

static void put_number(json_t *o, const char *name, uint64_t n)
{
    json_object_set_new(o, name, json_integer((json_int_t)n));
}

static json_t *write_memo(const struct summary *m, const facts_vec *facts)
{
    char today[32];
    time_t now = time(NULL);
    struct tm day;
    strftime(today, sizeof today, "%Y-%m-%d", localtime_r(&now, &day));
    json_t *o = json_object(), *a = json_array();
    json_object_set_new(o, REMEMBER_MARK, json_string(MZ_VERSION));
    json_object_set_new(o, "when", json_string(today));
    json_object_set_new(o, "algorithm", json_string(m->algorithm));
    put_number(o, "ranks", m->actors);
    json_object_set_new(o, "mpi", json_boolean(m->mpi));
    if (m->buffering)
        json_object_set_new(o, "buffering", json_string(m->buffering));
    put_number(o, "eager", m->eager);
    if (m->semantics)
        json_object_set_new(o, "semantics", json_string(m->semantics));
    put_number(o, "seed", m->seed);
    json_object_set_new(o, "by_states", json_boolean(m->by_states));
    put_number(o, "executions", m->counts.executions);
    put_number(o, "traces", m->counts.traces);
    put_number(o, "redundant", m->counts.redundant);
    put_number(o, "transitions", m->counts.transitions);
    put_number(o, "states", m->counts.states);
    json_object_set_new(o, "holds_for", texts(&m->holds_for));
    json_object_set_new(o, "rests_on", texts(&m->rests_on));
    json_object_set_new(o, "not_explored", texts(&m->gaps));
    for (size_t i = 0; i < facts->len; i++)
        json_array_append_new(a,
                              json_pack("[ss]", facts->at[i].what, facts->at[i].value));
    json_object_set_new(o, "facts", a);
    return o;
}

/* Would the report be the same without exploring anything? Counts of models of states
 * have more to say than is written down, and so do findings, notes and complaints. */
static bool is_plain(const struct summary *m)
{
    return m->verdict == MZ_OK && !m->notes.len && !m->suppressed.len && !m->silent &&
           !m->complaint && !m->target && !m->resumed && !m->note &&
           !m->counts.sampled.runs && !m->counts.instead;
}

bool remember_keeps(const struct summary *m, const char *file, const facts_vec *facts,
                    struct str *why)
{
    bool written = false;
    if (!is_plain(m)) {
        json_t *old = read_memo(file);
        written = !old || !unlink(file);
        json_decref(old);
        return written;
    }
    json_t *o = write_memo(m, facts);
    char *text = json_dumps(o, JSON_INDENT(1));
    if (text)
        written = file_replace(file, text, strlen(text), why);
    else
        str_addf(why, "a fact is not UTF-8");
    free(text);
    json_decref(o);
    return written;
}
