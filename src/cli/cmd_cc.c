/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_cc.c - `mazurka cc`, `mazurka c++` and `mazurka fc`: compilers for MPI programs.
 *
 * The real compiler with a few arguments more, as mpicc is, and with the questions that
 * build systems ask of mpicc: -show, -compile_info, -link_info (MPICH's), -showme:...
 * (Open MPI's).
 *
 * For Fortran, the modules (mpi.mod and the like) and the bindings (libmpichfort) are
 * MPICH's: they belong to a compiler, and MPICH's own wrapper knows where they are. */
#include "base/vec.h"
#include "cli/options.h"
#include "exec/launch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef VEC(char *) words_vec;

struct compiler {
    const char *command;
    words_vec compile, link; /* the words that we add for compiling and for linking */
    struct str include, directory, agent;
};

static void add(words_vec *to, const char *option, const char *value)
{
    struct str s = {0};
    str_addf(&s, "%s%s", option, value);
    vec_push(to, s.text);
}

/* Replaces the path of a file by its folder, without "." and "..". */
static void to_folder(struct str *file)
{
    char *real = realpath(str_text(file), NULL);
    char *slash = strrchr(real ? real : file->text, '/');
    struct str folder = {0};
    str_add(&folder, real ? real : file->text,
            (size_t)(slash - (real ? real : file->text)));
    free(real);
    str_free(file);
    *file = folder;
}

static bool find_parts(struct compiler *c)
{
    static const char *const headers[] = {"/../include/mazurka/mpi.h",
                                          "/../include/mpi.h", NULL};
    static const char *const agents[] = {"/libmazurka.so", "/../lib/libmazurka.so", NULL};
    if (!launch_find(headers, &c->include) || !launch_mpi_library(&c->directory) ||
        !launch_find(agents, &c->agent))
        return false;
    to_folder(&c->include);
    to_folder(&c->directory);
    to_folder(&c->agent);
    add(&c->compile, "-I", str_text(&c->include));
    add(&c->compile, "", "-g");
    add(&c->link, "-L", str_text(&c->directory));
    add(&c->link, "-Wl,-rpath,", str_text(&c->directory));
    add(&c->link, "-Wl,-rpath-link,", str_text(&c->agent));
    add(&c->link, "", "-lmpich");
    return true;
}

/* Adds what MPICH's wrapper for Fortran adds; false: there is none. The compiler that it
 * names is taken unless the user has named one. */
static bool add_fortran(struct compiler *c, struct str *named)
{
    static const char *const wrappers[] = {"mpifort.mpich", "mpif90.mpich", "mpifort",
                                           "mpif90", NULL};
    char line[4096];
    bool found = false;
    for (const char *const *w = wrappers; *w && !found; w++) {
        struct str ask = {0};
        str_addf(&ask, "%s -show 2>/dev/null", *w);
        FILE *answer = popen(str_text(&ask), "r");
        found = answer && fgets(line, sizeof line, answer) && strstr(line, "-lmpichfort");
        if (answer)
            pclose(answer);
        str_free(&ask);
    }
    if (!found)
        return false;
    char *rest, *word = strtok_r(line, " \n", &rest);
    if (!c->command)
        str_addf(named, "%s", word);
    while ((word = strtok_r(NULL, " \n", &rest)))
        if (!strncmp(word, "-I", 2) || !strncmp(word, "-fallow", strlen("-fallow")))
            add(&c->compile, "", word);
        else if (!strncmp(word, "-L", 2) || !strcmp(word, "-lmpichfort"))
            add(&c->link, "", word);
    return true;
}

static void compiler_free(struct compiler *c)
{
    for (size_t i = 0; i < c->compile.len; i++)
        free(c->compile.at[i]);
    for (size_t i = 0; i < c->link.len; i++)
        free(c->link.at[i]);
    vec_free(&c->compile);
    vec_free(&c->link);
    str_free(&c->include);
    str_free(&c->directory);
    str_free(&c->agent);
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(word, *list))
            return true;
    return false;
}

/* Does this command line end in a program or library? */
static bool links(int argc, char **argv)
{
    static const char *const stops[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only",
                                        "-r", NULL};
    static const char *const takes_word[] = {
        "-o",  "-I",  "-D",       "-U",       "-L",       "-x",         "-MF",
        "-MT", "-MQ", "-include", "-isystem", "-Xlinker", "-idirafter", NULL};
    bool input = false;
    for (int i = 1; i < argc; i++) {
        if (is_one_of(argv[i], stops))
            return false;
        if (is_one_of(argv[i], takes_word))
            i++;
        else
            input |= argv[i][0] != '-' || !strcmp(argv[i], "-") || argv[i][1] == 'l';
    }
    return input;
}

/* Appends the words, quoted only where necessary, since not every build system
 * understands quotes. */
static void join(const words_vec *w, struct str *s)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-_=+,./:@%";
    for (size_t i = 0; i < w->len; i++) {
        str_addf(s, s->len ? " " : "");
        if (w->at[i][strspn(w->at[i], plain)])
            str_quote(s, w->at[i]);
        else
            str_addf(s, "%s", w->at[i]);
    }
}

/* Answers a question that needs no compiling (-show and the like); returns the exit
 * code, or -1 if it is no such question. */
static int answer(const struct compiler *c, const char *question)
{
    static const char *const compile_info[] = {"-compile_info", "-compile-info", NULL};
    static const char *const link_info[] = {"-link_info", "-link-info", NULL};
    struct str s = {0};
    if (is_one_of(question, compile_info) || is_one_of(question, link_info)) {
        str_addf(&s, "%s", c->command);
        join(is_one_of(question, link_info) ? &c->link : &c->compile, &s);
    } else if (!strcmp(question, "-showme:command")) {
        str_addf(&s, "%s", c->command);
    } else if (!strcmp(question, "-showme:compile")) {
        join(&c->compile, &s);
    } else if (!strcmp(question, "-showme:link")) {
        join(&c->link, &s);
    } else if (!strcmp(question, "-showme:incdirs")) {
        str_addf(&s, "%s", str_text(&c->include));
    } else if (!strcmp(question, "-showme:libdirs")) {
        str_addf(&s, "%s", str_text(&c->directory));
    } else if (!strcmp(question, "-showme:libs")) {
        str_addf(&s, "mpich");
    } else if (!strncmp(question, "-showme:", strlen("-showme:"))) {
        return usage_error("%s is not a question that this compiler answers", question);
    } else {
        return -1;
    }
    puts(str_text(&s));
    str_free(&s);
    return MZ_OK;
}

static int compile(const struct compiler *c, int argc, char **argv)
{
    static const char *const show[] = {"-show", "-showme", "--showme", NULL};
    words_vec words = {0};
    struct str line = {0};
    bool only_show = false;
    for (int i = 1; i < argc; i++) {
        int code = answer(c, argv[i]);
        if (code >= 0)
            return code;
        only_show |= is_one_of(argv[i], show);
    }
    vec_push(&words, (char *)(uintptr_t)c->command);
    for (size_t i = 0; i < c->compile.len; i++)
        vec_push(&words, c->compile.at[i]);
    for (int i = 1; i < argc; i++)
        if (!is_one_of(argv[i], show))
            vec_push(&words, argv[i]);
    if (links(argc, argv) || (only_show && argc == 2))
        for (size_t i = 0; i < c->link.len; i++)
            vec_push(&words, c->link.at[i]);
    if (only_show) {
        join(&words, &line);
        puts(str_text(&line));
    } else {
        vec_push(&words, NULL);
        execvp(c->command, words.at);
    }
    vec_free(&words);
    str_free(&line);
    return only_show
               ? MZ_OK
               : usage_error("the compiler %s cannot be started: %s\n  fix: install "
                             "it, or name another in MAZURKA_CC, MAZURKA_CXX or "
                             "MAZURKA_FC",
                             c->command, strerror(errno));
}

static int become(const char *variable, const char *otherwise, int argc, char **argv)
{
    const char *chosen = getenv(variable);
    struct compiler c = {.command = chosen && *chosen ? chosen : otherwise};
    int code = find_parts(&c) ? compile(&c, argc, argv)
                              : usage_error("mpi.h or libmpich.so.12 is not where this "
                                            "tool expects it; is the installation "
                                            "complete?");
    compiler_free(&c);
    return code;
}

static int become_fortran(int argc, char **argv)
{
    const char *chosen = getenv("MAZURKA_FC");
    struct compiler c = {.command = chosen && *chosen ? chosen : NULL};
    struct str named = {0};
    int code;
    if (!find_parts(&c))
        code = usage_error("libmpich.so.12 is not where this tool expects it; is the "
                           "installation complete?");
    else if (!add_fortran(&c, &named))
        code = usage_error("MPICH's modules for Fortran are not here: none of "
                           "mpifort.mpich, mpif90.mpich, mpifort, mpif90 is a wrapper "
                           "of MPICH's\n  fix: install MPICH (Debian: libmpich-dev) "
                           "and gfortran");
    else {
        c.command = c.command ? c.command : str_text(&named);
        code = compile(&c, argc, argv);
    }
    compiler_free(&c);
    str_free(&named);
    return code;
}

/* Is this one of the options that are ours and that no compiler has? --help and
 * --version are passed to the compiler, as mpicc does. */
static bool is_for_us(int argc, char **argv)
{
    static const char *const ours[] = {"-h", "-V", "--help-all", NULL};
    return argc == 2 && is_one_of(argv[1], ours);
}

/* Answers such an option; false: it is none. */
static bool answered(enum command c, int argc, char **argv, int *code)
{
    struct options o;
    return is_for_us(argc, argv) && !options_begin(c, argc, argv, &o, code);
}

int cmd_cc(int argc, char **argv)
{
    int code;
    return answered(CMD_CC, argc, argv, &code) ? code
                                               : become("MAZURKA_CC", "cc", argc, argv);
}

int cmd_cxx(int argc, char **argv)
{
    int code;
    return answered(CMD_CXX, argc, argv, &code)
               ? code
               : become("MAZURKA_CXX", "c++", argc, argv);
}

int cmd_fc(int argc, char **argv)
{
    int code;
    return answered(CMD_FC, argc, argv, &code) ? code : become_fortran(argc, argv);
}
