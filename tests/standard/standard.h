/* standard.h - rules of MPI-4.1, each as two programs: one keeps the rule, and one breaks it.
 *
 * A file here is a chapter of the standard. RULE(name) is a rule of its text: above it stand the section, the rule in our words, and
 * what Mazurka has to say of "name right" and of "name wrong". The truth is the standard's. A rule whose wrong program is
 * "verified" is one that is not checked; docs/mpi-support.md lists these, and tests/standard/check compares the list. */
#ifndef STANDARD_H
#define STANDARD_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD  MPI_COMM_WORLD
#define SELF   MPI_COMM_SELF
#define IGNORE MPI_STATUS_IGNORE
#define ALL    MPI_STATUSES_IGNORE

static int rank, size;
static int wrong; /* is the rule to be broken? */
static int in[16], out[16];
static double real[16];

struct rule {
    const char *name;
    void (*run)(void);
    const struct rule *next;
};
static const struct rule *rules;

#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what))                                                                               \
            MPI_Abort(WORLD, 1);                                                                   \
    } while (0)

#define RULE(name)                                                                                 \
    static void name(void);                                                                        \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        static struct rule rule = {#name, name, NULL};                                             \
        rule.next = rules;                                                                         \
        rules = &rule;                                                                             \
    }                                                                                              \
    static void name(void)

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    wrong = !strcmp(argv[2], "wrong");
    if (strncmp(argv[1], "before_", 7)) {
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(WORLD, &rank);
        MPI_Comm_size(WORLD, &size);
    }
    for (const struct rule *r = rules; r; r = r->next)
        if (!strcmp(r->name, argv[1]))
            r->run();
    int over;
    MPI_Finalized(&over);
    if (!over)
        MPI_Finalize();
    return 0;
}
#endif
