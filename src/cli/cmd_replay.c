/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_replay.c - `mazurka replay`: one outcome again, alone or under gdb. */
#include "cli/identity.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/real.h"
#include "cli/replay.h"
#include "cli/session.h"
#include "real/input.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Prints the finding from the file, in its original words, and then compares it with
 * what is seen now. */
static int tell(struct launch *l, const struct mzt *t, const struct options *o)
{
    struct str s = {0};
    struct source *source = source_open(l->link, t->program);
    struct text_style style = options_style(o);
    VEC(struct finding *) now = {0};
    struct raw_list list = {.link = l->link};
    struct link_finding is;
    struct raw_finding f;
    while (raw_next(&list, &is) && raw_take(&list, &f)) {
        real_resolve(l->link, source, f.trace.finding);
        if (f.trace.finding->kind == FINDING_ASSERTION && l->values.len &&
            !f.trace.finding->detail)
            f.trace.finding->detail = mem_strdup(str_text(&l->values));
        vec_push(&now, f.trace.finding);
        f.trace.finding = NULL;
        raw_free(&f);
    }
    if (list.overwritten)
        note(LINK_OVERWRITTEN);
    text_finding(t->finding, &style, &s);
    if (o->show_output)
        text_outputs(t->finding, &s);
    fputs(str_text(&s), stdout);
    fflush(stdout);
    int code = replay_compare(t->finding, now.at, now.len);
    for (size_t i = 0; i < now.len; i++)
        finding_free(now.at[i]);
    vec_free(&now);
    source_close(source);
    str_free(&s);
    return code;
}

static int outcome(struct launch *l, const struct mzt *t, const struct options *o)
{
    struct str why = {0};
    const struct link *k = l->link;
    if (k->interrupt) {
        usage_error("interrupted before the end of the execution");
        return MZ_INCOMPLETE;
    }
    if (launch_lost(l, &why)) {
        usage_error("the process was lost: %s", str_text(&why));
        str_free(&why);
        return MZ_UNSUPPORTED;
    }
    if (k->differs) {
        usage_error("the program did not do the same again\n  step %u was: %s\n"
                    "  now it is:  %s",
                    k->differs, k->expected, k->got);
        return MZ_UNSUPPORTED;
    }
    if (k->unsupported[0]) {
        usage_error("%s", k->unsupported);
        return MZ_UNSUPPORTED;
    }
    return tell(l, t, o);
}

/* Compares the facts of the recorded run with the present ones. Another program cannot
 * be replayed; everything else that has changed is reported, and the steps show whether
 * it makes a difference. */
static int compare(const struct mzt *t, const char *file, char **argv,
                   const struct link *link)
{
    facts_vec now = {0};
    struct str changed = {0};
    int code = MZ_OK;
    identity_begin(&now, argv);
    identity_again(&now, &t->facts, link);
    const char *before = facts_value(&t->facts, IDENTITY_PROGRAM);
    facts_changed(&t->facts, &now, &changed);
    if (access(argv[0], R_OK))
        code = usage_error("%s, the program of %s, is not there", t->program, file);
    else if (!before || strcmp(before, facts_value(&now, IDENTITY_PROGRAM)))
        code = usage_error("%s has changed since %s was recorded\n"
                           "  fix: run 'mazurka run' again for a new trace",
                           t->program, file);
    else if (changed.len)
        note("changed since %s was recorded: %s", file, str_text(&changed));
    facts_free(&now);
    str_free(&changed);
    return code;
}

static void compare_after(const struct mzt *t, const char *file, const struct link *link)
{
    struct str changed = {0};
    identity_differs(&t->facts, link, &changed);
    if (changed.len)
        note("not as when %s was recorded: %s", file, str_text(&changed));
    str_free(&changed);
}

/* What the finding says, for gdb. */
static const char *in_a_line(const struct finding *f, struct str *s)
{
    str_addf(s, "%s: %s", finding_word(f->kind), f->message);
    if (f->where.line) {
        str_addf(s, ", ");
        text_location(s, f->where);
    }
    return str_text(s);
}

static int replay(const struct mzt *t, const char *file, const struct options *o)
{
    struct launch l;
    struct str why = {0}, says = {0};
    VEC(char *) argv = {0};
    vec_push(&argv, t->program);
    for (size_t i = 0; i < t->arguments.len; i++)
        vec_push(&argv, t->arguments.at[i]);
    vec_push(&argv, NULL);
    int code = MZ_OK;
    if (chdir(t->directory))
        code =
            usage_error("%s was recorded in %s, which is not there", file, t->directory);
    if (!code && launch_init(&l, &why)) {
        code = usage_error("%s", str_text(&why));
    } else if (!code) {
        l.link->plan.asked.show_output = o->show_output;
        l.gdb = o->gdb;
        l.gdb_words = o->narguments > 1 ? o->arguments + 1 : NULL;
        l.gdb_looks = t->finding->actor;
        l.gdb_kind = (uint32_t)t->finding->kind;
        if (o->gdb)
            l.gdb_says = in_a_line(t->finding, &says);
        l.interrupt = o->gdb ? NULL : interrupt_watch();
        l.step_time = o->step_time;
        bool room = real_schedule(t, l.link);
        if (t->has_input)
            room &= input_give_stdin(str_text(&t->input), t->input.len);
        l.link->placed |= !o->gdb && identity_placed(&t->facts);
        code = compare(t, file, argv.at, l.link);
        enum mz_err err = code || !room ? MZ_OK : launch_run(&l, argv.at, &why);
        if (!code && (err || !room)) {
            code = usage_error("%s", room ? str_text(&why) : "the trace is too long");
            code = err ? (int)err : code;
        } else if (!code && !o->gdb) {
            compare_after(t, file, l.link);
            code = outcome(&l, t, o);
        }
        launch_free(&l);
    }
    vec_free(&argv);
    str_free(&why);
    str_free(&says);
    return code;
}

/* Replays the trace of a model: see cmd_model.c. */
static int replay_model(const struct mzt *t, const char *file, const struct options *o)
{
    char *trace = realpath(file, NULL);
    const char *argv[] = {"model",
                          t->program,
                          "--replay",
                          trace ? trace : file,
                          "--color",
                          option_word(OPTION_color, o->color),
                          o->quiet ? "-q" : NULL,
                          NULL};
    int code = MZ_OK;
    if (o->gdb || o->show_output)
        code = usage_error("%s is of a model, which has no process to look into\n"
                           "  fix: leave --gdb and --show-output out",
                           file);
    else if (chdir(t->directory))
        code =
            usage_error("%s was recorded in %s, which is not there", file, t->directory);
    else
        code = cmd_model(o->quiet ? 7 : 6, (char **)(uintptr_t)argv);
    free(trace);
    return code;
}

int cmd_replay(int argc, char **argv)
{
    struct options o;
    struct mzt t;
    struct str why = {0};
    int code;
    if (!options_begin(CMD_REPLAY, argc, argv, &o, &code))
        return code;
    const char *file = o.arguments[0];
    if (o.narguments > 1 && !o.gdb)
        return usage_error("replay takes one file; '%s' is too much\n"
                           "  fix: leave it out, or give --gdb, which gets the rest",
                           o.arguments[1]);
    code = (int)mzt_read(&t, file, &why);
    if (code)
        usage_error("%s", str_text(&why));
    else if (!strcmp(t.command, "model"))
        code = replay_model(&t, file, &o);
    else if (!strcmp(t.command, "litmus"))
        code = replay_litmus(&t, file, &o);
    else
        code = replay(&t, file, &o);
    mzt_free(&t);
    str_free(&why);
    return code;
}
