/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_info.c - the commands that only tell: list, explain, man, completion. */
#include "cli/options.h"
#include "explore/explorer.h"
#include "report/finding.h"

#include <stdio.h>

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

int cmd_list(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_LIST, argc, argv, 0, &o, &code))
        return code;
    puts("explorers (-a)");
    for (const struct explorer *e = explorers; e->name; e++)
        printf("  %-12s %s\n", e->name, e->summary);
    puts("\nsearches of models (mazurka model -a)");
    puts("  urgent       buffers messages only where that can make a difference "
         "(default)");
    puts("  full         every state: the judge");
    puts("  spin         the full search by SPIN, compared with ours");
    puts("\nkinds of findings (mazurka explain KIND)");
    for (enum severity s = SEVERITY_ERROR; s <= SEVERITY_NOTE; s++)
        list_kinds(s);
    return MZ_OK;
}

int cmd_explain(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_EXPLAIN, argc, argv, 1, &o, &code))
        return code;
    enum finding_kind k = finding_named(o.arguments[0]);
    if (!k)
        return usage_error(
            "there is no kind of finding called '%s'\n  fix: 'mazurka list' "
            "shows them",
            o.arguments[0]);
    printf("%s (%s): %s\n\n%s", finding_word(k), severity_word(finding_severity(k)),
           finding_line(k), finding_text(k));
    return MZ_OK;
}

static int print(enum command c, int argc, char **argv, void (*make)(struct str *))
{
    struct options o;
    struct str s = {0};
    int code;
    if (!options_begin(c, argc, argv, 0, &o, &code))
        return code;
    make(&s);
    fputs(str_text(&s), stdout);
    str_free(&s);
    return MZ_OK;
}

int cmd_man(int argc, char **argv)
{
    return print(CMD_MAN, argc, argv, options_man);
}

int cmd_completion(int argc, char **argv)
{
    return print(CMD_COMPLETION, argc, argv, options_completion);
}
