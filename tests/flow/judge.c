/* SPDX-License-Identifier: Apache-2.0
 *
 * judge.c - is a distance never larger than the way that an execution has taken?
 *
 *     judge PROGRAM TARGET < executions
 *
 * An execution is a line for each of its calls (see steps.c), then a line with a dot; the
 * program came to its target after the last of them. Prints how many distances there
 * were, and how many of them the exact number of calls. */
#include "base/vec.h"
#include "real/flow/flow.h"

#include <stdio.h>
#include <string.h>

struct stack {
    uint64_t returns[64];
    size_t n;
};

int main(int argc, char **argv)
{
    struct flow_map f;
    struct str why = {0};
    if (argc != 3 || flow_read(&f, argv[1], argv[2], &why)) {
        fprintf(stderr, "judge: %s\n", str_text(&why));
        return 2;
    }
    VEC(struct stack) calls = {0};
    size_t asked = 0, exact = 0, wrong = 0;
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        if (*line != '.') {
            struct stack s = {0};
            char *at = line, *end;
            for (uint64_t r; r = strtoull(at, &end, 16), end != at && s.n < 64; at = end)
                s.returns[s.n++] = r;
            vec_push(&calls, s);
            continue;
        }
        for (size_t i = 0; i < calls.len; i++) {
            size_t way = calls.len - 1 - i;
            flow_hops d = flow_distance(&f, calls.at[i].returns, calls.at[i].n);
            asked++;
            exact += d == way;
            if (d <= way)
                continue;
            wrong++;
            printf("FAILED: %s: distance %u after call %zu at %lx, but %zu calls were "
                   "enough\n",
                   argv[1], d, i, calls.at[i].returns[0], way);
        }
        calls.len = 0;
    }
    printf("%zu distances, %zu exact, %zu too large\n", asked, exact, wrong);
    vec_free(&calls);
    flow_free(&f);
    str_free(&why);
    return wrong != 0;
}
