/* SPDX-License-Identifier: Apache-2.0
 *
 * code.h - the instructions of a program, as far as control flow depends on them. */
#ifndef MZ_REAL_FLOW_CODE_H
#define MZ_REAL_FLOW_CODE_H
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

enum insn_kind {
    GOES_ON,      /* to the next instruction */
    JUMPS,        /* to another one, perhaps a function's first (a tail call) */
    BRANCHES,     /* to another one or the next */
    CALLS,        /* a function of this program */
    CALLS_OUT,    /* a function of a library */
    JUMPS_OUT,    /* the same as a tail call; the stubs of the PLT are this */
    CALLS_ANY,    /* the function that a register or memory holds */
    JUMPS_ANY,    /* the same as a tail call, or a jump to who knows where */
    JUMPS_INSIDE, /* by a table: somewhere in this function */
    RETURNS,
    STOPS, /* the program ends here */
};

#define NOWHERE UINT32_MAX

struct flow_insn {
    uint64_t at;
    uint8_t length;
    uint8_t kind; /* enum insn_kind */
    bool entered; /* some other instruction goes or jumps here */
    uint32_t to;  /* JUMPS, BRANCHES, CALLS: which instruction; NOWHERE if not known */
    uint32_t function; /* NOWHERE outside of all functions */
    const char *name;  /* CALLS_OUT, JUMPS_OUT */
};

struct function {
    uint64_t low, high;
    const char *name; /* "" if it has none */
    uint32_t whole; /* the function of which it is a part (gcc's NAME.cold), or itself */
    bool taken;     /* its address is known to data, or is computed */
};

struct code {
    Elf *elf;
    int fd;
    VEC(struct flow_insn) insns;    /* by increasing address */
    VEC(struct function) functions; /* likewise, not overlapping */
    bool exceptions;                /* it can catch C++ exceptions */
};

enum mz_err code_read(struct code *, const char *file, struct str *why);
void code_free(struct code *);

/* The instruction at exactly this address, or NOWHERE. */
uint32_t code_at(const struct code *, uint64_t address);
/* The function that contains this address, or NOWHERE. */
uint32_t code_function(const struct code *, uint64_t address);

#endif
