/* SPDX-License-Identifier: Apache-2.0
 *
 * parse.c - from text to code.
 *
 * One statement a line, one table of names for each actor. Actors run straight
 * through, so it is known at each line which handles exist, whether they are
 * posts or locks, and which mutexes the actor has asked for; what cannot work is
 * refused here, with its place, rather than met later as a strange deadlock. */
#include "litmus/code.h"
#include "litmus/scan.h"

#include <string.h>

enum symbol_kind { SYM_SEND, SYM_RECV, SYM_LOCK, SYM_VALUE };

struct symbol {
    const char *text;
    uint32_t length;
    enum symbol_kind kind;
    uint32_t number; /* post, mutex or register */
    bool completed;  /* receive: some wait or test has named it */
};

struct asked {
    uint32_t mutex;
    bool now;          /* in the queue at this point */
    uint32_t given_up; /* line of the last unlock */
};

struct parser {
    struct scanner scan;
    struct litmus *l;
    struct litmus_code *code; /* of the actor being parsed; NULL before the first */
    VEC(struct symbol) symbols;
    VEC(struct asked) asked;
    uint32_t posts;
    uint32_t statements; /* in the file so far */
    uint32_t depth;      /* of nested parentheses */
};

static const char *const verbs[] = {"send", "recv",  "wait",   "test",   "lock",  "await",
                                    "try",  "local", "choose", "assert", "unlock"};
static const enum op_kind verb_kinds[] = {OP_SEND,   OP_RECV,   OP_WAIT,  OP_TEST,
                                          OP_LOCK,   OP_MWAIT,  OP_MTEST, OP_LOCAL,
                                          OP_CHOOSE, OP_ASSERT, OP_UNLOCK};
enum { NVERBS = sizeof verbs / sizeof *verbs };

#define FAIL(p, ...) scan_error(&(p)->scan, &(p)->scan.token, __VA_ARGS__)

static void expected(struct parser *p, const char *what)
{
    char found[64];
    scan_quote(&p->scan.token, found, sizeof found);
    FAIL(p, "expected %s, found %s", what, found);
}

static char *copy_text(const char *text, size_t length)
{
    char *s = mem_alloc(length + 1);
    memcpy(s, text, length);
    return s;
}

static bool is_verb(const struct token *t)
{
    for (size_t i = 0; i < NVERBS; i++)
        if (strlen(verbs[i]) == t->length && !memcmp(verbs[i], t->text, t->length))
            return true;
    return false;
}

static struct symbol *lookup(struct parser *p, const struct token *t)
{
    for (size_t i = p->symbols.len; i-- > 0;) /* the newest of that name */
        if (p->symbols.at[i].length == t->length &&
            !memcmp(p->symbols.at[i].text, t->text, t->length))
            return &p->symbols.at[i];
    return NULL;
}

static void define(struct parser *p, const struct token *name, enum symbol_kind kind,
                   uint32_t number)
{
    struct symbol s = {name->text, name->length, kind, number, false};
    vec_push(&p->symbols, s);
}

static uint32_t new_register(struct parser *p, const struct token *name)
{
    struct named_register n = {.reg = p->code->nregisters++};
    n.name = name ? copy_text(name->text, name->length) : mem_strdup("?");
    vec_push(&p->code->names, n);
    return n.reg;
}

/* The number of a mailbox or mutex of this name, which is made if it is new. */
static uint32_t shared_object(struct parser *p, const char *what, bool mutex)
{
    const struct token *t = &p->scan.token;
    if (t->kind != TK_NAME && t->kind != TK_NUMBER) {
        expected(p, what);
        return 0;
    }
    char **names = mutex ? p->l->mutexes.at : p->l->mailboxes.at;
    size_t n = mutex ? p->l->mutexes.len : p->l->mailboxes.len;
    for (size_t i = 0; i < n; i++)
        if (strlen(names[i]) == t->length && !memcmp(names[i], t->text, t->length)) {
            scan_next(&p->scan);
            return (uint32_t)i;
        }
    char *name = copy_text(t->text, t->length);
    if (mutex)
        vec_push(&p->l->mutexes, name);
    else
        vec_push(&p->l->mailboxes, name);
    scan_next(&p->scan);
    return (uint32_t)n;
}

/* ---- expressions ---- */

static void expression(struct parser *p);

static void emit(struct parser *p, enum expr_op op, int64_t value)
{
    vec_push(&p->code->exprs, (struct expr_item){op, value});
}

static void variable(struct parser *p)
{
    const struct token *t = &p->scan.token;
    const struct symbol *s = lookup(p, t);
    if (!s)
        FAIL(p, "'%.*s' is not a name of this actor at this line", (int)t->length,
             t->text);
    else if (s->kind == SYM_SEND)
        FAIL(p, "'%.*s' is a send and has no value", (int)t->length, t->text);
    else if (s->kind == SYM_LOCK)
        FAIL(p, "'%.*s' is a lock and has no value", (int)t->length, t->text);
    else if (s->kind == SYM_RECV && !s->completed)
        FAIL(p, "'%.*s' has no value before a wait or test of it", (int)t->length,
             t->text);
    else
        emit(p, EX_REGISTER,
             s->kind == SYM_RECV ? p->code->post_register.at[s->number] : s->number);
}

static void primary(struct parser *p)
{
    if (p->scan.failed)
        return;
    if (scan_is(&p->scan, "!") || scan_is(&p->scan, "-")) {
        enum expr_op op = scan_is(&p->scan, "!") ? EX_NOT : EX_NEGATE;
        scan_next(&p->scan);
        if (++p->depth > 64)
            FAIL(p, "this expression is nested too deeply");
        primary(p);
        p->depth--;
        emit(p, op, 0);
        return;
    }
    if (scan_is(&p->scan, "(")) {
        scan_next(&p->scan);
        if (++p->depth > 64)
            FAIL(p, "this expression is nested too deeply");
        expression(p);
        p->depth--;
        if (!scan_is(&p->scan, ")"))
            expected(p, "')'");
    } else if (p->scan.token.kind == TK_NUMBER) {
        emit(p, EX_CONST, p->scan.token.number);
    } else if (p->scan.token.kind == TK_NAME) {
        variable(p);
    } else {
        expected(p, "a number, a name, '!', '-' or '('");
    }
    scan_next(&p->scan);
}

struct binary {
    const char *sign;
    enum expr_op op;
    int level;
};

static const struct binary binaries[] = {
    {"||", EX_OR, 0}, {"&&", EX_AND, 1},     {"==", EX_EQ, 2}, {"!=", EX_NE, 2},
    {"<=", EX_LE, 2}, {">=", EX_GE, 2},      {"<", EX_LT, 2},  {">", EX_GT, 2},
    {"+", EX_ADD, 3}, {"-", EX_SUBTRACT, 3},
};

static void climb(struct parser *p, int level)
{
    if (level > 3) {
        primary(p);
        return;
    }
    climb(p, level + 1);
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries && !p->scan.failed; i++)
        if (binaries[i].level == level && scan_is(&p->scan, binaries[i].sign)) {
            scan_next(&p->scan);
            climb(p, level + 1);
            emit(p, binaries[i].op, 0);
            i = (size_t)-1; /* another of the same level may follow */
        }
}

static void expression(struct parser *p)
{
    climb(p, 0);
}

static void instruction_expression(struct parser *p, struct instruction *in)
{
    in->expr = (uint32_t)p->code->exprs.len;
    expression(p);
    in->nexpr = (uint32_t)p->code->exprs.len - in->expr;
    if (in->nexpr > EXPR_MAX_ITEMS)
        FAIL(p, "this expression is too long");
}

/* ---- statements ---- */

static void post(struct parser *p, struct instruction *in, const struct token *name)
{
    bool receive = in->kind == OP_RECV;
    in->object = shared_object(p, "the name of a mailbox", false);
    if (!receive && p->scan.token.kind != TK_END)
        instruction_expression(p, in);
    vec_push(&p->code->post_register, receive ? new_register(p, name) : NO_REGISTER);
    if (name)
        define(p, name, receive ? SYM_RECV : SYM_SEND, p->posts);
    p->posts++;
}

static void handles(struct parser *p, struct instruction *in)
{
    bool locks = in->kind == OP_MWAIT || in->kind == OP_MTEST;
    const char *what = locks ? "the name of a lock of this actor"
                             : "the name of a send or receive of this actor";
    in->first_arg = (uint32_t)p->code->args.len;
    if (p->scan.token.kind != TK_NAME)
        expected(p, what);
    while (p->scan.token.kind == TK_NAME && !p->scan.failed) {
        const struct token *t = &p->scan.token;
        struct symbol *s = lookup(p, t);
        if (!s) {
            FAIL(p,
                 "'%.*s' is not a handle of this actor at this line: no %s before it has "
                 "that name",
                 (int)t->length, t->text, locks ? "lock" : "send or recv");
            return;
        }
        if (s->kind == SYM_VALUE || (s->kind == SYM_LOCK) != locks) {
            expected(p, what);
            return;
        }
        for (size_t i = 0; locks && i < p->asked.len; i++)
            if (p->asked.at[i].mutex == s->number && !p->asked.at[i].now)
                FAIL(p, "'%.*s' was given up by the unlock in line %u", (int)t->length,
                     t->text, p->asked.at[i].given_up);
        s->completed = true;
        vec_push(&p->code->args, s->number);
        if (++in->nargs > UINT16_MAX)
            FAIL(p, "too many handles");
        scan_next(&p->scan);
    }
}

static struct asked *asked_for(struct parser *p, uint32_t mutex)
{
    for (size_t i = 0; i < p->asked.len; i++)
        if (p->asked.at[i].mutex == mutex)
            return &p->asked.at[i];
    vec_push(&p->asked, (struct asked){.mutex = mutex});
    return &vec_last(&p->asked);
}

static void mutex_statement(struct parser *p, struct instruction *in,
                            const struct token *name)
{
    struct token at = p->scan.token;
    in->object = shared_object(p, "the name of a mutex", true);
    if (p->scan.failed)
        return;
    struct asked *a = asked_for(p, in->object);
    if (in->kind == OP_LOCK) {
        a->now = true;
        if (name)
            define(p, name, SYM_LOCK, in->object);
    } else if (!a->now) {
        scan_error(&p->scan, &at, "this actor has not locked '%.*s'", (int)at.length,
                   at.text);
    } else {
        a->now = false;
        a->given_up = p->scan.line;
    }
}

static void choose(struct parser *p, struct instruction *in)
{
    const struct token *t = &p->scan.token;
    in->choices = t->number;
    if (t->kind != TK_NUMBER || t->number < 1 || t->number > LITMUS_MAX_CHOICES)
        FAIL(p, "expected a number from 1 to %d after 'choose'", LITMUS_MAX_CHOICES);
    scan_next(&p->scan);
}

static void verb(struct parser *p, struct instruction *in, const struct token *name)
{
    switch (in->kind) {
    case OP_SEND:
    case OP_RECV:
        post(p, in, name);
        return;
    case OP_LOCK:
    case OP_UNLOCK:
        mutex_statement(p, in, name);
        break;
    case OP_WAIT:
    case OP_TEST:
    case OP_MWAIT:
    case OP_MTEST:
        handles(p, in);
        break;
    case OP_CHOOSE:
        choose(p, in);
        break;
    case OP_ASSERT:
        instruction_expression(p, in);
        break;
    case OP_LOCAL:
    case OP_TAKE: /* no word of litmus files */
    case OP_KINDS:
        break;
    }
    bool gives = in->kind == OP_TEST || in->kind == OP_MTEST || in->kind == OP_CHOOSE ||
                 in->kind == OP_WAIT || in->kind == OP_MWAIT;
    if (name && gives) {
        in->result = new_register(p, name);
        define(p, name, SYM_VALUE, in->result);
    } else if (name && in->kind != OP_LOCK) {
        scan_error(&p->scan, name, "'%s' gives no result to name", op_word(in->kind));
    }
}

static void statement(struct parser *p)
{
    struct scanner *s = &p->scan;
    struct instruction in = {.line = s->line, .result = NO_REGISTER};
    struct token name = {0}, first = s->token, second = scan_peek(s);
    if (!p->code) {
        expected(p, "'actor' and a name before the first statement");
        return;
    }
    if (p->code->at.len == LITMUS_MAX_ACTOR || ++p->statements > LITMUS_MAX_FILE) {
        FAIL(p, "too many statements: at most %d in an actor and %d in a file",
             LITMUS_MAX_ACTOR, LITMUS_MAX_FILE);
        return;
    }
    if (first.kind == TK_NAME && second.length == 1 && *second.text == '=') {
        name = first;
        if (is_verb(&name) || scan_is(s, "actor") || scan_is(s, "expect"))
            FAIL(p, "'%.*s' is a word of the language and cannot name a handle",
                 (int)name.length, name.text);
        scan_next(s);
        scan_next(s);
    }
    size_t v = 0;
    while (v < NVERBS && !scan_is(s, verbs[v]))
        v++;
    if (v == NVERBS) {
        expected(
            p,
            "send, recv, wait, test, lock, await, try, unlock, local, choose or assert");
        return;
    }
    in.kind = verb_kinds[v];
    scan_next(s);
    verb(p, &in, name.length ? &name : NULL);
    if (s->token.kind != TK_END)
        expected(p, "the end of the line");
    const char *end = s->token.text;
    while (end > first.text && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    in.text = copy_text(first.text, (size_t)(end - first.text));
    vec_push(&p->code->at, in);
}

static uint32_t total_actors(const struct litmus *l)
{
    uint32_t n = 0;
    for (size_t i = 0; i < l->codes.len; i++)
        n += l->codes.at[i]->copies;
    return n;
}

/* x3: three copies. Says 0 if it is not of that form. */
static uint32_t number_of_copies(const struct token *t)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < t->length && n <= LITMUS_MAX_ACTORS; i++) {
        if (t->text[i] < '0' || t->text[i] > '9')
            return 0;
        n = n * 10 + (uint32_t)(t->text[i] - '0');
    }
    return t->kind == TK_NAME && t->text[0] == 'x' ? n : 0;
}

static void actor_line(struct parser *p)
{
    struct scanner *s = &p->scan;
    scan_next(s);
    if (s->token.kind != TK_NAME) {
        expected(p, "a name after 'actor'");
        return;
    }
    struct token name = s->token;
    p->code = mem_alloc(sizeof *p->code);
    vec_push(&p->l->codes, p->code);
    p->code->name = copy_text(name.text, name.length);
    p->code->line = s->line;
    p->code->copies = 1;
    p->posts = 0;
    p->symbols.len = p->asked.len = 0;
    scan_next(s);
    if (s->token.kind != TK_END) {
        p->code->copies = number_of_copies(&s->token);
        p->code->numbered = true;
        if (!p->code->copies)
            expected(p, "a number of copies such as x3, or the end of the line");
        scan_next(s);
    }
    if (s->token.kind != TK_END)
        expected(p, "the end of the line");
    if (total_actors(p->l) > LITMUS_MAX_ACTORS)
        scan_error(s, &name, "more than %d actors", LITMUS_MAX_ACTORS);
}

static bool expected_count(struct parser *p, const char *word, bool *has, uint64_t *count)
{
    if (!scan_is(&p->scan, word))
        return false;
    scan_next(&p->scan);
    if (p->scan.token.kind != TK_NUMBER)
        expected(p, "a number");
    *has = true;
    *count = (uint64_t)p->scan.token.number;
    scan_next(&p->scan);
    return true;
}

static void expect_line(struct parser *p)
{
    struct expectation *e = &p->l->expect;
    if (e->given)
        FAIL(p, "there is an 'expect' in line %u already", e->line);
    e->given = true;
    e->line = p->scan.line;
    scan_next(&p->scan);
    do {
        if (expected_count(p, "traces", &e->has_traces, &e->traces) ||
            expected_count(p, "deadlocks", &e->has_deadlocks, &e->deadlocks) ||
            expected_count(p, "assertions", &e->has_assertions, &e->assertions))
            continue;
        if (!scan_is(&p->scan, "events")) {
            expected(p, "traces, deadlocks, assertions or events");
            return;
        }
        scan_next(&p->scan);
        if (p->scan.token.kind != TK_NUMBER)
            expected(p, "a number");
        for (; p->scan.token.kind == TK_NUMBER; scan_next(&p->scan))
            vec_push(&e->events, (uint64_t)p->scan.token.number);
    } while (p->scan.token.kind != TK_END && !p->scan.failed);
}

/* ---- the whole file ---- */

static void make_actor(struct litmus *l, const struct litmus_code *code, uint32_t copy,
                       struct litmus_actor *a)
{
    struct str name = {0};
    str_addf(&name, "%s", code->name);
    if (code->numbered)
        str_addf(&name, "%u", copy);
    a->name = name.text;
    a->code = code;
    a->registers = mem_alloc(code->nregisters * sizeof *a->registers);
    if (code->nregisters + 1 > l->image_words)
        l->image_words = code->nregisters + 1;
}

static bool make_actors(struct litmus *l, struct str *why)
{
    uint32_t n = 0;
    l->program.nmailboxes = (uint32_t)l->mailboxes.len;
    l->program.nmutexes = (uint32_t)l->mutexes.len;
    l->actor = mem_alloc(total_actors(l) * sizeof *l->actor);
    for (size_t c = 0; c < l->codes.len; c++)
        for (uint32_t i = 1; i <= l->codes.at[c]->copies; i++, n++) {
            make_actor(l, l->codes.at[c], i, &l->actor[n]);
            l->program.nactors = n + 1;
            for (uint32_t other = 0; other < n; other++)
                if (!strcmp(l->actor[other].name, l->actor[n].name)) {
                    str_addf(why, "%s:%u:1: there is an actor '%s' already", l->file,
                             l->codes.at[c]->line, l->actor[n].name);
                    return false;
                }
        }
    if (!n)
        str_addf(why, "%s: there is no actor in this file", l->file);
    return n;
}

enum mz_err litmus_parse(const char *file, const char *text, size_t length,
                         struct litmus **out, struct str *why)
{
    struct parser p = {.l = mem_alloc(sizeof *p.l)};
    p.l->program.ops = &litmus_ops;
    p.l->file = mem_strdup(file);
    scan_init(&p.scan, file, text, length, why);
    while (scan_line(&p.scan)) {
        struct token second = scan_peek(&p.scan);
        bool assigns = second.length == 1 && *second.text == '=';
        if (scan_is(&p.scan, "actor") && !assigns)
            actor_line(&p);
        else if (scan_is(&p.scan, "expect") && !assigns)
            expect_line(&p);
        else
            statement(&p);
    }
    bool good = !p.scan.failed && make_actors(p.l, why);
    vec_free(&p.symbols);
    vec_free(&p.asked);
    if (!good)
        litmus_free(p.l);
    *out = good ? p.l : NULL;
    return good ? MZ_OK : MZ_USAGE;
}
