/* SPDX-License-Identifier: Apache-2.0
 *
 * record.c - a finding as a record: what it owns, and whether two are the same. */
#include "report/mzt.h"

#include <string.h>

const char *step_role_word(enum step_role r)
{
    static const char *const words[] = {"plain", "send", "receive", "collective"};
    return words[r];
}

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
        return (struct location){.site = where.site};
    return (struct location){keep_name(f, where.file), where.line,
                             where.path ? keep_name(f, where.path) : NULL, where.site};
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

static bool are_below(const events_vec *v, size_t n)
{
    for (size_t i = 0; i < v->len; i++)
        if (v->at[i] >= n)
            return false;
    return true;
}

static bool steps_hold(const struct finding *f)
{
    for (size_t i = 0; i < f->steps.len; i++) {
        const struct finding_step *s = &f->steps.at[i];
        if (s->actor >= f->actors.len || s->role > STEP_COLLECTIVE ||
            (s->other != NO_STEP && s->other >= f->steps.len))
            return false;
    }
    return true;
}

static bool rivals_hold(const struct finding *f)
{
    for (size_t i = 0; i < f->rivals.len; i++) {
        const struct finding_rival *r = &f->rivals.at[i];
        if (r->actor >= f->actors.len || r->receive >= f->steps.len ||
            (r->step != NO_STEP && r->step >= f->steps.len))
            return false;
    }
    return true;
}

static bool accesses_hold(const struct finding *f)
{
    for (size_t i = 0; i < f->accesses.len; i++)
        if (f->accesses.at[i].actor >= f->actors.len ||
            f->accesses.at[i].target >= f->actors.len)
            return false;
    return true;
}

static bool decision_holds(const struct finding *f)
{
    for (size_t i = 0; i < f->ways.len; i++)
        if (f->ways.at[i].kind > WAY_OTHER ||
            (f->ways.at[i].actor != NO_ACTOR && f->ways.at[i].actor >= f->actors.len))
            return false;
    return f->decided != DECIDED_BY_STEP || (f->decisive < f->steps.len && f->ways.len);
}

static bool actors_hold(const struct finding *f)
{
    for (size_t a = 0; a < f->actors.len; a++)
        if (f->actors.at[a].state > ACTOR_POLLS ||
            !are_below(&f->actors.at[a].waits_for, f->actors.len))
            return false;
    return true;
}

const char *finding_contradicts(const struct finding *f)
{
    return f->kind >= FINDING_ENDS                ? "kind"
           : f->reason >= REASONS                 ? "reason"
           : f->actor >= f->actors.len            ? "rank"
           : !are_below(&f->cycle, f->actors.len) ? "cycle"
           : !actors_hold(f)                      ? "ranks"
           : !steps_hold(f)                       ? "events"
           : !rivals_hold(f)                      ? "alternatives"
           : !accesses_hold(f)                    ? "accesses"
           : !decision_holds(f)                   ? "decisive"
                                                  : NULL;
}

void texts_free(texts_vec *v)
{
    for (size_t i = 0; i < v->len; i++)
        free(v->at[i]);
    vec_free(v);
}

void finding_evidence_free(struct finding_evidence *e)
{
    if (!e)
        return;
    free(e->stack);
    free(e->output);
    free(e);
}

void finding_actor_free(struct finding_actor *a)
{
    finding_evidence_free(a->evidence);
    for (size_t i = 0; i < a->stack.len; i++)
        free(a->stack.at[i].function);
    vec_free(&a->stack);
    vec_free(&a->waits_for);
    free(a->name);
    free(a->call);
    free(a->output);
}

void finding_access_free(struct finding_access *a)
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
        finding_actor_free(&f->actors.at[i]);
    for (size_t i = 0; i < f->steps.len; i++)
        free(f->steps.at[i].text);
    for (size_t i = 0; i < f->rivals.len; i++)
        free(f->rivals.at[i].text);
    finding_free(f->passing);
    vec_free(&f->actors);
    vec_free(&f->steps);
    vec_free(&f->rivals);
    for (size_t i = 0; i < f->accesses.len; i++)
        finding_access_free(&f->accesses.at[i]);
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

void mzt_free(struct mzt *t)
{
    free(t->command);
    free(t->program);
    free(t->target);
    free(t->directory);
    for (size_t i = 0; i < t->arguments.len; i++)
        free(t->arguments.at[i]);
    vec_free(&t->arguments);
    texts_free(&t->libraries);
    vec_free(&t->cells);
    vec_free(&t->stack_pages);
    vec_free(&t->births);
    facts_free(&t->facts);
    str_free(&t->input);
    vec_free(&t->steps);
    free(t->tape);
    finding_free(t->finding);
    *t = (struct mzt){0};
}
