/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - finds the command and runs it. Before that, it makes sure that files can be
 * opened; afterwards, that the output was really written. */
#include "base/file.h"
#include "cli/cluster.h"
#include "cli/options.h"
#include "cli/program.h"
#include "report/summary.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK ((size_t)8 << 20) /* the usual limit of systems */

static int (*const commands[COMMANDS])(int argc, char **argv) = {
#define COMMAND(name, function, constant, arguments, help, ...)                          \
    [CMD_##constant] = cmd_##function,
#include "cli/commands.def"
#undef COMMAND
};

/* How many bytes were written to standard output while it was closed? See file_nowhere().
 */
static size_t printed;
static bool tells; /* the command has no other result than what it prints */

static ssize_t count_bytes(void *unused, const char *bytes, size_t n)
{
    (void)unused, (void)bytes;
    printed += n;
    return (ssize_t)n;
}

/* Flushes standard output; if that fails, returns an error, because the user cannot
 * read the verdict. */
static int flush(int code)
{
    bool lost = fflush(stdout) || ferror(stdout);
    if (tells && printed) {
        lost = true;
        errno = EBADF;
    }
    if (!lost)
        return code;
    int wrong = usage_error("the output cannot be written%s%s", errno ? ": " : "",
                            errno ? strerror(errno) : "");
    return code ? code : wrong;
}

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(word, *list))
        list++;
    return *list;
}

/* A first word that is a file: says which command is for it. False: it was one. */
static bool advise_file(const char *word, int *code)
{
    struct str s = {0};
    bool program = !access(word, X_OK) && (strchr(word, '/') || *word == '.'),
         other = !program && program_advice(word, &s);
    if (program)
        *code = usage_error("'%s' is no command of mazurka\n  fix: mazurka run -n 3 %s",
                            word, word);
    else if (other)
        *code = usage_error("%s", str_text(&s));
    str_free(&s);
    return !program && !other;
}

/* Handles a first word that is no command, for example an option. `meant` is the most
 * similar command, or NULL. */
static int without_command(const char *word, const char *meant)
{
    static const char *const help[] = {"--help", "-h", "help", NULL};
    static const char *const version[] = {"--version", "-V", NULL};
    struct str s = {0};
    bool all = !strcmp(word, "--help-all");
    int code = *word ? MZ_OK : MZ_USAGE;
    if (is_one_of(word, version))
        str_addf(&s, "mazurka " MZ_VERSION "\n");
    else if (!*word || all || is_one_of(word, help))
        options_overview(all, &s);
    else if (!advise_file(word, &code))
        ; /* it was a file */
    else if (meant)
        code = usage_error("unknown command '%s'\n  fix: did you mean %s?", word, meant);
    else
        code = usage_error("unknown command '%s'\n  fix: see 'mazurka --help'", word);
    fputs(str_text(&s), *word ? stdout : stderr);
    str_free(&s);
    return code;
}

static int command(int argc, char **argv)
{
    static const char before[] = "mazurka-"; /* mazurka-cc stands for mazurka cc */
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;
    const char *self = slash ? slash + 1 : argc ? argv[0] : "";
    const char *word = argc > 1 ? argv[1] : "", *meant;
    bool installed = !strncmp(self, before, strlen(before));
    enum command c = command_named(installed ? self + strlen(before) : word, &meant);
    tells = c != CMD_RUN && c != CMD_LITMUS && c != CMD_REPLAY && c != CMD_MODEL;
    if (c != COMMANDS && installed)
        return commands[c](argc, argv);
    if (c != COMMANDS)
        return commands[c](argc - 1, argv + 1);
    return without_command(word, meant);
}

/* ---- where the stack is limited ---- */

static struct {
    int argc, code;
    char **argv;
    ucontext_t here, there;
} aside;

static void run_aside(void)
{
    aside.code = command(aside.argc, aside.argv);
}

/* Runs the command on a larger stack if the limit (ulimit -s) is low, for example
 * because reading debug information needs it. The limit itself is not changed, since it
 * applies to the program, too. */
static int with_stack(int argc, char **argv)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= STACK)
        return command(argc, argv);
    void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || getcontext(&aside.there))
        return command(argc, argv);
    aside.argc = argc;
    aside.argv = argv;
    aside.there.uc_stack.ss_sp = stack;
    aside.there.uc_stack.ss_size = STACK;
    aside.there.uc_link = &aside.here;
    makecontext(&aside.there, run_aside, 0);
    swapcontext(&aside.here, &aside.there);
    return aside.code;
}

int main(int argc, char **argv)
{
    file_standard();
    if (file_nowhere(STDOUT_FILENO))
        stdout = fopencookie(NULL, "w", (cookie_io_functions_t){.write = count_bytes});
    signal(SIGXFSZ, SIG_IGN); /* so that exceeding a limit on file sizes is an ordinary
                                 error */
    int code;
    if (!cluster_begin(argc, argv, &code))
        return code;
    return flush(with_stack(argc, argv));
}
