/* SPDX-License-Identifier: Apache-2.0
 *
 * identity.c - see identity.h. */
#include "cli/identity.h"
#include "base/file.h"
#include "cli/options.h"
#include "real/environment.h"
#include "real/input.h"
#include "real/launch.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY   "the library "
#define INPUT     "the file "
#define STDIN     "standard input"
#define ADDRESSES "the addresses of its memory"
#define UNKNOWN   "unknown" /* a value that never equals another */

static void add_digest(facts_vec *f, const char *what, const char *path)
{
    struct str digits = {0};
    file_digest(path, &digits);
    facts_add(f, what, digits.len ? str_text(&digits) : "gone");
    str_free(&digits);
}

static void add_input(facts_vec *f, const char *what, const char *path)
{
    facts_add_number(f, what, input_digest(path, input_call));
}

static void add_text(facts_vec *f, const char *what, const char *text)
{
    facts_add_bytes(f, what, text, strlen(text));
}

void identity_tool(facts_vec *f)
{
    add_digest(f, "mazurka itself", "/proc/self/exe");
}

/* ---- before ---- */

static void add_arguments(facts_vec *f, char **argv)
{
    struct str all = {0};
    for (char **a = argv + 1; *a; a++)
        str_add(&all, *a, strlen(*a) + 1);
    facts_add_bytes(f, "the arguments", str_text(&all), all.len);
    str_free(&all);
}

/* Adds a digest of each variable, not its value, which may be a secret. */
static void add_environment(facts_vec *f)
{
    for (char **at = environ; *at; at++) {
        struct str what = {0};
        if (environment_hides(*at))
            continue;
        str_addf(&what, "the environment variable %.*s", (int)strcspn(*at, "="), *at);
        if (!facts_value(f, str_text(&what)))
            add_text(f, str_text(&what), *at);
        str_free(&what);
    }
}

bool identity_placed(const facts_vec *before)
{
    return facts_value(before, ADDRESSES) != NULL;
}

static void add_addresses(facts_vec *f, bool placed)
{
    if (placed && !identity_placed(f))
        facts_add(f, ADDRESSES, "laid-out");
}

void identity_begin(facts_vec *f, char **argv)
{
    char *here = getcwd(NULL, 0);
    identity_tool(f);
    add_digest(f, IDENTITY_PROGRAM, argv[0]);
    add_text(f, "the name by which the program is called", argv[0]);
    add_arguments(f, argv);
    add_text(f, "the directory", here ? here : "");
    add_environment(f);
    add_addresses(f, !launch_settles());
    free(here);
}

/* ---- after ---- */

static bool is_library(const struct link_module *m)
{
    return m->path[0] == '/';
}

static void name_library(const struct link_module *m, struct str *what)
{
    str_clear(what);
    str_addf(what, LIBRARY "%s", m->path);
}

static void add_libraries(facts_vec *f, const struct link *l)
{
    struct str what = {0};
    for (uint32_t i = 0; i < l->nmodules && i < LINK_MAX_MODULES; i++) {
        const struct link_module *m = &l->modules[i];
        if (!is_library(m))
            continue;
        name_library(m, &what);
        if (facts_value(f, str_text(&what)))
            continue;
        if (strlen(m->path) + 1 == sizeof m->path)
            facts_add(f, str_text(&what), UNKNOWN); /* the list of inputs was too long to
                                                       be complete */
        else
            add_digest(f, str_text(&what), m->path);
    }
    if (l->nmodules >= LINK_MAX_MODULES)
        facts_add(f, "more libraries than are listed", UNKNOWN);
    str_free(&what);
}

static void add_files(facts_vec *f, const struct link *l)
{
    for (uint32_t i = 0; i < l->ninputs && i < LINK_MAX_INPUTS; i++) {
        const struct link_input *in = &l->inputs[i];
        struct str what = {0};
        str_addf(&what, INPUT "%s", in->path);
        if (facts_value(f, str_text(&what)))
            ; /* standard input was read before the exploration was resumed as well */
        else if (strlen(in->path) + 1 == sizeof in->path)
            facts_add(f, str_text(&what), UNKNOWN);
        else
            facts_add_number(f, str_text(&what), in->digest);
        str_free(&what);
    }
    if (l->ninputs > LINK_MAX_INPUTS)
        facts_add(f, "more files than are listed", UNKNOWN);
}

void identity_end(facts_vec *f, const struct link *l)
{
    add_addresses(f, l->placed);
    add_libraries(f, l);
    add_files(f, l);
    if (l->input.at && !facts_value(f, STDIN))
        facts_add_number(f, STDIN, l->input.digest);
}

/* ---- again ---- */

bool identity_has_input(const facts_vec *before)
{
    return facts_value(before, STDIN) != NULL;
}

/* Is this an option that was not given now? Then the value of the former run is
 * used. */
static bool is_option(const facts_vec *now, const char *what)
{
    return !strncmp(what, OPTIONS_FACT, strlen(OPTIONS_FACT)) && !facts_value(now, what);
}

void identity_again(facts_vec *now, const facts_vec *before, const struct link *l)
{
    add_addresses(now, l->placed);
    for (size_t i = 0; i < before->len; i++) {
        const char *what = before->at[i].what;
        if (!strncmp(what, LIBRARY, strlen(LIBRARY)))
            add_digest(now, what, what + strlen(LIBRARY));
        else if (!strncmp(what, INPUT, strlen(INPUT)))
            add_input(now, what, what + strlen(INPUT));
        else if (!strcmp(what, STDIN) && l->input.at)
            facts_add_number(now, what, l->input.digest);
        else if (!strcmp(what, STDIN) || is_option(now, what))
            facts_add(now, what, before->at[i].value);
    }
}

void identity_differs(const facts_vec *before, const struct link *l, struct str *s)
{
    struct str what = {0};
    const char *input = facts_value(before, STDIN);
    facts_vec now = {0};
    if (input && l->input.at)
        facts_add_number(&now, STDIN, l->input.digest);
    if (now.len && strcmp(now.at[0].value, input))
        str_addf(s, STDIN);
    facts_free(&now);
    for (uint32_t i = 0; i < l->nmodules && i < LINK_MAX_MODULES; i++) {
        if (!is_library(&l->modules[i]))
            continue;
        name_library(&l->modules[i], &what);
        if (!facts_value(before, str_text(&what)))
            str_addf(s, "%s%s", s->len ? ", " : "", str_text(&what));
    }
    str_free(&what);
}
