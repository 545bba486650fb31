/* SPDX-License-Identifier: Apache-2.0
 *
 * completion.c - scripts that complete the words of a command line, for three shells.
 *
 * All know the commands, the options of each, the words that an option takes, where a
 * file is wanted, and that what comes after the program of `run` is the program's own.
 * What they know is in option_table.h; here is how it is said in each shell. */
#include "cli/option_table.h"
#include "report/finding.h"

#include <string.h>

/* Lists the words that can follow the options, if they are known: kinds of findings,
 * shells. */
static void operand_words(enum command c, struct word_list *w)
{
    if (command_table[c].operand == OPERAND_KIND)
        FOR_EACH_KIND(k)
    words_add(w, finding_word(k));
    if (command_table[c].operand == OPERAND_SHELL)
        for (size_t i = 0; completion_shell(i); i++)
            words_add(w, completion_shell(i));
}

static void add_words(struct str *s, const struct word_list *w)
{
    for (size_t i = 0; i < w->len; i++)
        str_addf(s, "%s%s", i ? " " : "", w->at[i]);
}

static bool takes_file(const struct option_line *o)
{
    return o->type == TYPE_INPUT || o->type == TYPE_OUTPUT;
}

/* Adds text for use between single quotes. `quote` replaces a quote, and the characters
 * of `escaped` get a backslash. */
static void add_quoted(struct str *s, const char *text, const char *quote,
                       const char *special)
{
    for (; *text; text++)
        if (*text == '\'')
            str_addf(s, "%s", quote);
        else
            str_addf(s, strchr(special, *text) ? "\\%c" : "%c", *text);
}

/* ---- bash ---- */

/* Adds the patterns of a shell case that stand for this option:
 * "run:--ranks|run:-n". */
static void bash_pattern(struct str *s, const struct option_line *o, const char *before)
{
    str_addf(s, "%s--%s", before, o->name);
    if (o->letter)
        str_addf(s, "|%s-%c", before, o->letter);
}

static void bash_option(struct str *s, enum command c, const struct option_line *o)
{
    struct str before = {0};
    struct word_list w = {0};
    if (o->type == TYPE_FLAG)
        return;
    str_addf(&before, "%s:", command_table[c].name);
    words_values(o, &w);
    str_addf(s, "  ");
    bash_pattern(s, o, str_text(&before));
    if (w.len) {
        str_addf(s, ") _mazurka_words \"");
        add_words(s, &w);
        str_addf(s, "\"; return ;;\n");
    } else {
        str_addf(s, takes_file(o) ? ") _mazurka_files; return ;;\n" : ") return ;;\n");
    }
    str_free(&before);
}

static void bash_command(struct str *s, enum command c)
{
    const struct command_line *k = &command_table[c];
    struct word_list w = {0};
    operand_words(c, &w);
    str_addf(s, "  %s)\n    case $word in\n    -*) _mazurka_words \"", k->name);
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_for(&option_table[i], c))
            str_addf(s, "--%s ", option_table[i].name);
    str_addf(s, "\" ;;\n    *) ");
    if (w.len) {
        str_addf(s, "_mazurka_words \"");
        add_words(s, &w);
        str_addf(s, "\" ;;\n");
    } else if (k->operand == OPERAND_FILE) {
        str_addf(s, "_mazurka_files '%s' ;;\n", k->suffix);
    } else {
        str_addf(s, k->operand == OPERAND_NONE ? ";;\n" : "_mazurka_files ;;\n");
    }
    str_addf(s, "    esac ;;\n");
}

/* Adds the options of `run` that take a value, so that the value is not mistaken for
 * the program. */
static void bash_skips(struct str *s)
{
    bool first = true;
    str_addf(s, "    ");
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_line *o = &option_table[i];
        if (!option_for(o, CMD_RUN) || o->type == TYPE_FLAG)
            continue;
        str_addf(s, first ? "" : "|");
        bash_pattern(s, o, "");
        first = false;
    }
    str_addf(s, "|-np|=) i=$((i + 1)) ;;\n");
}

static void bash(struct str *s)
{
    struct word_list names = {0};
    words_commands(~0u, &names);
    str_addf(s, "# bash completion for mazurka; made by: mazurka completion bash\n"
                "_mazurka_words() { # of a list\n"
                "  mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\")\n"
                "}\n"
                "_mazurka_files() { # [SUFFIX], and folders\n"
                "  compopt -o filenames 2>/dev/null\n"
                "  if [ -n \"$1\" ]; then\n"
                "    mapfile -t COMPREPLY < <(compgen -f -X \"!*$1\" -- \"$word\"; "
                "compgen -d -- \"$word\")\n"
                "  else\n"
                "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
                "  fi\n"
                "}\n"
                "_mazurka_has_program() { # is it before the word?\n"
                "  local i\n"
                "  for ((i = 2; i < COMP_CWORD; i++)); do\n"
                "    case ${COMP_WORDS[i]} in\n");
    bash_skips(s);
    str_addf(s, "    -*) ;;\n"
                "    *) return 0 ;;\n"
                "    esac\n"
                "  done\n"
                "  return 1\n"
                "}\n"
                "_mazurka() {\n"
                "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - "
                "1]}\n"
                "  local command=${COMP_WORDS[1]}\n"
                "  COMPREPLY=()\n"
                "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
                "    case $word in\n"
                "    -*) _mazurka_words '--help --help-all --version' ;;\n"
                "    *) _mazurka_words '");
    add_words(s, &names);
    str_addf(s, "' ;;\n"
                "    esac\n"
                "    return\n"
                "  fi\n"
                "  if [ \"$command\" = run ] && _mazurka_has_program; then\n"
                "    _mazurka_files\n"
                "    return\n"
                "  fi\n"
                "  # --color=auto comes as three words.\n"
                "  if [ \"$word\" = = ]; then\n"
                "    word=\n"
                "  elif [ \"$before\" = = ]; then\n"
                "    before=${COMP_WORDS[COMP_CWORD - 2]}\n"
                "  fi\n"
                "  case $command:$before in\n");
    for (int c = 0; c < COMMANDS; c++)
        for (size_t i = 0; i < OPTIONS; i++)
            if (option_for(&option_table[i], (enum command)c))
                bash_option(s, (enum command)c, &option_table[i]);
    str_addf(s, "  esac\n  case $command in\n");
    for (int c = 0; c < COMMANDS; c++)
        bash_command(s, (enum command)c);
    str_addf(s, "  esac\n}\ncomplete -F _mazurka mazurka\n");
}

/* ---- zsh ---- */

static void zsh_text(struct str *s, const char *text)
{
    add_quoted(s, text, "'\\''", "[]:\\");
}

/* Adds the possible values for zsh: "(a b)", "((a\:"what it means" b))" or _files;
 * nothing if they are not known. */
static void zsh_values(struct str *s, const struct option_line *o)
{
    struct option_word w;
    bool some = option_nth(o, 0, &w);
    if (takes_file(o))
        str_addf(s, "_files");
    if (!some)
        return;
    str_addf(s, "((");
    for (size_t i = 0; option_nth(o, i, &w); i++) {
        str_addf(s, "%s%s", i ? " " : "", w.word);
        if (w.text) {
            str_addf(s, "\\:\"");
            add_quoted(s, w.text, "'\\''", "\\\"$`:");
            str_addf(s, "\"");
        }
    }
    str_addf(s, "))");
}

static void zsh_option(struct str *s, const struct option_line *o)
{
    bool takes = o->type != TYPE_FLAG;
    const char *again = o->type == TYPE_SETTINGS ? "*" : "";
    str_addf(s, " \\\n      ");
    if (o->letter && *again)
        str_addf(s, "'*'{-%c+,--%s=}'", o->letter, o->name);
    else if (o->letter)
        str_addf(s, "'(-%c --%s)'{-%c%s,--%s%s}'", o->letter, o->name, o->letter,
                 takes ? "+" : "", o->name, takes ? "=" : "");
    else
        str_addf(s, "'%s--%s%s", again, o->name, takes ? "=" : "");
    str_addf(s, "[");
    zsh_text(s, o->help);
    str_addf(s, "]");
    if (takes) {
        str_addf(s, ":");
        zsh_text(s, option_argument(o));
        str_addf(s, ":");
        zsh_values(s, o);
    }
    str_addf(s, "'");
}

static void zsh_command(struct str *s, enum command c)
{
    const struct command_line *k = &command_table[c];
    struct word_list w = {0};
    operand_words(c, &w);
    str_addf(s, "  (%s)\n    ", k->name);
    if (k->operand == OPERAND_OTHERS) {
        str_addf(s, "_default ;;\n");
        return;
    }
    str_addf(s, "_arguments -s -S");
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_for(&option_table[i], c))
            zsh_option(s, &option_table[i]);
    if (w.len) {
        str_addf(s, " \\\n      '1:%s:(", k->operand == OPERAND_KIND ? "kind" : "shell");
        add_words(s, &w);
        str_addf(s, ")'");
    } else if (k->operand == OPERAND_FILE) {
        str_addf(s, " \\\n      '1:file:_files -g \"*%s\"'", k->suffix);
    } else if (k->operand == OPERAND_PROGRAM) {
        str_addf(s, " \\\n      '(-)1:program:_files' \\\n      '*:argument:_files'");
    }
    str_addf(s, " ;;\n");
}

static void zsh(struct str *s)
{
    str_addf(s, "#compdef mazurka\n"
                "# zsh completion for mazurka; made by: mazurka completion zsh\n"
                "_mazurka() {\n"
                "  local curcontext=$curcontext command\n"
                "  local -a commands\n"
                "  commands=(\n");
    for (int c = 0; c < COMMANDS; c++) {
        str_addf(s, "    '%s:", command_table[c].name);
        zsh_text(s, command_table[c].help);
        str_addf(s, "'\n");
    }
    str_addf(s, "  )\n"
                "  if (( CURRENT == 2 )); then\n"
                "    if [[ $PREFIX == -* ]]; then\n"
                "      _arguments '--help[what there is]' '--help-all[all options]' "
                "'--version[which mazurka this is]'\n"
                "    else\n"
                "      _describe -t commands command commands\n"
                "    fi\n"
                "    return\n"
                "  fi\n"
                "  command=$words[2]\n"
                "  shift words\n"
                "  (( CURRENT-- ))\n"
                "  case $command in\n");
    for (int c = 0; c < COMMANDS; c++)
        zsh_command(s, (enum command)c);
    str_addf(s, "  esac\n}\n"
                "if [[ $funcstack[1] == _mazurka ]]; then\n"
                "  _mazurka \"$@\"\n"
                "else\n"
                "  compdef _mazurka mazurka\n"
                "fi\n");
}

/* ---- fish ---- */

static void fish_text(struct str *s, const char *text)
{
    add_quoted(s, text, "\\'", "\\");
}

static void fish_option(struct str *s, enum command c, const struct option_line *o)
{
    struct option_word w;
    bool words = option_nth(o, 0, &w);
    str_addf(s, "complete -c mazurka -n '__mazurka_is %s' -l %s", command_table[c].name,
             o->name);
    if (o->letter)
        str_addf(s, " -s %c", o->letter);
    if (o->type != TYPE_FLAG)
        str_addf(s, takes_file(o) ? " -r -F" : " -x");
    if (words) {
        str_addf(s, " -a '");
        for (size_t i = 0; option_nth(o, i, &w); i++) {
            str_addf(s, "%s%s", i ? " " : "", w.word);
            if (!w.text)
                continue;
            str_addf(s, "\\t\"");
            fish_text(s, w.text);
            str_addf(s, "\"");
        }
        str_addf(s, "'");
    }
    str_addf(s, " -d '");
    fish_text(s, o->help);
    str_addf(s, "'\n");
}

static void fish_command(struct str *s, enum command c)
{
    const struct command_line *k = &command_table[c];
    struct word_list w = {0};
    operand_words(c, &w);
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_for(&option_table[i], c))
            fish_option(s, c, &option_table[i]);
    str_addf(s, "complete -c mazurka -n '__mazurka_is %s'", k->name);
    if (w.len) {
        str_addf(s, " -f -a '");
        add_words(s, &w);
        str_addf(s, "'");
    } else if (k->operand == OPERAND_FILE) {
        str_addf(s, " -f -a '(__fish_complete_suffix %s)'", k->suffix);
    } else {
        str_addf(s, k->operand == OPERAND_NONE ? " -f" : " -F");
    }
    str_addf(s, "\n");
}

static void fish(struct str *s)
{
    str_addf(s,
             "# fish completion for mazurka; made by: mazurka completion fish\n"
             "function __mazurka_is --description 'is this the command?'\n"
             "    set -l words (commandline -opc)\n"
             "    test (count $words) -ge 2; and test $words[2] = $argv[1]\n"
             "end\n"
             "function __mazurka_begins\n"
             "    test (count (commandline -opc)) -eq 1\n"
             "end\n"
             "complete -c mazurka -n __mazurka_begins -f -l help -s h -d 'what there "
             "is'\n"
             "complete -c mazurka -n __mazurka_begins -f -l help-all -d 'all options'\n"
             "complete -c mazurka -n __mazurka_begins -f -l version -s V -d 'which "
             "mazurka this is'\n");
    for (int c = 0; c < COMMANDS; c++) {
        str_addf(s, "complete -c mazurka -n __mazurka_begins -f -a '%s' -d '",
                 command_table[c].name);
        fish_text(s, command_table[c].help);
        str_addf(s, "'\n");
    }
    for (int c = 0; c < COMMANDS; c++)
        fish_command(s, (enum command)c);
}

/* ---- which ---- */

static const struct {
    const char *name;
    void (*script)(struct str *);
} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

const char *completion_shell(size_t i)
{
    return i < sizeof shells / sizeof *shells ? shells[i].name : NULL;
}

bool completion_script(const char *shell, struct str *s)
{
    for (size_t i = 0; completion_shell(i); i++)
        if (!strcmp(shell, shells[i].name)) {
            shells[i].script(s);
            return true;
        }
    return false;
}
