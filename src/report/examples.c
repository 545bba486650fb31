/* SPDX-License-Identifier: Apache-2.0
 *
 * examples.c - see examples.h. */
#include "report/examples.h"

#include <string.h>

enum form { BODY, WHOLE };

static const struct example examples[FINDING_KINDS] = {
#define EXAMPLE(kind, ranks, form, wrong, right, why)                                    \
    [FINDING_##kind] = {ranks, form == WHOLE, wrong, right, why},
#include "report/examples.def"
#undef EXAMPLE
};

const struct example *example_of(enum finding_kind k)
{
    return k < FINDING_KINDS && examples[k].ranks ? &examples[k] : NULL;
}

static void add_lines(const char *text, struct str *s)
{
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\n") + 1;
        str_addf(s, "    %.*s", (int)n, text);
    }
}

void example_program(const struct example *e, bool right, struct str *s)
{
    static const char head[] = "#include <assert.h>\n"
                               "#include <mpi.h>\n"
                               "#include <stdio.h>\n"
                               "#include <stdlib.h>\n"
                               "\n"
                               "int main(int argc, char **argv)\n"
                               "{\n"
                               "    int rank = 0, size = 0, x = 0, y = 0;\n";
    static const char begin[] = "    MPI_Init(&argc, &argv);\n"
                                "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                                "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n";
    str_addf(s, "%s%s", head, e->whole ? "" : begin);
    add_lines(right ? e->right : e->wrong, s);
    str_addf(s, "%s    return 0;\n}\n", e->whole ? "" : "    MPI_Finalize();\n");
}
