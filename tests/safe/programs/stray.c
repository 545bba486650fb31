/* stray.c - a program with a pointer that goes astray: into the memory of the checker.
 *
 *     stray WHERE [SEED]    deadlocks in one of two outcomes
 *     stray fine WHERE      does not
 *
 * WHERE: "findings", "gaps", "orders" and others: these words of the link; "held": what
 * the search keeps back; "link",
 * "agent", "data": eight bytes anywhere there, in the agent's heap, or in the variables
 * of its library; "none". The program finds the link as anything
 * that looks for it could, and knows what is where. */
#include "agent/core/agent.h"
#include "real/link.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *link_memory;
static struct {
    char *low, *high;
} data[8]; /* what the agent's library may write */
static int ndata;

static void note_data(const char *line)
{
    char *end, *low = (char *)strtoull(line, &end, 16),
               *high = (char *)strtoull(end + 1, NULL, 16);
    bool more = ndata && data[ndata - 1].high == low && !strchr(line, '/'); /* .bss */
    if (ndata == 8 || !strstr(line, " rw") || (!more && !strstr(line, "/libmazurka.so")))
        return;
    data[ndata].low = low;
    data[ndata++].high = high;
}

static __attribute__((constructor)) void find(void)
{
    char line[512];
    FILE *f = fopen("/proc/self/maps", "r");
    while (f && fgets(line, sizeof line, f)) {
        if (strstr(line, "memfd:mazurka") && !link_memory)
            link_memory = (char *)strtoull(line, NULL, 16);
        else
            note_data(line);
    }
    if (f)
        fclose(f);
}

static uint64_t seed;

static uint64_t below(uint64_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 24) % n;
}

static uint64_t some_value(void)
{
    switch (below(5)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return below(300);
    case 3:
        return sizeof(struct link) + below(20000);
    default:
        return below(1u << 31) << 32 | below(1u << 31);
    }
}

/* The agent's own struct is where the address of the link is. */
static struct agent *find_agent(void)
{
    for (int i = 0; i < ndata; i++)
        for (char *at = data[i].low; at + sizeof(struct agent) <= data[i].high; at += 8) {
            const struct agent *a = (const struct agent *)at;
            if ((char *)a->link == link_memory || (char *)a->shared == link_memory)
                return (struct agent *)at;
        }
    return NULL;
}

static void go_astray(const char *where)
{
    const size_t behind = offsetof(struct link, reasons), all = sizeof(struct link);
    struct link *l = (struct link *)link_memory;
    uint64_t value = some_value();
    if (!l)
        exit(1);
    if (!strcmp(where, "findings")) {
        l->findings = 0;
    } else if (!strcmp(where, "lost-findings")) {
        l->lost_findings = 1;
    } else if (!strcmp(where, "chain")) {
        l->findings = all;
    } else if (!strcmp(where, "gaps")) {
        l->ngaps = 7;
    } else if (!strcmp(where, "rests")) {
        l->rests[0][0] = 'x';
    } else if (!strcmp(where, "modules")) {
        l->nmodules = UINT32_MAX;
    } else if (!strcmp(where, "question")) {
        l->question.asked = 77;
        l->question.n = UINT32_MAX;
    } else if (!strcmp(where, "orders")) {
        l->plan.asked.search.strict = !l->plan.asked.search.strict;
    } else if (!strcmp(where, "link")) {
        static const uint64_t first[] = {0, 0, 1, 1, 2};
        uint64_t part = first[below(5)];
        uint64_t at = part == 0   ? below(offsetof(struct link, path))
                      : part == 1 ? behind + below(all - behind)
                                  : all + below(14000);
        memcpy(link_memory + at, &value, 8);
    } else if (!strcmp(where, "held")) { /* what is found is kept back */
        if (!find_agent())
            exit(1);
        find_agent()->search.execution.holds_back = true;
    } else if (!strcmp(where, "data") && ndata) {
        int i = (int)below((uint64_t)ndata);
        uint64_t words = (uint64_t)(data[i].high - data[i].low) / 8;
        memcpy(data[i].low + 8 * below(words), &value, 8);
    } else if (!strcmp(where, "agent")) {
        memcpy((char *)0x200004000000 + below(3u << 20), &value, 8);
    }
}

int main(int argc, char **argv)
{
    int rank, first, x = 0, fine = argc > 2 && !strcmp(argv[1], "fine");
    MPI_Status status;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) + 1 : 1;
    for (int i = 0; i < 10; i++)
        below(2);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        first = status.MPI_SOURCE;
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        go_astray(argv[1 + fine]);
        if (first == 2 && !fine)
            MPI_Recv(&x, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &status);
    }
    MPI_Finalize();
    return 0;
}
