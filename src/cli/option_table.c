/* SPDX-License-Identifier: Apache-2.0
 *
 * option_table.c - see option_table.h. */
#include "cli/option_table.h"
#include "explore/search/explorer.h"

#include <limits.h>
#include <string.h>

enum {
#define COMMAND(name, function, constant, arguments, help, ...)                          \
    constant = 1 << CMD_##constant,
#include "cli/commands.def"
#undef COMMAND
    ALL = (1 << COMMANDS) - 1,
    NONE = 1 << COMMANDS, /* states explicitly that there is none */
};
enum { MPI = PROGRAM_MPI, NATIVE = PROGRAM_NATIVE, ACTORS = PROGRAM_ACTORS };

/* clang-format off */
#define WORDS(...) (const struct option_word[]) {__VA_ARGS__, {0}}
/* clang-format on */

/* fields that a line leaves out are 0 */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

const struct option_line option_table[OPTIONS] = {
#define LINE(kind, id, place, long, short, ...)                                          \
    [OPTION_##id] = {.type = TYPE_##kind,                                                \
                     .name = long,                                                       \
                     .letter = short,                                                    \
                     .offset = offsetof(struct options, place),                          \
                     .size = sizeof((struct options *)0)->place,                         \
                     __VA_ARGS__},
#define OPTION(type, id, ...)  LINE(type, id, id, __VA_ARGS__)
#define CHOICE(ctype, id, ...) LINE(CHOICE, id, id, __VA_ARGS__)
#define WITHIN(type, id, ...)  LINE(type, id, __VA_ARGS__)
#include "cli/options.def"
#undef OPTION
#undef CHOICE
#undef WITHIN
};

const struct command_line command_table[COMMANDS] = {
#define COMMAND(label, function, constant, words, text, ...)                             \
    [CMD_##constant] = {.name = #label, .arguments = words, .help = text, __VA_ARGS__},
#include "cli/commands.def"
#undef COMMAND
};

bool option_for(const struct option_line *o, enum command c)
{
    return o->commands & 1u << c;
}

const struct option_line *option_named(enum command c, const char *name)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_for(&option_table[i], c) && !strcmp(option_table[i].name, name))
            return &option_table[i];
    return NULL;
}

bool option_nth(const struct option_line *o, size_t i, struct option_word *out)
{
    if (o->type == TYPE_EXPLORER)
        *out = (struct option_word){explorers[i].name, i, explorers[i].summary};
    else
        *out = o->words ? o->words[i] : (struct option_word){0};
    return out->word != NULL;
}

const char *option_argument(const struct option_line *o)
{
    static const char *const usual[] = {
        [TYPE_FLAG] = NULL,         [TYPE_NUMBER] = "N",    [TYPE_SIZE] = "SIZE",
        [TYPE_SECONDS] = "TIME",    [TYPE_CHOICE] = "WORD", [TYPE_EXPLORER] = "NAME",
        [TYPE_INPUT] = "FILE",      [TYPE_OUTPUT] = "FILE", [TYPE_TEXT] = "TEXT",
        [TYPE_SETTINGS] = "NAME=N", [TYPE_SET] = "WORDS",   [TYPE_NUMBERS] = "N"};
    return o->argument ? o->argument : usual[o->type];
}

uint64_t option_high(const struct option_line *o)
{
    uint64_t room = o->size < 8 ? ((uint64_t)1 << 8 * o->size) - 1 : UINT64_MAX;
    return o->high ? o->high : room;
}

const char *option_programs(unsigned programs, enum command c)
{
    if (programs == PROGRAM_MPI)
        return c == CMD_RUN      ? "MPI programs"
               : c == CMD_LITMUS ? "files with ranks"
                                 : "MPI programs and litmus files with ranks";
    if (programs == PROGRAM_ACTORS)
        return "actor programs";
    if (programs == PROGRAM_NATIVE)
        return "programs with mailboxes";
    return NULL;
}

/* ---- lists of words ---- */

void words_add(struct word_list *w, const char *word)
{
    if (w->len < sizeof w->at / sizeof *w->at)
        w->at[w->len++] = word;
}

void words_join(const struct word_list *w, const char *last, struct str *s)
{
    for (size_t i = 0; i < w->len; i++)
        if (i && i + 1 == w->len)
            str_addf(s, " %s %s", last, w->at[i]);
        else
            str_addf(s, "%s%s", i ? ", " : "", w->at[i]);
}

void words_commands(unsigned mask, struct word_list *w)
{
    for (int c = 0; c < COMMANDS; c++)
        if (mask & 1u << c)
            words_add(w, command_table[c].name);
}

void words_values(const struct option_line *o, struct word_list *w)
{
    struct option_word word;
    for (size_t i = 0; option_nth(o, i, &word); i++)
        words_add(w, word.word);
}

void words_algorithms(const struct option_line *o, struct word_list *w)
{
    const struct option_line *models = &option_table[OPTION_model_algorithm];
    for (const struct explorer *e = explorers; e->name && o->takes; e++)
        if (e->takes & o->takes)
            words_add(w, e->name);
    for (size_t i = 0; o->algorithms && models->words[i].word; i++)
        if (list_has(o->algorithms, models->words[i].word))
            words_add(w, models->words[i].word);
}

bool list_has(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, " "), at += *at == ' ')
        if (n == strcspn(at, " ") && !memcmp(at, word, n))
            return true;
    return false;
}
