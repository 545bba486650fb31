/* SPDX-License-Identifier: Apache-2.0
 *
 * source.h - from addresses in the program to lines of its source (elfutils). */
#ifndef MZ_REAL_SOURCE_H
#define MZ_REAL_SOURCE_H
#include "base/str.h"
#include "real/link.h"
#include "kernel/program.h"

struct source;
struct Dwfl;

/* Opens the modules that the agent listed. Never returns NULL; if the program has no
 * debugging information, nothing is found. */
struct source *source_open(struct link *, const char *program);
void source_close(struct source *);
/* For libdw itself; NULL if nothing could be opened. */
struct Dwfl *source_dwfl(struct source *);
/* The file of the program itself. */
const char *source_program(const struct source *);

/* The source line of a call that returns to this address. The text lives as long as the
 * source. */
struct location source_of_call(struct source *, uint64_t pc);

/* The line at which the function ends, if the address is that of its beginning and one
 * more; otherwise as source_of_call(). */
struct location source_of_end(struct source *, uint64_t pc);

/* The name of the function that contains the call which returns to this address; NULL:
 * not known. The text lives as long as the source. */
const char *source_function(struct source *, uint64_t pc);
/* Is the call made by the program itself, that is, by the unit of Fortran that is called
 * so? And is its source Fortran? */
bool source_is_program(struct source *, uint64_t pc);
bool source_is_fortran(struct source *, uint64_t pc);
/* Is this not an address, but the name of a line that an interpreter executes? */
bool source_is_interpreted(const struct source *, uint64_t pc);
/* Appends the place of such a call where its line is not known: the function, or the
 * file, and the distance from its beginning. */
void source_place(struct source *, uint64_t pc, struct str *);

/* Appends the name of the library that contains the call which returns to this address,
 * as "libhdf5"; within the program's own file, the header or function:
 * "communicator.hpp". False if it is the user's own code. */
bool source_library(struct source *, uint64_t pc, struct str *);

/* Is the call which returns to this address in code that somebody else has written, be it
 * in a library or in the program's own file (whose.h)? */
bool source_is_theirs(struct source *, uint64_t pc);

/* The name of the variable at that address; NULL: it is not known. */
const char *source_variable(struct source *, uint64_t address);

/* Is it a line of a header of the system, such as that of std::vector? */
bool source_is_header(struct location);

struct stack_frame {
    uint64_t pc;
    struct location where;
    const char *function; /* lives as long as the source */
    bool system;          /* the code is in a library of the system */
};

/* Stores the calls on an actor's stack, innermost first, and returns their number.
 * Calls within our own library, and those that started the actor's function, are left
 * out. */
size_t source_unwind(struct source *, const struct finding_evidence *,
                     struct stack_frame *, size_t room);

#endif
