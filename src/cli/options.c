/* SPDX-License-Identifier: Apache-2.0
 *
 * options.c - see options.h. */
#include "cli/options.h"
#include "base/vec.h"
#include "report/summary.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum type { TYPE_FLAG, TYPE_TEXT, TYPE_LIST, TYPE_COUNT, TYPE_NUMBER, TYPE_SECONDS };
enum level { BASIC, MORE };

enum { ALL = -1 };
enum {
#define COMMAND(name, function, constant, arguments, help) constant = 1 << CMD_##constant,
#include "cli/commands.def"
#undef COMMAND
};

struct option_line {
    enum type type;
    const char *name;
    int letter;
    const char *argument;
    int commands;
    enum level level;
    const char *help;
    size_t offset;
};

static const struct option_line lines[] = {
#define FLAG(field, long, short, commands, level, help)                                  \
    {TYPE_FLAG, long,  short, NULL,                                                      \
     commands,  level, help,  offsetof(struct options, field)},
#define LINE(type, field, long, short, arg, commands, level, help)                       \
    {type, long, short, arg, commands, level, help, offsetof(struct options, field)},
#define TEXT(...)    LINE(TYPE_TEXT, __VA_ARGS__)
#define LIST(...)    LINE(TYPE_LIST, __VA_ARGS__)
#define COUNT(...)   LINE(TYPE_COUNT, __VA_ARGS__)
#define NUMBER(...)  LINE(TYPE_NUMBER, __VA_ARGS__)
#define SECONDS(...) LINE(TYPE_SECONDS, __VA_ARGS__)
#include "cli/options.def"
#undef FLAG
#undef TEXT
#undef LIST
#undef COUNT
#undef NUMBER
#undef SECONDS
};
enum { NLINES = sizeof lines / sizeof *lines };

static const struct {
    const char *name, *arguments, *help;
} commands[COMMANDS] = {
#define COMMAND(name, function, constant, arguments, help)                               \
    [CMD_##constant] = {#name, arguments, help},
#include "cli/commands.def"
#undef COMMAND
};

static bool takes(const struct option_line *o, enum command c)
{
    return o->commands & 1 << c;
}

/* ---- parsing ---- */

static bool parse_count(const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

static bool parse_seconds(const char *text, double *out)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"ms", 1e-3}};
    char *end = NULL;
    double n = strspn(text, "0123456789.") ? strtod(text, &end) : 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end && end != text && !strcmp(end, units[i].unit)) {
            *out = n * units[i].seconds;
            return *out > 0 && *out < 1e9;
        }
    return false;
}

bool parse_size(const char *text, size_t *out)
{
    static const char units[] = "kmg";
    char *end;
    double n = strtod(text, &end);
    const char *unit = *end ? strchr(units, *end | 0x20) : NULL;
    if (end == text || !(n > 0) || (*end && (!unit || end[1])))
        return false;
    for (const char *u = units; unit && u <= unit; u++)
        n *= 1024;
    *out = (size_t)n;
    return n >= 1 && n < 1e15;
}

static bool store(const struct option_line *o, const char *text, struct options *options,
                  struct str *why)
{
    char *field = (char *)options + o->offset;
    switch (o->type) {
    case TYPE_FLAG:
        *(bool *)(void *)field = true;
        return true;
    case TYPE_TEXT:
        *(const char **)(void *)field = text;
        return true;
    case TYPE_LIST: {
        struct option_list *list = (struct option_list *)(void *)field;
        if (list->len < sizeof list->at / sizeof *list->at) {
            list->at[list->len++] = text;
            return true;
        }
        str_addf(why, "--%s is given too often", o->name);
        return false;
    }
    case TYPE_COUNT:
    case TYPE_NUMBER:
        if (parse_count(text, (uint64_t *)(void *)field) &&
            (o->type == TYPE_NUMBER || *(uint64_t *)(void *)field))
            return true;
        str_addf(why, "--%s takes a whole number%s, not '%s'", o->name,
                 o->type == TYPE_COUNT ? " from 1" : "", text);
        return false;
    case TYPE_SECONDS:
        if (parse_seconds(text, (double *)(void *)field))
            return true;
        str_addf(why, "--%s takes a time such as 30, 90s, 10m or 2h, not '%s'", o->name,
                 text);
        return false;
    }
    return false;
}

enum mz_err options_parse(enum command c, int argc, char **argv, struct options *options,
                          struct str *why)
{
    struct option table[NLINES + 1] = {0};
    /* What comes after the program is its own. */
    char letters[2 * NLINES + 3] = {0};
    strcpy(letters, c == CMD_RUN ? "+:" : ":");
    size_t n = 0;
    memset(options, 0, sizeof *options);
    for (size_t i = 0; i < NLINES; i++) {
        if (!takes(&lines[i], c))
            continue;
        int has_argument = lines[i].argument != NULL;
        table[n++] = (struct option){lines[i].name, has_argument, NULL, (int)(256 + i)};
        if (lines[i].letter) {
            size_t l = strlen(letters);
            letters[l] = (char)lines[i].letter;
            letters[l + 1] = has_argument ? ':' : '\0';
        }
    }
    optind = 0; /* glibc: start afresh */
    opterr = 0;
    for (int got; (got = getopt_long(argc, argv, letters, table, NULL)) != -1;) {
        if (got == '?' || got == ':') {
            const char *problem = got == ':' ? "needs a value" : "is not an option";
            if (optopt && optopt < 256)
                str_addf(why, "-%c %s", optopt, problem);
            else
                str_addf(why, "%s %s", argv[optind - 1], problem);
            return MZ_USAGE;
        }
        /* mpirun's -np N: -n with the value p, for getopt. */
        bool np = got == 'n' && !strcmp(argv[optind - 1], "-np");
        if (np && optind == argc) {
            str_addf(why, "-np needs a value");
            return MZ_USAGE;
        }
        if (np)
            optarg = argv[optind++];
        size_t i = 0;
        while (got < 256 ? lines[i].letter != got : 256 + (int)i != got)
            i++;
        if (!store(&lines[i], optarg, options, why))
            return MZ_USAGE;
    }
    options->narguments = argc - optind;
    options->arguments = argv + optind;
    return MZ_OK;
}

/* What is told may be of others: names, arguments, what a program said. */
static void complain(const char *what, const char *format, va_list args)
{
    struct str raw = {0}, text = {0};
    str_vaddf(&raw, format, args);
    str_plain_lines(&text, str_text(&raw));
    fprintf(stderr, "%s: %s\n", what, str_text(&text));
    str_free(&raw);
    str_free(&text);
}

int usage_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain("error", format, args);
    va_end(args);
    return MZ_USAGE;
}

void note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain("note", format, args);
    va_end(args);
}

bool options_begin(enum command c, int argc, char **argv, int arguments,
                   struct options *options, int *exit_code)
{
    struct str s = {0};
    *exit_code = (int)options_parse(c, argc, argv, options, &s);
    bool go_on = false;
    if (*exit_code) {
        usage_error("%s\n  fix: see 'mazurka %s --help'", str_text(&s), commands[c].name);
    } else if (options->help || options->help_all) {
        options_help(c, options->help_all, &s);
        fputs(str_text(&s), stdout);
    } else if (c == CMD_RUN ? options->narguments < arguments
                            : options->narguments != arguments) {
        *exit_code =
            usage_error("%s\n  usage: mazurka %s %s",
                        options->narguments < arguments ? "something is missing"
                                                        : "there is a word too many",
                        commands[c].name, commands[c].arguments);
    } else {
        go_on = true;
    }
    str_free(&s);
    return go_on;
}

/* ---- showing ---- */

static void option_names(const struct option_line *o, struct str *s)
{
    if (o->letter)
        str_addf(s, "-%c, ", o->letter);
    str_addf(s, "--%s%s%s", o->name, o->argument ? " " : "",
             o->argument ? o->argument : "");
}

void options_help(enum command c, bool all, struct str *s)
{
    str_addf(s, "usage: mazurka %s %s\n%s\n\n", commands[c].name, commands[c].arguments,
             commands[c].help);
    for (size_t i = 0; i < NLINES; i++) {
        if (!takes(&lines[i], c) || (lines[i].level == MORE && !all))
            continue;
        size_t start = s->len;
        str_addf(s, "  ");
        option_names(&lines[i], s);
        str_addf(s, " ");
        str_pad(s, start + 24);
        str_addf(s, "%s\n", lines[i].help);
    }
    str_addf(
        s, "\nexit: 0 verified, 1 something found, 2 wrong usage, 3 stopped by a bound,\n"
           "      4 cannot verify this program\n");
}

void options_overview(struct str *s)
{
    str_addf(s, "Mazurka %s, a model checker for message-passing programs\n\n",
             MZ_VERSION);
    for (int c = 0; c < COMMANDS; c++) {
        size_t start = s->len;
        str_addf(s, "  mazurka %s %s ", commands[c].name, commands[c].arguments);
        str_pad(s, start + 40);
        str_addf(s, "%s\n", commands[c].help);
    }
    str_addf(s, "\n'mazurka COMMAND --help' shows the options of a command.\n");
}

/* Text for troff: a dash is not a hyphen, and a line must not begin with a dot. */
static void add_troff(struct str *s, const char *text)
{
    for (; *text; text++)
        str_addf(s, *text == '-' ? "\\-" : *text == '\\' ? "\\e" : "%c", *text);
}

void options_man(struct str *s)
{
    str_addf(s,
             ".TH MAZURKA 1 \"\" \"Mazurka %s\"\n.SH NAME\n"
             "mazurka \\- model checker for message\\-passing programs\n.SH SYNOPSIS\n",
             MZ_VERSION);
    for (int c = 0; c < COMMANDS; c++) {
        str_addf(s, ".B mazurka %s\n", commands[c].name);
        add_troff(s, commands[c].arguments);
        str_addf(s, "\n.br\n");
    }
    str_addf(s, ".SH COMMANDS\n");
    for (int c = 0; c < COMMANDS; c++) {
        str_addf(s, ".TP\n.B %s\n", commands[c].name);
        add_troff(s, commands[c].help);
        str_addf(s, "\n");
    }
    str_addf(s, ".SH OPTIONS\n");
    for (size_t i = 0; i < NLINES; i++) {
        struct str names = {0};
        option_names(&lines[i], &names);
        str_addf(s, ".TP\n.B ");
        add_troff(s, str_text(&names));
        str_addf(s, "\n");
        add_troff(s, lines[i].help);
        str_addf(s, "\n");
        str_free(&names);
    }
    str_addf(
        s, ".SH EXIT STATUS\n0 verified, exploration complete; 1 something was found; 2 "
           "wrong usage; 3 stopped by a bound, nothing found; 4 cannot verify this "
           "program.\n");
}

void options_completion(struct str *s)
{
    str_addf(s, "_mazurka() {\n  local word=${COMP_WORDS[COMP_CWORD]}\n"
                "  if [ \"$COMP_CWORD\" = 1 ]; then\n    COMPREPLY=($(compgen -W \"");
    for (int c = 0; c < COMMANDS; c++)
        str_addf(s, "%s%s", c ? " " : "", commands[c].name);
    str_addf(s, "\" -- \"$word\")); return\n  fi\n  case ${COMP_WORDS[1]} in\n");
    for (int c = 0; c < COMMANDS; c++) {
        str_addf(s, "  %s) COMPREPLY=($(compgen -f -W \"", commands[c].name);
        for (size_t i = 0; i < NLINES; i++)
            if (takes(&lines[i], (enum command)c))
                str_addf(s, "--%s ", lines[i].name);
        str_addf(s, "\" -- \"$word\"));;\n");
    }
    str_addf(s, "  esac\n}\ncomplete -o filenames -F _mazurka mazurka\n");
}
