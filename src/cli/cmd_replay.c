/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_replay.c - `mazurka replay`: one outcome again, alone or under gdb. */
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/real.h"
#include "cli/session.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int tell(struct launch *l, const struct mzt *t, const struct options *o)
{
    struct str s = {0};
    int code = MZ_OK;
    struct source *source = source_open(l->link, t->program);
    struct text_style style = {session_colour(o->color), o->quiet, NULL};
    for (uint64_t at = l->link->findings; at;) {
        const struct link_finding *f = link_at(l->link, at);
        struct finding *found = real_finding(l->link, source, f);
        text_finding(found, &style, &s);
        if (o->show_output)
            real_output(l->link, f->actors, f->nactors, &s);
        finding_free(found);
        code = MZ_FOUND;
        at = f->next;
    }
    if (code == MZ_OK && o->show_output && l->link->printed)
        real_output(l->link, l->link->printed, l->link->nactors, &s);
    if (code == MZ_OK)
        str_addf(&s, "this execution ends well\n");
    fputs(str_text(&s), stdout);
    source_close(source);
    str_free(&s);
    return code;
}

static int outcome(struct launch *l, const struct mzt *t, const struct options *o)
{
    struct str why = {0};
    const struct link *k = l->link;
    if (k->interrupt) {
        fprintf(stderr, "error: interrupted before the end of the execution\n");
        return MZ_INCOMPLETE;
    }
    if (launch_lost(l, &why)) {
        fprintf(stderr, "error: the process was lost: %s\n", str_text(&why));
        str_free(&why);
        return MZ_UNSUPPORTED;
    }
    if (k->differs) {
        fprintf(stderr,
                "error: the program did not do the same again\n  step %u was: %s\n"
                "  now it is:  %s\n",
                k->differs, k->expected, k->got);
        return MZ_UNSUPPORTED;
    }
    if (k->unsupported[0]) {
        fprintf(stderr, "error: %s\n", k->unsupported);
        return MZ_UNSUPPORTED;
    }
    return tell(l, t, o);
}

static int replay(const struct mzt *t, const char *file, const struct options *o)
{
    struct launch l;
    struct str why = {0}, build = {0};
    VEC(char *) argv = {0};
    vec_push(&argv, t->program);
    for (size_t i = 0; i < t->arguments.len; i++)
        vec_push(&argv, t->arguments.at[i]);
    vec_push(&argv, NULL);
    int code = MZ_OK;
    if (chdir(t->directory))
        code =
            usage_error("%s was recorded in %s, which is not there", file, t->directory);
    mzt_build(t->program, &build);
    if (!code && !build.len)
        code = usage_error("%s, the program of %s, is not there", t->program, file);
    if (!code && strcmp(str_text(&build), t->build))
        code = usage_error("%s has changed since %s was recorded\n"
                           "  fix: run 'mazurka run' again for a new trace",
                           t->program, file);
    if (!code && launch_init(&l, &why))
        code = usage_error("%s", str_text(&why));
    if (!code) {
        l.link->show_output = o->show_output;
        l.gdb = o->gdb;
        l.interrupt = o->gdb ? NULL : interrupt_watch();
        if (o->step_time > 0)
            l.step_time = o->step_time;
        if (!mzt_schedule(t, l.link) || launch_run(&l, argv.at, &why))
            code = usage_error("%s", str_text(&why));
        else if (!o->gdb)
            code = outcome(&l, t, o);
        launch_free(&l);
    }
    vec_free(&argv);
    str_free(&why);
    str_free(&build);
    return code;
}

int cmd_replay(int argc, char **argv)
{
    struct options o;
    struct mzt t;
    struct str why = {0};
    int code;
    if (!options_begin(CMD_REPLAY, argc, argv, 1, &o, &code))
        return code;
    code = (int)mzt_read(&t, o.arguments[0], &why);
    if (code)
        usage_error("%s", str_text(&why));
    else
        code = replay(&t, o.arguments[0], &o);
    if (!code || t.program)
        mzt_free(&t);
    str_free(&why);
    return code;
}
