/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_insn.h - a decoded instruction: watch_access.c decodes it, watch_lanes.c knows
 * which lanes of a vector it accesses. */
#ifndef MZ_AGENT_X86_WATCH_INSN_H
#define MZ_AGENT_X86_WATCH_INSN_H
#include "agent/watch/watch.h"

#include <ucontext.h>

enum map { MAP_ONE, MAP_0F, MAP_0F38, MAP_0F3A };

struct insn {
    const uint8_t *at;    /* the byte to be decoded next */
    uint8_t prefix;       /* 0, 0x66, 0xf2 or 0xf3 */
    bool operand16, wide; /* prefix 0x66; REX.W or the like */
    bool locked, rex;     /* a lock prefix; any REX prefix */
    uint8_t rex_r, rex_x, rex_b, segment, opcode, modrm;
    enum map map;
    unsigned vector; /* bytes of a vector register; 0: not VEX or EVEX */
    bool evex, broadcast;
    bool half; /* numbers of 16 bits (AVX512-FP16): in maps 5 and 6, which are as 0F and
                  0F 38, and some in 0F 3A */
    uint8_t mask;    /* the mask register of an EVEX instruction; 0: none */
    uint8_t third;   /* the register that VEX names besides ModRM */
    uint8_t index;   /* of a gather or scatter: the register of the indices */
    uint8_t scale;   /* log2 of what they are multiplied by */
    bool index_high; /* EVEX: it is one of the registers 16 to 31 */
    bool address32;
    uintptr_t ea; /* the address of the operand */
};

/* ---- watch_access.c ---- */

/* The indices of the general registers in a context. */
extern const int insn_register[16];
/* Decodes the next instruction up to its constants; false: none of its operands is in
 * memory. */
bool insn_read(struct insn *, const ucontext_t *);
/* The size of the operand in memory; 0: not known. */
unsigned insn_size(const struct insn *);

/* ---- watch_half.c ---- */

/* Marks instructions for numbers of 16 bits that the map alone does not tell. */
void insn_find_half(struct insn *);
/* For such instructions: the size of the operand in memory, and that of its elements. */
unsigned half_size(const struct insn *);
unsigned half_element(const struct insn *);

/* ---- watch_lanes.c ---- */

/* Are the addresses those of single lanes, from a vector of indices? */
bool insn_is_indexed(const struct insn *);
/* Are the lanes that a mask lets through stored, or loaded, next to each other? */
bool insn_is_packed(const struct insn *);
/* Bytes of the elements that a mask of this instruction is about; 0: the operand is
 * accessed as a whole, whatever the mask. */
unsigned insn_element(const struct insn *);
/* If the instruction accesses only some lanes of a vector: the memory of these. False if
 * it does not, or if that is not known. */
bool insn_lanes(const struct insn *, const ucontext_t *, struct memory_access *);

#endif
