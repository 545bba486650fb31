/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_half.c - instructions for floating-point numbers of 16 bits (AVX512-FP16).
 *
 * Those of map 5 and map 6 are like those of 0F and 0F 38, for other elements; some in
 * 0F 3A differ from their relatives only by having no prefix. A conversion accesses
 * elements of another size than 16 bits, or fewer of them than a vector has room for. */
#include "agent/x86/watch_insn.h"

void insn_find_half(struct insn *i)
{
    if (i->map != MAP_0F3A)
        return;
    switch (i->opcode) {
    case 0x08: /* rndscale */
    case 0x0a:
    case 0x26: /* getmant */
    case 0x27:
    case 0x56: /* reduce */
    case 0x57:
    case 0x66: /* fpclass */
    case 0x67:
        i->half = !i->prefix;
        break;
    case 0xc2: /* cmp */
        i->half = !i->prefix || i->prefix == 0xf3;
        break;
    default:
        break;
    }
}

/* What is converted from; 2 if nothing is converted. */
static unsigned element_5(const struct insn *i)
{
    unsigned integer = i->wide ? 8 : 4;
    switch (i->opcode) {
    case 0x1d:
        return 4;
    case 0x2a:
        return integer;
    case 0x5a:
        return i->prefix == 0x66 || i->prefix == 0xf2 ? 8 : 2;
    case 0x5b:
        return i->prefix ? 2 : integer;
    case 0x7a:
        return i->prefix == 0xf2 ? integer : 2;
    case 0x7b:
        return i->prefix == 0xf3 ? integer : 2;
    default:
        return 2;
    }
}

unsigned half_element(const struct insn *i)
{
    uint8_t o = i->opcode;
    if (i->map == MAP_0F)
        return element_5(i);
    bool complex =
        i->map == MAP_0F38 && (o == 0x56 || o == 0x57 || o == 0xd6 || o == 0xd7);
    return complex ? 4 : 2; /* the mask has one bit for both parts */
}

/* Is the operand one element? */
static bool is_scalar(const struct insn *i)
{
    uint8_t o = i->opcode;
    switch (i->map) {
    case MAP_0F:
        return o == 0x10 || o == 0x11 || o == 0x2a || (o >= 0x2c && o <= 0x2f) ||
               o == 0x6e || o == 0x7e || (o == 0x1d && !i->prefix) ||
               (o == 0x5a && i->prefix >= 0xf2) ||
               (i->prefix == 0xf3 && o != 0x5b && o != 0x7d);
    case MAP_0F38:
        if (o == 0x13)
            return !i->prefix;
        if (o >= 0x96 && o <= 0xbf)
            return (o & 0xf) >= 9 && o & 1;
        return o & 1;
    case MAP_0F3A:
        return o == 0xc2 ? i->prefix == 0xf3 : o == 0x0a || (o != 0x08 && o & 1);
    case MAP_ONE:
        break;
    }
    return false;
}

/* How many elements of twice or four times their size does a vector have room for, into
 * which they are converted? */
static unsigned half_widened(const struct insn *i)
{
    uint8_t o = i->opcode;
    if (i->map == MAP_0F38)
        return o == 0x13 ? 2 : 1;
    if (i->map != MAP_0F)
        return 1;
    switch (o) {
    case 0x5a:
        return i->prefix ? 1 : 4;
    case 0x5b:
        return i->prefix ? 2 : 1;
    case 0x78:
    case 0x79:
        return i->prefix ? 4 : 2;
    case 0x7a:
    case 0x7b:
        return i->prefix == 0x66 ? 4 : 1;
    default:
        return 1;
    }
}

unsigned half_size(const struct insn *i)
{
    if (i->broadcast || is_scalar(i))
        return half_element(i);
    return i->vector / half_widened(i);
}
