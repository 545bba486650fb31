/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h - the command line, as options.def and commands.def describe it. */
#ifndef MZ_CLI_OPTIONS_H
#define MZ_CLI_OPTIONS_H
#include "base/err.h"
#include "base/str.h"
#include <stdbool.h>
#include <stdint.h>

enum command {
#define COMMAND(name, function, constant, arguments, help) CMD_##constant,
#include "cli/commands.def"
#undef COMMAND
    COMMANDS
};

/* The values of an option that may be given several times. */
struct option_list {
    const char *at[64];
    size_t len;
};

struct options {
#define FLAG(field, long, short, commands, level, help)         bool field;
#define TEXT(field, long, short, arg, commands, level, help)    const char *field;
#define LIST(field, long, short, arg, commands, level, help)    struct option_list field;
#define COUNT(field, long, short, arg, commands, level, help)   uint64_t field;
#define NUMBER(field, long, short, arg, commands, level, help)  uint64_t field;
#define SECONDS(field, long, short, arg, commands, level, help) double field;
#include "cli/options.def"
#undef FLAG
#undef TEXT
#undef LIST
#undef COUNT
#undef NUMBER
#undef SECONDS
    int narguments; /* what is not an option */
    char **arguments;
};

/* argv[0] is the command's name. On failure `why` says what is wrong. */
enum mz_err options_parse(enum command, int argc, char **argv, struct options *,
                          struct str *why);

void options_help(enum command, bool all, struct str *);
void options_overview(struct str *);
void options_man(struct str *);
void options_completion(struct str *);

/* Each command: from its words to its exit code. */
#define COMMAND(name, function, constant, arguments, help)                               \
    int cmd_##function(int argc, char **argv);
#include "cli/commands.def"
#undef COMMAND

/* A size with an optional unit: 512M, 8G. */
bool parse_size(const char *text, size_t *out);

/* Prints "error: ..." and gives the exit code for wrong usage. */
int usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Likewise, but nothing is wrong. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Parses for a command that has `arguments` words of its own besides options
 * (run: at least); answers --help. True if the command should go on, otherwise *exit_code
 * is set. */
bool options_begin(enum command, int argc, char **argv, int arguments, struct options *,
                   int *exit_code);

#endif
