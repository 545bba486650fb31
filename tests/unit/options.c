/* SPDX-License-Identifier: Apache-2.0
 *
 * Is every line of options.def right in itself: do the words in it mean something? */
#include "base/nearest.h"
#include "cli/option_table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const struct option_line *line(size_t i)
{
    return &option_table[i];
}

/* The words of a list with blanks, one after the other. */
static bool next_word(const char **list, char *word)
{
    size_t n = strcspn(*list, " ");
    memcpy(word, *list, n);
    word[n] = '\0';
    *list += n + ((*list)[n] == ' ');
    return n;
}

Test(options, names_and_letters_are_unique_in_a_command)
{
    for (int c = 0; c < COMMANDS; c++)
        for (size_t i = 0; i < OPTIONS; i++)
            for (size_t j = 0; j < i; j++) {
                if (!option_for(line(i), (enum command)c) ||
                    !option_for(line(j), (enum command)c))
                    continue;
                cr_assert(strcmp(line(i)->name, line(j)->name), "%s: two are called --%s",
                          command_table[c].name, line(i)->name);
                cr_assert(!line(i)->letter || line(i)->letter != line(j)->letter,
                          "%s: --%s and --%s are both -%c", command_table[c].name,
                          line(i)->name, line(j)->name, line(i)->letter);
            }
}

Test(options, standard_values_are_values)
{
    static struct options o;
    for (size_t i = 0; i < OPTIONS; i++)
        if (line(i)->standard)
            cr_assert(option_put(&o, line(i), line(i)->standard), "--%s", line(i)->name);
}

Test(options, a_line_is_complete)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_line *o = line(i);
        cr_assert(o->name && o->help && o->commands, "line %zu", i);
        unsigned known = (1u << COMMANDS) - 1; /* besides, it may be said to be none */
        cr_assert(!(o->belongs & known & ~o->commands), "--%s", o->name);
        cr_assert(o->belongs || o->commands == known ||
                      !(o->commands & (1u << CMD_RUN | 1u << CMD_LITMUS)),
                  "does --%s change what is explored?", o->name);
        cr_assert((o->type == TYPE_CHOICE || o->type == TYPE_SET) == (o->words != NULL),
                  "--%s", o->name);
        cr_assert(!o->idle || o->standard, "--%s", o->name);
        cr_assert(o->idle || !(o->standard && o->otherwise), "--%s", o->name);
        cr_assert(o->low <= option_high(o), "--%s", o->name);
        if (o->belongs & known) /* a list or a pointer would not be told as it is */
            cr_assert(o->type != TYPE_SETTINGS && o->type != TYPE_OUTPUT &&
                          o->type != TYPE_EXPLORER,
                      "--%s", o->name);
    }
}

Test(options, algorithms_are_there)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        struct word_list takers = {0};
        size_t named = 0;
        char word[64];
        words_algorithms(line(i), &takers);
        for (const char *list = line(i)->algorithms; list && next_word(&list, word);)
            named++;
        if (line(i)->takes)
            cr_assert(takers.len, "no explorer takes --%s", line(i)->name);
        else
            cr_assert_eq(takers.len, named, "--%s", line(i)->name);
    }
}

Test(options, others_are_there)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const char *list = line(i)->not_with;
        char word[64];
        while (list && next_word(&list, word)) {
            bool there = false; /* in a command that has both */
            for (int c = 0; c < COMMANDS; c++)
                there |= option_for(line(i), (enum command)c) &&
                         option_named((enum command)c, word);
            cr_assert(there, "--%s, %s", line(i)->name, word);
        }
    }
}

/* A value that the field has no room for must not become another one. */
Test(options, numbers_fit_their_fields)
{
    static struct options o;
    for (size_t i = 0; i < OPTIONS; i++) {
        char text[32];
        if (line(i)->type != TYPE_NUMBER)
            continue;
        uint64_t high = option_high(line(i));
        snprintf(text, sizeof text, "%llu", (unsigned long long)high);
        cr_assert(option_put(&o, line(i), text), "--%s %s", line(i)->name, text);
        cr_assert(option_number(&o, line(i)) == high, "--%s %s", line(i)->name, text);
        snprintf(text, sizeof text, "%llu", (unsigned long long)high + 1);
        cr_assert(high == UINT64_MAX || !option_put(&o, line(i), text), "--%s %s",
                  line(i)->name, text);
    }
}

static const char *nearest_of(const char *given)
{
    struct nearest n = {.given = given};
    nearest_offer(&n, "executions");
    nearest_offer(&n, "depth");
    nearest_offer(&n, "run");
    return n.best ? n.best : "";
}

Test(options, nearest_word)
{
    cr_assert_str_eq(nearest_of("exectuions"), "executions");
    cr_assert_str_eq(nearest_of("execution"), "executions");
    cr_assert_str_eq(nearest_of("dept"), "depth");
    cr_assert_str_eq(nearest_of("depht"), "depth");
    cr_assert_str_eq(nearest_of("rnu"), "run");
    cr_assert_str_eq(nearest_of("ru"), "run");
    cr_assert_str_eq(nearest_of("frobnicate"), "");
    cr_assert_str_eq(nearest_of("x"), "");
    cr_assert_str_eq(nearest_of(""), "");
}
