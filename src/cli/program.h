/* SPDX-License-Identifier: Apache-2.0
 *
 * program.h - which program is to be run, if another one is named that starts it. */
#ifndef MZ_CLI_PROGRAM_H
#define MZ_CLI_PROGRAM_H
#include "cli/options.h"

/* Replaces the arguments by those of the program that is to be explored: behind mpiexec,
 * it is the one that mpiexec would start; of a script, its interpreter; and what is not
 * in this directory is looked for in PATH. Returns an exit code, after saying what is
 * wrong. */
int program_settle(struct options *);

/* Is this a file that another command is for, such as a source? Then appends what to type
 * instead of running it. */
bool program_advice(const char *file, struct str *);

/* cmd_exec.c: reads the options of mpiexec, of which argv[0] is the name. *at becomes the
 * index of the program's name, *ranks what says how many. */
int launcher_read(int argc, char **argv, int *at, char **ranks);

#endif
