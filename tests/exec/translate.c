/* SPDX-License-Identifier: Apache-2.0
 *
 * translate.c - see translate.h.
 *
 * One function for each `actor` line. Its registers are an array, since that is
 * what the parser made of its names; the k-th post of the actor is the
 * communication with handle k, and has a buffer of its own. */
#include "translate.h"

static const char *const signs[] = {
    [EX_ADD] = "+", [EX_SUBTRACT] = "-", [EX_EQ] = "==", [EX_NE] = "!=",  [EX_LT] = "<",
    [EX_LE] = "<=", [EX_GT] = ">",       [EX_GE] = ">=", [EX_AND] = "&&", [EX_OR] = "||"};

static void expression(const struct litmus_code *c, uint32_t first, uint32_t n,
                       struct str *out)
{
    struct str stack[EXPR_MAX_ITEMS] = {0};
    size_t top = 0;
    if (!n)
        str_addf(out, "0");
    for (uint32_t i = first; i < first + n; i++) {
        const struct expr_item *e = &c->exprs.at[i];
        struct str t = {0};
        switch (e->op) {
        case EX_CONST:
            str_addf(&t, "INT64_C(%lld)", (long long)e->value);
            break;
        case EX_REGISTER:
            str_addf(&t, "r[%lld]", (long long)e->value);
            break;
        case EX_NOT:
        case EX_NEGATE:
            str_addf(&t, "(int64_t)(%s%s)", e->op == EX_NOT ? "!" : "-",
                     str_text(&stack[--top]));
            str_free(&stack[top]);
            break;
        default:
            top -= 2;
            str_addf(&t, "(int64_t)(%s %s %s)", str_text(&stack[top]), signs[e->op],
                     str_text(&stack[top + 1]));
            str_free(&stack[top]);
            str_free(&stack[top + 1]);
        }
        stack[top++] = t;
    }
    if (n) {
        str_addf(out, "%s", str_text(&stack[0]));
        str_free(&stack[0]);
    }
}

static bool is_receive(const struct litmus_code *c, uint32_t post)
{
    for (size_t i = 0; i < c->at.len; i++) {
        enum op_kind k = c->at.at[i].kind;
        if ((k == OP_SEND || k == OP_RECV) && !post--)
            return k == OP_RECV;
    }
    return false;
}

static void wait(const struct litmus_code *c, const struct instruction *in,
                 struct str *out)
{
    static const char *const call[OP_KINDS] = {[OP_WAIT] = "mz_wait_any",
                                               [OP_TEST] = "mz_test_any",
                                               [OP_MWAIT] = "mz_lock_wait_any",
                                               [OP_MTEST] = "mz_lock_test_any"};
    bool comm = in->kind == OP_WAIT || in->kind == OP_TEST;
    str_addf(out, "    i = %s((int[]){", call[in->kind]);
    for (uint32_t k = 0; k < in->nargs; k++)
        str_addf(out, "%s%u", k ? ", " : "", c->args.at[in->first_arg + k]);
    str_addf(out, "}, %u);\n", in->nargs);
    for (uint32_t k = 0; comm && k < in->nargs; k++) {
        uint32_t post = c->args.at[in->first_arg + k];
        if (is_receive(c, post))
            str_addf(out, "    if (i == %u) r[%u] = b[%u];\n", k,
                     c->post_register.at[post], post);
    }
    if (in->result == NO_REGISTER)
        return;
    bool yes_or_no = in->kind == OP_TEST || in->kind == OP_MTEST;
    str_addf(out, "    r[%u] = %s;\n", in->result, yes_or_no ? "i >= 0" : "i");
}

static void instruction(const struct litmus_code *c, const struct instruction *in,
                        uint32_t *posts, struct str *out)
{
    switch (in->kind) {
    case OP_LOCAL:
        str_addf(out, "    mz_local();\n");
        break;
    case OP_CHOOSE:
        str_addf(out, "    i = mz_choose(%lld);\n", (long long)in->choices);
        if (in->result != NO_REGISTER)
            str_addf(out, "    r[%u] = i;\n", in->result);
        break;
    case OP_ASSERT:
        str_addf(out, "    mz_assert_at((");
        expression(c, in->expr.first, in->expr.n, out);
        str_addf(out, ") != 0, \"assertion\", \"litmus\", %u);\n", in->line);
        break;
    case OP_SEND:
        str_addf(out, "    v = ");
        expression(c, in->expr.first, in->expr.n, out);
        str_addf(out, ";\n    mz_isend(%u, &v, sizeof v);\n", in->object);
        ++*posts;
        break;
    case OP_RECV:
        str_addf(out, "    mz_irecv(%u, &b[%u], sizeof b[0]);\n", in->object, (*posts)++);
        break;
    case OP_LOCK:
        str_addf(out, "    mz_lock_async(%u);\n", in->object);
        break;
    case OP_UNLOCK:
        str_addf(out, "    mz_unlock(%u);\n", in->object);
        break;
    case OP_WAIT:
    case OP_TEST:
    case OP_MWAIT:
    case OP_MTEST:
        wait(c, in, out);
        break;
    case OP_TAKE: /* not of actors in litmus files */
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
    case OP_MATCH:
    case OP_FINISH:
    case OP_POLL:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
    case OP_CANCEL:
    case OP_RETRACT:
    case OP_WLOCK:
    case OP_ATOMIC:
    case OP_UNLOCKING:
    case OP_JOIN:
    case OP_EFFECT:
    case OP_DIRECT:
    case OP_WUNLOCK:
    case OP_PULL:
    case OP_ACQUIRE:
    case OP_TRY:
    case OP_RELEASE:
    case OP_ENROL:
    case OP_AWAIT:
    case OP_WAKE:
    case OP_REACH:
    case OP_PASS:
    case OP_LOAD:
    case OP_STORE:
    case OP_UPDATE:
    case OP_RETIRE:
    case OP_KINDS:
        break;
    }
}

/* In turn on the stack, in static memory (of which every actor has its own copy, also
 * those that share the code) and on the heap, so that each part of an image is needed. */
static void registers(const struct litmus_code *c, unsigned where, struct str *out)
{
    static const char *const keyword[] = {"", "static ", ""};
    size_t n = c->nregisters + 1u, m = c->post_register.len + 1;
    if (where < 2)
        str_addf(out, "    %sint64_t r[%zu]%s, b[%zu]%s;\n", keyword[where], n,
                 where ? "" : " = {0}", m, where ? "" : " = {0}");
    else
        str_addf(
            out,
            "    int64_t *r = calloc(%zu, sizeof *r), *b = malloc(%zu * sizeof *b);\n"
            "    free(calloc(1, %zu));\n    b = realloc(b, %zu * sizeof *b);\n",
            n, m, 100 * n, 50 * m);
    str_addf(out, "    int64_t v = 0;\n");
}

void translate(const struct litmus *l, unsigned number, struct str *out)
{
    for (size_t k = 0; k < l->codes.len; k++) {
        const struct litmus_code *c = l->codes.at[k];
        uint32_t posts = 0;
        str_addf(out, "static void actor_%u_%zu(void *arg)\n{\n", number, k);
        registers(c, (number + (unsigned)k) % 3, out);
        str_addf(out,
                 "    int i = 0;\n    (void)arg, (void)r, (void)b, (void)v, (void)i;\n");
        for (size_t i = 0; i < c->at.len; i++)
            instruction(c, &c->at.at[i], &posts, out);
        str_addf(out, "}\n\n");
    }
    str_addf(out, "static void setup_%u(void)\n{\n", number);
    for (size_t i = 0; i < l->mailboxes.len; i++)
        str_addf(out, "    mz_mailbox_new(\"%s\");\n", l->mailboxes.at[i]);
    for (size_t i = 0; i < l->mutexes.len; i++)
        str_addf(out, "    mz_mutex_new(\"%s\");\n", l->mutexes.at[i]);
    for (uint32_t a = 0; a < l->program.nactors; a++)
        for (size_t k = 0; k < l->codes.len; k++)
            if (l->codes.at[k] == l->actor[a].code)
                str_addf(out, "    mz_actor_new(\"%s\", actor_%u_%zu, 0);\n",
                         l->actor[a].name, number, k);
    str_addf(out, "}\n\n");
}

void translate_begin(struct str *out)
{
    str_addf(out, "/* made by tests/exec/translate.c */\n#include <mazurka.h>\n"
                  "#include <stdint.h>\n#include <stdlib.h>\n\n");
}

void translate_end(unsigned programs, struct str *out)
{
    str_addf(out, "static void (*const setups[])(void) = {");
    for (unsigned i = 0; i < programs; i++)
        str_addf(out, "setup_%u, ", i);
    str_addf(out,
             "};\n\nint main(int argc, char **argv)\n{\n"
             "    setups[argc > 1 ? atoi(argv[1]) : 0]();\n    return mz_run();\n}\n");
}
