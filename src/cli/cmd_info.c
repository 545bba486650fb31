/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_info.c - the commands that only tell: list, explain, man, completion. */
#include "base/file.h"
#include "base/nearest.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "report/examples.h"
#include "explore/search/explorer.h"
#include "report/finding.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *consequence(enum severity s)
{
    static const char *const words[] = {
        [SEVERITY_ERROR] = "errors: exit code 1",
        [SEVERITY_WARNING] = "warnings: exit code 1 with --strict",
        [SEVERITY_NOTE] = "notes: they leave the verdict as it is"};
    return words[s];
}

static void list_kinds(enum severity s)
{
    printf("  %s\n", consequence(s));
    FOR_EACH_KIND(k)
    if (finding_severity(k) == s)
        printf("    %-22s %s\n", finding_word(k), finding_line(k));
}

/* For programs: the explorers with what each can do, and the kinds of findings. */
static json_t *explorer_object(const struct explorer *e)
{
    return json_pack(
        "{s:s, s:s, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b}", "name",
        e->name, "summary", e->summary, "optimal", e->optimal, "interleavings",
        e->interleavings, "samples", e->samples != SAMPLES_NOT, "actors_only", e->inboxes,
        "matching_only", e->matching, "any_buffering", e->both_bufferings,
        "cancelled_receives", e->withdrawal >= WITHDRAWAL_RECEIVES, "cancelled_sends",
        e->withdrawal >= WITHDRAWAL_ALL, "windows", e->windows, "threads_of_ranks",
        e->lines, "jobs", (e->takes & TAKES_JOBS) != 0, "resume",
        (e->takes & TAKES_RESUME) != 0);
}

static int list_json(struct output to)
{
    json_t *of_explorers = json_array(), *of_kinds = json_array();
    struct str text = {0};
    for (const struct explorer *e = explorers; e->name; e++)
        json_array_append_new(of_explorers, explorer_object(e));
    FOR_EACH_KIND(k)
    json_array_append_new(of_kinds,
                          json_pack("{s:s, s:s, s:s}", "kind", finding_word(k),
                                    "severity", severity_word(finding_severity(k)),
                                    "summary", finding_line(k)));
    json_t *o = json_pack("{s:o, s:o}", "explorers", of_explorers, "kinds", of_kinds);
    char *dumped = json_dumps(o, JSON_INDENT(2));
    str_addf(&text, "%s\n", dumped);
    int code = output_check(to, "json") ? output_write(to, &text, MZ_OK) : MZ_USAGE;
    free(dumped);
    json_decref(o);
    str_free(&text);
    return code;
}

static void list_words(const char *title, enum option_id id)
{
    struct str words = {0};
    options_words(id, &words);
    printf("%s\n%s", title, str_text(&words));
    str_free(&words);
}

int cmd_list(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_LIST, argc, argv, &o, &code))
        return code;
    if (o.json.path)
        return list_json(o.json);
    puts("explorers (-a)");
    for (const struct explorer *e = explorers; e->name; e++)
        printf("  %-12s %s\n", e->name, e->summary);
    list_words("\norders of a search (--strategy)", OPTION_strategy);
    list_words("\nwhat makes a part of it promising (--guide)", OPTION_guide);
    list_words("\nsearches of models (mazurka model -a)", OPTION_model_algorithm);
    puts("\nkinds of findings (mazurka explain KIND)");
    for (enum severity s = SEVERITY_ERROR; s <= SEVERITY_NOTE; s++)
        list_kinds(s);
    return MZ_OK;
}

static void print_lines(const char *text)
{
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\n") + 1;
        printf("    %.*s", (int)n, text);
    }
}

static void print_example(enum finding_kind k, const struct example *e)
{
    puts("\nWrong:");
    print_lines(e->wrong);
    puts("\nRight:");
    print_lines(e->right);
    printf("\nWhy: %s.\n", e->why);
    printf("To try it: mazurka explain %s --wrong > wrong.c && mazurka cc -g wrong.c -o "
           "wrong && "
           "mazurka run -n %u ./wrong\n",
           finding_word(k), e->ranks);
}

static int print_program(enum finding_kind k, const struct example *e, bool right)
{
    struct str s = {0};
    if (!e)
        return usage_error(
            "there is no example of %s\n  fix: 'mazurka explain %s' tells what "
            "it is",
            finding_word(k), finding_word(k));
    printf("/* mazurka run -n %u */\n", e->ranks);
    example_program(e, right, &s);
    fputs(str_text(&s), stdout);
    str_free(&s);
    return MZ_OK;
}

int cmd_explain(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_EXPLAIN, argc, argv, &o, &code))
        return code;
    enum finding_kind k = finding_named(o.arguments[0]);
    if (!k) {
        struct nearest meant = {.given = o.arguments[0]};
        FOR_EACH_KIND(i)
        nearest_offer(&meant, finding_word(i));
        return usage_error(
            "there is no kind of finding called '%s'\n  fix: %s%s", o.arguments[0],
            meant.best ? "did you mean mazurka explain " : "'mazurka list' shows them",
            meant.best ? meant.best : "");
    }
    const struct example *e = example_of(k);
    if (o.wrong && o.right)
        return usage_error(
            "--wrong and --right are two programs\n  fix: give one of them");
    if (o.wrong || o.right)
        return print_program(k, e, o.right);
    printf("%s (%s): %s\n\n%s", finding_word(k), severity_word(finding_severity(k)),
           finding_line(k), finding_text(k));
    if (e)
        print_example(k, e);
    return MZ_OK;
}

int cmd_man(int argc, char **argv)
{
    struct options o;
    struct str s = {0};
    int code;
    if (!options_begin(CMD_MAN, argc, argv, &o, &code))
        return code;
    options_man(&s);
    fputs(str_text(&s), stdout);
    str_free(&s);
    return MZ_OK;
}

int cmd_completion(int argc, char **argv)
{
    struct options o;
    struct str s = {0};
    int code;
    if (!options_begin(CMD_COMPLETION, argc, argv, &o, &code))
        return code;
    const char *shell = o.narguments ? o.arguments[0] : completion_shell(0);
    if (completion_script(shell, &s))
        fputs(str_text(&s), stdout);
    else
        code = usage_error("there are completions for bash, zsh and fish, not for '%s'\n"
                           "  fix: give one of these",
                           shell);
    str_free(&s);
    return code;
}
