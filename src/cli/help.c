/* SPDX-License-Identifier: Apache-2.0
 *
 * help.c - what is told about commands and options: --help, the overview, the manual
 * page. All of it is made of option_table.h. */
#include "cli/option_table.h"
#include "report/summary.h"

#include <string.h>

#define WIDTH  80
#define COLUMN 24 /* column at which the text begins */

/* ---- one option ---- */

static void add_names(const struct option_line *o, struct str *s)
{
    const char *argument = option_argument(o);
    if (o->letter)
        str_addf(s, "-%c, ", o->letter);
    str_addf(s, "--%s%s%s", o->name, argument ? " " : "", argument ? argument : "");
}

/* "actor programs, dpor, transdpor: " */
static void add_condition(const struct option_line *o, enum command c, struct str *s)
{
    const char *programs = option_programs(o->programs, c);
    struct word_list algorithms = {0};
    words_algorithms(o, &algorithms);
    if (programs)
        str_addf(s, "%s", programs);
    if (programs && algorithms.len)
        str_addf(s, ", ");
    words_join(&algorithms, "or", s);
    if (programs || algorithms.len)
        str_addf(s, ": ");
}

/* " (fifo, eca or lca; default fifo)" */
static void add_values(const struct option_line *o, struct str *s)
{
    struct str values = {0};
    struct word_list words = {0};
    words_values(o, &words);
    if (o->sized)
        words_add(&words, "8k"); /* or another size */
    if (o->type == TYPE_CHOICE && words.len > 1 && !strchr(option_argument(o), '|'))
        words_join(&words, "or", &values);
    else if ((o->type == TYPE_NUMBER || o->type == TYPE_NUMBERS) && o->high)
        str_addf(&values, "%llu to %llu", (unsigned long long)o->low,
                 (unsigned long long)o->high);
    const char *standard = o->otherwise ? o->otherwise : o->standard;
    if (standard)
        str_addf(&values, "%sdefault %s", values.len ? "; " : "", standard);
    if (values.len)
        str_addf(s, " (%s)", str_text(&values));
    str_free(&values);
}

static void add_text(const struct option_line *o, enum command c, struct str *s)
{
    add_condition(o, c, s);
    str_addf(s, "%s", o->help);
    add_values(o, s);
}

/* ---- --help ---- */

/* Adds text in lines of at most WIDTH columns. All lines begin at COLUMN, except the
 * first if what is before it is longer. */
static void add_wrapped(struct str *s, size_t line, const char *text)
{
    while (*text) {
        size_t room = line + WIDTH > s->len ? line + WIDTH - s->len : 1;
        size_t n = strlen(text);
        if (n > room) {
            n = room;
            while (n && text[n] != ' ')
                n--;
            n = n ? n : strcspn(text, " ");
        }
        str_add(s, text, n);
        text += n;
        text += strspn(text, " ");
        str_addf(s, "\n");
        line = s->len;
        if (*text)
            str_pad(s, line + COLUMN);
    }
}

static void add_option(const struct option_line *o, enum command c, struct str *s)
{
    struct str text = {0};
    size_t line = s->len;
    str_addf(s, "  ");
    add_names(o, s);
    str_addf(s, " ");
    str_pad(s, line + COLUMN);
    add_text(o, c, &text);
    add_wrapped(s, line, str_text(&text));
    str_free(&text);
}

/* What is used every day. */
static void add_first(enum command c, struct str *s)
{
    if (c == CMD_RUN)
        str_addf(s, "  mazurka run -n 3 ./prog     every outcome with three ranks\n"
                    "  mazurka run -n 2..5 ./prog  with two, three, four and five\n\n");
}

static void add_command(enum command c, bool all, struct str *s)
{
    const struct command_line *k = &command_table[c];
    str_addf(s, "usage: mazurka %s%s%s\n%s\n\n", k->name, *k->arguments ? " " : "",
             k->arguments, k->help);
    add_first(c, s);
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_for(&option_table[i], c) && (option_table[i].level == BASIC || all))
            add_option(&option_table[i], c, s);
}

static void add_exits(struct str *s)
{
    str_addf(s, "\nexit: 0 verified, 1 found, 2 wrong usage, 3 stopped by a bound, 4 "
                "cannot verify\n");
}

/* Does the command give a verdict? Commands that do not have the common options
 * only. */
static bool judges(enum command c)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_for(&option_table[i], c) &&
            option_table[i].commands + 1 < 1u << COMMANDS)
            return true;
    return false;
}

void options_help(enum command c, bool all, struct str *s)
{
    add_command(c, all, s);
    if (judges(c))
        add_exits(s);
}

void options_overview(bool all, struct str *s)
{
    str_addf(s, "Mazurka %s, a model checker for message-passing programs\n\n",
             MZ_VERSION);
    if (!all)
        str_addf(s,
                 "  mazurka cc -g -o prog prog.c     compile a program that uses MPI\n"
                 "  mazurka run -n 3 ./prog          try everything that can happen\n"
                 "  mazurka replay --gdb prog-1.mzt  look around in what went wrong\n\n");
    for (int c = 0; c < COMMANDS && !all; c++) {
        size_t start = s->len;
        if (c == CMD_MAN || c == CMD_COMPLETION) /* nobody begins with them */
            continue;
        str_addf(s, "  %s ", command_table[c].name);
        str_pad(s, start + 13);
        str_addf(s, "%s\n", command_table[c].help);
    }
    for (int c = 0; c < COMMANDS && all; c++) {
        add_command((enum command)c, true, s);
        str_addf(s, "\n");
    }
    if (all)
        add_exits(s);
    else
        str_addf(s, "\n'mazurka COMMAND --help' shows the options of a command.\n");
}

void options_words(enum option_id id, struct str *s)
{
    struct option_word w;
    for (size_t i = 0; option_nth(&option_table[id], i, &w); i++)
        str_addf(s, "  %-12s %s\n", w.word, w.text ? w.text : "");
}

/* ---- the manual page ---- */

/* Text for troff: a dash is not a hyphen, and a line must not begin with a dot or an
 * apostrophe. */
static void add_troff(struct str *s, const char *text)
{
    if (*text == '.' || *text == '\'')
        str_addf(s, "\\&");
    for (; *text; text++)
        str_addf(s,
                 *text == '-'    ? "\\-"
                 : *text == '\\' ? "\\e"
                 : *text == '\'' ? "\\(aq"
                                 : "%c",
                 *text);
}

/* "For run, of actor programs, with dpor or transdpor." */
static void add_man_use(const struct option_line *o, struct str *s)
{
    struct word_list commands = {0}, algorithms = {0};
    const char *programs = option_programs(o->programs, COMMANDS);
    words_algorithms(o, &algorithms);
    words_commands(o->commands, &commands);
    if (commands.len == COMMANDS)
        return;
    str_addf(s, "For ");
    words_join(&commands, "and", s);
    if (programs)
        str_addf(s, ", of %s", programs);
    if (algorithms.len)
        str_addf(s, ", with ");
    words_join(&algorithms, "or", s);
    str_addf(s, ".");
}

static void add_troff_line(struct str *s, const struct str *text)
{
    add_troff(s, str_text(text));
    str_addf(s, "\n");
}

static void add_man_option(const struct option_line *o, struct str *s)
{
    struct str names = {0}, text = {0}, use = {0};
    struct option_word w;
    add_names(o, &names);
    str_addf(&text, "%s", o->help);
    add_values(o, &text);
    str_addf(&text, strchr("?.", text.text[text.len - 1]) ? "" : ".");
    add_man_use(o, &use);
    str_addf(s, ".TP\n.B ");
    add_troff_line(s, &names);
    add_troff_line(s, &text);
    if (use.len)
        add_troff_line(s, &use);
    for (size_t i = 0; o->type != TYPE_EXPLORER && option_nth(o, i, &w); i++)
        if (w.text) {
            str_clear(&text);
            str_addf(&text, "%s.", w.text);
            str_addf(s, ".br\n.IR %s :\n", w.word);
            add_troff_line(s, &text);
        }
    str_free(&names);
    str_free(&text);
    str_free(&use);
}

static const struct {
    const char *command, *text;
} man_examples[] = {
    {"mazurka cc -g -o ring ring.c",
     "Compiles an MPI program. A binary for MPICH does as well."},
    {"mazurka run -n 4 ./ring", "Explores every outcome with four ranks."},
    {"mazurka run -n 4 --first -j 8 ./ring 100", "Looks for one bug, on eight cores."},
    {"mazurka run -n 4 --time 10m --junit report.xml ./ring",
     "For a continuous build: it fails unless everything was explored and is fine."},
    {"mazurka run -n 4 --time 10m --resume ring.frontier ./ring",
     "Goes on where an earlier run was stopped."},
    {"mpiexec -n 16 mazurka run -n 4 ./ring",
     "The same search, shared by 16 processes, perhaps on as many machines: see "
     "docs/cluster.md."},
    {"mazurka replay --gdb ring-1.mzt", "Does an outcome that was found again, in gdb."},
    {"mazurka show ring-1.mzt --svg ring.svg", "Draws it."},
    {"mazurka explain deadlock",
     "What a deadlock is, with a wrong program and the right one."},
};

void options_man(struct str *s)
{
    str_addf(s,
             ".TH MAZURKA 1 \"\" \"Mazurka %s\"\n.SH NAME\n"
             "mazurka \\- model checker for message\\-passing programs\n.SH SYNOPSIS\n",
             MZ_VERSION);
    for (int c = 0; c < COMMANDS; c++) {
        str_addf(s, "%s.B mazurka %s\n", c ? ".br\n" : "", command_table[c].name);
        if (*command_table[c].arguments)
            add_troff(s, command_table[c].arguments);
        str_addf(s, *command_table[c].arguments ? "\n" : "");
    }
    str_addf(s, ".SH COMMANDS\n");
    for (int c = 0; c < COMMANDS; c++) {
        str_addf(s, ".TP\n.B %s\n", command_table[c].name);
        add_troff(s, command_table[c].help);
        str_addf(s, "\n");
    }
    str_addf(s, ".SH OPTIONS\n");
    for (size_t i = 0; i < OPTIONS; i++)
        add_man_option(&option_table[i], s);
    str_addf(
        s, ".SH EXIT STATUS\n0 verified, exploration complete; 1 something was found; 2 "
           "wrong usage; 3 stopped by a bound, nothing found; 4 cannot verify this "
           "program.\n.SH EXAMPLES\n");
    for (size_t i = 0; i < sizeof man_examples / sizeof *man_examples; i++) {
        str_addf(s, ".TP\n.B ");
        add_troff(s, man_examples[i].command);
        str_addf(s, "\n");
        add_troff(s, man_examples[i].text);
        str_addf(s, "\n");
    }
}
