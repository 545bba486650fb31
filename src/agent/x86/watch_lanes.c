/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_lanes.c - which lanes of a vector does an instruction access?
 *
 * Under a mask an instruction accesses only the elements that the mask lets through; a
 * gather or scatter accesses each element at an address of its own, of which the
 * processor reports that of the first fault. So the masks and the indices are read from
 * the registers that the kernel has saved, and every lane becomes a part of the access.
 * The processor takes a lane out of the mask of a gather when it is done; at a fault
 * those are left that have not been judged. */
#include "agent/x86/watch_insn.h"

#include <cpuid.h>

/* ---- saved registers ---- */

enum saved_state { SSE = 1, AVX = 2, OPMASK = 5, ZMM_HIGH = 6, ZMM_MORE = 7 };

/* Copies a part of the saved registers; those that are not in use are 0. False if the
 * kernel has not saved this kind. */
static bool saved(const ucontext_t *u, enum saved_state kind, size_t at, void *to,
                  size_t n)
{
    enum { MAGIC = 0x46505853 };
    const char *fp = (const char *)u->uc_mcontext.fpregs;
    uint32_t magic, size, offset = 160, unused;
    uint64_t state, used;
    __builtin_memcpy(&magic, fp + 464, sizeof magic);
    __builtin_memcpy(&state, fp + 472, sizeof state);
    __builtin_memset(to, 0, n);
    if (magic != MAGIC || !(state >> kind & 1))
        return false;
    __builtin_memcpy(&used, fp + 512, sizeof used);
    if (!(used >> kind & 1))
        return true;
    if (kind != SSE)
        __cpuid_count(0xd, kind, size, offset, unused, unused);
    (void)unused;
    (void)size;
    __builtin_memcpy(to, fp + offset + at, n);
    return true;
}

/* The first `bytes` of a vector register. */
static bool vector(const ucontext_t *u, unsigned reg, char to[64], unsigned bytes)
{
    if (reg >= 16)
        return saved(u, ZMM_MORE, (reg - 16) * 64, to, 64);
    return saved(u, SSE, reg * 16, to, 16) &&
           (bytes <= 16 || saved(u, AVX, reg * 16, to + 16, 16)) &&
           (bytes <= 32 || saved(u, ZMM_HIGH, reg * 32, to + 32, 32));
}

/* One bit for each element, its uppermost one. */
static bool vector_mask(const ucontext_t *u, unsigned reg, unsigned bytes, unsigned each,
                        uint64_t *mask)
{
    char v[64];
    if (!vector(u, reg, v, bytes))
        return false;
    *mask = 0;
    for (unsigned k = 0; k < bytes / each; k++)
        *mask |= (uint64_t)(v[k * each + each - 1] >> 7 & 1) << k;
    return true;
}

static bool mask_of(const struct insn *i, const ucontext_t *u, unsigned n, uint64_t *mask)
{
    *mask = UINT64_MAX;
    if (i->mask && !saved(u, OPMASK, i->mask * sizeof *mask, mask, sizeof *mask))
        return false;
    if (n < 64)
        *mask &= ((uint64_t)1 << n) - 1;
    return true;
}

/* ---- kinds of instructions ---- */

bool insn_is_indexed(const struct insn *i)
{
    uint8_t o = i->opcode;
    return i->map == MAP_0F38 && i->vector &&
           ((o >= 0x90 && o <= 0x93) || (i->evex && o >= 0xa0 && o <= 0xa3));
}

bool insn_is_packed(const struct insn *i)
{
    uint8_t o = i->opcode;
    return i->map == MAP_0F38 && i->evex &&
           (o == 0x62 || o == 0x63 || (o >= 0x88 && o <= 0x8b));
}

/* vmaskmovps and the like: the mask is a vector. */
static bool is_masked_move(const struct insn *i)
{
    uint8_t o = i->opcode;
    return i->map == MAP_0F38 && i->vector && !i->evex &&
           ((o >= 0x2c && o <= 0x2f) || o == 0x8c || o == 0x8e);
}

/* maskmovdqu: the mask is a vector of bytes, and the address is in RDI. */
static bool is_masked_bytes(const struct insn *i)
{
    return i->map == MAP_0F && i->opcode == 0xf7 && i->prefix == 0x66 && !i->evex;
}

/* The elements are 64 or 32 bits wide, or these, or the operand has no elements that
 * belong to those of the result. */
static unsigned element_0f(const struct insn *i, unsigned usual)
{
    switch (i->opcode) {
    case 0x6f:
    case 0x7f:
        return i->prefix != 0xf2 ? usual : i->wide ? 2 : 1;
    case 0x64:
    case 0x74:
    case 0xd8:
    case 0xda:
    case 0xdc:
    case 0xde:
    case 0xe0:
    case 0xe8:
    case 0xec:
    case 0xf8:
    case 0xfc:
        return 1;
    case 0x65:
    case 0x71:
    case 0x75:
    case 0xd5:
    case 0xd9:
    case 0xdd:
    case 0xe3:
    case 0xe4:
    case 0xe5:
    case 0xe9:
    case 0xea:
    case 0xed:
    case 0xee:
    case 0xf9:
    case 0xfd:
        return 2;
    case 0x12:
    case 0x14:
    case 0x15:
    case 0x16:
    case 0x60:
    case 0x61:
    case 0x62:
    case 0x63:
    case 0x67:
    case 0x68:
    case 0x69:
    case 0x6a:
    case 0x6b:
    case 0x6c:
    case 0x6d:
    case 0x70:
    case 0xc6:
    case 0xd1:
    case 0xd2:
    case 0xd3:
    case 0xe1:
    case 0xe2:
    case 0xf1:
    case 0xf2:
    case 0xf3:
    case 0xf5:
    case 0xf6:
        return 0;
    default:
        return usual;
    }
}

static unsigned element_0f38(const struct insn *i, unsigned usual)
{
    static const uint8_t narrow[6] = {1, 1, 1, 2, 2, 4};
    uint8_t o = i->opcode;
    bool changes_width = (o & 0xf8) == 0x20 || (o & 0xf8) == 0x30 ||
                         ((o & 0xf8) == 0x10 && i->prefix == 0xf3);
    if (changes_width && (o & 7) < 6)
        return narrow[o & 7];
    switch (o) {
    case 0x1c:
    case 0x38:
    case 0x3c:
    case 0x8f:
    case 0xcf:
        return 1;
    case 0x0b:
    case 0x10:
    case 0x11:
    case 0x12:
    case 0x13:
    case 0x1d:
    case 0x3a:
    case 0x3e:
    case 0x70:
    case 0x72:
        return 2;
    case 0x26:
    case 0x54:
    case 0x62:
    case 0x63:
    case 0x66:
        return i->wide ? 2 : 1;
    case 0x00:
    case 0x04:
    case 0x0c:
    case 0x0d:
    case 0x16:
    case 0x18:
    case 0x19:
    case 0x1a:
    case 0x1b:
    case 0x2b:
    case 0x36:
    case 0x58:
    case 0x59:
    case 0x5a:
    case 0x5b:
    case 0x75:
    case 0x76:
    case 0x77:
    case 0x78:
    case 0x79:
    case 0x7d:
    case 0x7e:
    case 0x7f:
    case 0x8d:
        return 0;
    default:
        return usual;
    }
}

static unsigned element_0f3a(const struct insn *i, unsigned usual)
{
    switch (i->opcode) {
    case 0x3e:
    case 0x3f:
        return i->wide ? 2 : 1;
    case 0x1d:
    case 0x70:
    case 0x72:
        return 2;
    case 0x00:
    case 0x01:
    case 0x03:
    case 0x04:
    case 0x05:
    case 0x0f:
    case 0x18:
    case 0x1a:
    case 0x23:
    case 0x38:
    case 0x3a:
    case 0x42:
    case 0x43:
    case 0xce:
    case 0xcf:
        return 0;
    default:
        return usual;
    }
}

unsigned insn_element(const struct insn *i)
{
    unsigned usual = i->wide ? 8 : 4;
    if (i->half)
        return i->broadcast ? 0 : half_element(i);
    if (i->broadcast && !insn_is_indexed(i))
        return 0;
    switch (i->map) {
    case MAP_0F:
        return element_0f(i, usual);
    case MAP_0F38:
        return element_0f38(i, usual);
    case MAP_0F3A:
        return element_0f3a(i, usual);
    case MAP_ONE:
        break;
    }
    return 0;
}

/* ---- parts of the access ---- */

static void add(struct memory_access *a, uintptr_t low, unsigned bytes)
{
    if (a->n && a->part[a->n - 1].high == low)
        a->part[a->n - 1].high = low + bytes;
    else if (a->n < MOST_PARTS)
        a->part[a->n++] = (struct memory_part){low, low + bytes};
}

/* Adds the elements of a vector in memory that the mask lets through. */
static bool add_masked(struct memory_access *a, uintptr_t at, uint64_t mask,
                       unsigned each)
{
    for (; mask; mask &= mask - 1)
        add(a, at + (unsigned)__builtin_ctzl(mask) * each, each);
    return a->n;
}

static bool add_indexed(const struct insn *i, const ucontext_t *u,
                        struct memory_access *a)
{
    unsigned each = i->wide ? 8 : 4, wide = i->opcode & 1 ? 8 : 4,
             n = i->vector / (each > wide ? each : wide);
    char index[64];
    uint64_t mask;
    bool known = i->evex ? mask_of(i, u, n, &mask)
                         : vector_mask(u, i->third, n * each, each, &mask);
    if (!known || !vector(u, i->index, index, n * wide))
        return false;
    for (; mask; mask &= mask - 1) {
        const char *from = index + (unsigned)__builtin_ctzl(mask) * wide;
        int32_t narrow;
        int64_t by;
        __builtin_memcpy(&narrow, from, sizeof narrow);
        by = narrow;
        if (wide == 8)
            __builtin_memcpy(&by, from, sizeof by);
        uintptr_t at = i->ea + ((uint64_t)by << i->scale);
        add(a, i->address32 ? (uint32_t)at : at, each);
    }
    return a->n;
}

bool insn_lanes(const struct insn *i, const ucontext_t *u, struct memory_access *a)
{
    unsigned each = 0, at = i->third;
    uint64_t mask;
    uintptr_t ea = i->ea;
    if (is_masked_bytes(i)) {
        at = (i->modrm & 7u) | (unsigned)i->rex_b << 3;
        ea = (uintptr_t)u->uc_mcontext.gregs[REG_RDI];
        return vector_mask(u, at, 16, 1, &mask) && add_masked(a, ea, mask, 1);
    }
    if (i->modrm >> 6 == 3)
        return false;
    if (insn_is_indexed(i))
        return add_indexed(i, u, a);
    if (is_masked_move(i)) {
        each = i->opcode >= 0x80 ? (i->wide ? 8 : 4) : i->opcode & 1 ? 8 : 4;
        return vector_mask(u, at, i->vector, each, &mask) &&
               add_masked(a, ea, mask, each);
    }
    each = i->mask || insn_is_packed(i) ? insn_element(i) : 0;
    if (!each || !mask_of(i, u, insn_size(i) / each, &mask))
        return false;
    if (insn_is_packed(i) && mask)
        add(a, ea, (unsigned)__builtin_popcountl(mask) * each);
    else
        add_masked(a, ea, mask, each);
    return a->n;
}
