/* SPDX-License-Identifier: Apache-2.0
 *
 * The collector: what becomes of a finding, when it is told, and what a run leaves to the
 * one that resumes it. */
#include "check/collect.h"
#include "check/resume.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct finding *finding(enum finding_kind kind, const char *message, uint32_t line)
{
    struct finding *f = mem_alloc(sizeof *f);
    struct finding_actor a = {.name = mem_strdup("rank 0"), .state = ACTOR_ENDED};
    vec_push(&f->actors, a);
    f->kind = kind;
    f->outcomes = 1;
    f->message = mem_strdup(message);
    f->where = finding_locate(f, (struct location){.file = "a.c", .line = line});
    f->name = (struct digest){kind, line};
    return f;
}

/* Offers a finding, and keeps it if it is an error. */
static enum collected give(struct collector *c, enum finding_kind kind,
                           const char *message, uint32_t line)
{
    struct finding *f = finding(kind, message, line);
    enum collected is = collect_offer(c, f);
    if (is == COLLECTED_ERROR)
        collect_keep(c, f);
    else if (is == COLLECTED_KNOWN)
        finding_free(f);
    return is;
}

static void suppress(struct collector *c, const char *line)
{
    char name[] = "/tmp/mazurka-collect-XXXXXX";
    struct str why = {0};
    int fd = mkstemp(name);
    cr_assert(fd >= 0 && write(fd, line, strlen(line)) == (ssize_t)strlen(line));
    close(fd);
    cr_assert(suppress_read(&c->suppressions, name, &why), "%s", str_text(&why));
    unlink(name);
}

Test(collect, errors_notes_and_warnings_are_apart)
{
    struct collector c = {.silent = true};
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "all wait", 1), COLLECTED_ERROR);
    cr_assert_eq(give(&c, FINDING_MESSAGE_RACE, "either", 2), COLLECTED_NOTE);
    cr_assert_eq(give(&c, FINDING_RESOURCE_LEAK, "a type", 3), COLLECTED_ERROR);
    cr_assert_eq(c.summary.findings.len, 1); /* a warning does not count, */
    cr_assert_eq(c.summary.notes.len, 2);
    c.strict = true; /* unless warnings are errors */
    cr_assert_eq(give(&c, FINDING_RESOURCE_LEAK, "a group", 4), COLLECTED_ERROR);
    cr_assert_eq(c.summary.findings.len, 2);
    cr_assert_eq(collect_of_kind(&c, FINDING_RESOURCE_LEAK)->where.line, 4);
    cr_assert_null(collect_of_kind(&c, FINDING_CRASH));
    collect_free(&c);
}

Test(collect, a_search_that_begins_again_finds_nothing_twice)
{
    struct collector c = {.silent = true, .summary.all_findings = true};
    give(&c, FINDING_DEADLOCK, "all wait", 1);
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "all wait", 1), COLLECTED_ERROR);
    c.restarted = true;
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "all wait", 1), COLLECTED_KNOWN);
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "two wait", 1), COLLECTED_ERROR);
    cr_assert_eq(give(&c, FINDING_CRASH, "all wait", 1), COLLECTED_ERROR);
    collect_free(&c);
}

Test(collect, of_those_that_are_not_suppressed_one_of_each_kind_is_reported)
{
    struct collector c = {.silent = true};
    suppress(&c, "deadlock a.c:7 known for years\n");
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "all wait", 7), COLLECTED_SILENTLY);
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "others wait", 7), COLLECTED_SILENTLY);
    cr_assert_eq(c.summary.suppressed.len, 1); /* listed by its place */
    cr_assert_str_eq(c.summary.suppressed.at[0]->suppressed, "known for years");
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "all wait", 8), COLLECTED_ERROR);
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "all wait", 9), COLLECTED_KNOWN);
    c.summary.all_findings = true;
    cr_assert_eq(give(&c, FINDING_DEADLOCK, "all wait", 9), COLLECTED_ERROR);
    collect_free(&c);
}

static void count(void *times)
{
    ++*(int *)times;
}

Test(collect, findings_are_kept_back_and_the_worst_is_told_first,
     .init = cr_redirect_stdout)
{
    int told = 0;
    struct collector c = {.patience = 1e9, .before_telling = count, .context = &told};
    char text[4096] = "";
    give(&c, FINDING_MESSAGE_RACE, "the note", 1);
    give(&c, FINDING_RESOURCE_LEAK, "the warning", 2);
    give(&c, FINDING_DEADLOCK, "the error", 3);
    collect_tell(&c, false);
    cr_assert_eq(told, 0);
    collect_tell(&c, true);
    collect_tell(&c, true);
    cr_assert_eq(told, 3); /* each once */
    FILE *out = cr_get_redirected_stdout();
    fflush(stdout);
    cr_assert(fread(text, 1, sizeof text - 1, out) > 0);
    const char *error = strstr(text, "the error"), *warning = strstr(text, "the warning"),
               *note = strstr(text, "the note");
    cr_assert(error && warning && note && error < warning && warning < note);
    collect_free(&c);
}

Test(collect, the_first_reason_for_no_verdict_is_kept)
{
    struct collector c = {.silent = true};
    collect_no_verdict(&c, REASON_SIZE, "rank %d is too large", 3);
    collect_no_verdict(&c, REASON_LOST, "the process was lost");
    cr_assert_str_eq(str_text(&c.why), "rank 3 is too large");
    cr_assert_eq(c.reason, REASON_SIZE);
    collect_free(&c);
}

Test(resume, a_run_takes_over_what_the_one_before_has_reported)
{
    char folder[] = "/tmp/mazurka-resume-XXXXXX";
    struct str why = {0}, file = {0};
    struct search_options o = {.keep_going = true};
    struct collector c = {.silent = true, .summary = {.program = "./ring"}};
    struct frontier left = {.counts = {.executions = 9, .stopped = STOP_EXECUTIONS}};
    facts_vec facts = {0};
    cr_assert(mkdtemp(folder));
    c.summary.folder = folder;
    vec_push(&left.items, (struct item){0});
    facts_add(&facts, "the program", "1");
    give(&c, FINDING_DEADLOCK, "all wait", 4);
    give(&c, FINDING_MESSAGE_RACE, "either", 5);
    resume_save(&c.summary, &left, &facts);
    cr_assert(strstr(c.summary.note, "--resume"), "%s", c.summary.note);

    struct frontier f = {0};
    struct summary m = {0};
    str_addf(&file, "%s/ring.frontier", folder);
    cr_assert(frontier_read(&f, str_text(&file), &why), "%s", str_text(&why));
    resume_take_found(&m, &f, &o);
    cr_assert_eq(m.earlier.len, 1);
    cr_assert_eq(m.earlier_notes.len, 1);
    cr_assert_str_eq(m.earlier.at[0]->message, "all wait");
    cr_assert_eq(m.earlier.at[0]->where.line, 4);
    cr_assert_eq(f.shown.len, 2); /* which are not reported again, but counted */
    resume_count_earlier(&m, &(struct known){f.shown.at[0].what, 12}, &o);
    cr_assert_eq(m.earlier.at[0]->outcomes, 12);

    m.program = "./ring";
    m.folder = folder;
    resume_done(&m, str_text(&file)); /* nothing is left: its own file goes */
    cr_assert(access(str_text(&file), F_OK));
    cr_assert(!rmdir(folder));
    summary_free(&m);
    frontier_free(&f);
    frontier_free(&left);
    collect_free(&c);
    str_free(&file);
}
