/* SPDX-License-Identifier: Apache-2.0
 *
 * window_text.c - see window_text.h. */
#include "window_text.h"
#include "litmus/scan.h"

#include <string.h>

struct block {
    uint32_t jump, start; /* the jump out of it; where a loop goes back to */
    bool loop;
};

struct reader {
    struct scanner scan;
    struct win_text *out;
    uint32_t first, last; /* the ranks that are being read; the first one is written */
    bool in_rank;
    VEC(struct block) blocks;
};

static struct win_rank *rank_of(struct reader *r)
{
    return &r->out->rank[r->first];
}

static void wrong(struct reader *r, const char *what)
{
    scan_error(&r->scan, &r->scan.token, "%s", what);
}

static bool skip(struct reader *r, const char *word)
{
    if (!scan_is(&r->scan, word))
        return false;
    scan_next(&r->scan);
    return true;
}

static uint32_t number(struct reader *r, uint32_t limit)
{
    int64_t n = r->scan.token.number;
    if (r->scan.token.kind != TK_NUMBER || n >= limit) {
        wrong(r, "expected a number that is small enough for the judge");
        return 0;
    }
    scan_next(&r->scan);
    return (uint32_t)n;
}

/* ---- names and expressions ---- */

static uint8_t name_of(struct reader *r, const char *text, size_t n, bool value)
{
    struct win_rank *k = rank_of(r);
    for (uint32_t i = 0; i < k->nnames; i++)
        if (strlen(k->names[i]) == n && !memcmp(k->names[i], text, n)) {
            k->values[i] |= value;
            return (uint8_t)i;
        }
    if (k->nnames == WIN_NAMES) {
        wrong(r, "too many names for the judge");
        return 0;
    }
    k->names[k->nnames] = strndup(text, n);
    k->values[k->nnames] = value;
    return (uint8_t)k->nnames++;
}

static uint8_t source_name(struct reader *r, const struct token *name)
{
    struct str s = {0};
    str_add(&s, name->text, name->length);
    str_addf(&s, ".source");
    uint8_t n = name_of(r, str_text(&s), s.len, false);
    str_free(&s);
    return n;
}

static win_expr node(struct reader *r, struct win_node n)
{
    if (!r->out->exprs.len)
        vec_push(&r->out->exprs, (struct win_node){.value = 0});
    vec_push(&r->out->exprs, n);
    return (win_expr)(r->out->exprs.len - 1);
}

static win_expr constant(struct reader *r, int64_t value)
{
    return node(r, (struct win_node){.value = value});
}

static win_expr expression(struct reader *r, int level);

static win_expr primary(struct reader *r)
{
    struct token t = r->scan.token;
    if (skip(r, "(")) {
        win_expr e = expression(r, 0);
        if (!skip(r, ")"))
            wrong(r, "expected )");
        return e;
    }
    if (skip(r, "!"))
        return node(r, (struct win_node){.op = "!", .left = primary(r)});
    if (skip(r, "-"))
        return node(r, (struct win_node){.op = "-", .right = primary(r)});
    if (skip(r, "self"))
        return node(r, (struct win_node){.op = "s"});
    if (t.kind == TK_NUMBER) {
        scan_next(&r->scan);
        return constant(r, t.number);
    }
    if (t.kind != TK_NAME) {
        wrong(r, "expected an expression");
        return 0;
    }
    scan_next(&r->scan);
    if (!skip(r, "."))
        return node(r, (struct win_node){.op = "n",
                                         .value = name_of(r, t.text, t.length, false)});
    if (!skip(r, "source"))
        wrong(r, "the judge knows no other part of a status than its source");
    return node(r, (struct win_node){.op = "n", .value = source_name(r, &t)});
}

static win_expr expression(struct reader *r, int level)
{
    static const char *const signs[4][7] = {
        {"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}};
    win_expr left = level == 4 ? primary(r) : expression(r, level + 1);
    for (int i = 0; level < 4 && signs[level][i]; i++)
        if (skip(r, signs[level][i])) {
            struct win_node n = {.left = left, .right = expression(r, level + 1)};
            memcpy(n.op, signs[level][i], strlen(signs[level][i]) + 1);
            left = node(r, n);
            i = -1;
        }
    return left;
}

/* ---- statements ---- */

static uint32_t add(struct reader *r, struct win_statement s)
{
    s.line = (uint16_t)r->scan.line;
    vec_push(&rank_of(r)->at, s);
    return (uint32_t)rank_of(r)->at.len - 1;
}

static uint8_t window(struct reader *r)
{
    struct token t = r->scan.token;
    scan_next(&r->scan);
    for (uint32_t i = 0; i < r->out->nwindows; i++)
        if (strlen(r->out->windows[i]) == t.length &&
            !memcmp(r->out->windows[i], t.text, t.length))
            return (uint8_t)i;
    wrong(r, "expected the name of a window before this");
    return 0;
}

static void options(struct reader *r, struct win_statement *s)
{
    s->tag = constant(r, 0);
    for (;;)
        if (skip(r, "tag"))
            s->tag = skip(r, "any") ? 0 : expression(r, 3);
        else if (skip(r, "value"))
            s->value = expression(r, 3);
        else
            break;
}

static void message(struct reader *r, struct win_statement s)
{
    if (!(s.kind == DO_RECV && skip(r, "any")))
        s.peer = expression(r, 3);
    options(r, &s);
    add(r, s);
}

static void wait(struct reader *r)
{
    struct win_statement s = {.kind = DO_WAIT, .name = WIN_NOBODY};
    while (r->scan.token.kind == TK_NAME && !r->scan.failed) {
        s.ranks = 1u << name_of(r, r->scan.token.text, r->scan.token.length, false);
        scan_next(&r->scan);
        add(r, s);
    }
}

static void operation(struct reader *r, struct win_statement *s)
{
    static const char *const words[] = {"add", "replace", "max", "noop"};
    for (int i = 0; i < 4; i++)
        if (skip(r, words[i])) {
            s->op = (enum win_op)i;
            s->value = r->scan.token.kind == TK_END ? constant(r, 0) : expression(r, 3);
            return;
        }
    wrong(r, "expected add, replace, max or noop");
}

static void access_line(struct reader *r, struct win_statement s)
{
    s.kind = DO_ACCESS;
    s.window = window(r);
    s.peer = expression(r, 3);
    s.cell = expression(r, 3);
    if (s.access == ACCESS_CAS && skip(r, "compare"))
        s.compare = expression(r, 3);
    if (s.access == ACCESS_PUT || s.access == ACCESS_CAS)
        s.value = skip(r, "value") ? expression(r, 3) : constant(r, 0);
    if (s.access == ACCESS_ACCUMULATE || s.access == ACCESS_FETCH)
        operation(r, &s);
    add(r, s);
}

static uint32_t set_of_ranks(struct reader *r)
{
    uint32_t set = 0;
    while (r->scan.token.kind == TK_NUMBER && !r->scan.failed)
        set |= 1u << number(r, WIN_RANKS);
    return set;
}

static void local_cell(struct reader *r, struct win_statement s)
{
    s.window = window(r);
    s.cell = expression(r, 3);
    if (s.kind == DO_STORE)
        s.value = skip(r, "value") ? expression(r, 3) : constant(r, 0);
    add(r, s);
}

/* ---- blocks ---- */

static bool block_line(struct reader *r)
{
    struct win_statement jump = {.kind = DO_JUMP, .name = WIN_NOBODY};
    struct win_statement unless = {.kind = DO_UNLESS, .name = WIN_NOBODY};
    if (scan_is(&r->scan, "if") || scan_is(&r->scan, "while")) {
        struct block b = {.loop = scan_is(&r->scan, "while")};
        scan_next(&r->scan);
        b.start = (uint32_t)rank_of(r)->at.len;
        unless.value = expression(r, 0);
        b.jump = add(r, unless);
        vec_push(&r->blocks, b);
    } else if (r->blocks.len && skip(r, "else")) {
        uint32_t out = add(r, jump);
        rank_of(r)->at.at[vec_last(&r->blocks).jump].to = out + 1;
        vec_last(&r->blocks).jump = out;
    } else if (r->blocks.len && skip(r, "end")) {
        struct block b = vec_pop(&r->blocks);
        jump.to = b.start;
        if (b.loop)
            add(r, jump);
        rank_of(r)->at.at[b.jump].to = (uint32_t)rank_of(r)->at.len;
    } else {
        return false;
    }
    return true;
}

/* ---- lines ---- */

static const struct {
    const char *word;
    struct win_statement s;
    void (*read)(struct reader *, struct win_statement);
} verbs[] = {
    {"send", {.kind = DO_SEND}, message},
    {"ssend", {.kind = DO_SEND, .mode = WIN_SYNC}, message},
    {"bsend", {.kind = DO_SEND, .mode = WIN_BUFFERED}, message},
    {"isend", {.kind = DO_SEND, .posts = true}, message},
    {"issend", {.kind = DO_SEND, .mode = WIN_SYNC, .posts = true}, message},
    {"recv", {.kind = DO_RECV}, message},
    {"irecv", {.kind = DO_RECV, .posts = true}, message},
    {"put", {.access = ACCESS_PUT}, access_line},
    {"get", {.access = ACCESS_GET}, access_line},
    {"accumulate", {.access = ACCESS_ACCUMULATE}, access_line},
    {"fetch", {.access = ACCESS_FETCH}, access_line},
    {"cas", {.access = ACCESS_CAS}, access_line},
    {"load", {.kind = DO_LOAD}, local_cell},
    {"store", {.kind = DO_STORE}, local_cell},
};

static const struct {
    const char *word;
    enum win_do kind;
    bool target, all, local, ranks;
} synchronisations[] = {
    {"lock", DO_LOCK, true, false, false, false},
    {"lockall", DO_LOCK, false, true, false, false},
    {"unlock", DO_UNLOCK, true, false, false, false},
    {"unlockall", DO_UNLOCK, false, true, false, false},
    {"flush", DO_FLUSH, true, false, false, false},
    {"flushall", DO_FLUSH, false, true, false, false},
    {"flushlocal", DO_FLUSH, true, false, true, false},
    {"flushlocalall", DO_FLUSH, false, true, true, false},
    {"fence", DO_FENCE, false, false, false, false},
    {"post", DO_POST, false, false, false, true},
    {"start", DO_START, false, false, false, true},
    {"complete", DO_COMPLETE, false, false, false, false},
    {"waitwin", DO_WAITWIN, false, false, false, false},
    {"testwin", DO_TESTWIN, false, false, false, false},
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool synchronisation(struct reader *r, uint8_t name)
{
    for (size_t i = 0; i < COUNT(synchronisations); i++)
        if (skip(r, synchronisations[i].word)) {
            struct win_statement s = {.kind = synchronisations[i].kind,
                                      .name = name,
                                      .local = synchronisations[i].local};
            s.window = window(r);
            if (synchronisations[i].target)
                s.peer = expression(r, 3);
            if (synchronisations[i].ranks)
                s.ranks = set_of_ranks(r);
            if (s.kind == DO_LOCK && s.peer) {
                s.exclusive = skip(r, "exclusive");
                if (!s.exclusive && !skip(r, "shared"))
                    wrong(r, "expected exclusive or shared");
            }
            add(r, s);
            return true;
        }
    return false;
}

static void statement(struct reader *r, const struct token *name)
{
    uint8_t result = WIN_NOBODY;
    for (size_t i = 0; i < COUNT(verbs); i++)
        if (skip(r, verbs[i].word)) {
            struct win_statement s = verbs[i].s;
            bool value = verbs[i].read != message || s.kind == DO_RECV;
            s.name = name ? name_of(r, name->text, name->length, value) : WIN_NOBODY;
            if (name && verbs[i].read == access_line)
                rank_of(r)->remote[s.name] = true;
            s.source = name && s.kind == DO_RECV ? source_name(r, name) : WIN_NOBODY;
            verbs[i].read(r, s);
            return;
        }
    if (name)
        result = name_of(r, name->text, name->length, true);
    if (synchronisation(r, result) || (!name && block_line(r)))
        return;
    if (!name && skip(r, "wait"))
        wait(r);
    else if (!name && skip(r, "barrier"))
        add(r, (struct win_statement){.kind = DO_BARRIER, .name = WIN_NOBODY});
    else if (!name && skip(r, "assert"))
        add(r, (struct win_statement){
                   .kind = DO_ASSERT, .name = WIN_NOBODY, .value = expression(r, 0)});
    else if (name)
        add(r, (struct win_statement){
                   .kind = DO_SET, .name = result, .value = expression(r, 0)});
    else
        wrong(r, "expected a statement that the judge knows");
}

/* Ranks with the same body get copies of it. */
static void end_rank(struct reader *r)
{
    const struct win_rank *from = rank_of(r);
    if (r->in_rank && r->blocks.len)
        wrong(r, "a block has no end");
    for (uint32_t i = r->first + 1; r->in_rank && i <= r->last && i < WIN_RANKS; i++) {
        struct win_rank *to = &r->out->rank[i];
        for (size_t k = 0; k < from->at.len; k++)
            vec_push(&to->at, from->at.at[k]);
        for (to->nnames = 0; to->nnames < from->nnames; to->nnames++) {
            to->names[to->nnames] = strdup(from->names[to->nnames]);
            to->values[to->nnames] = from->values[to->nnames];
            to->remote[to->nnames] = from->remote[to->nnames];
        }
    }
    r->in_rank = false;
}

static void begin_rank(struct reader *r)
{
    end_rank(r);
    r->first = r->last = number(r, WIN_RANKS);
    if (skip(r, ".."))
        r->last = number(r, WIN_RANKS);
    if (r->first != r->out->nranks)
        wrong(r, "expected the next rank");
    r->out->nranks = r->last + 1;
    r->in_rank = true;
}

static void new_window(struct reader *r)
{
    uint32_t w = r->out->nwindows;
    struct token t = r->scan.token;
    scan_next(&r->scan);
    if (w == WIN_WINDOWS || t.kind != TK_NAME) {
        wrong(r, "expected the name of a window, not too many for the judge");
        return;
    }
    r->out->cells[w] = number(r, WIN_CELLS + 1);
    r->out->windows[w] = strndup(t.text, t.length);
    r->out->nwindows++;
}

static void expectation(struct reader *r)
{
    static const char *const words[] = {"outcomes", "deadlocks", "assertions", "races"};
    for (bool found = true; found && r->scan.token.kind != TK_END;) {
        found = false;
        for (int i = 0; i < 4; i++)
            if (skip(r, words[i])) {
                r->out->expected[i] = number(r, UINT32_MAX);
                found = true;
            }
    }
}

static void read_line(struct reader *r)
{
    struct token first = r->scan.token, second = scan_peek(&r->scan);
    if (skip(r, "semantics")) {
        if (!skip(r, "matching"))
            wrong(r, "the judge knows matching semantics");
    } else if (skip(r, "window")) {
        new_window(r);
    } else if (skip(r, "rank")) {
        begin_rank(r);
    } else if (skip(r, "expect")) {
        end_rank(r);
        expectation(r);
    } else if (!r->in_rank) {
        wrong(r, "expected a rank first");
    } else if (second.length == 1 && *second.text == '=') {
        scan_next(&r->scan);
        scan_next(&r->scan);
        statement(r, &first);
    } else {
        statement(r, NULL);
    }
    if (r->scan.token.kind != TK_END)
        wrong(r, "expected the end of the line");
}

bool win_read(const char *text, size_t length, struct win_text *out, struct str *why)
{
    struct reader r = {.out = out};
    *out = (struct win_text){.expected = {-1, -1, -1, -1}};
    scan_init(&r.scan, "judge", text, length, why);
    while (scan_line(&r.scan))
        read_line(&r);
    end_rank(&r);
    vec_free(&r.blocks);
    if (!r.scan.failed)
        return true;
    win_text_free(out);
    return false;
}

void win_text_free(struct win_text *t)
{
    for (uint32_t i = 0; i < WIN_RANKS; i++) {
        vec_free(&t->rank[i].at);
        for (uint32_t k = 0; k < t->rank[i].nnames; k++)
            free(t->rank[i].names[k]);
    }
    for (uint32_t i = 0; i < t->nwindows; i++)
        free(t->windows[i]);
    vec_free(&t->exprs);
    *t = (struct win_text){.nranks = 0};
}

int64_t win_value(const struct win_text *t, win_expr e, uint32_t rank,
                  const int32_t *values)
{
    const struct win_node *n = e ? &t->exprs.at[e] : NULL;
    if (!n)
        return 0;
    switch (n->op[0]) {
    case '\0':
        return n->value;
    case 'n':
        return values[n->value];
    case 's':
        return rank;
    }
    int64_t a = win_value(t, n->left, rank, values),
            b = win_value(t, n->right, rank, values);
    switch (n->op[0]) {
    case '!':
        return n->op[1] ? a != b : !a;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '=':
        return a == b;
    case '&':
        return a && b;
    case '|':
        return a || b;
    case '<':
        return n->op[1] ? a <= b : a < b;
    default:
        return n->op[1] ? a >= b : a > b;
    }
}

bool win_counts(const struct win_rank *r, uint32_t name, bool waits)
{
    return r->values[name] && !(waits && r->remote[name]);
}
