/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.c - a library whose functions are counted as MPI's are. It writes down from where
 * each of them is called, and prints all of it when the program has come to its target:
 * a line for each call, the addresses to which its callers return, as in the file. */
#include <execinfo.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>

#define CALLS  4096
#define FRAMES 64

void MPI_Step(void);
void MPI_Other(void);
void steps_print(void);

static struct {
    void *frames[FRAMES];
    int n;
} calls[CALLS];
static int ncalls;

static int find_main(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1; /* the program comes first */
}

/* The functions below are the innermost frames of what backtrace finds. */
__attribute__((noinline)) static void note(void)
{
    if (ncalls < CALLS) {
        calls[ncalls].n = backtrace(calls[ncalls].frames, FRAMES);
        ncalls++;
    }
}

__attribute__((noinline)) void MPI_Step(void)
{
    note();
    __asm__ volatile("");
}

__attribute__((noinline)) void MPI_Other(void)
{
    note();
    __asm__ volatile("" ::: "memory");
}

void steps_print(void)
{
    uintptr_t base = 0;
    dl_iterate_phdr(find_main, &base);
    for (int i = 0; i < ncalls; i++) {
        for (int k = 2; k < calls[i].n; k++)
            printf("%lx ", (unsigned long)((uintptr_t)calls[i].frames[k] - base));
        printf("\n");
    }
}
