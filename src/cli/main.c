/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - finds the command and runs it. */
#include "cli/options.h"
#include "report/summary.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
#define COMMAND(name, constant, arguments, help) {#name, cmd_##name},
#include "cli/commands.def"
#undef COMMAND
};

int main(int argc, char **argv)
{
    struct str s = {0};
    const char *word = argc > 1 ? argv[1] : "";
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(word, commands[i].name))
            return commands[i].run(argc - 1, argv + 1);
    if (!strcmp(word, "--version")) {
        puts("mazurka " MZ_VERSION);
        return MZ_OK;
    }
    if (*word && strcmp(word, "--help") && strcmp(word, "-h") && strcmp(word, "help"))
        return usage_error("unknown command '%s'\n  fix: see 'mazurka --help'", word);
    options_overview(&s);
    fputs(str_text(&s), *word ? stdout : stderr);
    str_free(&s);
    return *word ? MZ_OK : MZ_USAGE;
}
