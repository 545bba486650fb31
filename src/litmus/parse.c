/* SPDX-License-Identifier: Apache-2.0
 *
 * parse.c - from text to code.
 *
 * One statement a line, one table of names for each actor. Actors run straight
 * through, so it is known at each line which handles exist, whether they are
 * posts or locks, and which mutexes the actor has asked for; what cannot work is
 * refused here, with its place, rather than met later as a strange deadlock. */
#include "litmus/parse.h"
#include "base/nearest.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* What a statement can begin with; op.def has the words. */
static const enum op_kind verbs[] = {OP_SEND,  OP_RECV,   OP_WAIT,  OP_TEST,
                                     OP_LOCK,  OP_MWAIT,  OP_MTEST, OP_UNLOCK,
                                     OP_LOCAL, OP_CHOOSE, OP_ASSERT};
enum { NVERBS = sizeof verbs / sizeof *verbs };

void parse_expected(struct parser *p, const char *what)
{
    char found[64];
    scan_quote(&p->scan.token, found, sizeof found);
    FAIL(p, "expected %s, found %s", what, found);
}

void parse_expected_word(struct parser *p, const char *what, const char *const *words,
                         size_t n)
{
    char found[64], word[32];
    const struct token *t = &p->scan.token;
    struct nearest meant = {.given = word};
    scan_quote(t, found, sizeof found);
    if (t->kind == TK_NAME && t->length < sizeof word) {
        memcpy(word, t->text, t->length);
        word[t->length] = '\0';
        for (size_t i = 0; i < n; i++)
            nearest_offer(&meant, words[i]);
    }
    FAIL(p, "expected %s, found %s%s%s%s", what, found,
         meant.best ? "; did you mean '" : "", meant.best ? meant.best : "",
         meant.best ? "'?" : "");
}

char *parse_copy(const char *text, size_t length)
{
    char *s = mem_alloc(length + 1);
    memcpy(s, text, length);
    return s;
}

bool parse_is_word(const struct token *t, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(words[i]) == t->length && !memcmp(words[i], t->text, t->length))
            return true;
    return false;
}

static struct symbol *lookup(struct parser *p, const struct token *t)
{
    for (size_t i = p->symbols.len; i-- > 0;) /* the newest symbol of that name */
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

uint32_t parse_register(struct parser *p, const char *text, size_t length)
{
    struct named_register n = {.reg = p->code->nregisters++};
    n.name = text ? parse_copy(text, length) : mem_strdup("?");
    vec_push(&p->code->names, n);
    return n.reg;
}

static uint32_t new_register(struct parser *p, const struct token *name)
{
    return parse_register(p, name ? name->text : NULL, name ? name->length : 0);
}

/* The number of the mailbox or mutex of this name, which is created if it is new. */
static uint32_t shared_object(struct parser *p, const char *what, bool mutex)
{
    const struct token *t = &p->scan.token;
    if (t->kind != TK_NAME && t->kind != TK_NUMBER) {
        parse_expected(p, what);
        return 0;
    }
    char **names = mutex ? p->l->mutexes.at : p->l->mailboxes.at;
    size_t n = mutex ? p->l->mutexes.len : p->l->mailboxes.len;
    for (size_t i = 0; i < n; i++)
        if (strlen(names[i]) == t->length && !memcmp(names[i], t->text, t->length)) {
            scan_next(&p->scan);
            return (uint32_t)i;
        }
    char *name = parse_copy(t->text, t->length);
    if (mutex)
        vec_push(&p->l->mutexes, name);
    else
        vec_push(&p->l->mailboxes, name);
    scan_next(&p->scan);
    return (uint32_t)n;
}

void parse_symbol(struct parser *p)
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
        parse_emit(p, EX_REGISTER,
                   s->kind == SYM_RECV ? p->code->post_register.at[s->number]
                                       : s->number);
}

/* ---- statements ---- */

static void post(struct parser *p, struct instruction *in, const struct token *name)
{
    bool receive = in->kind == OP_RECV;
    in->object = shared_object(p, "the name of a mailbox", false);
    if (!receive && p->scan.token.kind != TK_END)
        in->expr = parse_expression(p);
    vec_push(&p->code->post_register, receive ? new_register(p, name) : NO_REGISTER);
    if (name)
        define(p, name, receive ? SYM_RECV : SYM_SEND, p->posts);
    p->posts++;
}

static void handles(struct parser *p, struct instruction *in)
{
    bool locks = op_family(in->kind) == FAMILY_MUTEX;
    const char *what = locks ? "the name of a lock of this actor"
                             : "the name of a send or receive of this actor";
    in->first_arg = (uint32_t)p->code->args.len;
    if (p->scan.token.kind != TK_NAME)
        parse_expected(p, what);
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
            parse_expected(p, what);
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

static struct locking *asked_for(struct parser *p, uint32_t mutex)
{
    for (size_t i = 0; i < p->asked.len; i++)
        if (p->asked.at[i].mutex == mutex)
            return &p->asked.at[i];
    vec_push(&p->asked, (struct locking){.mutex = mutex});
    return &vec_last(&p->asked);
}

static void mutex_statement(struct parser *p, struct instruction *in,
                            const struct token *name)
{
    struct token at = p->scan.token;
    in->object = shared_object(p, "the name of a mutex", true);
    if (p->scan.failed)
        return;
    struct locking *a = asked_for(p, in->object);
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

/* Which of the verbs it is; NVERBS: none. */
static size_t verb_of(const struct token *t)
{
    size_t v = 0;
    while (v < NVERBS && (strlen(op_word(verbs[v])) != t->length ||
                          memcmp(op_word(verbs[v]), t->text, t->length)))
        v++;
    return v;
}

static void expected_verb(struct parser *p)
{
    struct str all = {0};
    const char *words[NVERBS];
    for (size_t v = 0; v < NVERBS; v++)
        words[v] = op_word(verbs[v]);
    for (size_t v = 0; v < NVERBS; v++)
        str_addf(&all, "%s%s",
                 v + 1 == NVERBS ? " or "
                 : v             ? ", "
                                 : "",
                 op_word(verbs[v]));
    parse_expected_word(p, str_text(&all), words, NVERBS);
    str_free(&all);
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
        in->expr = parse_expression(p);
        break;
    default: /* local */
        break;
    }
    bool gives = in->kind == OP_CHOOSE || op_reports(in->kind);
    if (name && gives) {
        in->result = new_register(p, name);
        define(p, name, SYM_VALUE, in->result);
    } else if (name && in->kind != OP_LOCK) {
        scan_error(&p->scan, name, "'%s' gives no result to name", op_word(in->kind));
    }
}

char *parse_text(const struct parser *p, const struct token *first)
{
    const char *end = p->scan.token.text;
    while (end > first->text && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    return parse_copy(first->text, (size_t)(end - first->text));
}

static void statement(struct parser *p)
{
    struct scanner *s = &p->scan;
    struct instruction in = {.line = s->line, .result = NO_REGISTER};
    struct token name = {0}, first = s->token, second = scan_peek(s);
    if (!p->code) {
        static const char *const first_words[] = {"actor", "expect", "semantics"};
        parse_expected_word(p, "'actor' and a name before the first statement",
                            first_words, 3);
        return;
    }
    if (p->code->at.len == LITMUS_MAX_ACTOR || ++p->statements > LITMUS_MAX_FILE) {
        FAIL(p, "too many statements: at most %d in an actor and %d in a file",
             LITMUS_MAX_ACTOR, LITMUS_MAX_FILE);
        return;
    }
    if (first.kind == TK_NAME && second.length == 1 && *second.text == '=') {
        name = first;
        if (verb_of(&name) < NVERBS || scan_is(s, "actor") || scan_is(s, "expect"))
            FAIL(p, "'%.*s' is a word of the language and cannot name a handle",
                 (int)name.length, name.text);
        scan_next(s);
        scan_next(s);
    }
    size_t v = verb_of(&s->token);
    if (v == NVERBS) {
        expected_verb(p);
        return;
    }
    in.kind = verbs[v];
    scan_next(s);
    verb(p, &in, name.length ? &name : NULL);
    if (s->token.kind != TK_END)
        parse_expected(p, "the end of the line");
    in.text = parse_text(p, &first);
    vec_push(&p->code->at, in);
}

static uint32_t total_actors(const struct litmus *l)
{
    uint32_t n = 0;
    for (size_t i = 0; i < l->codes.len; i++)
        n += l->codes.at[i]->copies;
    return n;
}

/* The number of copies, as in "x3"; 0 if the token has another form. */
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

static void copies(struct parser *p)
{
    p->code->copies = number_of_copies(&p->scan.token);
    if (!p->code->copies)
        parse_expected(p, "a number of copies such as x3, or the end of the line");
    scan_next(&p->scan);
}

static void new_code(struct parser *p, const struct token *name)
{
    p->code = mem_alloc(sizeof *p->code);
    vec_push(&p->l->codes, p->code);
    p->code->name = parse_copy(name->text, name->length);
    p->code->line = p->scan.line;
    p->code->copies = 1;
    p->nameless = NO_REGISTER;
    p->posts = 0;
    p->symbols.len = p->asked.len = 0;
}

static void end_of_line(struct parser *p)
{
    if (p->scan.token.kind != TK_END)
        parse_expected(p, "the end of the line");
}

static void actor_line(struct parser *p)
{
    struct scanner *s = &p->scan;
    scan_next(s);
    if (s->token.kind != TK_NAME) {
        parse_expected(p, "a name after 'actor'");
        return;
    }
    struct token name = s->token;
    new_code(p, &name);
    scan_next(s);
    if (s->token.kind != TK_END) {
        p->code->numbered = true;
        copies(p);
    }
    end_of_line(p);
    if (total_actors(p->l) > LITMUS_MAX_ACTORS)
        scan_error(s, &name, "more than %d actors", LITMUS_MAX_ACTORS);
}

/* ---- lines in a file of ranks that are not statements ---- */

/* Reads the number of a rank at the current token. */
static uint32_t rank_number(struct parser *p)
{
    const struct token *t = &p->scan.token;
    uint32_t rank = (uint32_t)t->number;
    if (t->kind != TK_NUMBER)
        parse_expected(p, "the number of a rank");
    else if (t->number >= LITMUS_MAX_ACTORS)
        FAIL(p, "more than %d ranks", LITMUS_MAX_ACTORS);
    scan_next(&p->scan);
    return rank;
}

/* rank 0, rank 1..3, rank 1 x3 */
static void rank_line(struct parser *p)
{
    struct scanner *s = &p->scan;
    struct token word = s->token;
    if (p->code)
        parse_rank_end(p);
    scan_next(s);
    struct token at = s->token;
    uint32_t first = rank_number(p), expected = total_actors(p->l);
    if (s->failed)
        return;
    if (first != expected)
        scan_error(s, &at, "expected rank %u: ranks are counted from 0, without gaps",
                   expected);
    new_code(p, &word);
    p->code->numbered = true;
    p->code->first_rank = first;
    p->code->nregisters = p->l->windows.len ? RANK_REGISTERS : REQUESTS_REGISTER + 1;
    if (scan_is(s, "..")) {
        scan_next(s);
        at = s->token;
        uint32_t last = rank_number(p);
        if (last < first)
            scan_error(s, &at, "expected a number from %u on", first);
        p->code->copies = last - first + 1;
    } else if (s->token.kind != TK_END) {
        copies(p);
    }
    end_of_line(p);
    if (total_actors(p->l) > LITMUS_MAX_ACTORS)
        scan_error(s, &at, "more than %d ranks", LITMUS_MAX_ACTORS);
}

static struct communicator *new_communicator(struct parser *p, const char *text,
                                             size_t length)
{
    struct communicator *c = mem_alloc(sizeof *c);
    c->name = parse_copy(text, length);
    c->line = p->scan.line;
    vec_push(&p->l->communicators, c);
    return c;
}

/* comm A 0 1 2 */
static void comm_line(struct parser *p)
{
    struct scanner *s = &p->scan;
    scan_next(s);
    if (s->token.kind != TK_NAME) {
        parse_expected(p, "a name after 'comm'");
        return;
    }
    for (size_t i = 0; i < p->l->communicators.len; i++)
        if (scan_is(s, p->l->communicators.at[i]->name))
            FAIL(p, "there is a communicator '%.*s' already", (int)s->token.length,
                 s->token.text);
    struct communicator *c = new_communicator(p, s->token.text, s->token.length);
    scan_next(s);
    do {
        if (c->ranks.len && s->token.kind == TK_NUMBER &&
            s->token.number <= vec_last(&c->ranks))
            FAIL(p, "the ranks of a communicator must be in ascending order");
        uint32_t rank = rank_number(p);
        vec_push(&c->ranks, rank);
    } while (s->token.kind != TK_END && !s->failed);
}

/* window W 2 */
static void window_line(struct parser *p)
{
    struct scanner *s = &p->scan;
    scan_next(s);
    if (s->token.kind != TK_NAME) {
        parse_expected(p, "a name after 'window'");
        return;
    }
    for (size_t i = 0; i < p->l->windows.len; i++)
        if (scan_is(s, p->l->windows.at[i].name))
            FAIL(p, "there is a window '%.*s' already", (int)s->token.length,
                 s->token.text);
    if (p->code)
        FAIL(p, "'window' must come before the first rank");
    struct litmus_window w = {.name = parse_copy(s->token.text, s->token.length)};
    scan_next(s);
    if (s->token.kind != TK_NUMBER || s->token.number < 1 ||
        s->token.number > LITMUS_MAX_CELLS)
        FAIL(p, "expected a number of cells from 1 to %d", LITMUS_MAX_CELLS);
    w.cells = (uint32_t)s->token.number;
    vec_push(&p->l->windows, w);
    p->l->program.windows = true;
    scan_next(s);
    end_of_line(p);
}

/* semantics matching|mailbox [buffering any|zero|infinite] */
static void semantics_line(struct parser *p)
{
    static const char *const bufferings[] = {"any", "zero", "infinite"};
    struct scanner *s = &p->scan;
    if (p->code || p->l->expect.given || p->l->program.matching)
        FAIL(p, "'semantics' must be the first statement of the file");
    scan_next(s);
    p->l->program.queues = scan_is(s, "mailbox");
    if (!p->l->program.queues && !scan_is(s, "matching")) {
        parse_expected(p, "'matching' or 'mailbox' after 'semantics'");
        return;
    }
    p->l->program.matching = true;
    new_communicator(p, "all", 3);
    scan_next(s);
    if (!scan_is(s, "buffering")) {
        end_of_line(p);
        return;
    }
    scan_next(s);
    for (int i = BUFFERING_ANY; i <= BUFFERING_INFINITE; i++)
        if (scan_is(s, bufferings[i])) {
            p->l->program.buffering = (enum buffering)i;
            scan_next(s);
            end_of_line(p);
            return;
        }
    parse_expected(p, "any, zero or infinite");
}

/* ---- expectations ---- */

static bool expected_count(struct parser *p, const char *word, bool *has, uint64_t *count)
{
    if (!scan_is(&p->scan, word))
        return false;
    scan_next(&p->scan);
    if (p->scan.token.kind != TK_NUMBER)
        parse_expected(p, "a number");
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
            expected_count(p, "outcomes", &e->has_traces, &e->traces) ||
            expected_count(p, "deadlocks", &e->has_deadlocks, &e->deadlocks) ||
            expected_count(p, "assertions", &e->has_assertions, &e->assertions) ||
            expected_count(p, "races", &e->has_races, &e->races))
            continue;
        if (!scan_is(&p->scan, "events")) {
            parse_expected(p, "traces, deadlocks, assertions, races or events");
            return;
        }
        scan_next(&p->scan);
        if (p->scan.token.kind != TK_NUMBER)
            parse_expected(p, "a number");
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
        for (uint32_t i = 0; i < l->codes.at[c]->copies; i++, n++) {
            make_actor(l, l->codes.at[c], l->program.matching ? n : i + 1, &l->actor[n]);
            l->program.nactors = n + 1;
            for (uint32_t other = 0; other < n; other++)
                if (!strcmp(l->actor[other].name, l->actor[n].name)) {
                    str_addf(why, "%s:%u:1: there is an actor '%s' already", l->file,
                             l->codes.at[c]->line, l->actor[n].name);
                    return false;
                }
        }
    if (!n)
        str_addf(why, "%s: there is no %s in this file", l->file,
                 l->program.matching ? "rank" : "actor");
    return n;
}

/* After all ranks are known: fills the communicators and checks that their members
 * exist. */
static bool start_ranks(struct litmus *l, struct str *why)
{
    l->program.nmailboxes = (uint32_t)l->communicators.len;
    for (uint32_t i = 0; i < l->program.nactors; i++)
        vec_push(&l->communicators.at[0]->ranks, i);
    for (size_t i = 0; i < l->communicators.len; i++) {
        const struct communicator *c = l->communicators.at[i];
        if (vec_last(&c->ranks) >= l->program.nactors) {
            str_addf(why, "%s:%u:1: there is no rank %u for '%s'", l->file, c->line,
                     vec_last(&c->ranks), c->name);
            return false;
        }
    }
    uint64_t n = l->program.nactors;
    uint64_t contexts = l->communicators.len + l->windows.len * (1 + 3 * n * n);
    if (l->windows.len && contexts > ARRIVE_MAX_CONTEXT) {
        str_addf(why, "%s: too many ranks for so many windows", l->file);
        return false;
    }
    if (!parse_rank_peers(l, why))
        return false;
    for (uint32_t i = 0; i < l->program.nactors; i++)
        rank_start(l, i);
    return true;
}

static void line(struct parser *p)
{
    static const struct {
        const char *word;
        void (*parse)(struct parser *);
        bool ranks, actors; /* whether it is allowed in files of ranks, and of actors */
    } lines[] = {
        {"actor", actor_line, false, true},   {"semantics", semantics_line, true, true},
        {"rank", rank_line, true, false},     {"comm", comm_line, true, false},
        {"window", window_line, true, false}, {"expect", expect_line, true, true}};
    bool matching = p->l->program.matching;
    struct token second = scan_peek(&p->scan);
    bool assigns = second.length == 1 && *second.text == '=';
    for (size_t i = 0; i < sizeof lines / sizeof *lines && !assigns; i++)
        if ((matching ? lines[i].ranks : lines[i].actors) &&
            scan_is(&p->scan, lines[i].word)) {
            lines[i].parse(p);
            return;
        }
    if (matching)
        parse_rank_line(p);
    else
        statement(p);
}

enum mz_err litmus_parse(const char *file, const char *text, size_t length,
                         struct litmus **out, struct str *why)
{
    struct parser p = {.l = mem_alloc(sizeof *p.l)};
    p.l->program.ops = &litmus_ops;
    p.l->file = mem_strdup(file);
    p.l->digest = XXH3_64bits(text, length);
    scan_init(&p.scan, file, text, length, why);
    while (scan_line(&p.scan))
        line(&p);
    if (p.l->program.matching && p.code)
        parse_rank_end(&p);
    bool good = !p.scan.failed && make_actors(p.l, why) &&
                (!p.l->program.matching || start_ranks(p.l, why));
    vec_free(&p.symbols);
    vec_free(&p.asked);
    vec_free(&p.variables);
    vec_free(&p.uses);
    vec_free(&p.blocks);
    if (!good)
        litmus_free(p.l);
    *out = good ? p.l : NULL;
    return good ? MZ_OK : MZ_USAGE;
}
