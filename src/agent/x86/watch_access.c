/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_access.c - how much memory does an instruction access?
 *
 * The processor tells at which address an access faulted, but not how long it is, and
 * whether it reaches into a buffer that begins a few bytes later depends on that. So the
 * instruction is decoded: prefixes, opcode, address, and the size of the operand in
 * memory. Where the size is not known, one byte is taken, that at which it faulted; then
 * an access that begins before a buffer and ends in it is missed, and nothing is reported
 * wrongly. */
#include "agent/x86/frame.h"
#include "agent/x86/watch_insn.h"

const int insn_register[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                               REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                               REG_R12, REG_R13, REG_R14, REG_R15};

/* ---- prefixes and opcode ---- */

static void vex(struct insn *i, uint8_t second, uint8_t last)
{
    static const uint8_t prefixes[4] = {0, 0x66, 0xf3, 0xf2};
    i->map = second == 1 ? MAP_0F : second == 2 ? MAP_0F38 : MAP_0F3A;
    i->prefix = prefixes[last & 3];
    i->opcode = *i->at++;
}

static void read_vex(struct insn *i, uint8_t first)
{
    uint8_t a = *i->at++;
    if (first == 0xc5) {
        i->rex_r = !(a & 0x80);
        i->vector = a & 4 ? 32 : 16;
        i->third = ~a >> 3 & 15;
        vex(i, 1, a);
        return;
    }
    uint8_t b = *i->at++, c = 0;
    i->rex_r = !(a & 0x80);
    i->rex_x = !(a & 0x40);
    i->rex_b = !(a & 0x20);
    i->wide = b & 0x80;
    i->third = ~b >> 3 & 15;
    if (first == 0x62) {
        c = *i->at++;
        i->evex = true;
        i->broadcast = c & 0x10;
        i->mask = c & 7;
        i->index_high = !(c & 8);
        i->vector = 16u << (c >> 5 & 3);
        i->half = (a & 7) == 5 || (a & 7) == 6;
        vex(i, a & 3, b);
        insn_find_half(i);
        return;
    }
    i->vector = b & 4 ? 32 : 16;
    vex(i, a & 0x1f, b);
}

static void read_opcode(struct insn *i)
{
    for (;; i->at++) {
        uint8_t b = *i->at;
        if (b == 0x66)
            i->operand16 = true;
        else if (b == 0xf2 || b == 0xf3)
            i->prefix = b;
        else if (b == 0x64 || b == 0x65)
            i->segment = b;
        else if (b == 0x67)
            i->address32 = true;
        else if (b == 0xf0)
            i->locked = true;
        else if (b != 0x2e && b != 0x36 && b != 0x3e && b != 0x26)
            break;
    }
    if (!i->prefix && i->operand16)
        i->prefix = 0x66;
    if ((*i->at & 0xf0) == 0x40) {
        uint8_t rex = *i->at++;
        i->rex = true;
        i->wide = rex & 8;
        i->rex_r = !!(rex & 4);
        i->rex_x = !!(rex & 2);
        i->rex_b = !!(rex & 1);
    }
    uint8_t b = *i->at++;
    if (b == 0xc4 || b == 0xc5 || b == 0x62) {
        read_vex(i, b);
    } else if (b == 0x0f) {
        b = *i->at++;
        i->map = b == 0x38 ? MAP_0F38 : b == 0x3a ? MAP_0F3A : MAP_0F;
        i->opcode = i->map == MAP_0F ? b : *i->at++;
    } else {
        i->opcode = b;
    }
}

/* ---- the size of the operand in memory; 0: not known ---- */

static unsigned general(const struct insn *i)
{
    return i->wide ? 8 : i->operand16 ? 2 : 4;
}

static unsigned size_x87(const struct insn *i)
{
    static const uint8_t sizes[8][8] = {
        {4, 4, 4, 4, 4, 4, 4, 4}, {4, 0, 4, 4, 28, 2, 28, 2},
        {4, 4, 4, 4, 4, 4, 4, 4}, {4, 4, 4, 4, 0, 10, 0, 10},
        {8, 8, 8, 8, 8, 8, 8, 8}, {8, 8, 8, 8, 108, 0, 108, 2},
        {2, 2, 2, 2, 2, 2, 2, 2}, {2, 2, 2, 2, 10, 8, 10, 8}};
    return sizes[i->opcode & 7][i->modrm >> 3 & 7];
}

static unsigned size_one(const struct insn *i)
{
    uint8_t o = i->opcode, reg = i->modrm >> 3 & 7;
    if (o < 0x40)
        return o & 1 ? general(i) : 1;
    if (o >= 0xd8 && o <= 0xdf)
        return size_x87(i);
    switch (o) {
    case 0x63:
        return 4;
    case 0x80:
    case 0x84:
    case 0x86:
    case 0x88:
    case 0x8a:
    case 0xc0:
    case 0xd0:
    case 0xd2:
    case 0xc6:
    case 0xf6:
    case 0xfe:
        return 1;
    case 0x8c:
    case 0x8e:
        return 2;
    case 0x8f:
        return 8;
    case 0xff:
        return reg >= 2 ? 8 : general(i);
    default:
        return general(i);
    }
}

/* Of packed or scalar floating-point numbers, as the prefix says. */
static unsigned numbers(const struct insn *i)
{
    unsigned all = i->vector ? i->vector : 16;
    return i->prefix == 0xf3 ? 4 : i->prefix == 0xf2 ? 8 : all;
}

static unsigned size_0f(const struct insn *i)
{
    unsigned all = i->vector ? i->vector : i->prefix ? 16 : 8;
    uint8_t o = i->opcode, reg = i->modrm >> 3 & 7;
    switch (o) {
    case 0x10:
    case 0x11:
    case 0x51:
    case 0x58:
    case 0x59:
    case 0x5c:
    case 0x5d:
    case 0x5e:
    case 0x5f:
    case 0xc2:
        return numbers(i);
    case 0x5a:
        return i->prefix ? numbers(i) : i->vector ? i->vector / 2 : 8;
    case 0x12:
        return i->prefix == 0xf3 || (i->prefix == 0xf2 && i->vector == 32)
                   ? (i->vector ? i->vector : 16)
                   : 8;
    case 0x13:
    case 0x17:
    case 0xd6:
        return 8;
    case 0x16:
        return i->prefix == 0xf3 ? (i->vector ? i->vector : 16) : 8;
    case 0x14:
    case 0x15:
    case 0x28:
    case 0x29:
    case 0x2b:
    case 0x5b:
    case 0xc6:
    case 0xf0:
        return i->vector ? i->vector : 16;
    case 0x2a:
        return i->prefix >= 0xf2 ? (i->wide ? 8 : 4) : 8;
    case 0x2c:
    case 0x2d:
        return i->prefix == 0xf3 ? 4 : i->prefix == 0x66 ? 16 : 8;
    case 0x2e:
    case 0x2f:
        return i->prefix == 0x66 ? 8 : 4;
    case 0x6e:
    case 0xc3:
        return i->wide ? 8 : 4;
    case 0x7e:
        return i->prefix == 0xf3 || i->wide ? 8 : 4;
    case 0xe6:
        return i->prefix == 0xf3 ? (i->vector ? i->vector / 2 : 8) : all;
    case 0xc4:
        return 2;
    case 0xae:
        return i->vector || reg == 2 || reg == 3 ? 4 : reg < 2 ? 512 : 0;
    case 0xc7:
        return reg == 1 ? (i->wide ? 16 : 8) : 0;
    case 0xd1: /* the number of bits by which all lanes are shifted */
    case 0xd2:
    case 0xd3:
    case 0xe1:
    case 0xe2:
    case 0xf1:
    case 0xf2:
    case 0xf3:
        return i->vector ? 16 : all;
    case 0xb6:
    case 0xbe:
    case 0xb0:
    case 0xc0:
        return 1;
    case 0xb7:
    case 0xbf:
        return 2;
    case 0xa3: /* the bit may lie outside of the operand */
    case 0xab:
    case 0xb3:
    case 0xbb:
    case 0x18:
    case 0x1f:
        return 0;
    default:
        break;
    }
    if (o >= 0x90 && o <= 0x9f && !i->vector)
        return 1;
    if ((o >= 0x40 && o <= 0x4f) || (o >= 0xa0 && o <= 0xc1))
        return general(i);
    return all;
}

/* The part of a vector of which packed numbers are widened to a vector. */
static unsigned widened(const struct insn *i)
{
    static const uint8_t parts[6] = {2, 4, 8, 2, 4, 2};
    return (i->vector ? i->vector : 16) / parts[i->opcode & 7];
}

static unsigned size_0f38(const struct insn *i)
{
    uint8_t o = i->opcode;
    unsigned all = i->vector ? i->vector : i->prefix ? 16 : 8, word = i->wide ? 8 : 4;
    if (((o & 0xf8) == 0x20 || (o & 0xf8) == 0x30) && (o & 7) < 6)
        return widened(i);
    if ((o & 0xf8) == 0x10 && (o & 7) < 6 && i->evex && i->prefix == 0xf3)
        return widened(i); /* narrowed, and stored */
    if (insn_is_indexed(i))
        return word; /* one element at a time */
    if (o >= 0x96 && o <= 0xbf)
        return (o & 0xf) >= 9 && o & 1 ? word : all;
    switch (o) {
    case 0x18:
    case 0x58:
        return 4;
    case 0x19:
    case 0x59:
        return 8;
    case 0x1a:
    case 0x5a:
        return 16;
    case 0x78:
        return 1;
    case 0x79:
        return 2;
    case 0x13:
        return all / 2;
    case 0xf0:
        return i->prefix == 0xf2 ? 1 : general(i);
    case 0xf1:
    case 0xf6:
        return i->vector ? word : general(i);
    case 0xf2:
    case 0xf3:
    case 0xf5:
    case 0xf7:
        return word;
    default:
        return all;
    }
}

static unsigned size_0f3a(const struct insn *i)
{
    switch (i->opcode) {
    case 0x14:
    case 0x20:
        return 1;
    case 0x15:
        return 2;
    case 0x0a:
    case 0x17:
    case 0x21:
        return 4;
    case 0x0b:
        return 8;
    case 0x16:
    case 0x22:
        return i->wide ? 8 : 4;
    case 0x18:
    case 0x19:
    case 0x38:
    case 0x39:
        return 16;
    case 0x1d:
        return i->vector / 2;
    default:
        return i->vector ? i->vector : 16;
    }
}

unsigned insn_size(const struct insn *i)
{
    if (i->half)
        return half_size(i);
    if (i->broadcast)
        return i->wide ? 8 : 4;
    switch (i->map) {
    case MAP_ONE:
        return size_one(i);
    case MAP_0F:
        return size_0f(i);
    case MAP_0F38:
        return size_0f38(i);
    case MAP_0F3A:
        return size_0f3a(i);
    }
    return 0;
}

/* ---- the address ---- */

static bool has_modrm(const struct insn *i)
{
    uint8_t o = i->opcode;
    if (i->map != MAP_ONE)
        return !(i->map == MAP_0F && !i->vector &&
                 ((o & 0xf0) == 0x80 || o == 0xa0 || o == 0xa1 || o == 0xa8 ||
                  o == 0xa9 || o == 0x05 || o == 0x31 || o == 0xa2));
    if (o < 0x40)
        return (o & 7) < 4;
    return o == 0x62 || o == 0x63 || o == 0x69 || o == 0x6b || (o >= 0x80 && o <= 0x8f) ||
           o == 0xc0 || o == 0xc1 || o == 0xc6 || o == 0xc7 || (o >= 0xd0 && o <= 0xd3) ||
           (o >= 0xd8 && o <= 0xdf) || o == 0xf6 || o == 0xf7 || o == 0xfe || o == 0xff;
}

/* Bytes of constants that follow the address, for addresses relative to the end of the
 * instruction. */
static unsigned immediate(const struct insn *i)
{
    uint8_t o = i->opcode, reg = i->modrm >> 3 & 7;
    if (i->map == MAP_0F3A)
        return 1;
    if (i->map == MAP_0F)
        return (o >= 0x70 && o <= 0x73) || o == 0xa4 || o == 0xac || o == 0xba ||
               o == 0xc2 || (o >= 0xc4 && o <= 0xc6);
    if (i->map == MAP_0F38)
        return 0;
    if (o == 0x80 || o == 0x83 || o == 0x6b || o == 0xc0 || o == 0xc1 || o == 0xc6 ||
        (o == 0xf6 && reg < 2))
        return 1;
    if (o == 0x81 || o == 0x69 || o == 0xc7 || (o == 0xf7 && reg < 2))
        return i->operand16 ? 2 : 4;
    return 0;
}

static uint64_t segment_base(uint8_t segment)
{
    uint64_t base = 0;
    if (segment == 0x64)
        __asm__ volatile("movq %%fs:0, %0" : "=r"(base)); /* points to itself */
    return base;
}

static bool read_address(struct insn *i, const greg_t *regs)
{
    uint8_t mod = i->modrm >> 6, rm = i->modrm & 7;
    uint64_t ea = 0;
    int32_t far = 0;
    bool relative = false;
    if (mod == 3 || i->segment == 0x65)
        return false;
    if (rm == 4) {
        uint8_t sib = *i->at++;
        unsigned base = (sib & 7u) | (unsigned)i->rex_b << 3,
                 index = (sib >> 3 & 7u) | (unsigned)i->rex_x << 3;
        i->index = (uint8_t)(index | (unsigned)i->index_high << 4);
        i->scale = sib >> 6;
        if (index != 4 && !insn_is_indexed(i))
            ea = (uint64_t)regs[insn_register[index]] << (sib >> 6);
        if ((sib & 7) == 5 && mod == 0)
            mod = 4; /* no base, but an offset of 32 bits */
        else
            ea += (uint64_t)regs[insn_register[base]];
    } else if (rm == 5 && mod == 0) {
        relative = true;
        mod = 4;
    } else {
        ea = (uint64_t)regs[insn_register[rm | (unsigned)i->rex_b << 3]];
    }
    if (mod == 1) {
        int scale = !i->evex            ? 1
                    : insn_is_packed(i) ? (int)insn_element(i)
                                        : (int)insn_size(i);
        far = (int8_t)*i->at++ * scale;
    } else if (mod) {
        __builtin_memcpy(&far, i->at, 4);
        i->at += 4;
    }
    ea += (uint64_t)(int64_t)far;
    if (relative)
        ea += (uint64_t)(uintptr_t)i->at + immediate(i);
    if (i->address32)
        ea = (uint32_t)ea;
    i->ea = ea + segment_base(i->segment);
    return true;
}

/* ---- the whole of it ---- */

/* Instructions that work on strings of memory: the access of all rounds that are left,
 * if their number is known. */
static bool of_string(const struct insn *i, const greg_t *regs, struct memory_access *a)
{
    uint8_t o = i->opcode;
    bool moves = o == 0xa4 || o == 0xa5, stores = o == 0xaa || o == 0xab;
    if (i->map != MAP_ONE || i->vector || !(o >= 0xa4 && o <= 0xaf) || o == 0xa8 ||
        o == 0xa9)
        return false;
    unsigned each = o & 1 ? general(i) : 1;
    a->high = a->low + each;
    bool forward = !(regs[REG_EFL] & 0x400);
    if (i->prefix < 0xf2 || !(moves || stores) || !forward)
        return true;
    uintptr_t from = (uintptr_t)regs[a->write ? REG_RDI : REG_RSI];
    a->high = from + (uint64_t)regs[REG_RCX] * each;
    a->low = from;
    a->repeats = true;
    a->moves = moves;
    a->each = (uint8_t)each;
    a->length = (uint8_t)(i->at - (const uint8_t *)regs[REG_RIP]);
    return true;
}

static bool on_stack(const struct insn *i)
{
    uint8_t o = i->opcode;
    return i->map == MAP_ONE && !i->vector &&
           ((o >= 0x50 && o <= 0x5f) || o == 0x68 || o == 0x6a || o == 0x9c ||
            o == 0x9d || o == 0xc2 || o == 0xc3 || o == 0xc9 || o == 0xe8);
}

/* Does the instruction only concern the cache? Then the program accesses nothing. */
static bool of_cache(const struct insn *i)
{
    uint8_t reg = i->modrm >> 3 & 7;
    return i->map == MAP_0F && !i->vector && i->opcode == 0xae &&
           (reg == 7 || (reg == 6 && i->prefix == 0x66));
}

static struct memory_access decode(const ucontext_t *u, uintptr_t address)
{
    const greg_t *regs = u->uc_mcontext.gregs;
    struct memory_access a = {.low = address, .high = address + 1};
    struct insn i = {.at = (const uint8_t *)regs[REG_RIP]};
    a.write = regs[REG_ERR] & 2;
    read_opcode(&i);
    if (of_string(&i, regs, &a))
        return a;
    if (on_stack(&i))
        a.high = address + 8;
    if (on_stack(&i) || !has_modrm(&i))
        return a;
    i.modrm = *i.at++;
    bool there = read_address(&i, regs);
    if (insn_lanes(&i, u, &a) || !there)
        return a;
    if (of_cache(&i)) {
        a.high = a.low;
        return a;
    }
    unsigned size = insn_size(&i);
    there = size && address >= i.ea && address - i.ea < size;
    if (there) {
        a.low = i.ea;
        a.high = i.ea + size;
    } else if (i.map == MAP_ONE && i.opcode == 0xff) {
        a.high = address + 8; /* the other operand is on the stack */
    }
    return a;
}

struct memory_access access_of(const void *context, uintptr_t address)
{
    struct memory_access a = decode(context, address);
    if (!a.n && a.low < a.high)
        a.part[a.n++] = (struct memory_part){a.low, a.high};
    return a;
}

bool insn_read(struct insn *i, const ucontext_t *u)
{
    *i = (struct insn){.at = (const uint8_t *)frame_pc(u)};
    read_opcode(i);
    if (!has_modrm(i))
        return false;
    i->modrm = *i->at++;
    return read_address(i, frame_registers(u));
}

bool insn_is_atomic(const ucontext_t *u)
{
    struct insn i;
    return insn_read(&i, u) && (i.locked || (i.map == MAP_ONE && !i.vector &&
                                             (i.opcode == 0x86 || i.opcode == 0x87)));
}

bool insn_is_on_stack(const ucontext_t *u)
{
    struct insn i = {.at = (const uint8_t *)frame_pc(u)};
    read_opcode(&i);
    return on_stack(&i);
}
