/* SPDX-License-Identifier: Apache-2.0
 *
 * record.c - a finding as a record: what it owns, and whether two are the same. */
#include "report/finding.h"

#include <string.h>

const char *actor_state_word(enum actor_state s)
{
    static const char *const words[] = {"ready",  "blocked", "ended",
                                        "failed", "idle",    "polling"};
    return words[s];
}

bool actor_is_stuck(enum actor_state s)
{
    return s == ACTOR_BLOCKED || s == ACTOR_POLLS;
}

/* The finding's own copy of the name. */
static const char *keep_name(struct finding *f, const char *name)
{
    for (size_t i = f->files.len; i-- > 0;)
        if (!strcmp(f->files.at[i], name))
            return f->files.at[i];
    vec_push(&f->files, mem_strdup(name));
    return vec_last(&f->files);
}

struct location finding_locate(struct finding *f, struct location where)
{
    if (!where.line || !where.file)
        return (struct location){0};
    return (struct location){keep_name(f, where.file), where.line,
                             where.path ? keep_name(f, where.path) : NULL};
}

void finding_replay(struct finding *f, const char *command)
{
    struct str s = {0};
    str_addf(&s, "%s ", command);
    str_shell(&s, f->trace);
    free(f->replay);
    f->replay = s.text;
}

bool finding_is(const struct finding *f, const struct finding *other)
{
    return f->kind == other->kind && f->actor == other->actor &&
           !strcmp(f->message, other->message);
}

static bool same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

static void describe(const struct finding_actor *a, struct str *s)
{
    str_addf(s, "%s", actor_state_word(a->state));
    if (a->call)
        str_addf(s, " in %s", a->call);
    if (a->where.line)
        str_addf(s, ", %s:%u", a->where.file, a->where.line);
}

static bool same_actor(const struct finding_actor *a, const struct finding_actor *b)
{
    bool same = a->state == b->state && same_text(a->call, b->call) &&
                a->where.line == b->where.line &&
                same_text(a->where.file, b->where.file) &&
                a->waits_for.len == b->waits_for.len;
    for (size_t i = 0; same && i < a->waits_for.len; i++)
        same = a->waits_for.at[i] == b->waits_for.at[i];
    return same;
}

bool finding_is_of_all(const struct finding *f)
{
    return finding_scope(f->kind) == SCOPE_ALL &&
           !(f->actor < f->actors.len && f->actors.at[f->actor].state == ACTOR_FAILED);
}

/* If one actor fails, the states of the others do not matter, since they may be
 * anywhere. Nor does the state of an actor that went on after a remark. */
void finding_compare(const struct finding *before, const struct finding *now,
                     struct str *s)
{
    bool all = finding_is_of_all(before);
    if (!finding_is(before, now)) {
        str_addf(s, "it was %s: %s; now it is %s: %s", finding_word(before->kind),
                 before->message, finding_word(now->kind), now->message);
        return;
    }
    if (!same_text(before->detail, now->detail)) {
        str_addf(s, "it was: %s; now it is: %s", before->detail ? before->detail : "",
                 now->detail ? now->detail : "");
        return;
    }
    if (before->actors.len != now->actors.len) {
        str_addf(s, "there were %zu actors, and now there are %zu", before->actors.len,
                 now->actors.len);
        return;
    }
    for (uint32_t a = 0; a < now->actors.len; a++) {
        const struct finding_actor *x = &before->actors.at[a], *y = &now->actors.at[a];
        bool counts = all || (a == before->actor && x->state == ACTOR_FAILED);
        if (!counts || same_actor(x, y))
            continue;
        str_addf(s, "%s was ", x->name);
        describe(x, s);
        str_addf(s, "; now it is ");
        describe(y, s);
        return;
    }
}

void texts_free(texts_vec *v)
{
    for (size_t i = 0; i < v->len; i++)
        free(v->at[i]);
    vec_free(v);
}

static void free_actor(struct finding_actor *a)
{
    for (size_t i = 0; i < a->stack.len; i++)
        free(a->stack.at[i].function);
    vec_free(&a->stack);
    vec_free(&a->waits_for);
    free(a->name);
    free(a->call);
    free(a->output);
}

static void free_access(struct finding_access *a)
{
    for (size_t i = 0; i < a->stack.len; i++)
        free(a->stack.at[i].function);
    vec_free(&a->stack);
    free(a->what);
    free(a->epoch);
}

void finding_free(struct finding *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->actors.len; i++)
        free_actor(&f->actors.at[i]);
    for (size_t i = 0; i < f->steps.len; i++)
        free(f->steps.at[i].text);
    for (size_t i = 0; i < f->rivals.len; i++)
        free(f->rivals.at[i].text);
    finding_free(f->passing);
    vec_free(&f->actors);
    vec_free(&f->steps);
    vec_free(&f->rivals);
    for (size_t i = 0; i < f->accesses.len; i++)
        free_access(&f->accesses.at[i]);
    vec_free(&f->accesses);
    vec_free(&f->cycle);
    texts_free(&f->races);
    for (size_t i = 0; i < f->ways.len; i++)
        free(f->ways.at[i].what);
    vec_free(&f->ways);
    texts_free(&f->earlier);
    texts_free(&f->files);
    for (size_t i = 0; i < f->source.len; i++)
        free(f->source.at[i].text);
    vec_free(&f->source);
    free(f->message);
    free(f->function);
    free(f->detail);
    free(f->trace);
    free(f->replay);
    free(f->suppressed);
    free(f);
}
