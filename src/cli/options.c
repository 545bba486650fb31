/* SPDX-License-Identifier: Apache-2.0
 *
 * options.c - reads the command line, and says what is wrong with it; see options.h.
 *
 * What an option takes is told from its line in options.def, so a complaint names what
 * would have been right. */
#include "cli/option_table.h"
#include "base/nearest.h"
#include "report/summary.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- complaints ---- */

/* Prints a message. Its parts may come from elsewhere (names, arguments, output of a
 * program), so it is made safe for the terminal. */
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

/* ---- what is wrong with a word ---- */

struct complaint {
    enum command command;
    struct str *what, *fix;
};

static void not_a_value(struct complaint *c, bool by_letter,
                        const struct option_line *line, const char *text)
{
    struct nearest meant = {.given = text};
    struct option_word w;
    if (by_letter)
        str_addf(c->what, "-%c takes ", line->letter);
    else
        str_addf(c->what, "--%s takes ", line->name);
    option_allowed(line, c->what);
    str_addf(c->what, ", not '%s'", text);
    for (size_t i = 0; option_nth(line, i, &w); i++)
        nearest_offer(&meant, w.word);
    if (meant.best)
        str_addf(c->fix, "did you mean %s?", meant.best);
    else if (line->type == TYPE_EXPLORER)
        str_addf(c->fix, "'mazurka list' says what they do");
}

/* Do other commands have this option? Returns the mask of these commands, and its
 * line. */
static unsigned elsewhere(const char *name, int letter, const struct option_line **line)
{
    unsigned commands = 0;
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_line *o = &option_table[i];
        if (letter ? o->letter != letter : strcmp(o->name, name))
            continue;
        commands |= o->commands;
        *line = o;
    }
    return commands;
}

/* Collects the options of this command whose names begin with this text. */
static void beginning(enum command c, const char *name, struct word_list *w)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_for(&option_table[i], c) &&
            !strncmp(option_table[i].name, name, strlen(name)))
            words_add(w, option_table[i].name);
}

/* Complains about an unknown option. `spelt` is the option as the user wrote it,
 * without "=value". */
static void not_an_option(struct complaint *c, const char *spelt, const char *name,
                          int letter)
{
    const struct option_line *line = NULL;
    struct word_list of = {0}, several = {0};
    unsigned commands = elsewhere(name, letter, &line);
    const char *command = command_table[c->command].name;
    if (commands) {
        words_commands(commands, &of);
        str_addf(c->what, letter ? "%s, --%s, is for " : "%s is for ", spelt, line->name);
        words_join(&of, "and", c->what);
        str_addf(c->what, "; %s does not take it", command);
        return;
    }
    if (!letter && *name)
        beginning(c->command, name, &several);
    if (several.len > 1) {
        str_addf(c->what, "%s can be --", spelt);
        for (size_t i = 0; i < several.len; i++)
            str_addf(c->what, "%s%s", several.at[i],
                     i + 2 < several.len   ? ", --"
                     : i + 1 < several.len ? " or --"
                                           : "");
        return;
    }
    struct nearest meant = {.given = name};
    for (size_t i = 0; i < OPTIONS && !letter; i++)
        if (option_for(&option_table[i], c->command))
            nearest_offer(&meant, option_table[i].name);
    str_addf(c->what, "%s is not an option of %s", spelt, command);
    if (meant.best)
        str_addf(c->fix, "did you mean --%s?", meant.best);
}

/* Complains about what getopt rejected; `got` is getopt's return value. */
static void not_understood(struct complaint *c, int got, const char *word)
{
    struct str spelt = {0};
    int letter = optopt && optopt < 256 ? optopt : 0;
    if (letter)
        str_addf(&spelt, "-%c", letter);
    else
        str_add(&spelt, word, strcspn(word, "="));
    const char *name = letter ? "" : str_text(&spelt) + 2;
    const struct option_line *line = NULL;
    if (optopt >= 256)
        line = &option_table[optopt - 256];
    for (size_t i = 0; letter && !line && i < OPTIONS; i++)
        if (option_for(&option_table[i], c->command) && option_table[i].letter == letter)
            line = &option_table[i];
    if (got == ':') {
        str_addf(c->what, "%s needs a value: ", str_text(&spelt));
        option_allowed(line, c->what);
    } else if (line) {
        str_addf(c->what, "%s takes no value", str_text(&spelt));
    } else {
        not_an_option(c, str_text(&spelt), name, letter);
    }
    str_free(&spelt);
}

/* ---- all words ---- */

struct getopt_input {
    struct option table[OPTIONS + 1];
    char letters[2 * OPTIONS + 3];
};

static void prepare(enum command c, struct getopt_input *in)
{
    size_t n = 0, l = 0;
    memset(in, 0, sizeof *in);
    if (command_table[c].operand == OPERAND_PROGRAM)
        in->letters[l++] = '+'; /* options after the program's name belong to the
                                   program */
    in->letters[l++] = ':';
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_line *o = &option_table[i];
        if (!option_for(o, c))
            continue;
        bool takes = o->type != TYPE_FLAG;
        in->table[n++] = (struct option){o->name, takes, NULL, (int)(256 + i)};
        if (o->letter)
            in->letters[l++] = (char)o->letter;
        if (o->letter && takes)
            in->letters[l++] = ':';
    }
}

static void set_standard(enum command c, struct options *o)
{
    memset(o, 0, sizeof *o);
    model_options_default(&o->model);
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_for(&option_table[i], c) && option_table[i].standard)
            option_put(o, &option_table[i], option_table[i].standard);
}

/* The word in which getopt found the last option. */
static const char *word_of(char **argv)
{
    return argv[optind - 1 - (optarg == argv[optind - 1])];
}

/* An unambiguous beginning of a name is accepted, unless it is the full name of an
 * option of other commands. */
static bool is_others(const char *word, const struct option_line *line)
{
    const struct option_line *other;
    char name[64];
    size_t n = strcspn(word + 2, "=");
    if (n >= sizeof name || n == strlen(line->name))
        return false;
    memcpy(name, word + 2, n);
    name[n] = '\0';
    return elsewhere(name, 0, &other);
}

/* Parses all words; false, with the complaint filled in, if something is wrong. */
static bool parse(struct complaint *c, int argc, char **argv, struct options *options)
{
    struct getopt_input in;
    prepare(c->command, &in);
    set_standard(c->command, options);
    optind = 0; /* with glibc, this restarts getopt */
    opterr = 0;
    for (int got; (got = getopt_long(argc, argv, in.letters, in.table, NULL)) != -1;) {
        if (got == ':' && optopt >= 256 && option_table[optopt - 256].nameless) {
            option_put(options, &option_table[optopt - 256], "");
            continue;
        }
        if (got == '?' || got == ':') {
            not_understood(c, got, argv[optind - 1]);
            return false;
        }
        /* mpirun's -np N, which getopt reads as -n with the value "p" */
        bool np = got == 'n' && !strcmp(argv[optind - 1], "-np");
        if (np && optind == argc) {
            str_addf(c->what, "-np needs a value");
            return false;
        }
        if (np)
            optarg = argv[optind++];
        size_t i = got < 256 ? 0 : (size_t)(got - 256);
        while (got < 256 && (option_table[i].letter != got ||
                             !option_for(&option_table[i], c->command)))
            i++;
        const struct option_line *line = &option_table[i];
        if (got >= 256 && is_others(word_of(argv), line)) {
            optopt = 0; /* handled like an unknown name */
            not_understood(c, '?', word_of(argv));
            return false;
        }
        options->given[i] = true;
        if (!option_put(options, line, optarg)) {
            not_a_value(c, got < 256, line, optarg);
            return false;
        }
    }
    options->narguments = argc - optind;
    options->arguments = argv + optind;
    return true;
}

/* What the command is about, as words. */
static const char *operand_word(enum operand kind)
{
    return kind == OPERAND_PROGRAM ? "program"
           : kind == OPERAND_FILE  ? "file"
           : kind == OPERAND_KIND  ? "kind of finding"
                                   : "argument";
}

/* Says that there are too few words, or too many. That the last one was taken by an
 * option is easily overlooked. */
static int miscounted(const struct command_line *command, const struct options *options,
                      int argc, char **argv)
{
    struct str taken = {0};
    if (options->narguments > command->most)
        return usage_error("there is a word too many\n  usage: mazurka %s %s",
                           command->name, command->arguments);
    if (argc > 2 && argv[argc - 2][0] == '-' && argv[argc - 1][0] != '-') {
        const char *by = argv[argc - 2], *word = argv[argc - 1];
        if (!strcmp(by, "-n") || !strcmp(by, "--ranks"))
            str_addf(&taken, " ('%s' is the number of ranks)", word);
        else
            str_addf(&taken, " ('%s' was taken by %s)", word, by);
    }
    int code = usage_error("no %s is named%s\n  usage: mazurka %s %s",
                           operand_word(command->operand), str_text(&taken),
                           command->name, command->arguments);
    str_free(&taken);
    return code;
}

bool options_begin(enum command c, int argc, char **argv, struct options *options,
                   int *exit_code)
{
    struct str s = {0}, fix = {0};
    struct complaint complaint = {c, &s, &fix};
    const struct command_line *command = &command_table[c];
    bool go_on = false;
    *exit_code = MZ_OK;
    if (!parse(&complaint, argc, argv, options)) {
        if (!fix.len)
            str_addf(&fix, "see 'mazurka %s --help-all'", command->name);
        *exit_code = usage_error("%s\n  fix: %s", str_text(&s), str_text(&fix));
    } else if (options->help || options->help_all) {
        options_help(c, options->help_all, &s);
        fputs(str_text(&s), stdout);
    } else if (options->version) {
        puts("mazurka " MZ_VERSION);
    } else if (options->narguments < command->least ||
               options->narguments > command->most) {
        *exit_code = miscounted(command, options, argc, argv);
    } else {
        go_on = true;
    }
    str_free(&s);
    str_free(&fix);
    return go_on;
}

bool options_asked(enum command c, int argc, char **argv, int *code)
{
    struct options o;
    bool ours = argc == 2 && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "-V") ||
                              !strcmp(argv[1], "--help-all"));
    return ours && !options_begin(c, argc, argv, &o, code);
}

/* ---- what goes together ---- */

/* Was the option given, with a value that requests something? */
static bool asks(const struct options *o, const struct option_line *line)
{
    if (!o->given[line - option_table])
        return false;
    struct options usual;
    memset(&usual, 0, sizeof usual);
    if (line->standard)
        option_put(&usual, line, line->standard);
    return !line->idle || option_number(o, line) != option_number(&usual, line);
}

static bool fits_program(enum command c, const struct option_line *line,
                         unsigned programs)
{
    if (!programs || !line->programs || line->programs & programs)
        return true;
    usage_error("--%s is for %s%s\n  fix: leave it out", line->name,
                option_programs(line->programs, COMMANDS),
                c == CMD_LITMUS ? ", which begin with 'semantics matching' or 'semantics "
                                  "mailbox'"
                                : "");
    return false;
}

static bool has_word(const struct word_list *w, const char *word)
{
    for (size_t i = 0; word && i < w->len; i++)
        if (!strcmp(w->at[i], word))
            return true;
    return false;
}

static bool fits_algorithm(const struct option_line *line, const char *algorithm,
                           const char *instead)
{
    struct word_list takers = {0};
    words_algorithms(line, &takers);
    if (!takers.len || has_word(&takers, algorithm) || has_word(&takers, instead))
        return true;
    struct str which = {0}, fix = {0};
    words_join(&takers, "and", &which);
    words_join(&takers, "or", &fix);
    usage_error("--%s is for %s; %s does not take it\n  fix: leave it out, or choose "
                "another algorithm with -a: %s",
                line->name, str_text(&which), algorithm, str_text(&fix));
    str_free(&which);
    str_free(&fix);
    return false;
}

static bool fits_others(enum command c, const struct options *o,
                        const struct option_line *line)
{
    for (size_t i = 0; line->not_with && i < OPTIONS; i++) {
        const struct option_line *other = &option_table[i];
        if (!option_for(other, c) || !list_has(line->not_with, other->name) ||
            !asks(o, other))
            continue;
        usage_error("--%s does not go together with --%s\n  fix: leave one out",
                    line->name, other->name);
        return false;
    }
    return true;
}

bool options_fit(enum command c, const struct options *o, unsigned programs,
                 const char *algorithm, const char *instead)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_line *line = &option_table[i];
        if (asks(o, line) &&
            !(fits_program(c, line, programs) &&
              fits_algorithm(line, algorithm, instead) && fits_others(c, o, line)))
            return false;
    }
    return true;
}

/* ---- what they are ---- */

static bool is_of_search(const struct option_line *line)
{
    size_t from = offsetof(struct options, search);
    return line->offset >= from && line->offset < from + sizeof(struct search_options) &&
           line != &option_table[OPTION_jobs];
}

static void add_facts(enum command c, const struct options *o, bool searching,
                      facts_vec *facts)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_line *line = &option_table[i];
        struct str what = {0};
        bool belongs = line->belongs & 1u << c;
        if (searching ? belongs || !option_for(line, c) || !is_of_search(line) : !belongs)
            continue;
        if (line->letter)
            str_addf(&what, OPTIONS_FACT "-%c", line->letter);
        else
            str_addf(&what, OPTIONS_FACT "--%s", line->name);
        if (line->type == TYPE_TEXT || line->type == TYPE_INPUT) {
            const char *text = *(const char *const *)((const char *)o + line->offset);
            facts_add_bytes(facts, str_text(&what), text, text ? strlen(text) : 0);
        } else {
            facts_add_number(facts, str_text(&what),
                             option_number(o, line) ^ option_size_of(o, line) << 8);
        }
        str_free(&what);
    }
}

void options_facts(enum command c, const struct options *o, facts_vec *facts)
{
    add_facts(c, o, false, facts);
}

void options_search_facts(enum command c, const struct options *o, facts_vec *facts)
{
    facts_add_bytes(facts, OPTIONS_FACT "-a", o->search.algorithm,
                    strlen(o->search.algorithm));
    add_facts(c, o, true, facts);
}

const char *option_word(enum option_id id, uint64_t value)
{
    struct option_word w;
    for (size_t i = 0; option_nth(&option_table[id], i, &w); i++)
        if (w.value == value)
            return w.word;
    return "";
}

bool options_colour(const struct options *o, int fd)
{
    /* Open MPI gives its processes a terminal of its own, whatever their output goes to.
     */
    bool users = isatty(fd) && !getenv("OMPI_COMM_WORLD_SIZE");
    return o->color == WHEN_ALWAYS ||
           (o->color == WHEN_AUTO && users && !getenv("NO_COLOR"));
}

bool options_is_ours(enum command c, const char *word)
{
    char name[64];
    size_t n = strncmp(word, "--", 2) ? 0 : strcspn(word + 2, "=");
    if (!n || n >= sizeof name)
        return false;
    memcpy(name, word + 2, n);
    name[n] = '\0';
    const struct option_line *line = option_named(c, name);
    /* programs have these, too */
    return line && line != &option_table[OPTION_help] &&
           line != &option_table[OPTION_version];
}

unsigned options_width(int fd)
{
    struct winsize w;
    const char *columns = getenv("COLUMNS");
    long n = columns ? strtol(columns, NULL, 10) : 0;
    if (n > 0 && n < 10000)
        return (unsigned)n;
    return isatty(fd) && !ioctl(fd, TIOCGWINSZ, &w) ? w.ws_col : 0;
}

struct text_style options_style(const struct options *o)
{
    return (struct text_style){.colour = options_colour(o, STDOUT_FILENO),
                               .quiet = o->quiet,
                               .verbose = o->verbose,
                               .width = options_width(STDOUT_FILENO)};
}

enum command command_named(const char *name, const char **meant)
{
    struct nearest near = {.given = name};
    for (int c = 0; c < COMMANDS; c++) {
        if (!strcmp(command_table[c].name, name))
            return (enum command)c;
        nearest_offer(&near, command_table[c].name);
    }
    *meant = near.best;
    return COMMANDS;
}
