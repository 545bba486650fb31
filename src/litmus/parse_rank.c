/* SPDX-License-Identifier: Apache-2.0
 *
 * parse_rank.c - the statements of ranks: messages that are matched, as in MPI.
 *
 * A statement becomes one or more instructions. What blocks is lowered here, to a
 * request and the wait for it, so that the kernel knows few operations; so are the
 * waits for several: waitsome is a wait for one and a test of each that comes after it.
 */
#include "litmus/parse.h"

#include <string.h>

/* ---- names ---- */

static uint32_t new_group(struct parser *p, const struct token *name)
{
    static const char *const places[NPLACES] = {"",       ".source", ".tag",
                                                ".found", NULL,      NULL};
    uint32_t base = p->code->nregisters;
    vec_push(&p->code->groups, base);
    for (int i = 0; i < NPLACES; i++) {
        struct str s = {0};
        if (name && places[i])
            str_addf(&s, "%.*s%s", (int)name->length, name->text, places[i]);
        parse_register(p, s.text, s.len);
        str_free(&s);
    }
    return base;
}

static uint32_t new_temporary(struct parser *p)
{
    return parse_register(p, NULL, 0);
}

/* The variable of this name, which is created if it is new. */
static uint32_t variable(struct parser *p, const struct token *t)
{
    for (size_t i = 0; i < p->variables.len; i++)
        if (p->variables.at[i].length == t->length &&
            !memcmp(p->variables.at[i].text, t->text, t->length))
            return (uint32_t)i;
    struct variable v = {t->text, t->length, new_group(p, t), 0};
    vec_push(&p->variables, v);
    return (uint32_t)p->variables.len - 1;
}

static void use(struct parser *p, uint32_t v, enum aspect needs, struct token at)
{
    struct use u = {v, needs, at, p->scan.line, (uint32_t)p->code->at.len};
    vec_push(&p->uses, u);
}

void parse_variable(struct parser *p)
{
    static const char *const parts[] = {"source", "tag", "found"};
    static const enum place places[] = {AT_SOURCE, AT_TAG, AT_FOUND};
    struct token t = p->scan.token, dot = scan_peek(&p->scan);
    if (scan_is(&p->scan, "self")) {
        parse_emit(p, EX_SELF, 0);
        return;
    }
    uint32_t v = variable(p, &t);
    enum place place = AT_VALUE;
    if (dot.kind == TK_SIGN && dot.length == 1 && *dot.text == '.') {
        scan_next(&p->scan);
        scan_next(&p->scan);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (scan_is(&p->scan, parts[i]))
                place = places[i];
        if (place == AT_VALUE)
            parse_expected(p, "source, tag or found");
    }
    use(p, v, place == AT_VALUE ? HAS_VALUE : HAS_STATUS, t);
    parse_emit(p, EX_REGISTER, p->variables.at[v].base + place);
}

/* Checks a cancel of a receive or of a send. */
static void check_cancel(struct parser *p, const struct use *u)
{
    const struct variable *v = &p->variables.at[u->variable];
    unsigned kinds = v->has & (IS_RECEIVE | IS_SEND | IS_SHARED);
    enum withdrawal *most = &p->l->program.withdrawal;
    if (kinds == IS_SEND) {
        p->code->at.at[u->instruction].kind = OP_RETRACT;
        *most = WITHDRAWAL_ALL;
    } else if (kinds == IS_RECEIVE) {
        *most = *most ? *most : WITHDRAWAL_RECEIVES;
    } else {
        scan_error(&p->scan, &u->at,
                   "'%.*s' is not always an irecv or always an isend, and nothing else "
                   "can be cancelled",
                   (int)v->length, v->text);
    }
}

static void check_use(struct parser *p, const struct use *u)
{
    const struct variable *v = &p->variables.at[u->variable];
    int n = (int)v->length;
    p->scan.line = u->line;
    if (!v->has)
        scan_error(&p->scan, &u->at, "'%.*s' is not a name of this rank", n, v->text);
    else if (u->needs == IS_MESSAGE)
        check_cancel(p, u);
    else if (v->has & u->needs)
        return;
    else if (u->needs == HAS_VALUE)
        scan_error(&p->scan, &u->at, "'%.*s' is a %s and has no value", n, v->text,
                   v->has & IS_SEND ? "send" : "request that gives nothing");
    else if (u->needs == HAS_MESSAGE)
        scan_error(&p->scan, &u->at,
                   "'%.*s' is no message that a mprobe or improbe has taken", n, v->text);
    else if (u->needs == HAS_STATUS)
        scan_error(&p->scan, &u->at,
                   "'%.*s' has no source or tag: it is not a receive or probe", n,
                   v->text);
    else
        scan_error(&p->scan, &u->at, "'%.*s' is not a request to wait for", n, v->text);
}

/* ---- instructions ---- */

struct instruction *parse_add(struct parser *p, enum op_kind kind)
{
    if (p->code->at.len == LITMUS_MAX_ACTOR || ++p->statements > LITMUS_MAX_FILE)
        FAIL(p, "too many statements: at most %d in a rank and %d in a file",
             LITMUS_MAX_ACTOR, LITMUS_MAX_FILE);
    struct instruction in = {.kind = kind,
                             .line = p->scan.line,
                             .result = NO_REGISTER,
                             .name = NO_REGISTER,
                             .flow = FLOW_OPERATION};
    vec_push(&p->code->at, in);
    return &vec_last(&p->code->at);
}

static uint32_t here(const struct parser *p)
{
    return (uint32_t)p->code->at.len;
}

/* Emits the comparison of a register with a value; returns its code. */
static struct expr_range comparison(struct parser *p, uint32_t reg, enum expr_op op,
                                    int64_t value)
{
    struct expr_range e = {(uint32_t)p->code->exprs.len, 3};
    parse_emit(p, EX_REGISTER, reg);
    parse_emit(p, EX_CONST, value);
    parse_emit(p, op, 0);
    return e;
}

static struct expr_range constant(struct parser *p, int64_t value)
{
    struct expr_range e = {(uint32_t)p->code->exprs.len, 1};
    parse_emit(p, EX_CONST, value);
    return e;
}

static void add_set(struct parser *p, uint32_t result, struct expr_range e)
{
    struct instruction *in = parse_add(p, OP_LOCAL);
    in->flow = FLOW_SET;
    in->result = result;
    in->expr = e;
}

/* Adds a conditional jump and returns its number; its target is set later. */
static uint32_t add_unless(struct parser *p, struct expr_range condition)
{
    struct instruction *in = parse_add(p, OP_LOCAL);
    in->flow = FLOW_UNLESS;
    in->expr = condition;
    return here(p) - 1;
}

static uint32_t add_jump(struct parser *p, uint32_t target)
{
    struct instruction *in = parse_add(p, OP_LOCAL);
    in->flow = FLOW_JUMP;
    in->target = target;
    return here(p) - 1;
}

/* Adds a wait for one of these requests, or a test of them. */
static struct instruction *add_completion(struct parser *p, enum op_kind kind,
                                          const uint32_t *groups, size_t n)
{
    struct instruction *in = parse_add(p, kind);
    in->first_arg = (uint32_t)p->code->args.len;
    in->nargs = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        vec_push(&p->code->args, groups[i]);
    return in;
}

/* Assigns the statement's name and returns its first register. Statements without a
 * name share their registers, which only the wait that follows reads. */
static uint32_t give(struct parser *p, const struct statement *s)
{
    if (!s->name && p->nameless == NO_REGISTER)
        p->nameless = new_group(p, NULL);
    if (!s->name)
        return p->nameless;
    uint32_t v = variable(p, s->name);
    p->variables.at[v].has |= s->verb->gives;
    return p->variables.at[v].base;
}

uint32_t parse_give_value(struct parser *p, const struct statement *s)
{
    return s->name ? give(p, s) + AT_VALUE : NO_REGISTER;
}

/* ---- messages ---- */

static uint32_t communicator(struct parser *p)
{
    const struct token *t = &p->scan.token;
    for (size_t i = 1; i < p->l->communicators.len; i++)
        if (scan_is(&p->scan, p->l->communicators.at[i]->name)) {
            scan_next(&p->scan);
            return (uint32_t)i;
        }
    if (t->kind == TK_NAME)
        FAIL(p,
             "there is no communicator '%.*s': no 'comm' before this line has that name",
             (int)t->length, t->text);
    else
        parse_expected(p, "the name of a communicator");
    return 0;
}

struct options {
    struct expr_range tag, value;
    bool any_tag;
    uint32_t communicator;
    bool empty; /* it moves no data, so that nobody waits for anybody */
};

/* Parses the options that the statement may have, in any order: tag T, value E, on
 * COMM, empty. */
static struct options options(struct parser *p, bool tag, bool any, bool value,
                              bool empty)
{
    struct options o = {0};
    bool has_tag = false, has_value = false, has_on = false;
    while (!p->scan.failed) {
        if (tag && !has_tag && scan_is(&p->scan, "tag")) {
            has_tag = true;
            scan_next(&p->scan);
            o.any_tag = any && scan_is(&p->scan, "any");
            if (o.any_tag)
                scan_next(&p->scan);
            else
                o.tag = parse_expression(p);
        } else if (value && !has_value && scan_is(&p->scan, "value")) {
            has_value = true;
            scan_next(&p->scan);
            o.value = parse_expression(p);
        } else if (!has_on && scan_is(&p->scan, "on")) {
            has_on = true;
            scan_next(&p->scan);
            o.communicator = communicator(p);
        } else if (empty && !o.empty && scan_is(&p->scan, "empty")) {
            o.empty = true;
            scan_next(&p->scan);
        } else {
            break;
        }
    }
    if (!has_tag)
        o.tag = constant(p, 0);
    return o;
}

static void add_wait_if_blocking(struct parser *p, const struct statement *s,
                                 uint32_t group)
{
    if (s->verb->blocking)
        add_completion(p, OP_FINISH, &group, 1);
}

static void message(struct parser *p, const struct statement *s)
{
    bool sends = s->verb->kind == OP_ISEND;
    uint32_t column = p->scan.token.column;
    struct expr_range peer = {0};
    if (!sends && scan_is(&p->scan, "any"))
        scan_next(&p->scan);
    else
        peer = parse_expression(p);
    struct options o = options(p, true, !sends, sends, false);
    uint32_t group = give(p, s);
    struct instruction *in = parse_add(p, s->verb->kind);
    in->peer = peer;
    in->column = column;
    in->expr = o.value;
    in->tag = o.any_tag ? (struct expr_range){0} : o.tag;
    in->object = o.communicator;
    in->mode = s->verb->mode;
    in->name = group;
    add_wait_if_blocking(p, s, group);
}

static void collective(struct parser *p, const struct statement *s)
{
    enum needs needs = s->verb->needs;
    bool rooted = needs == NEEDS_ROOT || needs == NEEDS_ALL_AT_ROOT;
    bool reduces = needs == NEEDS_UP_TO_SELF || strstr(s->verb->word, "reduce");
    struct token root = p->scan.token;
    struct expr_range value = {0};
    if (rooted) {
        if (root.kind != TK_NUMBER || root.number >= LITMUS_MAX_ACTORS)
            parse_expected(p, "the number of the root");
        scan_next(&p->scan);
    }
    if (reduces)
        value = parse_expression(p);
    struct options o =
        options(p, false, false, rooted && !reduces, !strstr(s->verb->word, "barrier"));
    uint32_t group = give(p, s);
    struct instruction *in = parse_add(p, OP_ARRIVE);
    in->root = rooted ? (uint32_t)root.number : NO_REGISTER;
    in->column = root.column;
    in->needs = o.empty ? NEEDS_NOBODY : needs;
    in->expr = reduces ? value : o.value;
    in->object = o.communicator;
    in->name = group;
    add_wait_if_blocking(p, s, group);
}

/* ---- waiting ---- */

typedef VEC(uint32_t) group_vec;

static void requests(struct parser *p, group_vec *groups, enum aspect needs)
{
    if (p->scan.token.kind != TK_NAME)
        parse_expected(p, "the name of a request of this rank");
    while (p->scan.token.kind == TK_NAME && !p->scan.failed) {
        struct token t = p->scan.token;
        uint32_t v = variable(p, &t);
        use(p, v, needs, t);
        vec_push(groups, p->variables.at[v].base);
        scan_next(&p->scan);
    }
}

static void wait_all(struct parser *p, const struct statement *s)
{
    group_vec groups = {0};
    requests(p, &groups, HAS_REQUEST);
    for (size_t i = 0; i < groups.len; i++)
        add_completion(p, s->verb->kind, &groups.at[i], 1);
    vec_free(&groups);
}

static void wait_any(struct parser *p, const struct statement *s)
{
    group_vec groups = {0};
    requests(p, &groups, HAS_REQUEST);
    uint32_t result = parse_give_value(p, s);
    add_completion(p, s->verb->kind, groups.at, groups.len)->result = result;
    vec_free(&groups);
}

/* test, cancel: about one request, with the result 1 or 0. */
static void ask_one(struct parser *p, const struct statement *s)
{
    group_vec groups = {0};
    requests(p, &groups, s->verb->kind == OP_CANCEL ? IS_MESSAGE : HAS_REQUEST);
    if (groups.len > 1)
        FAIL(p, "'%s' is for one request; for several there are testany and testall",
             s->verb->word);
    uint32_t result = parse_give_value(p, s);
    struct instruction *in = add_completion(p, s->verb->kind, groups.at, groups.len);
    in->result = result;
    in->yes_or_no = true;
    vec_free(&groups);
}

/* Tests the requests one after the other, up to the first that is not complete. */
static void test_all(struct parser *p, const struct statement *s)
{
    group_vec groups = {0}, exits = {0};
    requests(p, &groups, HAS_REQUEST);
    uint32_t result = s->name ? parse_give_value(p, s) : new_temporary(p);
    for (size_t i = 0; i < groups.len; i++) {
        struct instruction *in = add_completion(p, OP_POLL, &groups.at[i], 1);
        in->result = result;
        in->yes_or_no = true;
        if (i + 1 < groups.len) {
            struct expr_range good = comparison(p, result, EX_NE, 0);
            vec_push(&exits, add_unless(p, good));
        }
    }
    for (size_t i = 0; i < exits.len; i++)
        p->code->at.at[exits.at[i]].target = here(p);
    vec_free(&groups);
    vec_free(&exits);
}

/* sum = sum + (reg >= 0) */
static void add_count(struct parser *p, uint32_t sum, uint32_t reg)
{
    struct expr_range e = comparison(p, reg, EX_GE, 0);
    parse_emit(p, EX_REGISTER, sum);
    parse_emit(p, EX_ADD, 0);
    e.n += 2;
    add_set(p, sum, e);
}

/* waitsome: the wait gives the first request that is reported; for each later one in
 * the list, a test decides whether it is reported, too. */
static void wait_some(struct parser *p, const struct statement *s)
{
    group_vec groups = {0};
    requests(p, &groups, HAS_REQUEST);
    uint32_t sum = s->name ? parse_give_value(p, s) : new_temporary(p);
    uint32_t first = new_temporary(p), other = new_temporary(p);
    add_set(p, sum, constant(p, 0));
    add_completion(p, OP_FINISH, groups.at, groups.len)->result = first;
    add_count(p, sum, first);
    for (size_t i = 1; i < groups.len; i++) {
        uint32_t skip = add_unless(p, comparison(p, first, EX_LT, (int64_t)i));
        add_completion(p, OP_POLL, &groups.at[i], 1)->result = other;
        add_count(p, sum, other);
        p->code->at.at[skip].target = here(p);
    }
    vec_free(&groups);
}

/* ---- messages that were taken ---- */

static void receive(struct parser *p, const struct statement *s)
{
    group_vec groups = {0};
    requests(p, &groups, HAS_MESSAGE);
    if (groups.len > 1)
        FAIL(p, "'%s' is for one message", s->verb->word);
    uint32_t name = s->name ? give(p, s) : NO_REGISTER;
    add_completion(p, s->verb->kind, groups.at, groups.len)->name = name;
    vec_free(&groups);
}

/* ---- the rest ---- */

static void choose(struct parser *p, const struct statement *s)
{
    const struct token *t = &p->scan.token;
    if (t->kind != TK_NUMBER || t->number < 1 || t->number > LITMUS_MAX_CHOICES)
        FAIL(p, "expected a number from 1 to %d after 'choose'", LITMUS_MAX_CHOICES);
    int64_t choices = t->number;
    scan_next(&p->scan);
    uint32_t result = parse_give_value(p, s);
    struct instruction *in = parse_add(p, OP_CHOOSE);
    in->choices = choices;
    in->result = result;
}

static void claim(struct parser *p, const struct statement *s)
{
    struct expr_range e = parse_expression(p);
    parse_add(p, s->verb->kind)->expr = e;
}

static void local(struct parser *p, const struct statement *s)
{
    parse_add(p, s->verb->kind);
}

enum {
    GOT = HAS_VALUE | HAS_STATUS,
    TAKEN = GOT | HAS_MESSAGE,
    RECEIVE = GOT | HAS_REQUEST | IS_RECEIVE,
    SEND = HAS_REQUEST | IS_SEND,
    JOINED = HAS_REQUEST | IS_SHARED,
    SHARED = HAS_VALUE | JOINED,
};

#define MESSAGE(word, kind, blocking, gives, mode)                                       \
    {                                                                                    \
        word, message, kind, blocking, gives, mode, NEEDS_ALL                            \
    }
#define COLLECTIVE(word, blocking, gives, needs)                                         \
    {                                                                                    \
        word, collective, OP_ARRIVE, blocking, gives, SEND_STANDARD, needs               \
    }
#define OTHER(word, parse, kind, gives)                                                  \
    {                                                                                    \
        word, parse, kind, false, gives, SEND_STANDARD, NEEDS_ALL                        \
    }

static const struct verb verbs[] = {
    MESSAGE("send", OP_ISEND, true, 0, SEND_STANDARD),
    MESSAGE("ssend", OP_ISEND, true, 0, SEND_SYNC),
    MESSAGE("bsend", OP_ISEND, true, 0, SEND_BUFFERED),
    MESSAGE("isend", OP_ISEND, false, SEND, SEND_STANDARD),
    MESSAGE("issend", OP_ISEND, false, SEND, SEND_SYNC),
    MESSAGE("ibsend", OP_ISEND, false, SEND, SEND_BUFFERED),
    MESSAGE("recv", OP_IRECV, true, GOT, 0),
    MESSAGE("irecv", OP_IRECV, false, RECEIVE, 0),
    MESSAGE("probe", OP_PROBE, false, GOT, 0),
    MESSAGE("iprobe", OP_IPROBE, false, GOT, 0),
    MESSAGE("tryrecv", OP_TRYRECV, false, GOT, RECEIVE_WHOLE),
    MESSAGE("mprobe", OP_IRECV, true, TAKEN, RECEIVE_LATER),
    MESSAGE("improbe", OP_TRYRECV, false, TAKEN, RECEIVE_LATER),
    OTHER("mrecv", receive, OP_RECEIVE, 0),
    OTHER("imrecv", receive, OP_RECEIVE, JOINED),
    COLLECTIVE("barrier", true, 0, NEEDS_ALL),
    COLLECTIVE("bcast", true, HAS_VALUE, NEEDS_ROOT),
    COLLECTIVE("allreduce", true, HAS_VALUE, NEEDS_ALL),
    COLLECTIVE("reduce", true, HAS_VALUE, NEEDS_ALL_AT_ROOT),
    COLLECTIVE("scan", true, HAS_VALUE, NEEDS_UP_TO_SELF),
    COLLECTIVE("iscan", false, SHARED, NEEDS_UP_TO_SELF),
    COLLECTIVE("ibarrier", false, JOINED, NEEDS_ALL),
    COLLECTIVE("ibcast", false, SHARED, NEEDS_ROOT),
    COLLECTIVE("iallreduce", false, SHARED, NEEDS_ALL),
    COLLECTIVE("ireduce", false, SHARED, NEEDS_ALL_AT_ROOT),
    OTHER("wait", wait_all, OP_FINISH, 0),
    OTHER("waitany", wait_any, OP_FINISH, HAS_VALUE),
    OTHER("waitsome", wait_some, OP_FINISH, HAS_VALUE),
    OTHER("test", ask_one, OP_POLL, HAS_VALUE),
    OTHER("testany", wait_any, OP_POLL, HAS_VALUE),
    OTHER("testall", test_all, OP_POLL, HAS_VALUE),
    OTHER("cancel", ask_one, OP_CANCEL, HAS_VALUE),
    OTHER("choose", choose, OP_CHOOSE, HAS_VALUE),
    OTHER("assert", claim, OP_ASSERT, 0),
    OTHER("local", local, OP_LOCAL, 0),
};
enum { NVERBS = sizeof verbs / sizeof *verbs };

static const struct verb assignment = {.word = "=", .gives = HAS_VALUE};

/* Words of the language that are not verbs. */
static const char *const words[] = {"if",   "else", "end",   "repeat", "while",
                                    "self", "any",  "tag",   "value",  "on",
                                    "rank", "comm", "empty", "expect"};

/* ---- branches and loops ---- */

static void begin_block(struct parser *p, struct block b)
{
    b.line = p->scan.line;
    vec_push(&p->blocks, b);
    if (p->blocks.len > 64)
        FAIL(p, "these blocks are nested too deeply");
}

static void begin_if(struct parser *p)
{
    uint32_t jump = add_unless(p, parse_expression(p));
    begin_block(p, (struct block){.kind = BLOCK_IF, .jump = jump});
}

static void begin_while(struct parser *p)
{
    uint32_t start = here(p), jump = add_unless(p, parse_expression(p));
    begin_block(p, (struct block){.kind = BLOCK_WHILE, .start = start, .jump = jump});
}

static void begin_repeat(struct parser *p)
{
    int64_t rounds = p->scan.token.number;
    if (p->scan.token.kind != TK_NUMBER || rounds > LITMUS_MAX_ROUNDS)
        FAIL(p, "expected a number up to %d after 'repeat'", LITMUS_MAX_ROUNDS);
    scan_next(&p->scan);
    uint32_t counter = new_temporary(p);
    add_set(p, counter, constant(p, 0));
    uint32_t start = here(p);
    uint32_t jump = add_unless(p, comparison(p, counter, EX_LT, rounds));
    struct expr_range more = comparison(p, counter, EX_ADD, 1);
    add_set(p, counter, more);
    begin_block(p, (struct block){.kind = BLOCK_REPEAT, .start = start, .jump = jump});
}

static void turn_to_else(struct parser *p)
{
    if (!p->blocks.len || vec_last(&p->blocks).kind != BLOCK_IF) {
        FAIL(p, "'else' without an 'if' before it");
        return;
    }
    struct block *b = &vec_last(&p->blocks);
    scan_next(&p->scan);
    uint32_t out = add_jump(p, 0);
    p->code->at.at[b->jump].target = here(p);
    b->kind = BLOCK_ELSE;
    b->jump = out;
}

static void end_block(struct parser *p)
{
    if (!p->blocks.len) {
        FAIL(p, "'end' without an 'if', 'repeat' or 'while' before it");
        return;
    }
    struct block b = vec_pop(&p->blocks);
    scan_next(&p->scan);
    if (b.kind == BLOCK_REPEAT || b.kind == BLOCK_WHILE)
        add_jump(p, b.start);
    p->code->at.at[b.jump].target = here(p);
}

static bool block_line(struct parser *p)
{
    static const struct {
        const char *word;
        void (*parse)(struct parser *);
        bool skip; /* whether the word itself is skipped; otherwise the caller reports
                      it */
    } blocks[] = {{"if", begin_if, true},
                  {"while", begin_while, true},
                  {"repeat", begin_repeat, true},
                  {"else", turn_to_else, false},
                  {"end", end_block, false}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (scan_is(&p->scan, blocks[i].word)) {
            if (blocks[i].skip)
                scan_next(&p->scan);
            blocks[i].parse(p);
            return true;
        }
    return false;
}

/* ---- lines ---- */

static const struct verb *find_verb(const struct parser *p, const struct token *t)
{
    for (size_t i = 0; i < NVERBS; i++)
        if (strlen(verbs[i].word) == t->length &&
            !memcmp(verbs[i].word, t->text, t->length))
            return &verbs[i];
    return p->l->windows.len ? parse_window_verb(t) : NULL;
}

static void assign(struct parser *p, struct statement *s)
{
    struct expr_range e = parse_expression(p);
    s->verb = &assignment;
    add_set(p, parse_give_value(p, s), e);
}

static void statement(struct parser *p, struct statement *s)
{
    s->verb = find_verb(p, &p->scan.token);
    if (s->verb) {
        scan_next(&p->scan);
        if (s->name && !s->verb->gives)
            scan_error(&p->scan, s->name, "'%s' gives no result to name", s->verb->word);
        s->verb->parse(p, s);
    } else if (s->name) {
        assign(p, s);
    } else if (!block_line(p)) {
        const char *known[NVERBS];
        for (size_t i = 0; i < NVERBS; i++)
            known[i] = verbs[i].word;
        parse_expected_word(p,
                            "a statement of ranks, such as send, recv, wait, if or end",
                            known, NVERBS);
    }
}

void parse_rank_line(struct parser *p)
{
    struct scanner *s = &p->scan;
    struct token second = scan_peek(s);
    struct statement st = {.first = s->token};
    uint32_t start;
    if (!p->code) {
        parse_expected(p, "'rank' and a number before the first statement");
        return;
    }
    start = here(p);
    if (st.first.kind == TK_NAME && second.length == 1 && *second.text == '=') {
        st.name = &st.first;
        if (find_verb(p, st.name) ||
            parse_is_word(st.name, words, sizeof words / sizeof *words))
            FAIL(p, "'%.*s' is a word of the language and cannot be a name",
                 (int)st.name->length, st.name->text);
        scan_next(s);
        scan_next(s);
    }
    statement(p, &st);
    if (s->token.kind != TK_END)
        parse_expected(p, "the end of the line");
    for (uint32_t i = start; i < here(p); i++)
        p->code->at.at[i].text = parse_text(p, &st.first);
}

void parse_rank_end(struct parser *p)
{
    uint32_t line = p->scan.line;
    if (p->blocks.len) {
        static const char *const opened[] = {"if", "else", "repeat", "while"};
        const struct block *b = &vec_last(&p->blocks);
        struct token at = {.column = 1};
        p->scan.line = b->line;
        scan_error(&p->scan, &at, "this '%s' has no 'end'", opened[b->kind]);
    }
    for (size_t i = 0; i < p->uses.len; i++)
        check_use(p, &p->uses.at[i]);
    p->scan.line = line;
    p->blocks.len = p->uses.len = p->variables.len = 0;
}

/* ---- peers and members, checked when all ranks are known ---- */

/* Refuses a peer that cannot be right. A peer that is not a constant is checked when
 * the statement runs. */
static bool check_peer(const struct litmus *l, const struct litmus_code *code,
                       const struct instruction *in, struct str *why)
{
    const struct communicator *c = l->communicators.at[in->object];
    bool collective = in->kind == OP_ARRIVE, takes_part = false;
    bool named = collective
                     ? in->root != NO_REGISTER
                     : in->peer.n == 1 && code->exprs.at[in->peer.first].op == EX_CONST;
    for (uint32_t i = 0; i < code->copies; i++)
        takes_part |= communicator_has(c, code->first_rank + i);
    if (!takes_part) {
        str_addf(why, "%s:%u:1: rank %u does not take part in '%s'", l->file, in->line,
                 code->first_rank, c->name);
        return false;
    }
    int64_t peer = !named       ? 0
                   : collective ? in->root
                                : code->exprs.at[in->peer.first].value;
    if (!named || communicator_has(c, peer))
        return true;
    str_addf(why, "%s:%u:%u: there is no rank %lld in '%s'", l->file, in->line,
             in->column, (long long)peer, c->name);
    return false;
}

/* Adds the participants of a collective, its root first. */
static void add_members(struct litmus_code *code, struct instruction *in,
                        const struct communicator *c)
{
    in->first_arg = (uint32_t)code->args.len;
    in->nargs = (uint32_t)c->ranks.len;
    if (in->root != NO_REGISTER)
        vec_push(&code->args, in->root);
    for (size_t i = 0; i < c->ranks.len; i++)
        if (c->ranks.at[i] != in->root)
            vec_push(&code->args, c->ranks.at[i]);
}

bool parse_rank_peers(struct litmus *l, struct str *why)
{
    for (size_t i = 0; i < l->codes.len; i++)
        for (size_t j = 0; j < l->codes.at[i]->at.len; j++) {
            struct instruction *in = &l->codes.at[i]->at.at[j];
            bool meets =
                in->kind == OP_ISEND || in->kind == OP_ARRIVE || op_wants(in->kind);
            if (!meets)
                continue;
            if (!check_peer(l, l->codes.at[i], in, why))
                return false;
            if (in->kind == OP_ARRIVE)
                add_members(l->codes.at[i], in, l->communicators.at[in->object]);
        }
    return true;
}
