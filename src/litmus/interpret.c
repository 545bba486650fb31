/* SPDX-License-Identifier: Apache-2.0
 *
 * interpret.c - litmus files as programs (kernel/program.h).
 *
 * An actor's image is its program counter and registers, in a block that is
 * used again after release. All blocks have the size that the largest actor
 * needs, so that one list of spare ones serves all. */
#include "litmus/code.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static struct litmus *of(struct program *p)
{
    return (struct litmus *)p;
}

static int64_t apply(enum expr_op op, int64_t a, int64_t b)
{
    switch (op) {
    case EX_ADD: /* unsigned arithmetic, which wraps around */
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case EX_SUBTRACT:
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case EX_EQ:
        return a == b;
    case EX_NE:
        return a != b;
    case EX_LT:
        return a < b;
    case EX_LE:
        return a <= b;
    case EX_GT:
        return a > b;
    case EX_GE:
        return a >= b;
    case EX_AND:
        return a && b;
    case EX_OR:
        return a || b;
    default:
        assert(op >= EX_ADD); /* the other operators are not binary */
        return 0;
    }
}

int64_t litmus_evaluate(const struct litmus *l, uint32_t actor, struct expr_range e)
{
    const struct litmus_actor *a = &l->actor[actor];
    if (!e.n)
        return 0;
    int64_t stack[EXPR_MAX_ITEMS] = {0};
    size_t top = 0;
    for (uint32_t i = e.first; i < e.first + e.n; i++) {
        const struct expr_item *item = &a->code->exprs.at[i];
        switch (item->op) {
        case EX_CONST:
            stack[top++] = item->value;
            break;
        case EX_REGISTER:
            stack[top++] = a->registers[item->value];
            break;
        case EX_SELF:
            stack[top++] = actor;
            break;
        case EX_NOT:
            stack[top - 1] = !stack[top - 1];
            break;
        case EX_NEGATE:
            stack[top - 1] = (int64_t) - (uint64_t)stack[top - 1];
            break;
        default:
            top--;
            stack[top - 1] = apply(item->op, stack[top - 1], stack[top]);
        }
    }
    return stack[0];
}

static bool next(struct program *p, uint32_t actor, struct op *op)
{
    const struct litmus_actor *a = &of(p)->actor[actor];
    if (p->matching)
        return rank_next(of(p), actor, op);
    if (a->pc >= a->code->at.len)
        return false;
    const struct instruction *in = &a->code->at.at[a->pc];
    *op = (struct op){.kind = in->kind, .object = in->object, .where = a->pc};
    op->nargs = in->nargs;
    op->args = in->nargs ? a->code->args.at + in->first_arg : NULL;
    op->value =
        in->kind == OP_CHOOSE ? in->choices : litmus_evaluate(of(p), actor, in->expr);
    return true;
}

static void resume(struct program *p, uint32_t actor, struct outcome o)
{
    if (p->matching) {
        rank_resume(of(p), actor, o);
        return;
    }
    struct litmus_actor *a = &of(p)->actor[actor];
    const struct instruction *in = &a->code->at.at[a->pc++];
    if (o.received) {
        uint32_t post = a->code->args.at[in->first_arg + (uint32_t)o.index];
        a->registers[a->code->post_register.at[post]] = o.value;
    }
    if (in->result == NO_REGISTER)
        return;
    bool yes_or_no = op_fails(in->kind);
    if (in->kind == OP_CHOOSE || op_blocks(in->kind) || yes_or_no)
        a->registers[in->result] = yes_or_no ? o.index != OUTCOME_FALSE : o.index;
}

static image_id save(struct program *p, uint32_t actor)
{
    struct litmus *l = of(p);
    const struct litmus_actor *a = &l->actor[actor];
    int64_t *image = l->spare.len ? vec_pop(&l->spare)
                                  : arena_get(&l->images, l->image_words * sizeof *image);
    image[0] = (int64_t)a->endless << 32 | a->pc;
    memcpy(image + 1, a->registers, a->code->nregisters * sizeof *image);
    return (image_id)(uintptr_t)image;
}

static void restore(struct program *p, uint32_t actor, image_id id)
{
    struct litmus_actor *a = &of(p)->actor[actor];
    const int64_t *image = (const int64_t *)(uintptr_t)id;
    a->pc = (uint32_t)image[0];
    a->endless = image[0] >> 32;
    memcpy(a->registers, image + 1, a->code->nregisters * sizeof *image);
}

static void release(struct program *p, uint32_t actor, image_id id)
{
    (void)actor;
    vec_push(&of(p)->spare, (int64_t *)(uintptr_t)id);
}

static uint64_t digest(struct program *p, uint32_t actor)
{
    const struct litmus_actor *a = &of(p)->actor[actor];
    if (p->windows)
        return window_digest(of(p), actor);
    return XXH3_64bits_withSeed(a->registers, a->code->nregisters * sizeof *a->registers,
                                a->pc);
}

static const char *actor_name(struct program *p, uint32_t actor)
{
    return of(p)->actor[actor].name;
}

static const struct instruction *instruction(struct program *p, uint32_t actor,
                                             const struct op *op)
{
    return &of(p)->actor[actor].code->at.at[op->where];
}

static void describe(struct program *p, uint32_t actor, const struct op *op,
                     struct str *s)
{
    str_addf(s, "%s", instruction(p, actor, op)->text);
}

static struct location location(struct program *p, uint32_t actor, const struct op *op)
{
    return (struct location){.file = of(p)->file,
                             .line = instruction(p, actor, op)->line};
}

static void explain(struct program *p, uint32_t actor, const struct op *op, struct str *s)
{
    const struct litmus_actor *a = &of(p)->actor[actor];
    const struct instruction *in = instruction(p, actor, op);
    if (p->matching && rank_explain(of(p), actor, op, s))
        return;
    for (uint32_t i = in->expr.first; i < in->expr.first + in->expr.n; i++) {
        const struct expr_item *item = &a->code->exprs.at[i];
        bool named_before = false;
        for (uint32_t j = in->expr.first; j < i; j++)
            named_before |= a->code->exprs.at[j].op == EX_REGISTER &&
                            a->code->exprs.at[j].value == item->value;
        if (item->op != EX_REGISTER || named_before)
            continue;
        const char *name = "?";
        for (size_t n = 0; n < a->code->names.len; n++)
            if (a->code->names.at[n].reg == item->value)
                name = a->code->names.at[n].name;
        str_addf(s, "%s%s = %lld", s->len ? ", " : "", name,
                 (long long)a->registers[item->value]);
    }
}

static bool may_still(struct program *p, uint32_t actor, enum op_kind kind,
                      uint32_t object)
{
    const struct litmus_actor *a = &of(p)->actor[actor];
    if (p->matching)
        return a->pc < a->code->at.len; /* a loop may go back to an earlier instruction */
    for (size_t i = a->pc; i < a->code->at.len; i++)
        if (a->code->at.at[i].kind == kind && a->code->at.at[i].object == object)
            return true;
    return false;
}

static const struct program_words words = {
    .actor_name = actor_name,
    .describe = describe,
    .location = location,
    .may_still = may_still,
    .explain = explain,
};

static const struct program_merging merging = {
    .digest = digest,
    .identify = rank_identify,
    .mentions = rank_mentions,
    .same = rank_same,
};

static const struct program_collectives collectives = {.gather = rank_gather};
static const struct program_windows windows = {.access = window_access};

const struct program_ops litmus_ops = {
    .next = next,
    .resume = resume,
    .save = save,
    .restore = restore,
    .release = release,
    .words = &words,
    .merging = &merging,
    .collectives = &collectives,
    .windows = &windows,
};
