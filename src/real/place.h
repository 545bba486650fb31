/* SPDX-License-Identifier: Apache-2.0
 *
 * place.h - the same addresses in every process, where the kernel draws them by lot.
 *
 * Usually personality(ADDR_NO_RANDOMIZE) sees to that. Containers forbid it (Docker's and
 * Podman's default profile do). Then libmazurka-place.so lays the process out anew: the
 * dynamic linker loads it before all others (LD_AUDIT), when nothing of the program has
 * run. It maps the program, the dynamic linker and a stack at the addresses below, unmaps
 * what the kernel had put elsewhere, and starts the dynamic linker from the beginning.
 *
 * Libraries are mapped wherever the kernel chooses, which is the highest place that is
 * free, below a limit drawn by lot. All above PLACED_TOP is taken, so this place is
 * always the same. */
#ifndef MZ_REAL_PLACE_H
#define MZ_REAL_PLACE_H

/* The limit is at most 16 TiB below the end of the address space, where the kernel puts
 * the stack (vm.mmap_rnd_bits is 32 at most), if the size of the stack is bounded. */
#define PLACED_END   0x7ffffffff000ul
#define PLACED_TOP   0x6f0000000000ul /* the dynamic linker and libraries are below */
#define PLACED_STACK 0x6e0000000000ul /* the end of main's stack */
#define PLACED_SELF  0x6d0000000000ul /* the code that does all this */
#define PLACED_PROGRAM                                                                   \
    0x555555554000ul /* where the kernel puts it, too, without a lot                     \
                      */

/* The variable by which the supervisor passes the limit of the stack's size, which it has
 * lowered: as a number; the program's environment does not have it. */
#define PLACED_ENV "MAZURKA_PLACE"
/* The variable by which mazurka doctor tells a copy of itself to which descriptor it is
 * to write its addresses. */
#define DOCTOR_ENV "MAZURKA_DOCTOR"
/* The exit code of a process that could not be laid out. */
#define PLACED_FAILED 113

#endif
