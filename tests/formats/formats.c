/* SPDX-License-Identifier: Apache-2.0
 *
 * formats.c - see formats.h. */
#include "formats/formats.h"
#include "base/file.h"
#include "report/pack.h"
#include "cli/options.h"
#include "explore/search/frontier.h"
#include "litmus/litmus.h"
#include "model/file.h"
#include "real/audit.h"
#include "real/binary.h"
#include "real/flow/flow.h"
#include "real/raw.h"
#include "real/source.h"
#include "real/variables.h"
#include "report/mzt.h"
#include "report/suppress.h"
#include "report/summary.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void require(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "requirement not met: %s\n", what);
    abort();
}

/* A sentence exactly if it was refused. */
static void check(bool good, struct str *why)
{
    require(good == !why->len, "a sentence, or what was to be read");
    str_free(why);
}

/* The bytes as a file without a name. */
static const char *as_file(const void *bytes, size_t n)
{
    static char path[64];
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("format", 0);
    require(fd >= 0 && !ftruncate(fd, 0) && pwrite(fd, bytes, n, 0) == (ssize_t)n,
            "a file");
    snprintf(path, sizeof path, "/proc/%d/fd/%d", getpid(), fd);
    return path;
}

static void litmus(const uint8_t *bytes, size_t n)
{
    struct litmus *l = NULL;
    struct str why = {0};
    check(!litmus_parse("x.lit", (const char *)bytes, n, &l, &why), &why);
    litmus_free(l);
}

static void model(const uint8_t *bytes, size_t n)
{
    struct model_file f = {0};
    struct str why = {0}, text = {0};
    str_add(&text, (const char *)bytes, n);
    check(!model_parse(&f, "x.model", str_text(&text), NULL, 0, &why), &why);
    model_file_free(&f);
    str_free(&text);
}

/* What is shown of it has lines, and no other control character. */
static void show(const struct finding *f)
{
    struct str s = {0};
    text_finding(f, &(struct text_style){0}, &s);
    text_outputs(f, &s);
    for (size_t i = 0; i < s.len; i++)
        require((unsigned char)s.text[i] >= ' ' || s.text[i] == '\n' || s.text[i] == '\t',
                "plain text");
    str_free(&s);
}

/* A checksum would keep us from getting anywhere, so it is made to fit. */
static void trace(const uint8_t *bytes, size_t n)
{
    struct mzt t;
    struct str why = {0};
    json_t *o = json_loadb((const char *)bytes, n, 0, NULL);
    char *text = NULL;
    if (json_is_object(o)) {
        char sum[24];
        json_object_del(o, "checksum");
        char *rest = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
        snprintf(sum, sizeof sum, "%016llx",
                 (unsigned long long)file_checksum(rest, strlen(rest)));
        json_object_set_new(o, "checksum", json_string(sum));
        free(rest);
        text = json_dumps(o, 0);
    }
    json_decref(o);
    bool good =
        !mzt_read(&t, text ? as_file(text, strlen(text)) : as_file(bytes, n), &why);
    free(text);
    check(good, &why);
    if (good) {
        show(t.finding);
        mzt_free(&t);
    }
}

static void frontier(const uint8_t *bytes, size_t n)
{
    static const char word[] = "checksum ";
    struct frontier f = {0};
    struct str why = {0}, whole = {0};
    const uint8_t *last = memmem(bytes, n, word, sizeof word - 1);
    for (const uint8_t *at = last; at;
         at = memmem(at + 1, n - (size_t)(at + 1 - bytes), word, sizeof word - 1))
        last = at;
    str_add(&whole, (const char *)bytes, last ? (size_t)(last - bytes) : n);
    if (last)
        str_addf(
            &whole, "%s%016llx\n", word,
            (unsigned long long)file_checksum(whole.text ? whole.text : "", whole.len));
    bool good = frontier_read(&f, as_file(str_text(&whole), whole.len), &why);
    check(good, &why);
    if (good)
        frontier_free(&f);
    str_free(&whole);
    if (frontier_unpack(&f, bytes, n)) /* as it is in the link */
        frontier_free(&f);
}

static void suppressions(const uint8_t *bytes, size_t n)
{
    struct suppressions s = {0};
    struct str why = {0};
    check(suppress_read(&s, as_file(bytes, n), &why), &why);
    suppress_free(&s);
}

/* The first byte is the command; words end with a line or a zero byte. */
static void options(const uint8_t *bytes, size_t n)
{
    enum { MOST = 40 };
    char *argv[MOST + 1] = {(char[]){"mazurka"}}, *text = strndup("", 0);
    struct options o;
    int argc = 1, code = 0;
    if (!n || bytes[0] >= COMMANDS) {
        free(text);
        return;
    }
    free(text);
    text = malloc(n);
    memcpy(text, bytes + 1, n - 1);
    text[n - 1] = '\0';
    for (size_t i = 0; i + 1 < n; i++)
        if (text[i] == '\n')
            text[i] = '\0';
    for (size_t at = 0; at + 1 < n && argc < MOST; at += strlen(text + at) + 1)
        argv[argc++] = text + at;
    argv[argc] = NULL;
    options_begin((enum command)bytes[0], argc, argv, &o, &code);
    free(text);
}

/* ---- the link ---- */

static void look(uint32_t actor, struct finding_evidence *to)
{
    static char stack[] = "stack", output[] = "out\n";
    *to = (struct finding_evidence){.stack = stack,
                                    .stack_bytes = 5,
                                    .output = output,
                                    .output_bytes = 4,
                                    .stack_address = actor};
}

static struct finding *some_finding(void)
{
    struct finding *f = mem_alloc(sizeof *f);
    f->kind = FINDING_DEADLOCK;
    f->message = mem_strdup("all wait");
    vec_push(&f->races, mem_strdup("a race"));
    for (uint32_t a = 0; a < 2; a++) {
        struct finding_actor x = {.name = mem_strdup("rank"), .state = ACTOR_BLOCKED};
        struct finding_step step = {
            .actor = a, .text = mem_strdup("Send"), .other = NO_STEP};
        vec_push(&x.waits_for, 1 - a);
        vec_push(&f->actors, x);
        vec_push(&f->cycle, a);
        vec_push(&f->steps, step);
    }
    return f;
}

static void put_finding(struct link *l)
{
    struct mzt t = {.finding = some_finding()};
    struct link_finding f = {.kind = FINDING_DEADLOCK};
    for (uint32_t a = 0; a < 2; a++)
        vec_push(&t.steps, (struct mzt_step){a, 1, 2});
    f.size = pack_trace(&t, look, link_at(l, l->used), 1 << 16);
    f.packed = link_room(l, f.size);
    mzt_free(&t);
    l->findings = link_room(l, sizeof f);
    memcpy(link_at(l, l->findings), &f, sizeof f);
    l->nfindings = 1;
    l->nmodules = 1;
    link_close_finding(l, l->findings);
    link_rests_on(l, "a thing");
    link_leaves_out(l, "another");
}

/* Words of eight bytes, and where they are written over: at a place that the first four
 * bytes say, of the part that the fifth says. */
static void shared_memory(const uint8_t *bytes, size_t n)
{
    static struct link *l, *seen;
    struct orders orders = {0};
    if (!l) {
        l = mmap(NULL, LINK_SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        seen = mem_alloc(sizeof *seen);
    }
    require(!madvise(l, sizeof *l + (1 << 20), MADV_DONTNEED), "zeros");
    l->magic = LINK_MAGIC;
    l->used = (sizeof *l + 15) & ~(size_t)15;
    audit_begin(&orders, l);
    l->phase = PHASE_DONE;
    put_finding(l);
    require(!audit_link(l, &orders, false), "what is as it was is whole");
    for (; n >= 13; bytes += 13, n -= 13) {
        const size_t low[] = {0, offsetof(struct link, reasons), sizeof *l};
        const size_t high[] = {offsetof(struct link, path), sizeof *l, sizeof *l + 8192};
        uint32_t at;
        memcpy(&at, bytes, sizeof at);
        size_t part = bytes[4] % 3;
        memcpy((char *)l + low[part] + at % (high[part] - low[part] - 8), bytes + 5, 8);
    }
    audit_copy(seen, l, &orders);
    struct source *src = source_open(seen, "/nonexistent");
    source_close(src);
    struct raw_list list = {.link = l};
    struct link_finding is;
    struct raw_finding f;
    for (int i = 0; i < 10 && raw_next(&list, &is) && raw_take(&list, &f); i++)
        raw_free(&f);
    if (audit_link(l, &orders, n & 1))
        audit_clear(l, &orders);
    audit_free(&orders);
}

/* ---- programs ---- */

static void elf(const uint8_t *bytes, size_t n)
{
    static struct link *l;
    struct binary_use use;
    struct flow_map map = {0};
    struct str why = {0};
    uint64_t *places = NULL;
    size_t nplaces = 0;
    if (!l)
        l = mem_alloc(sizeof *l);
    const char *file = as_file(bytes, n);
    binary_examine(file, &use, &why);
    str_free(&why);
    if (!flow_read(&map, file, NULL, &why))
        flow_free(&map);
    str_free(&why);
    if (!flow_places(file, "main", &places, &nplaces, &why))
        free(places);
    str_free(&why);
    l->nmodules = 1;
    l->modules[0].base = 0x555555554000;
    snprintf(l->modules[0].path, sizeof l->modules[0].path, "%s", file);
    struct source *s = source_open(l, file);
    for (uint64_t pc = 0x555555555000; pc < 0x555555557000; pc += 53) {
        struct link_question *q = mem_alloc(sizeof *q);
        source_of_call(s, pc);
        source_function(s, pc);
        q->asked = ASKED_STATIC + (uint32_t)(pc / 53 % (ASKED_DONE - ASKED_STATIC));
        q->site = pc;
        q->address = q->asked == ASKED_MEMBERS ? pc % 4096 : 0x555555558000 + pc % 4096;
        variables_answer(s, q);
        require(q->n <= LINK_VARIABLES, "no more variables than there is room for");
        free(q);
    }
    source_close(s);
}

target_fn *formats_target(const char *name)
{
    static const struct {
        const char *name;
        target_fn *run;
    } all[] = {{"litmus", litmus},
               {"model", model},
               {"trace", trace},
               {"frontier", frontier},
               {"suppressions", suppressions},
               {"options", options},
               {"link", shared_memory},
               {"elf", elf}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].name, name))
            return all[i].run;
    return NULL;
}
