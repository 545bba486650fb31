/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_init.c - `mazurka init`: writes a small program of each kind, each with a bug, a
 * Makefile, and the mazurka.toml that finds the bugs. The files are those of
 * src/cli/start, which are part of the binary; the documentation shows the same ones. */
#include "base/embed.h"
#include "base/file.h"
#include "cli/options.h"
#include "report/summary.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

EMBED(start_gather, "src/cli/start/gather.c");
EMBED(start_bank, "src/cli/start/bank.c");
EMBED(start_order, "src/cli/start/order.c");
EMBED(start_total, "src/cli/start/total.c");
EMBED(start_forks, "src/cli/start/forks.lit");
EMBED(start_orders, "src/cli/start/orders.model");
EMBED(start_makefile, "src/cli/start/Makefile");
EMBED(start_tests, "src/cli/start/mazurka.toml");

static const struct {
    const char *name, *content, *what;
} files[] = {
    {"gather.c", start_gather, "MPI"},
    {"bank.c", start_bank, "threads"},
    {"order.c", start_order, "actors with mailboxes (mazurka.h)"},
    {"total.c", start_total, "actors that handle messages (mazurka_actor.h)"},
    {"forks.lit", start_forks, "a litmus file"},
    {"orders.model", start_orders, "a model, for any number of ranks"},
    {"Makefile", start_makefile, "compiles them with mazurka cc"},
    {"mazurka.toml", start_tests, "what mazurka test runs"},
};
enum { FILES = sizeof files / sizeof *files };

static void path_of(const char *folder, size_t i, struct str *s)
{
    str_clear(s);
    str_addf(s, "%s/%s", folder, files[i].name);
}

/* Replaces nothing: a file that is there is somebody's. */
static bool is_free(const char *folder)
{
    struct str path = {0};
    bool free = true;
    for (size_t i = 0; free && i < FILES; i++) {
        path_of(folder, i, &path);
        free = access(str_text(&path), F_OK) != 0;
        if (!free)
            usage_error("%s is there already\n  fix: mazurka init ANOTHER-FOLDER",
                        str_text(&path));
    }
    str_free(&path);
    return free;
}

int cmd_init(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_INIT, argc, argv, &o, &code))
        return code;
    const char *folder = o.narguments ? o.arguments[0] : "mazurka-start";
    struct str path = {0}, why = {0};
    if (mkdir(folder, 0777) && errno != EEXIST)
        return usage_error("the folder %s cannot be made: %s", folder, strerror(errno));
    if (!is_free(folder))
        return MZ_USAGE;
    for (size_t i = 0; i < FILES && !why.len; i++) {
        path_of(folder, i, &path);
        if (file_write(str_text(&path), files[i].content, strlen(files[i].content), &why))
            printf("  %-12s  %s\n", files[i].name, files[i].what);
    }
    if (why.len) {
        code = usage_error("%s", str_text(&why));
    } else {
        str_clear(&path);
        str_quote(&path, folder);
        printf("\nEach program has a bug. Try:\n\n  cd %s && make && mazurka test\n"
               "  mazurka run -n 3 ./gather\n",
               str_text(&path));
    }
    str_free(&path);
    str_free(&why);
    return code;
}
