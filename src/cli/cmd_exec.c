/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_exec.c - `mazurka exec`: takes the place of mpiexec in build systems and scripts.
 *
 * It understands the options of MPICH's and Open MPI's launchers, drops those that say
 * where ranks run, since all of them run here, and explores the program with `mazurka
 * run`, whose own options come from MAZURKA_RUN. An option that it does not know is
 * refused: it could not tell whether the next word is its value or the program. */
#include "base/vec.h"
#include "cli/program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef VEC(char *) words_vec;

/* What an option of a launcher means here. */
enum meaning {
    MEANS_RANKS,       /* how many */
    MEANS_EXPORT,      /* NAME or NAME=VALUE, for the environment */
    MEANS_SET,         /* NAME VALUE */
    MEANS_FOLDER,      /* where the program runs */
    MEANS_NOTHING,     /* where ranks run, what is printed */
    MEANS_NOTHING_ONE, /* the same, with a value */
    MEANS_NOTHING_TWO,
};

static const struct launcher_option {
    const char *name; /* with any number of dashes */
    enum meaning meaning;
} launcher_options[] = {
    {"n", MEANS_RANKS},
    {"np", MEANS_RANKS},
    {"c", MEANS_RANKS},
    {"x", MEANS_EXPORT},
    {"env", MEANS_SET},
    {"genv", MEANS_SET},
    {"wdir", MEANS_FOLDER},
    {"wd", MEANS_FOLDER},
    {"oversubscribe", MEANS_NOTHING},
    {"use-hwthread-cpus", MEANS_NOTHING},
    {"allow-run-as-root", MEANS_NOTHING},
    {"tag-output", MEANS_NOTHING},
    {"prepend-rank", MEANS_NOTHING},
    {"l", MEANS_NOTHING},
    {"q", MEANS_NOTHING},
    {"quiet", MEANS_NOTHING},
    {"v", MEANS_NOTHING},
    {"verbose", MEANS_NOTHING},
    {"envall", MEANS_NOTHING},
    {"genvall", MEANS_NOTHING},
    {"display-map", MEANS_NOTHING},
    {"report-bindings", MEANS_NOTHING},
    {"nolocal", MEANS_NOTHING},
    {"host", MEANS_NOTHING_ONE},
    {"hosts", MEANS_NOTHING_ONE},
    {"H", MEANS_NOTHING_ONE},
    {"f", MEANS_NOTHING_ONE},
    {"hostfile", MEANS_NOTHING_ONE},
    {"machinefile", MEANS_NOTHING_ONE},
    {"ppn", MEANS_NOTHING_ONE},
    {"npernode", MEANS_NOTHING_ONE},
    {"map-by", MEANS_NOTHING_ONE},
    {"rank-by", MEANS_NOTHING_ONE},
    {"bind-to", MEANS_NOTHING_ONE},
    {"timeout", MEANS_NOTHING_ONE},
    {"launcher", MEANS_NOTHING_ONE},
    {"mca", MEANS_NOTHING_TWO},
    {"gmca", MEANS_NOTHING_TWO},
    {"prtemca", MEANS_NOTHING_TWO},
};

static const struct launcher_option *option_of(const char *word)
{
    const char *name = word + strspn(word, "-");
    for (size_t i = 0; i < sizeof launcher_options / sizeof *launcher_options; i++)
        if (!strcmp(launcher_options[i].name, name))
            return &launcher_options[i];
    return NULL;
}

static int values_of(enum meaning m)
{
    return m == MEANS_NOTHING ? 0 : m == MEANS_SET || m == MEANS_NOTHING_TWO ? 2 : 1;
}

/* Does what the option says; `value` is the word behind it. */
static int obey(enum meaning m, char **value, char **ranks)
{
    char *equals;
    switch (m) {
    case MEANS_RANKS:
        *ranks = value[0];
        break;
    case MEANS_EXPORT:
        equals = strchr(value[0], '=');
        if (!equals) /* ours has it already */
            break;
        *equals = 0;
        if (setenv(value[0], equals + 1, true))
            return usage_error("'%s' cannot be the name of a variable", value[0]);
        break;
    case MEANS_SET:
        if (setenv(value[0], value[1], true))
            return usage_error("'%s' cannot be the name of a variable", value[0]);
        break;
    case MEANS_FOLDER:
        if (chdir(value[0]))
            return usage_error("%s: %s", value[0], strerror(errno));
        break;
    case MEANS_NOTHING:
    case MEANS_NOTHING_ONE:
    case MEANS_NOTHING_TWO:
        break;
    }
    return MZ_OK;
}

int launcher_read(int argc, char **argv, int *at, char **ranks)
{
    int i = 1;
    while (i < argc && argv[i][0] == '-') {
        const struct launcher_option *o = option_of(argv[i]);
        if (!o)
            return usage_error("mazurka exec does not know the option '%s' of mpiexec\n"
                               "  fix: leave it out, or use mazurka run -n N PROGRAM",
                               argv[i]);
        int n = values_of(o->meaning);
        if (i + n >= argc)
            return usage_error("'%s' needs %s\n  fix: mazurka exec -n 4 ./program",
                               argv[i], n == 1 ? "a value" : "two values");
        int code = obey(o->meaning, argv + i + 1, ranks);
        if (code)
            return code;
        i += 1 + n;
    }
    if (i == argc)
        return usage_error("no program is named\n"
                           "  fix: mazurka exec -n 4 ./program");
    *at = i;
    return MZ_OK;
}

int cmd_exec(int argc, char **argv)
{
    static char run[] = "run", n[] = "-n", one[] = "1", end[] = "--";
    char *ranks = one;
    int at = 0, code;
    if (options_asked(CMD_EXEC, argc, argv, &code))
        return code;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], ":"))
            return usage_error(
                "':' starts several programs together, and Mazurka explores "
                "one\n  fix: one program that does what its rank says");
    code = launcher_read(argc, argv, &at, &ranks);
    if (code)
        return code;
    words_vec words = {0};
    vec_push(&words, run);
    vec_push(&words, n);
    vec_push(&words, ranks);
    const char *more = getenv("MAZURKA_RUN");
    char *copy = strdup(more ? more : ""), *rest = copy;
    for (char *word; (word = strtok_r(rest, " \t\n", &rest));)
        vec_push(&words, word);
    vec_push(&words, end);
    for (int i = at; i < argc; i++)
        vec_push(&words, argv[i]);
    int count = (int)words.len;
    vec_push(&words, NULL);
    unsetenv("MAZURKA_RUN"); /* it is ours, and not the program's */
    code = cmd_run(count, words.at);
    vec_free(&words);
    free(copy);
    return code;
}
