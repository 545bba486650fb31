/* SPDX-License-Identifier: Apache-2.0
 *
 * option_table.h - options.def and commands.def as tables, for those who read options
 * (options.c) or tell about them (help.c, completion.c). */
#ifndef MZ_CLI_OPTION_TABLE_H
#define MZ_CLI_OPTION_TABLE_H
#include "cli/options.h"

enum option_type {
    TYPE_FLAG,
    TYPE_NUMBER,
    TYPE_SIZE,
    TYPE_SECONDS,
    TYPE_CHOICE,
    TYPE_EXPLORER,
    TYPE_INPUT,
    TYPE_OUTPUT,
    TYPE_TEXT,
    TYPE_SETTINGS,
};

enum option_level { BASIC, MORE };

struct option_word {
    const char *word; /* NULL after the last */
    uint64_t value;
    const char *text; /* may be NULL */
};

/* What the fields mean is said in options.def. */
struct option_line {
    enum option_type type;
    const char *name;
    int letter;          /* 0: none */
    size_t offset, size; /* of its field in struct options */
    unsigned commands;
    enum option_level level;
    const char *argument;
    const struct option_word *words;
    uint64_t low, high;
    const char *standard, *otherwise;
    unsigned programs;
    uint32_t takes;
    const char *algorithms, *not_with;
    bool idle;
    unsigned belongs;
    const char *help;
};

extern const struct option_line option_table[OPTIONS];

/* What comes after the options. */
enum operand {
    OPERAND_NONE,
    OPERAND_FILE, /* one that ends in .suffix */
    OPERAND_PROGRAM,
    OPERAND_KIND, /* of finding */
    OPERAND_SHELL,
    OPERAND_COMPILER, /* whatever a compiler takes */
};

struct command_line {
    const char *name, *arguments, *help;
    int least, most;
    enum operand operand;
    const char *suffix;
};

extern const struct command_line command_table[COMMANDS];

bool option_for(const struct option_line *, enum command);
/* Of the options of this command; NULL: it has none of that name. */
const struct option_line *option_named(enum command, const char *name);

/* The words that it takes and what they mean (NULL: nothing is said); false after the
 * last, and for options that take something else. */
bool option_nth(const struct option_line *, size_t, struct option_word *);

/* What its value is called; NULL: it takes none. */
const char *option_argument(const struct option_line *);
/* The largest number that is in its range. */
uint64_t option_high(const struct option_line *);

/* ---- values ---- */

/* Puts a value into its field; false if it is not one of this option. */
bool option_put(struct options *, const struct option_line *, const char *text);
/* What it takes, as in "a whole number from 1 to 256". */
void option_allowed(const struct option_line *, struct str *);
/* Of all that are numbers, or as good as such. */
uint64_t option_number(const struct options *, const struct option_line *);

/* The kinds of programs, for people: of this command, or of all with COMMANDS. */
const char *option_programs(unsigned programs, enum command);

/* ---- lists of words ---- */

struct words {
    const char *at[64];
    size_t len;
};

void words_add(struct words *, const char *word);
/* "a, b or c", with "or" for `last`. */
void words_join(const struct words *, const char *last, struct str *);
/* Those of a mask of commands, and those that an option takes. */
void words_commands(unsigned mask, struct words *);
void words_values(const struct option_line *, struct words *);
/* The algorithms that take it; none: all do. */
void words_algorithms(const struct option_line *, struct words *);

/* Lists with blanks between the words, as in options.def. */
bool list_has(const char *list, const char *word);

#endif
