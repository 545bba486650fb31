/* SPDX-License-Identifier: Apache-2.0
 *
 * load.c - reading a litmus file, and forgetting it. */
#include "litmus/code.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static enum mz_err read_file(const char *file, struct str *text, struct str *why)
{
    struct stat st;
    FILE *f = NULL;
    if (!stat(file, &st) && S_ISDIR(st.st_mode))
        str_addf(why, "'%s' is a directory\n  fix: name a litmus file in it", file);
    else if (!(f = fopen(file, "rb")))
        str_addf(why,
                 "'%s' cannot be opened: %s\n  fix: name a litmus file, such as "
                 "examples/litmus/abba.lit",
                 file, strerror(errno));
    if (!f)
        return MZ_USAGE;
    char block[1 << 16];
    size_t n;
    while ((n = fread(block, 1, sizeof block, f)) && text->len <= LITMUS_MAX_BYTES)
        str_add(text, block, n);
    bool bad = ferror(f);
    fclose(f);
    if (bad)
        str_addf(why, "%s: cannot be read", file);
    else if (text->len > LITMUS_MAX_BYTES)
        str_addf(why, "%s is larger than %d MB; is it a litmus file?", file,
                 LITMUS_MAX_BYTES >> 20);
    return why->len ? MZ_USAGE : MZ_OK;
}

enum mz_err litmus_load(const char *file, struct litmus **out, struct str *why)
{
    struct str text = {0};
    *out = NULL;
    enum mz_err err = read_file(file, &text, why);
    if (!err)
        err = litmus_parse(file, str_text(&text), text.len, out, why);
    str_free(&text);
    return err;
}

static void code_free(struct litmus_code *c)
{
    for (size_t i = 0; i < c->at.len; i++)
        free(c->at.at[i].text);
    for (size_t i = 0; i < c->names.len; i++)
        free(c->names.at[i].name);
    vec_free(&c->at);
    vec_free(&c->exprs);
    vec_free(&c->args);
    vec_free(&c->post_register);
    vec_free(&c->names);
    vec_free(&c->groups);
    free(c->live);
    free(c->name);
    free(c);
}

void litmus_free(struct litmus *l)
{
    if (!l)
        return;
    for (uint32_t a = 0; a < l->program.nactors; a++) {
        free(l->actor[a].name);
        free(l->actor[a].registers);
    }
    free(l->actor);
    for (size_t i = 0; i < l->codes.len; i++)
        code_free(l->codes.at[i]);
    for (size_t i = 0; i < l->mailboxes.len; i++)
        free(l->mailboxes.at[i]);
    for (size_t i = 0; i < l->mutexes.len; i++)
        free(l->mutexes.at[i]);
    for (size_t i = 0; i < l->communicators.len; i++) {
        free(l->communicators.at[i]->name);
        vec_free(&l->communicators.at[i]->ranks);
        free(l->communicators.at[i]);
    }
    for (size_t i = 0; i < l->windows.len; i++)
        free(l->windows.at[i].name);
    vec_free(&l->windows);
    lists_free(&l->lists);
    for (size_t i = 0; i < l->sets.cap; i++)
        free(l->sets.slot[i]);
    arena_free(&l->images);
    free(l->sets.slot);
    vec_free(&l->communicators);
    vec_free(&l->codes);
    vec_free(&l->mailboxes);
    vec_free(&l->mutexes);
    vec_free(&l->spare);
    vec_free(&l->expect.events);
    free(l->file);
    free(l);
}
