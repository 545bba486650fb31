/* SPDX-License-Identifier: Apache-2.0
 *
 * player.c - a litmus file with matching semantics, played by a real MPI program.
 *
 *     player [--exact] [--goals GOALS] FILE                      under mazurka
 *     player --rounds N [--seed N] [--limit SECONDS] FILE...     under another MPI
 *
 * Every rank interprets its part of the file (src/litmus) and performs each operation by
 * a function of MPI that it stands for. So one binary is as many MPI programs as
 * there are litmus files, and what it does under mazurka, or under any MPI, can be
 * compared with what the model says about the file. What each rank observed is written
 * in the words of tests/support/oracle.h.
 *
 * Under mazurka the file is played once. With --goals, which has an outcome on each line
 * (the ranks' histories with bars between them), the execution that has the k-th of them
 * fails at a line of its own, so that the tool says whether there is one.
 *
 * With another MPI each file is played N times, with pauses in many places, and each
 * outcome is printed when it is first seen. Whoever does not get on for as long as the
 * limit says "stuck" and ends: that is no outcome. */
#include "player.h"

#include <assert.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONG_UNITS = 256, MAX_GOALS = 16, MAX_LINE = 1 << 16 };

/* The size of the buffer of buffered sends, in units. */
enum { BUFFER_UNITS = 32 };

_Noreturn void give_up(const char *why)
{
    fprintf(stderr, "player: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 3);
    abort();
}

static void attach(const struct player *p)
{
    size_t bytes = (size_t)BUFFER_UNITS * UNIT * (p->longest + 1);
    MPI_Buffer_attach(malloc(bytes), (int)bytes);
}

static void play(struct player *p)
{
    const struct program_ops *ops = p->program->program.ops;
    struct op op;
    while (ops->next(&p->program->program, p->rank, &op)) {
        if (op.kind == OP_ASSERT && !op.value)
            abort(); /* this rank fails; the others go on under mazurka */
        if (op.kind != OP_FINISH && op.kind != OP_POLL)
            p->called_line = 0;
        ops->resume(&p->program->program, p->rank, perform(p, &op));
    }
}

static void load(struct player *p, const char *file)
{
    struct str why = {0};
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (litmus_load(file, &p->program, &why))
        give_up(str_text(&why));
    if ((uint32_t)size != p->program->program.nactors || size > MAX_RANKS)
        give_up("the file has another number of ranks");
}

/* ---- goals ---- */

/* Which of the outcomes have this rank's history, as bits. */
static unsigned goals_of(const struct player *p, FILE *f)
{
    static char line[MAX_LINE];
    unsigned bits = 0;
    for (int k = 0; k < MAX_GOALS && fgets(line, sizeof line, f); k++) {
        char *rest = line, *part = NULL;
        line[strcspn(line, "\n")] = '\0';
        for (uint32_t i = 0; i <= p->rank; i++)
            part = strsep(&rest, "|");
        if (part && !strcmp(part, str_text(&p->history)))
            bits |= 1u << k;
    }
    return bits;
}

/* Each has a line of its own, by which findings are told apart. */
#define GOAL(k)                                                                          \
    __attribute__((noinline)) static void goal_##k(void)                                 \
    {                                                                                    \
        assert((k) < 0);                                                                 \
    }
/* clang-format off */
GOAL(0)
GOAL(1)
GOAL(2)
GOAL(3)
GOAL(4)
GOAL(5)
GOAL(6)
GOAL(7)
GOAL(8)
GOAL(9)
GOAL(10)
GOAL(11)
GOAL(12)
GOAL(13)
GOAL(14)
GOAL(15)
/* clang-format on */

static void (*const reached[MAX_GOALS])(void) = {
    goal_0, goal_1, goal_2,  goal_3,  goal_4,  goal_5,  goal_6,  goal_7,
    goal_8, goal_9, goal_10, goal_11, goal_12, goal_13, goal_14, goal_15};

static void look_at_goals(const struct player *p, const char *file)
{
    FILE *f = fopen(file, "r");
    if (!f)
        give_up("the goals cannot be read");
    unsigned mine = goals_of(p, f), all;
    fclose(f);
    MPI_Reduce(&mine, &all, 1, MPI_UNSIGNED, MPI_BAND, 0, p->control);
    for (int k = 0; p->rank == 0 && k < MAX_GOALS; k++)
        if (all & 1u << k)
            reached[k]();
}

/* Requests that the file leaves alone must be complete before MPI_Finalize; those that
 * never will be are why it calls such a program wrong. */
static void play_once(struct player *p, const char *goals)
{
    make_comms(p, MPI_COMM_WORLD);
    play(p);
    if (goals)
        look_at_goals(p, goals);
    printf("rank %u:%s\n", p->rank, str_text(&p->history));
    fflush(stdout);
    free_comms(p);
}

/* ---- again and again ---- */

typedef VEC(char *) outcomes;

/* Rank 0 learns what all have observed, and prints it if that is new. */
static void compare_notes(const struct player *p, int program, outcomes *seen)
{
    static char line[MAX_LINE];
    struct str all = {0};
    if (p->rank) {
        MPI_Send(str_text(&p->history), (int)p->history.len + 1, MPI_CHAR, 0, 0,
                 p->control);
        return;
    }
    str_addf(&all, "%s", str_text(&p->history));
    for (uint32_t i = 1; i < p->program->program.nactors; i++) {
        MPI_Recv(line, sizeof line, MPI_CHAR, (int)i, 0, p->control, MPI_STATUS_IGNORE);
        str_addf(&all, "|%s", line);
    }
    for (size_t i = 0; i < seen->len; i++)
        if (!strcmp(seen->at[i], str_text(&all))) {
            str_free(&all);
            return;
        }
    printf("outcome %d:%s\n", program, str_text(&all));
    fflush(stdout);
    vec_push(seen, all.text);
}

static uint32_t hash(uint64_t x)
{
    return (uint32_t)((x ^ x >> 29) * 0xbf58476d1ce4e5b9u >> 40);
}

static void play_rounds(struct player *p, int program, const char *file, int rounds,
                        unsigned limit, uint64_t seed)
{
    load(p, file);
    struct program *program_ = &p->program->program;
    image_id start = program_->ops->save(program_, p->rank);
    MPI_Comm world;
    outcomes seen = {0};
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    make_comms(p, world);
    for (int i = 0; i < rounds; i++) {
        alarm(limit);
        p->random = seed + (uint64_t)i * 1000003 + p->rank * 7919 + (uint64_t)program;
        p->leisure = hash(p->random) % 6 * 2; /* some never pause, some always */
        p->patient = i % 8;
        str_clear(&p->history);
        play(p);
        clean_up(p);
        compare_notes(p, program, &seen);
        program_->ops->restore(program_, p->rank, start);
    }
    alarm(0);
    if (p->rank == 0)
        printf("played %d: %d rounds\n", program, rounds);
    fflush(stdout);
    for (size_t i = 0; i < seen.len; i++)
        free(seen.at[i]);
    vec_free(&seen);
    free_comms(p);
    MPI_Comm_free(&world);
    program_->ops->release(program_, p->rank, start);
    litmus_free(p->program);
}

static void stuck(int signal)
{
    static const char text[] = "stuck\n";
    (void)signal;
    if (write(STDOUT_FILENO, text, sizeof text - 1))
        _exit(9);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"exact", 0, 0, 'e'},  {"goals", 1, 0, 'g'},
                                            {"rounds", 1, 0, 'r'}, {"seed", 1, 0, 's'},
                                            {"limit", 1, 0, 'l'},  {0}};
    static struct player p;
    const char *goals = NULL;
    int rounds = 0, rank;
    unsigned limit = 20;
    uint64_t seed = 1;
    MPI_Init(&argc, &argv);
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        if (c == 'e')
            p.exact = true;
        else if (c == 'g')
            goals = optarg;
        else if (c == 'r')
            rounds = atoi(optarg);
        else if (c == 's')
            seed = strtoull(optarg, NULL, 10);
        else if (c == 'l')
            limit = (unsigned)atoi(optarg);
        else
            give_up("see player.c for how to use this");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    p.rank = (uint32_t)rank;
    p.live = rounds > 0;
    p.longest = p.live ? LONG_UNITS : 1;
    p.request = calloc(MAX_REQUESTS, sizeof *p.request);
    if (!rounds) /* files are opened first, so that several machines can explore states */
        load(&p, argv[optind]);
    MPI_Comm_dup(MPI_COMM_WORLD, &p.control);
    attach(&p);
    if (!rounds)
        play_once(&p, goals);
    signal(SIGALRM, stuck);
    for (int i = optind; rounds && i < argc; i++)
        play_rounds(&p, i - optind, argv[i], rounds, limit, seed);
    if (rounds)
        alarm(5); /* MPI_Finalize may hang, but all is said */
    MPI_Comm_free(&p.control);
    MPI_Finalize();
    return 0;
}
