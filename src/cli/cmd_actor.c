/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_actor.c - `mazurka actor`: starts an actor program, which explores itself (see
 * actor_main.c). Anything else is refused: whatever its exit code, it would say
 * nothing about messages. */
#include "base/mem.h"
#include "cli/options.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_mark(const char *file)
{
    char mark[64];
    struct stat st;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    snprintf(mark, sizeof mark, "%s %s, %d", "mazurka actor", "program", 1);
    if (fd < 0 || fstat(fd, &st) || st.st_size <= 0) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    void *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (bytes == MAP_FAILED)
        return false;
    bool found = memmem(bytes, (size_t)st.st_size, mark, strlen(mark) + 1);
    munmap(bytes, (size_t)st.st_size);
    return found;
}

int cmd_actor(int argc, char **argv)
{
    struct options o;
    struct str s = {0};
    char **copy = mem_alloc(((size_t)argc + 1) * sizeof *copy);
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    int code = (int)options_parse(CMD_ACTOR, argc, argv, &o, &s);
    if (code) {
        usage_error("%s\n  fix: see 'mazurka actor --help'", str_text(&s));
    } else if (o.help || o.help_all) {
        options_help(CMD_ACTOR, o.help_all, &s);
        fputs(str_text(&s), stdout);
    } else if (!o.narguments) {
        code = usage_error("something is missing\n"
                           "  usage: mazurka actor [options] PROGRAM [arguments]");
    } else {
        const char *program = o.arguments[0];
        str_addf(&s, "%s%s", strchr(program, '/') ? "" : "./", program);
        if (access(str_text(&s), X_OK)) {
            code = usage_error("%s: cannot be started", program);
        } else if (!has_mark(str_text(&s))) {
            usage_error("%s is not an actor program\n"
                        "  fix: its main must call mz_actor_main(); see "
                        "docs/actor-api.md",
                        program);
            code = MZ_UNSUPPORTED;
        } else { /* all words but the program's are as they were */
            int at = 1;
            while (at < argc && copy[at] != program)
                at++;
            copy[0] = s.text;
            memmove(copy + at, copy + at + 1, (size_t)(argc - at) * sizeof *copy);
            execv(s.text, copy);
            code = usage_error("%s: cannot be started", program);
        }
    }
    free(copy);
    str_free(&s);
    return code;
}
