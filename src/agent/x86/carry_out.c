/* SPDX-License-Identifier: Apache-2.0
 *
 * carry_out.c - does what an instruction does that has faulted.
 *
 * The other way, to open the page and to let the processor make a single step, takes a
 * second signal, and in a virtual machine the trap alone takes longer than all else. What
 * compilers use for most accesses is here: loads, stores, arithmetic, calls and pushes,
 * and the loads and stores of vectors of 16 bytes. */
#include "agent/x86/frame.h"
#include "agent/x86/watch_insn.h"

#include <string.h>

#define ARITHMETIC UINT64_C(0x8d5) /* the flags that it sets: C, P, A, Z, S, O */

#define SETTABLE (ARITHMETIC | UINT64_C(0x240400)) /* these, D, A, I by popf */

/* ---- registers ---- */

static uint8_t *byte_register(const struct insn *i, greg_t *regs, unsigned n)
{
    bool high = !i->rex && n >= 4 && n < 8; /* ah, ch, dh, bh */
    return (uint8_t *)&regs[insn_register[high ? n - 4 : n]] + high;
}

static uint64_t get(const struct insn *i, greg_t *regs, unsigned n, unsigned size)
{
    uint64_t value = 0;
    if (size == 1)
        return *byte_register(i, regs, n);
    memcpy(&value, &regs[insn_register[n]], size);
    return value;
}

static void put(const struct insn *i, greg_t *regs, unsigned n, unsigned size,
                uint64_t value)
{
    if (size == 1)
        *byte_register(i, regs, n) = (uint8_t)value;
    else if (size == 2)
        memcpy(&regs[insn_register[n]], &value, 2);
    else
        regs[insn_register[n]] = (greg_t)(size == 4 ? (uint32_t)value : value);
}

static uint64_t load(uintptr_t at, unsigned size)
{
    uint64_t value = 0;
    memcpy(&value, (const void *)at, size);
    return value;
}

static void store(uintptr_t at, unsigned size, uint64_t value)
{
    memcpy((void *)at, &value, size);
}

static uint64_t extended(uint64_t value, unsigned size)
{
    unsigned unused = 64 - 8 * size;
    return (uint64_t)((int64_t)(value << unused) >> unused);
}

/* A constant behind the address. */
static uint64_t constant(struct insn *i, unsigned size)
{
    uint64_t value = 0;
    memcpy(&value, i->at, size);
    i->at += size;
    return extended(value, size);
}

/* ---- arithmetic: by the processor, for its flags ---- */

enum { ADD, OR, ADC, SBB, AND, SUB, XOR, CMP, TEST, INC, DEC, NOT, NEG };

#define TWO(name, type)                                                                  \
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\tpushq %2\n\tpopfq\n\t" name             \
                     " %3, %0\n\tpushfq\n\tpopq %1\n\tleaq 128(%%rsp), %%rsp"            \
                     : "+r"(x), "=&r"(after)                                             \
                     : "r"(before), "r"(y)                                               \
                     : "cc", "memory")
#define ONE(name, type)                                                                  \
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\tpushq %2\n\tpopfq\n\t" name             \
                     " %0\n\tpushfq\n\tpopq %1\n\tleaq 128(%%rsp), %%rsp"                \
                     : "+r"(x), "=&r"(after)                                             \
                     : "r"(before)                                                       \
                     : "cc", "memory")

#define COMPUTE(suffix, type)                                                            \
    static uint64_t compute_##type(unsigned what, type x, type y, uint64_t before,       \
                                   uint64_t *flags)                                      \
    {                                                                                    \
        uint64_t after = before;                                                         \
        switch (what) {                                                                  \
        case ADD:                                                                        \
            TWO("add" suffix, type);                                                     \
            break;                                                                       \
        case OR:                                                                         \
            TWO("or" suffix, type);                                                      \
            break;                                                                       \
        case ADC:                                                                        \
            TWO("adc" suffix, type);                                                     \
            break;                                                                       \
        case SBB:                                                                        \
            TWO("sbb" suffix, type);                                                     \
            break;                                                                       \
        case AND:                                                                        \
            TWO("and" suffix, type);                                                     \
            break;                                                                       \
        case SUB:                                                                        \
            TWO("sub" suffix, type);                                                     \
            break;                                                                       \
        case XOR:                                                                        \
            TWO("xor" suffix, type);                                                     \
            break;                                                                       \
        case CMP:                                                                        \
            TWO("cmp" suffix, type);                                                     \
            break;                                                                       \
        case TEST:                                                                       \
            TWO("test" suffix, type);                                                    \
            break;                                                                       \
        case INC:                                                                        \
            ONE("inc" suffix, type);                                                     \
            break;                                                                       \
        case DEC:                                                                        \
            ONE("dec" suffix, type);                                                     \
            break;                                                                       \
        case NOT:                                                                        \
            ONE("not" suffix, type);                                                     \
            break;                                                                       \
        default:                                                                         \
            ONE("neg" suffix, type);                                                     \
        }                                                                                \
        *flags = after;                                                                  \
        return x;                                                                        \
    }
COMPUTE("b", uint8_t)
COMPUTE("w", uint16_t)
COMPUTE("l", uint32_t)
COMPUTE("q", uint64_t)

static uint64_t compute(unsigned what, unsigned size, uint64_t x, uint64_t y,
                        greg_t *regs)
{
    uint64_t before = (uint64_t)regs[REG_EFL] & ARITHMETIC, flags = 0, result = 0;
    switch (size) {
    case 1:
        result = compute_uint8_t(what, (uint8_t)x, (uint8_t)y, before, &flags);
        break;
    case 2:
        result = compute_uint16_t(what, (uint16_t)x, (uint16_t)y, before, &flags);
        break;
    case 4:
        result = compute_uint32_t(what, (uint32_t)x, (uint32_t)y, before, &flags);
        break;
    default:
        result = compute_uint64_t(what, x, y, before, &flags);
    }
    regs[REG_EFL] =
        (greg_t)(((uint64_t)regs[REG_EFL] & ~ARITHMETIC) | (flags & ARITHMETIC));
    return result;
}

/* ---- instructions ---- */

static unsigned size_of(const struct insn *i)
{
    return !(i->opcode & 1) ? 1 : i->wide ? 8 : i->operand16 ? 2 : 4;
}

static void on_memory(unsigned what, unsigned size, uintptr_t ea, uint64_t other,
                      greg_t *regs)
{
    uint64_t result = compute(what, size, load(ea, size), other, regs);
    if (what != CMP && what != TEST)
        store(ea, size, result);
}

static void push(greg_t *regs, uint64_t value)
{
    regs[REG_RSP] -= 8;
    store((uintptr_t)regs[REG_RSP], 8, value);
}

/* With an opcode of one byte; *to is where it goes on, if not behind it. */
static bool usual(struct insn *i, greg_t *regs, uint64_t *to)
{
    unsigned o = i->opcode, reg = (i->modrm >> 3 & 7) | (unsigned)i->rex_r << 3;
    unsigned what = i->modrm >> 3 & 7, size = size_of(i);
    uintptr_t ea = i->ea;
    switch (o) {
    case 0x63:
        put(i, regs, reg, i->wide ? 8 : 4, extended(load(ea, 4), 4));
        return !i->operand16;
    case 0x80:
    case 0x81:
    case 0x83:
        on_memory(what, size, ea, constant(i, o != 0x81 ? 1 : size == 2 ? 2 : 4), regs);
        return true;
    case 0x84:
    case 0x85:
        on_memory(TEST, size, ea, get(i, regs, reg, size), regs);
        return true;
    case 0x88:
    case 0x89:
        store(ea, size, get(i, regs, reg, size));
        return true;
    case 0x8a:
    case 0x8b:
        put(i, regs, reg, size, load(ea, size));
        return true;
    case 0xc6:
    case 0xc7:
        if (what)
            return false;
        store(ea, size, constant(i, size == 8 ? 4 : size));
        return true;
    case 0xf6:
    case 0xf7:
        if (what == 0)
            on_memory(TEST, size, ea, constant(i, size == 8 ? 4 : size), regs);
        else if (what == 2)
            store(ea, size, ~load(ea, size));
        else if (what == 3)
            on_memory(NEG, size, ea, 0, regs);
        else
            return false;
        return true;
    case 0xfe:
    case 0xff:
        if (what < 2)
            on_memory(what ? DEC : INC, size, ea, 0, regs);
        else if (o == 0xff && (what == 2 || what == 4))
            *to = load(ea, 8);
        else
            return false;
        if (o == 0xff && what == 2)
            push(regs, (uint64_t)(uintptr_t)i->at);
        return true;
    default:
        if (o >= 0x40 || (o & 7) >= 4)
            return false;
        if (o & 2) {
            uint64_t x =
                compute(o >> 3, size, get(i, regs, reg, size), load(ea, size), regs);
            if (o >> 3 != CMP)
                put(i, regs, reg, size, x);
        } else {
            on_memory(o >> 3, size, ea, get(i, regs, reg, size), regs);
        }
        return true;
    }
}

/* Loads and stores of vectors, or of their lowest elements. */
static bool of_vectors(const struct insn *i, uint8_t *xmm)
{
    unsigned o = i->opcode, size = 16;
    bool stores = o == 0x11 || o == 0x29 || o == 0x7f || o == 0xd6;
    void *memory = (void *)i->ea;
    switch (o) {
    case 0x10:
    case 0x11:
        size = i->prefix == 0xf3 ? 4 : i->prefix == 0xf2 ? 8 : 16;
        break;
    case 0x28:
    case 0x29:
        if (i->prefix == 0xf3 || i->prefix == 0xf2)
            return false;
        break;
    case 0x6f:
    case 0x7f:
        if (i->prefix != 0x66 && i->prefix != 0xf3)
            return false;
        break;
    case 0x7e:
    case 0xd6:
        if (i->prefix != (o == 0x7e ? 0xf3 : 0x66))
            return false;
        size = 8;
        break;
    default:
        return false;
    }
    if (o != 0x10 && o != 0x11 && size == 16 && i->prefix != 0xf3 && i->ea % 16)
        return false; /* it is to be aligned */
    if (stores) {
        memcpy(memory, xmm, size);
    } else {
        memset(xmm, 0, 16);
        memcpy(xmm, memory, size);
    }
    return true;
}

static bool of_two_bytes(struct insn *i, ucontext_t *u)
{
    greg_t *regs = frame_registers(u);
    unsigned o = i->opcode, reg = (i->modrm >> 3 & 7) | (unsigned)i->rex_r << 3;
    unsigned size = i->wide ? 8 : i->operand16 ? 2 : 4;
    if (o == 0xb6 || o == 0xb7 || o == 0xbe || o == 0xbf) { /* movzx, movsx */
        unsigned from = o & 1 ? 2 : 1;
        uint64_t value = load(i->ea, from);
        put(i, regs, reg, size, o < 0xbe ? value : extended(value, from));
        return true;
    }
    return of_vectors(i, (uint8_t *)&u->uc_mcontext.fpregs->_xmm[reg]);
}

/* All rounds of rep movs and rep stos. */
static bool of_strings(greg_t *regs)
{
    enum { REP = 0xf3, WIDE = 0x48, DOWN = 0x400 };
    const uint8_t *at = (const uint8_t *)(uintptr_t)regs[REG_RIP];
    uint8_t *to = (uint8_t *)(uintptr_t)regs[REG_RDI];
    const uint8_t *from = (const uint8_t *)(uintptr_t)regs[REG_RSI];
    bool wide = at[1] == WIDE;
    uint8_t o = at[1 + wide];
    if (at[0] != REP || regs[REG_EFL] & DOWN ||
        (o != 0xa4 && o != 0xa5 && o != 0xaa && o != 0xab))
        return false;
    size_t each = o & 1 ? wide ? 8 : 4 : 1, n = (size_t)regs[REG_RCX];
    bool moves = o < 0xaa;
    for (size_t i = 0; i < n; i++) /* one by one: they may overlap */
        memcpy(to + i * each, moves ? from + i * each : (uint8_t *)&regs[REG_RAX], each);
    regs[REG_RDI] += (greg_t)(n * each);
    regs[REG_RSI] += moves ? (greg_t)(n * each) : 0;
    regs[REG_RCX] = 0;
    regs[REG_RIP] += 2 + wide;
    return true;
}

static uint64_t pop(greg_t *regs)
{
    regs[REG_RSP] += 8;
    return load((uintptr_t)regs[REG_RSP] - 8, 8);
}

/* Calls, returns, and what is pushed and popped. */
static bool of_stack(greg_t *regs)
{
    enum { REX_B = 0x41 };
    const uint8_t *at = (const uint8_t *)(uintptr_t)regs[REG_RIP];
    unsigned high = *at == REX_B ? 8 : 0;
    at += high != 0;
    unsigned o = *at++;
    greg_t *r = &regs[insn_register[(o & 7) | high]];
    int32_t far = 0;
    if (high && (o & 0xf0) != 0x50)
        return false;
    switch (o) {
    case 0x6a:
        push(regs, (uint64_t)(int64_t) * (const int8_t *)at);
        at++;
        break;
    case 0x68:
    case 0xe8:
        memcpy(&far, at, 4);
        at += 4;
        push(regs, o == 0x68 ? (uint64_t)(int64_t)far : (uint64_t)(uintptr_t)at);
        at += o == 0xe8 ? far : 0;
        break;
    case 0x9c:
        push(regs, (uint64_t)regs[REG_EFL] & ~(uint64_t)TRAP_FLAG);
        break;
    case 0x9d:
        regs[REG_EFL] =
            (greg_t)(((uint64_t)regs[REG_EFL] & ~SETTABLE) | (pop(regs) & SETTABLE));
        break;
    case 0xc3:
        at = (const uint8_t *)(uintptr_t)pop(regs);
        break;
    case 0xc9:
        regs[REG_RSP] = regs[REG_RBP];
        regs[REG_RBP] = (greg_t)pop(regs);
        break;
    default:
        if ((o & 0xf8) == 0x50)
            push(regs, (uint64_t)*r);
        else if ((o & 0xf8) == 0x58)
            *r = (greg_t)pop(regs);
        else
            return false;
    }
    regs[REG_RIP] = (greg_t)(uintptr_t)at;
    return true;
}

bool insn_accesses_once(const ucontext_t *u, const struct memory_access *access)
{
    enum {
        REX = 0x40,
        BY_POINTER = 0xff
    }; /* a call by one writes to the stack as well */
    const uint8_t *at = (const uint8_t *)(uintptr_t)frame_pc(u);
    at += (*at & 0xf0) == REX;
    return access->n == 1 && !access->repeats && *at != BY_POINTER &&
           page_down(access->part[0].low) == page_down(access->part[0].high - 1);
}

bool insn_carry_out(ucontext_t *u)
{
    struct insn i;
    greg_t *regs = frame_registers(u);
    if (of_strings(regs) || of_stack(regs))
        return true;
    if (!insn_read(&i, u) || i.vector || i.locked || i.address32)
        return false;
    uint64_t to = 0;
    bool done = i.map == MAP_ONE  ? usual(&i, regs, &to)
                : i.map == MAP_0F ? of_two_bytes(&i, u)
                                  : false;
    if (done)
        regs[REG_RIP] = to ? (greg_t)to : (greg_t)(uintptr_t)i.at;
    return done;
}

/* ---- what it does ---- */

static struct insn_effect locked(const struct insn *i, greg_t *regs)
{
    unsigned reg = (i->modrm >> 3 & 7) | (unsigned)i->rex_r << 3, size = size_of(i);
    struct insn_effect e = {.what = INSN_UPDATES};
    if (i->map == MAP_ONE && (i->opcode == 0x86 || i->opcode == 0x87)) {
        e.what = INSN_EXCHANGES;
        e.value = get(i, regs, reg, size);
    } else if (i->map == MAP_0F && (i->opcode == 0xb0 || i->opcode == 0xb1)) {
        e.what = INSN_COMPARES;
        e.value = get(i, regs, reg, size);
        e.expected = get(i, regs, 0, size);
    }
    return e;
}

struct insn_effect insn_effect(const ucontext_t *u)
{
    struct insn i;
    greg_t *regs = frame_registers(u);
    struct insn_effect e = {.what = INSN_OTHER};
    if (!insn_read(&i, u) || i.vector)
        return e;
    if (insn_is_atomic(u))
        return locked(&i, regs);
    unsigned o = i.opcode, reg = i.modrm >> 3 & 7, size = size_of(&i);
    if (i.map == MAP_0F) {
        bool loads = o == 0xb6 || o == 0xb7 || o == 0xbe || o == 0xbf || o == 0x10 ||
                     o == 0x6e || (o == 0x7e && i.prefix == 0xf3);
        e.what = loads ? INSN_LOADS : INSN_OTHER;
        return e;
    }
    switch (i.map == MAP_ONE ? o : 0) {
    case 0x88:
    case 0x89:
        e.what = INSN_STORES;
        e.value = get(&i, regs, reg | (unsigned)i.rex_r << 3, size);
        break;
    case 0xc6:
    case 0xc7:
        e.what = INSN_STORES;
        e.value = constant(&i, size == 8 ? 4 : size);
        if (size < 8)
            e.value &= (UINT64_C(1) << 8 * size) - 1;
        break;
    case 0x80:
    case 0x81:
    case 0x83:
        e.what = reg == CMP ? INSN_LOADS : INSN_OTHER;
        break;
    case 0xf6:
    case 0xf7:
        e.what = reg ? INSN_OTHER : INSN_LOADS;
        break;
    case 0x63:
    case 0x84:
    case 0x85:
    case 0x8a:
    case 0x8b:
        e.what = INSN_LOADS;
        break;
    default: /* arithmetic into a register, and comparisons, load */
        if (o && o < 0x40 && (o & 7) < 4 && (o & 2 || o >> 3 == CMP))
            e.what = INSN_LOADS;
    }
    return e;
}
