/* SPDX-License-Identifier: Apache-2.0
 *
 * fork.c - how fast is a checker that backtracks with fork()?
 *
 *     fork N     explore the N! orders in which N messages can be received
 *
 * The usual way to come back to a state of a real program: at every choice, a child
 * process takes one alternative, and the parent waits and goes on with the next. This
 * is the least such a checker can do: the "program" is an array, nothing is
 * communicated between processes but a counter, and no step is analysed. What it
 * measures is fork, exit and wait, with the memory of a small C program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile long *executions;

static void explore(unsigned waiting, char *heap)
{
    if (!waiting) {
        __sync_fetch_and_add(executions, 1);
        return;
    }
    for (unsigned i = 0; waiting >> i; i++) {
        if (!(waiting >> i & 1))
            continue;
        unsigned rest = waiting & ~(1u << i);
        pid_t child = fork();
        if (!child) {
            heap[i * 64]++; /* the receiver runs on: touches its stack and a page */
            explore(rest, heap);
            _exit(0);
        }
        int status;
        if (child < 0 || waitpid(child, &status, 0) != child || status)
            exit(1);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    struct timespec a, b;
    char *heap = calloc(16, 4096);
    memset(heap, 1, (size_t)16 * 4096);
    executions =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    clock_gettime(CLOCK_MONOTONIC, &a);
    explore((1u << n) - 1, heap);
    clock_gettime(CLOCK_MONOTONIC, &b);
    double s = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
    printf("%ld %.6f\n", *executions, s);
    free(heap);
    return 0;
}
