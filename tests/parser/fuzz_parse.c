/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_parse.c - arbitrary bytes as a litmus file.
 *
 * A libFuzzer harness; tests/parser/check builds and runs it. Whatever the bytes
 * are, the parser must answer with a program or with a sentence that begins with
 * the name of the file, and leak nothing. What parses and is small is then
 * explored a little, so that the kernel is fuzzed with programs that a person
 * would not write; small means that an exploration takes milliseconds. */
#include "explore/search/explorer.h"
#include "kernel/wait.h"
#include "kernel/schedule.h"
#include "litmus/code.h"
#include "litmus/litmus.h"

#include <stdio.h>
#include <string.h>

#define MAX_ACTORS     4
#define MAX_STATEMENTS 8
#define MAX_CHOICES    16
#define MAX_EXECUTIONS 50
#define MAX_STEPS      (MAX_ACTORS * MAX_STATEMENTS)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the run, so that libFuzzer keeps the input. */
static void require(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "requirement not met: %s\n", what);
    abort();
}

static bool is_small(const struct litmus *l)
{
    if (l->program.nactors > MAX_ACTORS || l->program.matching)
        return false;
    for (size_t i = 0; i < l->codes.len; i++) {
        const struct litmus_code *code = l->codes.at[i];
        if (code->at.len > MAX_STATEMENTS)
            return false;
        for (size_t j = 0; j < code->at.len; j++)
            if (code->at.at[j].choices > MAX_CHOICES)
                return false;
    }
    return true;
}

/* The schedule of a complete execution leads to the same trace again. */
static void replay(struct search *s, void *context)
{
    struct litmus *again = context;
    struct str schedule = {0}, why = {0};
    schedule_print(s->st, NULL, &schedule);
    struct state *st = state_new(&again->program);
    st->hashing = true;
    require(!schedule_follow(st, str_text(&schedule), &why),
            "a schedule can be followed");
    require(st->trace.lo == s->st->trace.lo && st->trace.hi == s->st->trace.hi,
            "a schedule leads to the trace it was printed for");
    require(wait_deadlocked(st) == wait_deadlocked(s->st),
            "a schedule leads to the state it was printed for");
    state_free(st);
    str_free(&schedule);
    str_free(&why);
}

static void explore(struct litmus *l, struct litmus *again)
{
    struct search s;
    search_init(&s, &l->program);
    s.options.bounds.executions = MAX_EXECUTIONS;
    s.st->hashing = true;
    s.on_execution = replay;
    s.context = again;
    explorer_run(explorer_find("odpor"), &s);
    require(s.counts.executions > 0 && s.counts.executions <= MAX_EXECUTIONS,
            "the bound is respected");
    require(s.counts.redundant == 0, "odpor explores nothing twice");
    require(s.counts.deadlocks <= s.counts.executions &&
                s.counts.failures <= s.counts.executions,
            "no more deadlocks than executions");
    require(s.st->events.len <= MAX_STEPS, "no more events than statements");
    search_free(&s);
}

/* The sentence is one line that begins with the name of the file. */
static void check_sentence(const struct str *why, const char *file)
{
    const char *text = str_text(why);
    require(why->len > 0 && why->len < 1000, "the sentence has a sensible length");
    require(!strncmp(text, file, strlen(file)), "the sentence names the file");
    for (size_t i = 0; i < why->len; i++)
        require((unsigned char)text[i] >= ' ', "the sentence is printable and one line");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char file[] = "input.lit";
    struct litmus *l = NULL, *again = NULL;
    struct str why = {0};
    enum mz_err err = litmus_parse(file, (const char *)data, size, &l, &why);
    require((l != NULL) == (err == MZ_OK), "a program exactly if there is no error");
    if (err) {
        require(err == MZ_USAGE, "bad input is wrong usage");
        check_sentence(&why, file);
    } else {
        require(why.len == 0, "no complaint about what is accepted");
        require(l->program.nactors > 0 && l->program.nactors <= LITMUS_MAX_ACTORS,
                "the number of actors is within its bounds");
        if (is_small(l)) {
            require(!litmus_parse(file, (const char *)data, size, &again, &why),
                    "what parses once parses twice");
            explore(l, again);
        }
    }
    litmus_free(l);
    litmus_free(again);
    str_free(&why);
    return 0;
}
