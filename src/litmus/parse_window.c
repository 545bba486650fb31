/* SPDX-License-Identifier: Apache-2.0
 *
 * parse_window.c - the statements of ranks about windows. Each becomes one instruction;
 * which operations that takes depends on what is under way when it runs
 * (interpret_window.c). */
#include "litmus/parse.h"

#include <string.h>

static uint32_t window(struct parser *p)
{
    const struct token *t = &p->scan.token;
    for (size_t i = 0; i < p->l->windows.len; i++)
        if (scan_is(&p->scan, p->l->windows.at[i].name)) {
            scan_next(&p->scan);
            return (uint32_t)i;
        }
    if (t->kind == TK_NAME)
        FAIL(p, "there is no window '%.*s': no 'window' before this line has that name",
             (int)t->length, t->text);
    else
        parse_expected(p, "the name of a window");
    return 0;
}

static void word(struct parser *p, const char *what)
{
    if (!scan_is(&p->scan, what)) {
        struct str s = {0};
        str_addf(&s, "'%s'", what);
        parse_expected(p, str_text(&s));
        str_free(&s);
    }
    scan_next(&p->scan);
}

static struct instruction begin(const struct statement *s)
{
    return (struct instruction){.window = (enum window_verb)s->verb->mode,
                                .result = NO_REGISTER};
}

/* Adds the instruction with what was read about it. */
static void finish(struct parser *p, const struct statement *s, struct instruction what)
{
    uint32_t result = parse_give_value(p, s);
    struct instruction *in = parse_add(p, OP_DIRECT);
    what.kind = in->kind;
    what.line = in->line;
    what.name = in->name;
    what.flow = in->flow;
    what.result = result;
    *in = what;
}

/* lock W T exclusive, lockall W */
static void lock(struct parser *p, const struct statement *s)
{
    struct instruction in = begin(s);
    in.object = window(p);
    if (!s->verb->blocking) {
        in.peer = parse_expression(p);
        in.mode = scan_is(&p->scan, "exclusive") ? LOCK_EXCLUSIVE : LOCK_SHARED;
        if (!in.mode && !scan_is(&p->scan, "shared"))
            parse_expected(p, "'shared' or 'exclusive'");
        scan_next(&p->scan);
    }
    finish(p, s, in);
}

/* flush W T, unlock W T; flushall W, unlockall W; fence W and so on */
static void synchronise(struct parser *p, const struct statement *s)
{
    struct instruction in = begin(s);
    in.object = window(p);
    if (!s->verb->blocking)
        in.peer = parse_expression(p);
    finish(p, s, in);
}

/* put W T C value E, get W T C, cas W T C compare E value E */
static void transfer(struct parser *p, const struct statement *s)
{
    struct instruction in = begin(s);
    bool cas = in.window == WIN_ATOMIC;
    in.object = window(p);
    in.peer = parse_expression(p);
    in.cell = parse_expression(p);
    in.update = cas ? UPDATE_CAS : in.window == WIN_PUT ? UPDATE_REPLACE : UPDATE_NONE;
    in.mode = cas; /* whether it gives back what was there */
    if (cas) {
        word(p, "compare");
        in.compare = parse_expression(p);
    }
    if (in.update) {
        word(p, "value");
        in.expr = parse_expression(p);
    }
    finish(p, s, in);
}

/* accumulate W T C add E, fetch W T C noop */
static void atomic(struct parser *p, const struct statement *s)
{
    static const struct {
        const char *word;
        enum update update;
    } operations[] = {{"add", UPDATE_ADD},
                      {"replace", UPDATE_REPLACE},
                      {"max", UPDATE_MAX},
                      {"noop", UPDATE_NONE}};
    enum { N = sizeof operations / sizeof *operations };
    struct instruction in = begin(s);
    in.object = window(p);
    in.peer = parse_expression(p);
    in.cell = parse_expression(p);
    in.mode = s->verb->gives != 0;
    size_t i = 0;
    while (i < N && !scan_is(&p->scan, operations[i].word))
        i++;
    if (i == N) {
        parse_expected(p, "add, replace, max or noop");
        return;
    }
    in.update = operations[i].update;
    scan_next(&p->scan);
    if (in.update)
        in.expr = parse_expression(p);
    finish(p, s, in);
}

/* load W C, store W C value E: the rank's own cell */
static void local(struct parser *p, const struct statement *s)
{
    struct instruction in = begin(s);
    in.object = window(p);
    in.peer = (struct expr_range){(uint32_t)p->code->exprs.len, 1};
    parse_emit(p, EX_SELF, 0);
    in.cell = parse_expression(p);
    if (in.window == WIN_STORE) {
        word(p, "value");
        in.expr = parse_expression(p);
        in.update = UPDATE_REPLACE;
    }
    finish(p, s, in);
}

/* post W R..., start W R... */
static void group(struct parser *p, const struct statement *s)
{
    struct instruction in = begin(s);
    VEC(uint32_t) spans = {0};
    in.object = window(p);
    do {
        struct expr_range e = parse_expression(p);
        vec_push(&spans, e.first);
        vec_push(&spans, e.n);
        in.nargs++;
    } while (p->scan.token.kind != TK_END && !p->scan.failed);
    in.first_arg = (uint32_t)p->code->args.len;
    for (size_t i = 0; i < spans.len; i++)
        vec_push(&p->code->args, spans.at[i]);
    vec_free(&spans);
    finish(p, s, in);
}

/* `blocking` says here that the statement names no rank: it is about all of them. */
static const struct verb verbs[] = {
    {.word = "lock", .parse = lock, .mode = WIN_LOCK},
    {.word = "lockall", .parse = lock, .mode = WIN_LOCK, .blocking = true},
    {.word = "put", .parse = transfer, .mode = WIN_PUT},
    {.word = "get", .parse = transfer, .mode = WIN_GET, .gives = HAS_VALUE},
    {.word = "cas", .parse = transfer, .mode = WIN_ATOMIC, .gives = HAS_VALUE},
    {.word = "accumulate", .parse = atomic, .mode = WIN_ATOMIC},
    {.word = "fetch", .parse = atomic, .mode = WIN_ATOMIC, .gives = HAS_VALUE},
    {.word = "flush", .parse = synchronise, .mode = WIN_FLUSH},
    {.word = "flushall", .parse = synchronise, .mode = WIN_FLUSH, .blocking = true},
    {.word = "flushlocal", .parse = synchronise, .mode = WIN_FLUSHLOCAL},
    {.word = "flushlocalall",
     .parse = synchronise,
     .mode = WIN_FLUSHLOCAL,
     .blocking = true},
    {.word = "unlock", .parse = synchronise, .mode = WIN_UNLOCK},
    {.word = "unlockall", .parse = synchronise, .mode = WIN_UNLOCK, .blocking = true},
    {.word = "fence", .parse = synchronise, .mode = WIN_FENCE, .blocking = true},
    {.word = "post", .parse = group, .mode = WIN_POST},
    {.word = "start", .parse = group, .mode = WIN_START},
    {.word = "complete", .parse = synchronise, .mode = WIN_COMPLETE, .blocking = true},
    {.word = "waitwin", .parse = synchronise, .mode = WIN_WAIT, .blocking = true},
    {.word = "testwin",
     .parse = synchronise,
     .mode = WIN_TEST,
     .blocking = true,
     .gives = HAS_VALUE},
    {.word = "load", .parse = local, .mode = WIN_LOAD, .gives = HAS_VALUE},
    {.word = "store", .parse = local, .mode = WIN_STORE},
};

const struct verb *parse_window_verb(const struct token *t)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strlen(verbs[i].word) == t->length &&
            !memcmp(verbs[i].word, t->text, t->length))
            return &verbs[i];
    return NULL;
}
