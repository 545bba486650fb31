/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h - the command line, as options.def and commands.def describe it.
 *
 * Whoever has a struct options has values that are in their ranges: words are constants,
 * sizes are bytes, times are seconds. */
#ifndef MZ_CLI_OPTIONS_H
#define MZ_CLI_OPTIONS_H
#include "base/err.h"
#include "base/facts.h"
#include "base/str.h"
#include "real/link.h"
#include "explore/search/options.h"
#include "model/search.h"

struct text_style; /* report/summary.h */
struct explorer;   /* explore/search/explorer.h */

enum command {
#define COMMAND(name, function, constant, arguments, help, ...) CMD_##constant,
#include "cli/commands.def"
#undef COMMAND
    COMMANDS
};

/* ---- what options can be ---- */

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };
enum model_algorithm { ALGORITHM_URGENT, ALGORITHM_FULL, ALGORITHM_SPIN };
enum model_language { LANGUAGE_NONE, LANGUAGE_PROMELA };

/* A file to be written. */
struct output {
    const char *path; /* NULL: not requested */
    bool standard;    /* the path is "-", which means standard output */
};

/* The values of an option NAME=NUMBER, which may be given several times. */
struct settings {
    struct setting {
        const char *name;
        size_t length; /* length of the name */
        int32_t value;
    } at[64];
    size_t len;
};

/* One number, or several that are to be tried one after the other. */
struct number_list {
    uint64_t first; /* 0: none is given */
    size_t len;     /* of `at`, in which the first is, too */
    uint64_t at[64];
};

enum option_id {
#define OPTION(type, id, ...) OPTION_##id,
#define CHOICE(type, id, ...) OPTION_##id,
#define WITHIN(type, id, ...) OPTION_##id,
#include "cli/options.def"
#undef OPTION
#undef CHOICE
#undef WITHIN
    OPTIONS
};

#define OPTION_FLAG     bool
#define OPTION_NUMBER   uint64_t
#define OPTION_NUMBERS  struct number_list
#define OPTION_SIZE     uint64_t
#define OPTION_SECONDS  double
#define OPTION_EXPLORER const struct explorer *
#define OPTION_INPUT    const char *
#define OPTION_OUTPUT   struct output
#define OPTION_TEXT     const char *
#define OPTION_SETTINGS struct settings
#define OPTION_SET      uint32_t

struct options {
    struct search_options search; /* run, litmus */
    struct model_options model;   /* model */
#define OPTION(type, id, ...)  OPTION_##type id;
#define CHOICE(ctype, id, ...) ctype id;
#define WITHIN(type, id, ...)
#include "cli/options.def"
#undef OPTION
#undef CHOICE
#undef WITHIN
    bool given[OPTIONS]; /* whether the user has given the option; see GIVEN() */
    int narguments;      /* number of words that are not options */
    char **arguments;
};

#define GIVEN(options, id) ((options)->given[OPTION_##id])

/* ---- reading them ---- */

/* Parses the words of a command, of which argv[0] is its name, and handles --help and
 * --version. True if the command should go on; otherwise *exit_code is set and the
 * reason was printed. */
bool options_begin(enum command, int argc, char **argv, struct options *, int *exit_code);

/* Kinds of programs, as bits of a mask. */
enum {
    PROGRAM_MPI = 1, /* MPI programs, and litmus files with ranks */
    PROGRAM_NATIVE = 2,
    PROGRAM_ACTORS = 4,
};

/* Do all given options apply to such programs and to this algorithm? `programs` are the
 * kinds that the program may turn out to be, or 0 if they do not matter; `instead` is
 * another algorithm that may replace the first, or NULL. Otherwise prints why and
 * returns false. */
bool options_fit(enum command, const struct options *, unsigned programs,
                 const char *algorithm, const char *instead);

/* Facts about the options that change what is explored, for a run that resumes this
 * one. */
#define OPTIONS_FACT "the option "
void options_facts(enum command, const struct options *, facts_vec *);
/* Facts about all other options of the search, which processes that share it must have
 * alike; not -j. */
void options_search_facts(enum command, const struct options *, facts_vec *);

/* The word that the user writes for this value of a choice. */
const char *option_word(enum option_id, uint64_t value);

/* Should output to this descriptor be coloured? */
bool options_colour(const struct options *, int fd);

/* Is this the name of an option of the command, as --html or --html=x? */
bool options_is_ours(enum command, const char *word);

/* How the text report is to look on standard output: colours, and the width, which is
 * COLUMNS or that of the terminal. */
struct text_style options_style(const struct options *);
unsigned options_width(int fd);

/* For a command whose words belong to another program: answers -h, -V and --help-all, if
 * nothing else is said, and sets *code; false: it is something else. --help and --version
 * are the other program's, as with mpicc. */
bool options_asked(enum command, int argc, char **argv, int *code);

/* ---- telling about them ---- */

void options_help(enum command, bool all, struct str *);
void options_overview(bool all, struct str *);
void options_man(struct str *);
/* Lists the words of a choice with one line of help each. */
void options_words(enum option_id, struct str *);

/* The n-th shell that there is a completion script for; NULL after the last. */
const char *completion_shell(size_t);
/* Writes the completion script; false if there is no such shell. */
bool completion_script(const char *shell, struct str *);

/* ---- commands ---- */

/* The functions of the commands; each takes its words and returns the exit code. */
#define COMMAND(name, function, constant, arguments, help, ...)                          \
    int cmd_##function(int argc, char **argv);
#include "cli/commands.def"
#undef COMMAND

/* The command of that name; COMMANDS if there is none, and then *meant is the most
 * similar one, or NULL. */
enum command command_named(const char *name, const char **meant);

/* Prints "error: ..." and returns the exit code for wrong usage. */
int usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints a note in the same way; it is no error. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
