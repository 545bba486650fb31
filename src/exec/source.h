/* SPDX-License-Identifier: Apache-2.0
 *
 * source.h - from addresses in the program to lines of its source (elfutils). */
#ifndef MZ_EXEC_SOURCE_H
#define MZ_EXEC_SOURCE_H
#include "base/str.h"
#include "exec/link.h"
#include "kernel/program.h"

struct source;

/* From the modules that the agent listed. Never NULL; knows nothing if the program
 * has no debugging information. */
struct source *source_open(struct link *, const char *program);
void source_close(struct source *);

/* The line of a call that returns to this address. Text lives as long as the source. */
struct location source_of_call(struct source *, uint64_t pc);

/* The name of the variable at that address, or where it is. */
const char *source_variable(struct source *, uint64_t address);

struct stack_frame {
    uint64_t pc;
    struct location where;
    char function[128];
    bool system; /* in a library of the system's */
};

/* The calls on an actor's stack, innermost first, without those of the library's own
 * code and what comes below the actor's function. How many were stored. */
size_t source_unwind(struct source *, const struct link_actor *, struct stack_frame *,
                     size_t room);

#endif
