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
    TYPE_NUMBERS,
    TYPE_SIZE,
    TYPE_SECONDS,
    TYPE_CHOICE,
    TYPE_EXPLORER,
    TYPE_INPUT,
    TYPE_OUTPUT,
    TYPE_TEXT,
    TYPE_SETTINGS,
    TYPE_SET,
};

enum option_level { BASIC, MORE };

struct option_word {
    const char *word; /* NULL in the entry after the last */
    uint64_t value;
    const char *text; /* may be NULL */
};

/* A line of options.def, which explains the fields. */
struct option_line {
    enum option_type type;
    const char *name;
    int letter;          /* 0: none */
    size_t offset, size; /* place and size of its field in struct options */
    size_t sized;        /* the place of a size, which may be given instead of a word;
                            0: it may not */
    uint64_t sized_as;   /* then the field has this value */
    unsigned commands;
    enum option_level level;
    const char *argument;
    const struct option_word *words;
    uint64_t low, high;
    const char *standard, *otherwise;
    unsigned programs;
    uint32_t takes;
    const char *algorithms, *not_with;
    bool nameless;
    bool idle;
    unsigned belongs;
    const char *help;
};

extern const struct option_line option_table[OPTIONS];

/* What a command takes after its options. */
enum operand {
    OPERAND_NONE,
    OPERAND_FILE, /* a file whose name ends in .suffix */
    OPERAND_PROGRAM,
    OPERAND_KIND, /* a kind of finding */
    OPERAND_SHELL,
    OPERAND_OTHERS, /* any words, which belong to another program */
};

struct command_line {
    const char *name, *arguments, *help;
    int least, most;
    enum operand operand;
    const char *suffix;
};

extern const struct command_line command_table[COMMANDS];

bool option_for(const struct option_line *, enum command);
/* The option of this command with that name; NULL if it has none. */
const struct option_line *option_named(enum command, const char *name);

/* The n-th word that the option takes as its value, with its meaning (NULL: not given);
 * false after the last, and for options that take no words. */
bool option_nth(const struct option_line *, size_t, struct option_word *);

/* The name of its value in help texts; NULL if it takes none. */
const char *option_argument(const struct option_line *);
/* The largest number in its range. */
uint64_t option_high(const struct option_line *);

/* ---- values ---- */

/* Stores a value in its field; false if the value is not allowed. */
bool option_put(struct options *, const struct option_line *, const char *text);
/* Describes the allowed values, as in "a whole number from 1 to 256". */
void option_allowed(const struct option_line *, struct str *);
/* The value of an option that is a number or is stored as one. */
uint64_t option_number(const struct options *, const struct option_line *);
/* The size that was given instead of a word; 0: none was. */
uint64_t option_size_of(const struct options *, const struct option_line *);

/* The names of these kinds of programs, as this command (COMMANDS: any command) calls
 * them. */
const char *option_programs(unsigned programs, enum command);

/* ---- lists of words ---- */

struct word_list {
    const char *at[64];
    size_t len;
};

void words_add(struct word_list *, const char *word);
/* Appends "a, b or c"; `last` is the word before the last, such as "or". */
void words_join(const struct word_list *, const char *last, struct str *);
/* The commands of a mask; and the words that an option takes. */
void words_commands(unsigned mask, struct word_list *);
void words_values(const struct option_line *, struct word_list *);
/* The algorithms that support the option; empty if all do. */
void words_algorithms(const struct option_line *, struct word_list *);

/* For lists of words separated by blanks, as in options.def. */
bool list_has(const char *list, const char *word);

#endif
