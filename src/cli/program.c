/* SPDX-License-Identifier: Apache-2.0
 *
 * program.c - see program.h. What is allocated here is needed until the end. */
#include "cli/program.h"
#include "base/str.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Is it one of the programs that start MPI programs? Their names may end with that of the
 * MPI (mpiexec.hydra, mpirun.openmpi). */
static bool is_launcher(const char *program)
{
    static const char *const names[] = {"mpirun",  "mpiexec", "orterun",
                                        "prterun", "srun",    "aprun"};
    const char *name = base_name(program);
    size_t n = strcspn(name, ".");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && !strncmp(name, names[i], n))
            return true;
    return false;
}

/* mazurka run -n 4 mpiexec -n 4 ./prog */
static int behind_launcher(struct options *o)
{
    char *ranks = NULL;
    int at, n = 0;
    while (o->arguments[n])
        n++;
    int code = launcher_read(n, o->arguments, &at, &ranks);
    if (code)
        return code;
    char *end = NULL;
    uint64_t many = ranks ? strtoul(ranks, &end, 10) : 1;
    if (end && *end)
        many = 0;
    if (o->ranks.first && ranks && o->ranks.first != many)
        return usage_error("%lu ranks or %lu? Mazurka takes the place of %s\n"
                           "  fix: mazurka run -n %lu %s",
                           o->ranks.first, many, base_name(o->arguments[0]), many,
                           o->arguments[at]);
    if (many < 1 || many > 1024)
        return usage_error("'%s': the number of ranks is from 1 to 1024", ranks);
    if (!o->ranks.first)
        o->ranks.first = many;
    o->arguments += at;
    o->narguments -= at;
    return MZ_OK;
}

/* The file of a command in PATH; NULL: there is none. */
static char *in_path(const char *name)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at;) {
        size_t n = strcspn(at, ":");
        struct str file = {0};
        str_addf(&file, "%.*s%s%s", (int)n, at, n ? "/" : "./", name);
        if (!access(str_text(&file), X_OK))
            return file.text;
        str_free(&file);
        at += n + (at[n] == ':');
    }
    return NULL;
}

/* A program is a file in this directory, or else a command. */
static void find(struct options *o)
{
    char *name = o->arguments[0];
    if (strchr(name, '/'))
        return;
    char *command = access(name, F_OK) ? in_path(name) : NULL;
    struct str here = {0};
    str_addf(&here, "./%s", name);
    o->arguments[0] = command ? command : here.text;
    if (command)
        str_free(&here);
}

/* The interpreter of a script and its argument, or NULL, from the first line: either
 * "#!/usr/bin/python3 -u" or "#!/usr/bin/env python3". */
static bool interpreter(const char *file, char line[256], char **program, char **argument)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = fd < 0 ? -1 : pread(fd, line, 255, 0);
    if (fd >= 0)
        close(fd);
    if (n < 3 || memcmp(line, "#!", 2) != 0)
        return false;
    line[n] = 0;
    line[strcspn(line, "\n")] = 0;
    char *rest;
    *program = strtok_r(line + 2, " \t", &rest);
    *argument = strtok_r(NULL, "", &rest);
    if (*program && *argument && !strcmp(base_name(*program), "env")) {
        *program = strtok_r(*argument, " \t", &rest);
        *argument = strtok_r(NULL, "", &rest);
    }
    return *program;
}

/* A shell starts programs, and which is to be explored nobody knows. */
static bool is_shell(const char *program)
{
    static const char *const shells[] = {"sh",  "bash", "dash", "zsh",
                                         "ksh", "csh",  "tcsh", "fish"};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(base_name(program), shells[i]))
            return true;
    return false;
}

/* Puts the words before the arguments. */
static void prepend(struct options *o, char *first, char *second)
{
    int n = 1 + (second != NULL);
    char **more = calloc((size_t)(o->narguments + n + 1), sizeof *more);
    if (!more)
        abort();
    more[0] = first;
    if (second)
        more[1] = second;
    for (int i = 0; i < o->narguments; i++)
        more[n + i] = o->arguments[i];
    o->arguments = more;
    o->narguments += n;
}

static void interpret(struct options *o)
{
    char line[256], *program = NULL, *argument = NULL, *file = o->arguments[0];
    static char python[] = "python3";
    size_t n = strlen(file);
    if (!interpreter(file, line, &program, &argument)) {
        if (n < 3 || strcmp(file + n - 3, ".py") != 0 || access(file, R_OK))
            return;
        program = python;
    }
    if (is_shell(program))
        return;
    char *found = strchr(program, '/') ? strdup(program) : in_path(program);
    if (found)
        prepend(o, found, argument ? strdup(argument) : NULL);
}

/* A Python that is a script chooses one of several (pyenv and others): asks which. */
static void choose_python(struct options *o)
{
    static const char question[] = " -c 'import sys; print(sys.executable)' 2>/dev/null";
    char line[256], answer[4096], *program, *argument, *file = o->arguments[0];
    if (strncmp(base_name(file), "python", strlen("python")) != 0 ||
        !interpreter(file, line, &program, &argument))
        return;
    struct str command = {0};
    str_shell(&command, file);
    str_addf(&command, "%s", question);
    FILE *f = popen(str_text(&command), "r");
    if (f && fgets(answer, sizeof answer, f)) {
        answer[strcspn(answer, "\n")] = 0;
        o->arguments[0] = strdup(answer);
    }
    if (f)
        pclose(f);
    str_free(&command);
}

/* ---- files that are no programs ---- */

static bool ends_in(const char *file, const char *suffix)
{
    size_t n = strlen(file), k = strlen(suffix);
    return n > k && !strcmp(file + n - k, suffix);
}

bool program_advice(const char *file, struct str *s)
{
    static const struct {
        const char *suffix, *what, *command;
    } kinds[] = {
        {".c", "a source", "cc"},        {".cc", "a source", "c++"},
        {".cpp", "a source", "c++"},     {".cxx", "a source", "c++"},
        {".C", "a source", "c++"},       {".f", "a source", "fc"},
        {".F", "a source", "fc"},        {".f90", "a source", "fc"},
        {".F90", "a source", "fc"},      {".f08", "a source", "fc"},
        {".lit", "a litmus file", NULL}, {".model", "a model", NULL},
        {".mzt", "a trace", NULL},       {".toml", "a list of tests", NULL},
    };
    static const char *const commands[] = {"litmus", "model", "replay", "test"};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    if (access(file, F_OK) || !access(file, X_OK))
        return false;
    for (size_t i = 0; i < KINDS; i++) {
        if (!ends_in(file, kinds[i].suffix))
            continue;
        const char *name = base_name(file);
        int stem = (int)(strlen(name) - strlen(kinds[i].suffix));
        str_addf(s, "%s is %s, and no program\n  fix: ", file, kinds[i].what);
        if (kinds[i].command)
            str_addf(s, "mazurka %s -g -o %.*s %s && mazurka run -n 3 ./%.*s",
                     kinds[i].command, stem, name, file, stem, name);
        else
            str_addf(s, "mazurka %s %s", commands[i + 4 - KINDS], file);
        return true;
    }
    return false;
}

/* Says that options behind the program's name are the program's, unless they were put
 * there on purpose, behind "--". */
static void note_options(const struct options *o)
{
    if (!strcmp(o->arguments[-1], "--"))
        return;
    for (int i = 1; i < o->narguments; i++) {
        const char *word = o->arguments[i];
        bool ranks = !strcmp(word, "-n") || !strcmp(word, "-np");
        if (ranks ? !o->ranks.first : options_is_ours(CMD_RUN, word))
            note("%s stands behind the program's name, so %s gets it; options of mazurka "
                 "come before\n  (mazurka run ... -- %s ... says that it is meant so)",
                 word, base_name(o->arguments[0]), o->arguments[0]);
    }
}

int program_settle(struct options *o)
{
    int code = is_launcher(o->arguments[0]) ? behind_launcher(o) : MZ_OK;
    if (code)
        return code;
    struct str advice = {0};
    if (program_advice(o->arguments[0], &advice))
        code = usage_error("%s", str_text(&advice));
    str_free(&advice);
    if (code)
        return code;
    note_options(o);
    find(o);
    choose_python(o);
    interpret(o);
    choose_python(o);
    return MZ_OK;
}
