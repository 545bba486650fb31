/* SPDX-License-Identifier: Apache-2.0
 *
 * Findings as files: what is written is read again as it was, and what is not as we
 * write it gives a sentence, or something that can be shown. */
#include "base/file.h"
#include "report/codec.h"
#include "report/mzt.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t seed;

static uint32_t below(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

static bool hostile; /* texts have what must not reach a terminal */

static char *random_text(void)
{
    static const char *const parts[] = {"rank 0",       " ",    "\"",  "\\",
                                        "Recv(from=2)", "\n  ", "\t",  "ü→",
                                        "\\x1b[31m",    "%s%n", "a.c", ""};
    static const char *const worse[] = {"\x1b]0;x\x07", "\x1b[31m", "\n",
                                        "\xc2\x9b",       "\u202e",   "\x7f"};
    struct str s = {0};
    for (uint32_t n = below(5); n-- > 0;)
        str_addf(&s, "%s", parts[below(sizeof parts / sizeof *parts)]);
    if (hostile)
        str_addf(&s, "%s", worse[below(sizeof worse / sizeof *worse)]);
    return s.text ? s.text : mem_strdup("");
}

static struct location random_location(struct finding *f)
{
    char *file = random_text();
    struct location where = {0};
    if (below(4))
        where =
            finding_locate(f, (struct location){.file = file, .line = 1 + below(1000)});
    free(file);
    return where;
}

static struct finding_actor random_actor(struct finding *f, uint32_t nactors)
{
    struct finding_actor a = {.name = random_text(),
                              .state = (enum actor_state)below(5),
                              .where = random_location(f),
                              .output_dropped = below(3) ? 0 : below(100)};
    free(a.name);
    a.name = mem_strdup(below(5) ? "rank" : "actor of some name");
    if (a.state != ACTOR_ENDED)
        a.call = random_text();
    for (uint32_t n = a.state == ACTOR_BLOCKED ? below(3) : 0; n-- > 0;)
        vec_push(&a.waits_for, below(nactors));
    for (uint32_t n = below(3) ? 0 : below(20); n-- > 0;) {
        struct finding_frame frame = {random_text(), random_location(f)};
        vec_push(&a.stack, frame);
    }
    if (below(2))
        a.output = random_text();
    return a;
}

static struct finding *random_outcome(uint64_t from, bool passing)
{
    struct finding *f = mem_alloc(sizeof *f);
    seed = from;
    uint32_t nactors = 1 + below(6);
    f->kind = (enum finding_kind)(1 + below(FINDING_KINDS - 1));
    f->message = random_text();
    f->detail = below(2) ? random_text() : NULL;
    f->actor = below(nactors);
    f->where = random_location(f);
    f->outcomes = below(1000);
    f->trace = below(2) ? random_text() : NULL;
    if (f->trace && below(2))
        finding_replay(f, "mazurka replay");
    for (uint32_t n = below(3); n-- > 0;)
        vec_push(&f->races, random_text());
    for (uint32_t n = below(3); n-- > 0;)
        vec_push(&f->earlier, random_text());
    for (uint32_t a = 0; a < nactors; a++) {
        bool created = a + 1 == nactors || a == f->actor || below(6);
        struct finding_actor never = {.name = mem_strdup(""), .state = ACTOR_ENDED};
        vec_push(&f->actors, created ? random_actor(f, nactors) : never);
        if (created)
            free(never.name);
    }
    for (uint32_t n = below(3); n-- > 0;)
        vec_push(&f->cycle, below(nactors));
    for (uint32_t n = below(3); n-- > 0;) {
        struct finding_access a = {.what = random_text(),
                                   .actor = below(nactors),
                                   .target = below(nactors),
                                   .first = below(100),
                                   .end = below(1000),
                                   .where = random_location(f)};
        a.epoch = below(2) ? random_text() : NULL;
        if (a.epoch)
            a.begun = random_location(f);
        for (uint32_t k = below(3); k-- > 0;) {
            struct finding_frame frame = {random_text(), random_location(f)};
            vec_push(&a.stack, frame);
        }
        vec_push(&f->accesses, a);
    }
    for (uint32_t n = below(10); n-- > 0;) {
        struct finding_step step = {below(nactors),
                                    random_text(),
                                    random_location(f),
                                    (enum step_role)below(STEP_COLLECTIVE + 1),
                                    NO_STEP,
                                    below(20),
                                    !below(3)};
        vec_push(&f->steps, step);
    }
    f->decided = (enum decided)below(f->steps.len ? 3 : 2);
    f->all_judged = f->decided && below(2);
    for (uint32_t n = f->decided == DECIDED_BY_STEP ? 1 + below(3) : 0; n-- > 0;) {
        struct finding_way w = {random_text(),
                                (enum way_kind)below(3),
                                below(2) ? below(nactors) : NO_ACTOR,
                                random_location(f),
                                below(10),
                                below(10)};
        vec_push(&f->ways, w);
        f->decisive = below((uint32_t)f->steps.len);
        f->in_order = below(2);
    }
    for (uint32_t n = f->steps.len ? below(3) : 0; n-- > 0;) {
        uint32_t steps = (uint32_t)f->steps.len;
        struct finding_rival r = {below(steps), below(nactors),
                                  below(2) ? below(steps) : NO_STEP, random_text(),
                                  random_location(f)};
        vec_push(&f->rivals, r);
    }
    f->steps_before = f->steps.len + below(10);
    f->left_out = below(3) ? 0 : below(1000000);
    f->parts = NO_STEP;
    if (passing) {
        f->passing = random_outcome(from + 1, false);
        f->parts = f->steps.len ? below((uint32_t)f->steps.len) : NO_STEP;
    }
    return f;
}

static struct finding *random_finding(uint64_t from)
{
    return random_outcome(from, from % 2);
}

/* All of it, in words: as JSON and as the terminal shows it. */
static char *words(const struct finding *f)
{
    struct str s = {0};
    json_t *o = finding_write(f);
    char *text = json_dumps(o, JSON_INDENT(1));
    str_addf(&s, "%s\n", text);
    text_finding(f, &(struct text_style){0}, &s);
    text_outputs(f, &s);
    free(text);
    json_decref(o);
    return s.text;
}

static void check_same(const struct finding *a, const struct finding *b)
{
    struct str differs = {0};
    char *x = words(a), *y = words(b);
    cr_assert_str_eq(x, y);
    finding_compare(a, b, &differs);
    cr_assert_eq(differs.len, 0, "%s", str_text(&differs));
    cr_assert(finding_is(a, b));
    free(x);
    free(y);
    str_free(&differs);
}

Test(codec, what_is_written_is_read_again)
{
    for (uint64_t s = 1; s <= 300; s++) {
        struct finding *f = random_finding(s);
        struct str why = {0};
        json_t *o = finding_write(f);
        struct finding *again = finding_read(o, &why);
        cr_assert(again, "%s", str_text(&why));
        check_same(f, again);
        cr_assert_eq(f->outcomes, again->outcomes);
        cr_assert_eq(f->steps_before, again->steps_before);
        cr_assert_eq(f->left_out, again->left_out);
        json_decref(o);
        finding_free(again);
        finding_free(f);
        str_free(&why);
    }
}

/* Nothing but lines, and what can be seen. */
static bool is_plain(const char *text)
{
    struct str s = {0};
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        str_clear(&s);
        str_plain(&s, text, (size_t)(end - text));
        if (strncmp(str_text(&s), text, (size_t)(end - text)) != 0)
            return false;
    }
    str_free(&s);
    return true;
}

Test(codec, what_a_file_says_is_plain)
{
    hostile = true;
    for (uint64_t s = 1; s <= 300; s++) {
        struct finding *f = random_finding(s);
        struct str why = {0};
        json_t *o = finding_write(f);
        struct finding *again = finding_read(o, &why);
        cr_assert(again, "%s", str_text(&why));
        char *shown = words(again);
        cr_assert(is_plain(shown), "%s", shown);
        free(shown);
        json_decref(o);
        finding_free(again);
        finding_free(f);
        str_free(&why);
    }
    hostile = false;
}

/* Some value in it, however deep, becomes another one, or is not there any more. */
static void change(json_t *o)
{
    json_t *others[] = {json_null(),        json_integer(-1),    json_integer(1 << 30),
                        json_string("x"),   json_string("idle"), json_array(),
                        json_object(),      json_real(1e300),    json_true(),
                        json_string("\n[]")};
    enum { N = sizeof others / sizeof *others };
    for (;;) {
        size_t n = json_is_object(o) ? json_object_size(o) : json_array_size(o);
        uint32_t which = n ? below((uint32_t)n) : 0, other = below(N + 1);
        void *i = json_is_object(o) ? json_object_iter(o) : NULL;
        for (uint32_t k = 0; i && k < which; k++)
            i = json_object_iter_next(o, i);
        json_t *inner = i ? json_object_iter_value(i) : json_array_get(o, which);
        bool deeper = (json_is_object(inner) && json_object_size(inner)) ||
                      (json_is_array(inner) && json_array_size(inner));
        if (inner && deeper && below(4)) {
            o = inner;
            continue;
        }
        if (i && other < N)
            json_object_iter_set(o, i, others[other]);
        else if (i)
            json_object_del(o, json_object_iter_key(i));
        else if (inner && other < N)
            json_array_set(o, which, others[other]);
        else if (inner)
            json_array_remove(o, which);
        break;
    }
    for (size_t k = 0; k < N; k++)
        json_decref(others[k]);
}

Test(codec, what_makes_no_sense_is_refused_or_can_be_shown)
{
    uint32_t refused = 0, read = 0;
    for (uint64_t s = 1; s <= 3000; s++) {
        struct finding *f = random_finding(s);
        struct str why = {0};
        json_t *o = finding_write(f);
        change(o);
        struct finding *again = finding_read(o, &why);
        cr_assert_eq(!again, why.len > 0, "a sentence, or a finding");
        if (again)
            free(words(again));
        refused += !again;
        read += again != NULL;
        json_decref(o);
        finding_free(again);
        finding_free(f);
        str_free(&why);
    }
    cr_assert_gt(refused, 500);
    cr_assert_gt(read, 100);
}

/* ---- as files ---- */

static struct mzt random_trace(uint64_t from)
{
    struct mzt t = {.command = mem_strdup("run"), .finding = random_finding(from)};
    t.program = mem_strdup("./a\xff.out"); /* a name need not be UTF-8 */
    t.directory = mem_strdup("/tmp/\x80");
    for (uint32_t n = below(3); n-- > 0;)
        vec_push(&t.arguments, random_text());
    facts_add(&t.facts, "the file x", "abc");
    t.has_input = below(2);
    if (t.has_input)
        str_add(&t.input, "a\0\xff\n", 4);
    t.ranks = below(8);
    t.options.seed = UINT64_MAX - below(10);
    t.options.buffering = (enum buffering)below(3);
    t.options.queues = below(2);
    t.options.windows = below(2);
    t.options.separate = t.options.windows && below(2);
    for (uint32_t n = below(3); n-- > 0;)
        vec_push(&t.births,
                 (struct mzt_birth){below(2) ? UINT32_MAX : below(9), below(9)});
    t.options.fifo = t.births.len && below(2);
    t.options.crashes = t.births.len ? below(4) : 0;
    t.end = UINT64_MAX - below(1000);
    for (size_t i = 0; i < t.finding->steps.len; i++)
        vec_push(&t.steps, (struct mzt_step){below(20), (int32_t)below(9) - 4, ~seed});
    return t;
}

static void check_same_run(const struct mzt *a, const struct mzt *b)
{
    cr_assert_str_eq(a->command, b->command);
    cr_assert_str_eq(a->program, b->program);
    cr_assert_str_eq(a->directory, b->directory);
    cr_assert_eq(a->arguments.len, b->arguments.len);
    for (size_t i = 0; i < a->arguments.len; i++)
        cr_assert_str_eq(a->arguments.at[i], b->arguments.at[i]);
    cr_assert_str_eq(facts_value(&b->facts, "the file x"), "abc");
    cr_assert_eq(a->has_input, b->has_input);
    cr_assert_eq(a->input.len, b->input.len);
    cr_assert(!a->input.len || !memcmp(a->input.text, b->input.text, a->input.len));
    cr_assert(a->ranks == b->ranks && a->options.seed == b->options.seed &&
              a->end == b->end);
    cr_assert(a->options.buffering == b->options.buffering &&
              a->options.queues == b->options.queues);
    cr_assert(a->options.windows == b->options.windows &&
              a->options.separate == b->options.separate);
    cr_assert(a->options.fifo == b->options.fifo &&
              a->options.crashes == b->options.crashes);
    cr_assert_eq(a->births.len, b->births.len);
    for (size_t i = 0; i < a->births.len; i++)
        cr_assert(a->births.at[i].parent == b->births.at[i].parent &&
                  a->births.at[i].nth == b->births.at[i].nth);
    cr_assert_eq(a->steps.len, b->steps.len);
    for (size_t i = 0; i < a->steps.len; i++)
        cr_assert(a->steps.at[i].actor == b->steps.at[i].actor &&
                  a->steps.at[i].outcome == b->steps.at[i].outcome &&
                  a->steps.at[i].digest == b->steps.at[i].digest);
}

static char *scratch(char *name)
{
    int fd = mkstemp(name);
    cr_assert_geq(fd, 0);
    close(fd);
    return name;
}

Test(codec, a_trace_is_read_as_it_was_written)
{
    char name[] = "/tmp/mazurka-codec-XXXXXX";
    scratch(name);
    for (uint64_t s = 1; s <= 50; s++) {
        struct mzt t = random_trace(s), again;
        struct str why = {0};
        cr_assert_eq(mzt_write(&t, name, &(int){-1}, &why), MZ_OK, "%s", str_text(&why));
        cr_assert_eq(mzt_read(&again, name, &why), MZ_OK, "%s", str_text(&why));
        check_same_run(&t, &again);
        check_same(t.finding, again.finding);
        mzt_free(&again);
        mzt_free(&t);
    }
    unlink(name);
}

/* It was damaged on purpose: a sentence, and nothing else. */
static void check_refused(const char *name, const char *text, size_t n)
{
    struct mzt t;
    struct str why = {0};
    cr_assert(file_write(name, text, n, &why));
    cr_assert_eq(mzt_read(&t, name, &why), MZ_USAGE);
    cr_assert(strstr(str_text(&why), name), "%s", str_text(&why));
    cr_assert_null(t.finding);
    mzt_free(&t);
    str_free(&why);
}

Test(codec, a_trace_that_is_cut_short_or_damaged_is_refused)
{
    char name[] = "/tmp/mazurka-codec-XXXXXX";
    scratch(name);
    struct mzt t = random_trace(7);
    struct str why = {0}, whole = {0};
    cr_assert_eq(mzt_write(&t, name, &(int){-1}, &why), MZ_OK);
    cr_assert(file_read(name, &whole, &why));
    for (size_t n = 0; n + 1 < whole.len; n += 1 + n / 7)
        check_refused(name, whole.text, n);
    for (size_t i = 0; i < whole.len; i += 1 + i / 11) {
        char was = whole.text[i];
        if (strchr(" \n", was)) /* how it is written down does not matter */
            continue;
        whole.text[i] = was == '7' ? '1' : '7';
        check_refused(name, whole.text, whole.len);
        whole.text[i] = was;
    }
    mzt_free(&t);
    str_free(&whole);
    unlink(name);
}
