/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_cc.c - `mazurka cc`, `mazurka c++` and `mazurka fc`: compilers for MPI programs,
 * and for those that use mazurka.h or mazurka_actor.h.
 *
 * The real compiler with a few arguments more, as mpicc is, and with the questions that
 * build systems ask of mpicc: -show, -compile_info, -link_info (MPICH's), -showme:...
 * (Open MPI's). --abi=NAME is ours: the ABI of MPI for which to compile; and so is
 * --threads: the program says which memory it accesses, so that data races of threads are
 * found. Then it need not use MPI.
 *
 * For Fortran, the modules (mpi.mod and the like) and the bindings (libmpichfort) are
 * MPICH's: they belong to a compiler, and MPICH's own wrapper knows where they are. */
#include "base/vec.h"
#include "cli/options.h"
#include "real/launch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef VEC(char *) words_vec;

struct compiler {
    const char *command;
    enum mpi_abi abi;
    bool threads;
    bool c;                  /* it compiles C */
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

/* What an ABI is called in --abi=NAME, and what the compiler has to be told. */
static const struct {
    const char *name, *define, *library;
} abis[MPI_ABIS] = {
    [MPI_ABI_MPICH] = {"mpich", NULL, "mpich"},
    [MPI_ABI_OPENMPI] = {"openmpi", "-DMAZURKA_ABI_OPENMPI", "mpi"},
    [MPI_ABI_STANDARD] = {"standard", "-DMAZURKA_ABI_STANDARD", "mpi_abi"},
};

static bool is_clang(const char *command)
{
    char line[256];
    bool is = false;
    struct str ask = {0};
    str_quote(&ask, command);
    str_addf(&ask, " --version 2>/dev/null");
    FILE *answer = popen(str_text(&ask), "r");
    while (answer && fgets(line, sizeof line, answer))
        is |= strstr(line, "clang") != NULL;
    if (answer)
        pclose(answer);
    str_free(&ask);
    return is;
}

/* gcc links libtsan.so.2, for which ours stands in when the program is run. clang would
 * put its own library into the program, so it is told to compile for it and to link ours.
 */
static bool add_threads(struct compiler *c)
{
    static const char *const places[] = {"/tsan/libtsan.so.2",
                                         "/../lib/mazurka/libtsan.so.2", NULL};
    /* gcc writes code for small ones, which does not say what it accesses */
    static const char *const functions[] = {"memcpy",  "memmove", "memset", "memcmp",
                                            "strcpy",  "strncpy", "strcat", "strcmp",
                                            "strncmp", "strlen"};
    struct str path = {0};
    bool clang = c->command && is_clang(c->command),
         found = !clang || launch_find(places, &path);
    add(&c->compile, "", "-pthread");
    if (clang)
        add(&c->compile, "", "-Xclang");
    add(&c->compile, "", "-fsanitize=thread");
    for (size_t i = 0; !clang && i < sizeof functions / sizeof *functions; i++)
        add(&c->compile, "-fno-builtin-", functions[i]);
    if (clang && found) {
        to_folder(&path);
        add(&c->link, "-L", str_text(&path));
        add(&c->link, "-Wl,-rpath,", str_text(&path));
        add(&c->link, "", "-l:libtsan.so.2");
    }
    str_free(&path);
    return found;
}

static bool find_parts(struct compiler *c)
{
    static const char *const headers[] = {"/../include/mazurka/mpi.h",
                                          "/../include/mpi.h", NULL};
    static const char *const agents[] = {"/libmazurka.so", "/../lib/libmazurka.so", NULL};
    if (!launch_find(headers, &c->include) ||
        !launch_mpi_library(c->abi, &c->directory) || !launch_find(agents, &c->agent))
        return false;
    to_folder(&c->include);
    to_folder(&c->directory);
    to_folder(&c->agent);
    add(&c->compile, "-I", str_text(&c->include));
    if (abis[c->abi].define)
        add(&c->compile, "", abis[c->abi].define);
    add(&c->compile, "", "-g");
    add(&c->link, "-L", str_text(&c->directory));
    add(&c->link, "-Wl,-rpath,", str_text(&c->directory));
    add(&c->link, "-Wl,-rpath-link,", str_text(&c->agent));
    add(&c->link, "-L", str_text(&c->agent));
    add(&c->link, "-Wl,-rpath,", str_text(&c->agent));
    add(&c->link, "", "-Wl,--push-state,--as-needed");
    add(&c->link, "-l", abis[c->abi].library);
    /* A C program that uses mazurka.h gets its library, and no other does. The library
     * has functions that are libc's, too, so libc's are offered first. (Those of C++
     * would still take it, and name it themselves: -lmazurka.) */
    if (c->c && !c->threads) {
        add(&c->link, "", "-lpthread");
        add(&c->link, "", "-lc");
        add(&c->link, "", "-lmazurka");
    }
    add(&c->link, "", "-Wl,--pop-state");
    return !c->threads || add_threads(c);
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
        str_addf(&s, "%s", abis[c->abi].library);
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

/* Takes --abi=NAME out of the arguments, of which there may be fewer then; false: it is
 * none. */
static bool take_abi(int *argc, char **argv, enum mpi_abi *abi)
{
    static const char option[] = "--abi=";
    int n = 0;
    *abi = MPI_ABI_MPICH;
    for (int i = 0; i < *argc; i++) {
        if (strncmp(argv[i], option, sizeof option - 1) != 0) {
            argv[n++] = argv[i];
            continue;
        }
        for (*abi = MPI_ABI_MPICH; *abi < MPI_ABIS; (*abi)++)
            if (!strcmp(abis[*abi].name, argv[i] + sizeof option - 1))
                break;
        if (*abi == MPI_ABIS) {
            usage_error("%s: there is no such ABI of MPI\n  fix: --abi=mpich, "
                        "--abi=openmpi or --abi=standard",
                        argv[i]);
            return false;
        }
    }
    argv[ *argc = n] = NULL;
    return true;
}

static bool take_threads(int *argc, char **argv)
{
    int n = 0;
    for (int i = 0; i < *argc; i++)
        if (strcmp(argv[i], "--threads") != 0)
            argv[n++] = argv[i];
    bool found = n < *argc;
    argv[ *argc = n] = NULL;
    return found;
}

static int become(const char *variable, const char *otherwise, int argc, char **argv)
{
    const char *chosen = getenv(variable);
    struct compiler c = {.command = chosen && *chosen ? chosen : otherwise,
                         .c = !strcmp(otherwise, "cc")};
    if (!take_abi(&argc, argv, &c.abi))
        return MZ_USAGE;
    c.threads = take_threads(&argc, argv);
    int code = find_parts(&c) ? compile(&c, argc, argv)
                              : usage_error("mpi.h or %s is not where this tool expects "
                                            "it; is the installation complete?",
                                            mpi_abi_library(c.abi));
    compiler_free(&c);
    return code;
}

static int become_fortran(int argc, char **argv)
{
    const char *chosen = getenv("MAZURKA_FC");
    struct compiler c = {.command = chosen && *chosen ? chosen : NULL};
    struct str named = {0};
    int code;
    if (!take_abi(&argc, argv, &c.abi))
        return MZ_USAGE;
    c.threads = take_threads(&argc, argv);
    if (c.abi != MPI_ABI_MPICH)
        return usage_error("--abi=%s: modules for Fortran belong to a compiler and an "
                           "MPI; compile with the mpifort of that MPI, and mazurka runs "
                           "the program as it is",
                           abis[c.abi].name);
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

int cmd_cc(int argc, char **argv)
{
    int code;
    return options_asked(CMD_CC, argc, argv, &code)
               ? code
               : become("MAZURKA_CC", "cc", argc, argv);
}

int cmd_cxx(int argc, char **argv)
{
    int code;
    return options_asked(CMD_CXX, argc, argv, &code)
               ? code
               : become("MAZURKA_CXX", "c++", argc, argv);
}

int cmd_fc(int argc, char **argv)
{
    int code;
    return options_asked(CMD_FC, argc, argv, &code) ? code : become_fortran(argc, argv);
}
