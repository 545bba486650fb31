/* SPDX-License-Identifier: Apache-2.0
 *
 * schedule.c - see schedule.h. */
#include "kernel/schedule.h"
#include "kernel/family.h"
#include "kernel/matching.h"

#include <stdlib.h>
#include <string.h>

static const char *sender_name(const struct state *st, uint32_t sender)
{
    return sender == OUTSIDE ? "main" : program_name(st->program, sender);
}

void schedule_print(const struct state *st, const uint32_t *cut, struct str *out)
{
    for (uint32_t i = 0; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        str_addf(out, "%s%s", out->len ? " " : "",
                 sender_name(st, matching_rank(st, e->act.actor)));
        if (e->act.actor >= st->program->nactors) /* a slot, for this request */
            str_addf(out, ".%u", (uint32_t)e->op.value);
        const struct family *f = family_of(e->op.kind);
        if (op_gets(e->op.kind) && e->act.outcome != OUTCOME_FALSE) {
            struct message_name m = f->name(e->act.outcome);
            str_addf(out, ":%s.%u", sender_name(st, m.sender), m.k);
        } else if (f->chooses(e)) {
            str_addf(out, ":%d", e->act.outcome);
        }
    }
}

static uint32_t find_actor(const struct state *st, const char *name, size_t length)
{
    uint32_t a = 0;
    for (; a < st->program->nactors; a++) {
        const char *theirs = program_name(st->program, a);
        if (strlen(theirs) == length && !memcmp(theirs, name, length))
            break;
    }
    return a < st->program->nactors ? a : st->nactors;
}

/* "name.request" is the slot that makes the step of that request. */
static uint32_t find_slot(const struct state *st, const char *name, size_t length)
{
    const char *dot = memrchr(name, '.', length);
    uint32_t actor = dot ? find_actor(st, name, (size_t)(dot - name)) : st->nactors;
    if (actor == st->nactors)
        return st->nactors;
    unsigned long request = strtoul(dot + 1, NULL, 10);
    if (request >= st->actor[actor].requests.len ||
        st->actor[actor].requests.at[request].slot == NO_EVENT)
        return st->nactors;
    return st->actor[actor].requests.at[request].slot;
}

/* Reads an outcome as schedule_print() wrote it: a number, or "sender.k" for a message.
 * False if the text is neither. */
static bool parse_outcome(const struct state *st, uint32_t actor, const char *text,
                          size_t length, int32_t *outcome)
{
    const char *number = text;
    uint32_t sender = OUTSIDE;
    enum op_kind kind = st->actor[actor].pending.kind;
    bool message = op_gets(kind) && (length != 2 || memcmp(text, "-1", 2));
    if (message) {
        const char *dot = memrchr(text, '.', length);
        size_t name = dot ? (size_t)(dot - text) : 0;
        if (!dot)
            return false;
        number = dot + 1;
        if (op_family(kind) != FAMILY_INBOX || name != 4 || memcmp(text, "main", 4))
            sender = find_actor(st, text, name);
        if (sender == st->nactors)
            return false;
    }
    char *end;
    long n = strtol(number, &end, 10);
    struct message_name m = {sender, (uint32_t)n};
    *outcome = message ? family_of(kind)->named(m) : (int32_t)n;
    return end > number && end == text + length && n >= OUTCOME_FALSE && n <= INT32_MAX;
}

/* Executes one word of a schedule; `step` is its number, for the error message. */
static enum mz_err follow(struct state *st, const char *word, size_t length, size_t step,
                          struct str *why)
{
    const char *colon = memchr(word, ':', length);
    int name = (int)(colon ? (size_t)(colon - word) : length);
    int rest = colon ? (int)length - name - 1 : 0;
    uint32_t actor = find_actor(st, word, (size_t)name);
    if (actor == st->nactors && st->program->matching)
        actor = find_slot(st, word, (size_t)name);
    bool known = actor < st->nactors, understood = known;
    int32_t wanted = 0;
    outcomes_vec possible = {0};
    size_t i = 0;
    if (known && colon)
        understood = parse_outcome(st, actor, colon + 1, (size_t)rest, &wanted);
    if (known)
        state_outcomes(st, actor, &possible);
    while (colon && i < possible.len && possible.at[i] != wanted)
        i++;
    str_addf(why, "step %zu of the schedule: ", step);
    bool good = false;
    if (!known)
        str_addf(why, "there is no actor '%.*s'", name, word);
    else if (!understood)
        str_addf(why, "'%.*s' is not an outcome that %.*s can have", rest, colon + 1,
                 name, word);
    else if (!possible.len)
        str_addf(why, "%.*s cannot move here; it has ended or waits", name, word);
    else if (i == possible.len)
        str_addf(why, "%.*s cannot have outcome %.*s here", name, word, rest, colon + 1);
    else
        good = true;
    if (good) {
        state_push(st, actor, possible.at[i]);
        str_clear(why);
    }
    vec_free(&possible);
    return good ? MZ_OK : MZ_USAGE;
}

enum mz_err schedule_follow(struct state *st, const char *schedule, struct str *why)
{
    enum mz_err err = MZ_OK;
    for (size_t step = 1; !err; step++) {
        schedule += strspn(schedule, " \t\n,");
        size_t length = strcspn(schedule, " \t\n,");
        if (!length)
            break;
        err = follow(st, schedule, length, step, why);
        schedule += length;
    }
    return err;
}
