/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier_file.c - frontiers as files: see frontier.h.
 *
 * The file is text, so that it can be looked at. It has a line for each fact about the
 * run, for each sentence that the verdict rests on, for each finding, and for each length
 * of an execution; one for what a guided search has learned (guide/learn.h); a line of
 * numbers for the whole; one for each item (its fields, the number of its ways, and
 * these); and a checksum of all that. A graph of states is not text: its bytes
 * (saved_graph.h) are a line, whose length the numbers for the whole say. Both the items
 * and the graph may be large, so the file is never in memory as a whole. */
#include "base/file.h"
#include "base/reader.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NAME  "mazurka frontier "
#define MAGIC "13\n"
#define FACT  "fact "
#define REST  "rests on "
#define GAP   "not explored "
#define FOUND "found "
#define SEEN  "seen "
#define LEARN "learned "
#define ALL   "all "
#define LAST  "checksum "
/* Ways of one item; larger numbers cannot come from a file that we wrote. */
#define MAX_WAYS (1u << 28)
/* The file is written in pieces of about this size. */
#define PIECE ((size_t)1 << 16)

/* The counts that a resumed search continues, in the order of the file. The file also
 * has the explored share, and what was left out. */
enum { SAVED = 7 };
static uint64_t *saved(struct search_counts *c, size_t i)
{
    uint64_t *const all[SAVED] = {&c->executions, &c->redundant, &c->deadlocks,
                                  &c->failures,   &c->halts,     &c->told,
                                  &c->states};
    return all[i];
}

/* ---- writing ---- */

/* Writes text; escapes line ends, which file names may contain, and all that is like
 * them. */
static void add_word(struct str *s, const char *text, char end)
{
    for (const char *c = text; *c; c++)
        str_addf(s, *c == '%' || (unsigned char)*c < ' ' ? "%%%02x" : "%c",
                 (unsigned char)*c);
    str_addf(s, "%c", end);
}

static void add_text(struct str *s, const char *text)
{
    add_word(s, text, '\n');
}

/* The texts of a finding, in the order of the file. */
enum { TEXTS = 5 };
static char **text_of(struct found *x, size_t i)
{
    char **const all[TEXTS] = {&x->kind, &x->file, &x->trace, &x->replay, &x->message};
    return all[i];
}

static void add_found(struct str *s, struct found x)
{
    str_addf(s, FOUND "%" PRIx64 " %" PRIx64 " %" PRIu32 " %" PRIu64 " ", x.name.lo,
             x.name.hi, x.line, x.outcomes);
    for (size_t i = 0; i < TEXTS; i++) /* escaped texts have no tabs */
        add_word(s, *text_of(&x, i), i + 1 < TEXTS ? '\t' : '\n');
}

static void add_lessons(struct str *s, const struct frontier *f)
{
    str_addf(s, LEARN "%" PRIu64, f->learned.features);
    for (size_t i = 0; i < ARMS; i++)
        str_addf(s, " %a %a %a", f->learned.arm[i].cost, f->learned.arm[i].reward,
                 f->learned.arm[i].spent);
    str_addf(s, " %zu", f->learned.lessons.len);
    for (size_t i = 0; i < f->learned.lessons.len; i++)
        str_addf(s, " %" PRIu32 " %" PRIu32, f->learned.lessons.at[i].place,
                 f->learned.lessons.at[i].times);
    str_addf(s, " %zu", f->learned.worths.len);
    for (size_t i = 0; i < f->learned.worths.len; i++)
        str_addf(s, " %" PRIx64 " %" PRIu32 " %a", f->learned.worths.at[i].name,
                 f->learned.worths.at[i].visits, (double)f->learned.worths.at[i].reward);
    str_addf(s, "\n");
}

static void add_item(struct str *s, const struct item *it)
{
    str_addf(s, "%" PRIx64 " %" PRIu32 " %" PRIu32 " %d %zu", it->path, it->closed,
             it->until, it->beside, it->ways.len);
    for (size_t k = 0; k < it->ways.len; k++)
        str_addf(s, " %" PRIu32, it->ways.at[k]);
    str_addf(s, "\n");
}

static void add_numbers(struct str *s, const struct frontier *f)
{
    struct search_counts c = f->counts;
    str_addf(s, ALL "%" PRIx64 " %zu %" PRIu64 " %zu", f->program, f->items.len,
             f->graph.nodes, f->graph.bytes.len);
    for (size_t i = 0; i < SAVED; i++)
        str_addf(s, " %" PRIu64, *saved(&c, i));
    str_addf(s, " %" PRIu64 " %a %d %d %d %s\n", f->runs.traces, c.explored, (int)c.cut,
             (int)c.by_states, (int)c.patient, f->explorer);
}

/* All that comes before the items and the graph. */
static void add_head(struct str *s, const struct frontier *f)
{
    str_addf(s, NAME MAGIC);
    for (size_t i = 0; i < f->runs.facts.len; i++) {
        str_addf(s, FACT "%s ", f->runs.facts.at[i].value);
        add_text(s, f->runs.facts.at[i].what);
    }
    for (size_t i = 0; i < f->runs.rests.len; i++) {
        str_addf(s, REST);
        add_text(s, f->runs.rests.at[i]);
    }
    for (size_t i = 0; i < f->runs.gaps.len; i++) {
        str_addf(s, GAP);
        add_text(s, f->runs.gaps.at[i]);
    }
    for (size_t i = 0; i < f->runs.found.len; i++)
        add_found(s, f->runs.found.at[i]);
    for (size_t i = 0; i < f->runs.seen.len; i++)
        str_addf(s, SEEN "%" PRIx64 " %" PRIx64 "\n", f->runs.seen.at[i].lo,
                 f->runs.seen.at[i].hi);
    if (f->learned.lessons.len)
        add_lessons(s, f);
    add_numbers(s, f);
}

/* Writes what was collected, if it is at least so many bytes. */
static void flush(struct file_draft *to, struct str *s, size_t least)
{
    if (s->len < least)
        return;
    file_add(to, s->text, s->len);
    str_clear(s);
}

bool frontier_write(const struct frontier *f, const char *file, struct str *why)
{
    struct file_draft *to = file_begin(file);
    struct str s = {0};
    add_head(&s, f);
    for (size_t i = 0; i < f->items.len; i++) {
        add_item(&s, &f->items.at[i]);
        flush(to, &s, PIECE);
    }
    flush(to, &s, 0);
    if (f->graph.nodes) {
        file_add(to, f->graph.bytes.text, f->graph.bytes.len);
        file_add(to, "\n", 1);
    }
    str_addf(&s, LAST "%016" PRIx64 "\n", file_added(to));
    flush(to, &s, 0);
    str_free(&s);
    return file_end(to, why);
}

/* ---- reading ---- */

/* Undoes the escapes of add_text(), in place. */
static char *read_text(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++) {
        unsigned code;
        if (*c != '%' || sscanf(c, "%%%2x", &code) != 1) {
            *to++ = *c;
        } else {
            *to++ = (char)code;
            c += 2;
        }
    }
    *to = '\0';
    return text;
}

static bool begins(const char *line, const char *word)
{
    return line && !strncmp(line, word, strlen(word));
}

static bool read_fact(char *line, facts_vec *facts)
{
    char *space = strchr(line, ' ');
    if (!space)
        return false;
    *space = '\0';
    facts_add(facts, read_text(space + 1), line);
    return true;
}

static bool read_found(char *at, struct frontier *f)
{
    struct found x = {0};
    x.name.lo = strtoull(at, &at, 16);
    x.name.hi = strtoull(at, &at, 16);
    x.line = (uint32_t)strtoul(at, &at, 10);
    x.outcomes = strtoull(at, &at, 10);
    bool good = *at++ == ' ';
    for (size_t i = 0; i < TEXTS; i++) {
        char *end = good && i + 1 < TEXTS ? strchr(at, '\t') : NULL;
        good &= end || i + 1 == TEXTS;
        if (end)
            *end = '\0';
        *text_of(&x, i) = mem_strdup(good ? read_text(at) : "");
        at = end ? end + 1 : at;
    }
    vec_push(&f->runs.found, x);
    return good;
}

static bool read_lessons(char *at, struct frontier *f)
{
    f->learned.features = strtoull(at, &at, 10);
    for (size_t i = 0; i < ARMS; i++) {
        f->learned.arm[i].cost = strtod(at, &at);
        f->learned.arm[i].reward = strtod(at, &at);
        f->learned.arm[i].spent = strtod(at, &at);
    }
    uint64_t n = strtoull(at, &at, 10);
    for (uint64_t i = 0; i < n && *at; i++) {
        uint64_t place = strtoull(at, &at, 10), times = strtoull(at, &at, 10);
        if (place >= LEARNED || times > UINT32_MAX)
            return false;
        vec_push(&f->learned.lessons, (struct lesson){(uint32_t)place, (uint32_t)times});
    }
    if (f->learned.lessons.len != n)
        return false;
    n = strtoull(at, &at, 10);
    for (uint64_t i = 0; i < n && *at; i++) {
        struct worth x = {.name = strtoull(at, &at, 16)};
        uint64_t visits = strtoull(at, &at, 10);
        double reward = strtod(at, &at);
        if (visits > UINT32_MAX || !(reward >= 0 && reward <= (double)visits))
            return false;
        x.visits = (uint32_t)visits;
        x.reward = (float)reward;
        vec_push(&f->learned.worths, x);
    }
    return !*at && f->learned.worths.len == n;
}

/* How much follows the line of numbers. */
struct lengths {
    uint64_t items, graph;
};

static bool read_numbers(char *at, struct frontier *f, struct lengths *n)
{
    struct search_counts *c = &f->counts;
    f->program = strtoull(at, &at, 16);
    n->items = strtoull(at, &at, 10);
    f->graph.nodes = strtoull(at, &at, 10);
    n->graph = strtoull(at, &at, 10);
    for (size_t i = 0; i < SAVED; i++)
        *saved(c, i) = strtoull(at, &at, 10);
    f->runs.traces = strtoull(at, &at, 10);
    c->explored = strtod(at, &at);
    long cut = strtol(at, &at, 10);
    c->cut = (enum stop_reason)cut;
    c->by_states = strtol(at, &at, 10);
    c->patient = strtol(at, &at, 10);
    if (*at++ != ' ' || strlen(at) >= sizeof f->explorer)
        return false;
    strcpy(f->explorer, at);
    bool fits = c->by_states ? !n->items : !f->graph.nodes;
    return cut >= STOP_NO && cut <= STOP_DEPTH && fits;
}

static bool read_item(char *line, struct item *it)
{
    it->path = strtoull(line, &line, 16);
    uint64_t closed = strtoull(line, &line, 10), until = strtoull(line, &line, 10);
    uint64_t beside = strtoull(line, &line, 10), n = strtoull(line, &line, 10);
    if (n > MAX_WAYS || closed > n || until > UINT32_MAX || beside > 1)
        return false;
    it->closed = (uint32_t)closed;
    it->until = (uint32_t)until;
    it->beside = beside;
    for (uint64_t k = 0; k < n; k++) {
        char *end;
        uint64_t x = strtoull(line, &end, 10);
        if (end == line || x > UINT32_MAX)
            return false;
        line = end;
        vec_push(&it->ways, (uint32_t)x);
    }
    return !*line;
}

/* Reads all that comes before the items and the graph. */
static bool read_head(struct reader *r, struct frontier *f, struct lengths *n)
{
    char *line;
    while (begins(line = reader_line(r), FACT))
        if (!read_fact(line + strlen(FACT), &f->runs.facts))
            return false;
    for (; begins(line, REST); line = reader_line(r))
        vec_push(&f->runs.rests, mem_strdup(read_text(line + strlen(REST))));
    for (; begins(line, GAP); line = reader_line(r))
        vec_push(&f->runs.gaps, mem_strdup(read_text(line + strlen(GAP))));
    for (; begins(line, FOUND); line = reader_line(r))
        if (!read_found(line + strlen(FOUND), f))
            return false;
    for (; begins(line, SEEN); line = reader_line(r)) {
        struct digest x;
        if (sscanf(line + strlen(SEEN), "%" SCNx64 " %" SCNx64, &x.lo, &x.hi) != 2)
            return false;
        vec_push(&f->runs.seen, x);
    }
    if (begins(line, LEARN)) {
        if (!read_lessons(line + strlen(LEARN), f))
            return false;
        line = reader_line(r);
    }
    return begins(line, ALL) && read_numbers(line + strlen(ALL), f, n);
}

static bool read_items(struct reader *r, struct frontier *f, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        char *line = reader_line(r);
        vec_push(&f->items, (struct item){0});
        if (!line || !read_item(line, &vec_last(&f->items)))
            return false;
    }
    return true;
}

static bool read_graph(struct reader *r, struct frontier *f, uint64_t bytes)
{
    return !f->graph.nodes || (reader_bytes(r, &f->graph.bytes, bytes) &&
                               reader_skips(r, "\n") && saved_graph_is_whole(&f->graph));
}

/* Is the last line the checksum of everything before it? */
static bool read_checksum(struct reader *r)
{
    char last[sizeof LAST + 16];
    snprintf(last, sizeof last, LAST "%016" PRIx64, reader_checksum(r));
    const char *line = reader_line(r);
    return line && !strcmp(line, last) && reader_at_end(r);
}

static bool read_all(struct reader *r, struct frontier *f)
{
    struct lengths n;
    return read_head(r, f, &n) && read_items(r, f, n.items) &&
           read_graph(r, f, n.graph) && read_checksum(r);
}

bool frontier_read(struct frontier *f, const char *file, struct str *why)
{
    struct reader *r = reader_open(file);
    const char *wrong = NULL;
    *f = (struct frontier){0};
    if (!reader_skips(r, NAME))
        wrong = "is not a frontier that mazurka has saved";
    else if (!reader_skips(r, MAGIC))
        wrong = "was saved by another version of mazurka\n  fix: start without --resume";
    else if (!read_all(r, f))
        wrong = "is damaged: its checksum does not fit\n  fix: start without --resume";
    if (reader_close(r, why) && wrong)
        str_addf(why, "%s %s", file, wrong);
    if (why->len)
        frontier_free(f);
    return !why->len;
}

/* ---- whose it is ---- */

void frontier_changed(const char *file, const char *what, struct str *why)
{
    str_addf(
        why,
        "%s cannot be resumed; changed since it was saved: %s\n  fix: put that back as "
        "it was, or start without --resume",
        file, what);
}

bool frontier_fits(const struct frontier *f, const facts_vec *now, const char *file,
                   struct str *why)
{
    struct str changed = {0};
    facts_changed(&f->runs.facts, now, &changed);
    if (changed.len)
        frontier_changed(file, str_text(&changed), why);
    str_free(&changed);
    return !why->len;
}

bool frontier_suits(const struct frontier *f, const struct explorer *e, const char *file,
                    struct str *why)
{
    const char *whose = f->explorer;
    if (strcmp(whose, e->heads ? e->name : "")) {
        str_addf(why, "%s was left by %s, and %s cannot go on with it\n  fix: -a %s",
                 file, *whose ? whose : "another explorer", e->name,
                 *whose                ? whose
                 : f->counts.by_states ? "states"
                                       : "match");
        return false;
    }
    if (!f->counts.by_states || e->states || e->turns)
        return true;
    str_addf(why, "%s has states, which %s cannot go on with\n  fix: -a states", file,
             e->name);
    return false;
}

bool frontier_belongs(const struct frontier *f, uint64_t program, const char *file,
                      struct str *why)
{
    if (f->program != program)
        str_addf(why,
                 "%s belongs to another program, or to other options\n  fix: give "
                 "the program and options with which it was saved",
                 file);
    return f->program == program;
}
