/* SPDX-License-Identifier: Apache-2.0
 *
 * values.c - see values.h.
 *
 * The text of an assertion is read as C or C++: paths such as `a[i].x`, `p->next->n`,
 * `*p` are looked up, calls and operators are passed over. A path is a place in memory,
 * or a value in a register that functions keep for their callers, with its type. */
#include "real/values.h"
#include "real/dies.h"
#include "real/source.h"
#include "real/units.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

enum { MOST = 8, DEEPEST = 8, STACK = 16 };

struct values {
    Dwfl *dwfl;
    pid_t pid;
    const struct link_question *q;
    Dwarf_Die unit, function;
    Dwarf_Addr bias, pc; /* the address of the call, as the module counts */
    struct str *to;
    unsigned told;
};

/* Something with a type, in memory or not. */
struct thing {
    Dwarf_Die type;
    bool known, placed; /* is it at the address? Otherwise it is `bits` */
    uint64_t address, bits;
    unsigned index; /* of an array of several dimensions: so many are chosen */
};

static const struct thing nothing;

/* ---- memory and types ---- */

static bool peek(const struct values *v, uint64_t address, void *to, size_t n)
{
    struct iovec here = {to, n}, there = {(void *)(uintptr_t)address, n};
    return process_vm_readv(v->pid, &here, 1, &there, 1, 0) == (ssize_t)n;
}

/* 0: it has no type, as an enumerator. */
static int tag_of(Dwarf_Die *type)
{
    return type->addr ? dwarf_tag(type) : 0;
}

/* The type behind names and qualifiers. */
static bool strip(Dwarf_Die *type)
{
    for (int i = 0; i < 32; i++) {
        Dwarf_Die inner;
        switch (tag_of(type)) {
        case DW_TAG_typedef:
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
        case DW_TAG_restrict_type:
        case DW_TAG_atomic_type:
            if (!die_type(type, &inner))
                return false;
            *type = inner;
            continue;
        default:
            return true;
        }
    }
    return false;
}

static uint64_t size_of(Dwarf_Die *type)
{
    Dwarf_Word n;
    return !type->addr || dwarf_aggregate_size(type, &n) ? 0 : n;
}

static bool is_structure(Dwarf_Die *type)
{
    int tag = tag_of(type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
           tag == DW_TAG_union_type;
}

/* The bits of a thing of at most eight bytes. */
static bool bits_of(const struct values *v, const struct thing *t, size_t n, uint64_t *to)
{
    *to = 0;
    if (!n || n > sizeof *to)
        return false;
    if (t->placed)
        return peek(v, t->address, to, n);
    memcpy(to, &t->bits, n);
    return true;
}

/* What a pointer points to, or a reference refers to. */
static struct thing behind(const struct values *v, struct thing t)
{
    struct thing to = {.known = true, .placed = true};
    if (!die_type(&t.type, &to.type) || !bits_of(v, &t, sizeof to.address, &to.address) ||
        !to.address || !strip(&to.type))
        return nothing;
    return to;
}

/* Follows references, which are as good as what they refer to. */
static struct thing settle(const struct values *v, struct thing t)
{
    if (!t.known || !strip(&t.type))
        return nothing;
    int tag = tag_of(&t.type);
    bool refers = tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
    return refers ? behind(v, t) : t;
}

/* ---- where a variable is ---- */

static bool run(const struct values *, const Dwarf_Op *, size_t, Dwarf_Attribute *,
                struct thing *);

static bool frame_base(const struct values *v, uint64_t *to)
{
    Dwarf_Attribute a;
    Dwarf_Op *ops;
    size_t n;
    struct thing t = nothing;
    Dwarf_Die function = v->function;
    if (!dwarf_attr_integrate(&function, DW_AT_frame_base, &a) ||
        dwarf_getlocation_addr(&a, v->pc, &ops, &n, 1) != 1)
        return false;
    if (n == 1 && ops[0].atom == DW_OP_call_frame_cfa) {
        *to = v->q->cfa;
        return true;
    }
    if (!run(v, ops, n, &a, &t))
        return false;
    *to = t.placed ? t.address : t.bits; /* a register is the base itself */
    return true;
}

/* Functions that are called keep these for their callers. */
static bool get_register(const struct values *v, Dwarf_Word number, uint64_t *to)
{
    if (number != 3 && number != 6 && number != 7 && (number < 12 || number > 15))
        return false;
    *to = v->q->registers[number];
    return true;
}

/* Runs an expression of DWARF, of the operations that compilers use for variables. */
static bool run(const struct values *v, const Dwarf_Op *ops, size_t n, Dwarf_Attribute *a,
                struct thing *t)
{
    uint64_t stack[STACK], x;
    size_t top = 0;
    bool value = false;
    for (size_t i = 0; i < n; i++) {
        const Dwarf_Op *o = &ops[i];
        Dwarf_Attribute entry;
        if (top == STACK)
            return false;
        if (o->atom >= DW_OP_lit0 && o->atom <= DW_OP_lit31) {
            stack[top++] = o->atom - DW_OP_lit0;
        } else if (o->atom >= DW_OP_breg0 && o->atom <= DW_OP_breg31) {
            if (!get_register(v, o->atom - DW_OP_breg0, &x))
                return false;
            stack[top++] = x + o->number;
        } else if (o->atom >= DW_OP_reg0 && o->atom <= DW_OP_reg31) {
            if (n != 1 || !get_register(v, o->atom - DW_OP_reg0, &x))
                return false;
            stack[top++] = x;
            value = true;
        } else if (o->atom == DW_OP_fbreg) {
            if (!frame_base(v, &x))
                return false;
            stack[top++] = x + o->number;
        } else if (o->atom == DW_OP_addr) {
            stack[top++] = o->number + v->bias;
        } else if (o->atom == DW_OP_addrx) {
            Dwarf_Addr at;
            if (dwarf_getlocation_attr(a, o, &entry) || dwarf_formaddr(&entry, &at))
                return false;
            stack[top++] = at + v->bias;
        } else if (o->atom == DW_OP_stack_value) {
            value = true;
        } else if (o->atom == DW_OP_plus_uconst && top) {
            stack[top - 1] += o->number;
        } else if (o->atom == DW_OP_deref && top) {
            if (!peek(v, stack[top - 1], &stack[top - 1], sizeof *stack))
                return false;
        } else if ((o->atom == DW_OP_plus || o->atom == DW_OP_minus) && top > 1) {
            top--;
            stack[top - 1] += o->atom == DW_OP_plus ? stack[top] : -stack[top];
        } else if (o->atom == DW_OP_const1u || o->atom == DW_OP_const1s ||
                   o->atom == DW_OP_const2u || o->atom == DW_OP_const2s ||
                   o->atom == DW_OP_const4u || o->atom == DW_OP_const4s ||
                   o->atom == DW_OP_const8u || o->atom == DW_OP_const8s ||
                   o->atom == DW_OP_constu || o->atom == DW_OP_consts) {
            stack[top++] = o->number;
        } else {
            return false; /* in pieces, or as it was when the function was called */
        }
    }
    if (top != 1)
        return false;
    t->known = true;
    t->placed = !value;
    t->address = t->bits = stack[0];
    return true;
}

/* A global variable of another file, which this one only declares. */
static bool by_symbol(const struct values *v, const char *name, uint64_t *to)
{
    Dwfl_Module *m = dwfl_addrmodule(v->dwfl, v->q->site - 1);
    int n = m ? dwfl_module_getsymtab(m) : 0;
    for (int i = 0; i < n; i++) {
        GElf_Sym sym;
        GElf_Addr at;
        const char *is = dwfl_module_getsym_info(m, i, &sym, &at, NULL, NULL, NULL);
        if (is && sym.st_shndx != SHN_UNDEF && GELF_ST_TYPE(sym.st_info) == STT_OBJECT &&
            !strcmp(is, name)) {
            *to = at;
            return true;
        }
    }
    return false;
}

static struct thing thing_of(const struct values *v, Dwarf_Die *die)
{
    struct thing t = nothing;
    Dwarf_Attribute a;
    Dwarf_Op *ops;
    Dwarf_Word number;
    size_t n;
    const char *name = dwarf_diename(die);
    if (dwarf_tag(die) == DW_TAG_enumerator) {
        if (!dwarf_attr(die, DW_AT_const_value, &a) || dwarf_formudata(&a, &number))
            return nothing;
        return (struct thing){.known = true, .bits = number};
    }
    if (!die_type(die, &t.type))
        return nothing;
    if (dwarf_attr_integrate(die, DW_AT_location, &a)) {
        if (dwarf_getlocation_addr(&a, v->pc, &ops, &n, 1) != 1 ||
            !run(v, ops, n, &a, &t))
            return nothing;
    } else if (dwarf_attr_integrate(die, DW_AT_const_value, &a) &&
               !dwarf_formudata(&a, &number)) {
        t.known = true;
        t.bits = number;
    } else if (name && dwarf_attr(die, DW_AT_declaration, &a) &&
               by_symbol(v, name, &t.address)) {
        t.known = t.placed = true;
    }
    return settle(v, t);
}

/* ---- names ---- */

static bool is_named(Dwarf_Die *die, const char *name, size_t n)
{
    const char *is = dwarf_diename(die);
    return is && strlen(is) == n && !memcmp(is, name, n);
}

/* The variable of that name which the call sees: that of the innermost scope. */
static bool find_in(const struct values *v, Dwarf_Die *scope, const char *name, size_t n,
                    Dwarf_Die *to)
{
    Dwarf_Die child;
    bool found = false;
    if (dwarf_child(scope, &child))
        return false;
    do {
        Dwarf_Die inner;
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
            if (!found && is_named(&child, name, n)) {
                *to = child;
                found = true;
            }
            break;
        case DW_TAG_enumeration_type:
            if (!found && find_in(v, &child, name, n, &inner)) {
                *to = inner;
                found = true;
            }
            break;
        case DW_TAG_enumerator:
            if (is_named(&child, name, n)) {
                *to = child;
                return true;
            }
            break;
        case DW_TAG_namespace:
            if (!found && find_in(v, &child, name, n, &inner)) {
                *to = inner;
                found = true;
            }
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (dwarf_haspc(&child, v->pc) > 0 && find_in(v, &child, name, n, &inner)) {
                *to = inner;
                return true;
            }
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
    return found;
}

/* The member of that name, also of a base class or of a structure without a name. */
static struct thing member(const struct values *v, struct thing of, const char *name,
                           size_t n, int depth)
{
    Dwarf_Die child;
    of = settle(v, of);
    if (!of.known || !of.placed || !is_structure(&of.type) || depth == DEEPEST ||
        dwarf_child(&of.type, &child))
        return nothing;
    do {
        Dwarf_Attribute a;
        Dwarf_Word offset = 0;
        int tag = dwarf_tag(&child);
        if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
            continue;
        bool asked = tag == DW_TAG_member && is_named(&child, name, n),
             within = tag == DW_TAG_inheritance || !dwarf_diename(&child);
        if ((!asked && !within) || dwarf_attr(&child, DW_AT_bit_size, &a) ||
            dwarf_attr(&child, DW_AT_external, &a) ||
            (dwarf_attr(&child, DW_AT_data_member_location, &a) &&
             dwarf_formudata(&a, &offset)))
            continue;
        struct thing t = {.known = true, .placed = true, .address = of.address + offset};
        if (!die_type(&child, &t.type))
            continue;
        t = asked ? settle(v, t) : member(v, t, name, n, depth + 1);
        if (t.known)
            return t;
    } while (!dwarf_siblingof(&child, &child));
    return nothing;
}

static struct thing member_named(const struct values *v, struct thing of,
                                 const char *name)
{
    return member(v, of, name, strlen(name), 0);
}

static struct thing look_up(const struct values *v, const char *name, size_t n)
{
    Dwarf_Die die, function = v->function, unit = v->unit;
    if (find_in(v, &function, name, n, &die) || find_in(v, &unit, name, n, &die))
        return thing_of(v, &die);
    if (n == 4 && !memcmp(name, "this", 4))
        return nothing;
    struct thing self = look_up(v, "this", 4); /* a member of the object */
    return self.known ? member(v, behind(v, self), name, n, 0) : nothing;
}

/* ---- elements ---- */

/* How many elements the nth dimension of an array has; 0: not known. */
static uint64_t dimension(Dwarf_Die *array, unsigned nth, unsigned *all)
{
    Dwarf_Die child;
    uint64_t found = 0;
    *all = 0;
    if (dwarf_child(array, &child))
        return 0;
    do {
        Dwarf_Attribute a;
        Dwarf_Word x;
        if (dwarf_tag(&child) != DW_TAG_subrange_type)
            continue;
        if ((*all)++ != nth)
            continue;
        if (dwarf_attr(&child, DW_AT_count, &a) && !dwarf_formudata(&a, &x))
            found = x;
        else if (dwarf_attr(&child, DW_AT_upper_bound, &a) && !dwarf_formudata(&a, &x))
            found = x + 1;
    } while (!dwarf_siblingof(&child, &child));
    return found;
}

static struct thing element(const struct values *v, struct thing of, int64_t i)
{
    struct thing t = {.known = true, .placed = true};
    of = settle(v, of);
    if (!of.known)
        return nothing;
    if (is_structure(&of.type)) { /* std::vector, std::array */
        struct thing all = member_named(v, member_named(v, of, "_M_impl"), "_M_start");
        if (!all.known)
            all = member_named(v, of, "_M_elems");
        if (!all.known || is_structure(&all.type))
            return nothing;
        of = all;
    }
    if (!die_type(&of.type, &t.type) || !strip(&t.type))
        return nothing;
    uint64_t stride = size_of(&t.type);
    if (tag_of(&of.type) == DW_TAG_pointer_type) {
        if (!bits_of(v, &of, sizeof t.address, &t.address) || !t.address)
            return nothing;
    } else if (tag_of(&of.type) == DW_TAG_array_type && of.placed) {
        unsigned all;
        uint64_t n = dimension(&of.type, of.index, &all);
        if (n && (i < 0 || (uint64_t)i >= n))
            return nothing; /* C would read something else there */
        for (unsigned k = of.index + 1; k < all; k++)
            stride *= dimension(&of.type, k, &all);
        t.address = of.address;
        if (of.index + 1 < all) {
            t.type = of.type;
            t.index = of.index + 1;
        }
    } else {
        return nothing;
    }
    if (!stride)
        return nothing;
    t.address += (uint64_t)i * stride;
    return settle(v, t);
}

/* ---- telling ---- */

static Dwarf_Word encoding_of(Dwarf_Die *type)
{
    Dwarf_Attribute a;
    Dwarf_Word encoding;
    return type->addr && dwarf_attr(type, DW_AT_encoding, &a) &&
                   !dwarf_formudata(&a, &encoding)
               ? encoding
               : 0;
}

static int64_t extended(uint64_t bits, uint64_t bytes, bool is_signed)
{
    unsigned unused = bytes < 8 ? (unsigned)(64 - 8 * bytes) : 0;
    return is_signed ? (int64_t)(bits << unused) >> unused
                     : (int64_t)(bits << unused >> unused);
}

/* The number that a thing is, if it is a whole number. */
static bool number_of(const struct values *v, const struct thing *t, int64_t *to)
{
    struct thing x = *t;
    uint64_t bits;
    if (!x.known)
        return false;
    if (!x.type.addr) { /* an enumerator */
        *to = (int64_t)x.bits;
        return true;
    }
    uint64_t n = size_of(&x.type);
    Dwarf_Word e = encoding_of(&x.type);
    bool whole = e == DW_ATE_signed || e == DW_ATE_unsigned || e == DW_ATE_boolean ||
                 e == DW_ATE_signed_char || e == DW_ATE_unsigned_char;
    bool named = tag_of(&x.type) == DW_TAG_enumeration_type;
    if ((!whole && !named) || !bits_of(v, &x, n, &bits))
        return false;
    *to = extended(bits, n, e == DW_ATE_signed || e == DW_ATE_signed_char || named);
    return true;
}

/* "\"abc\"", of so many characters at most. */
static bool add_string(const struct values *v, uint64_t at, uint64_t most, struct str *s)
{
    enum { SHOWN = 40 };
    char text[SHOWN + 1] = {0};
    size_t n = 0;
    while (n < SHOWN && n < most && peek(v, at + n, &text[n], 1) && text[n])
        n++;
    if (!n && !peek(v, at, text, 1))
        return false;
    str_addf(s, "\"");
    str_plain(s, text, n);
    str_addf(s, n == SHOWN ? "...\"" : "\"");
    return true;
}

static bool is_character(Dwarf_Die *type)
{
    Dwarf_Die t = *type;
    Dwarf_Word e = strip(&t) ? encoding_of(&t) : 0;
    return (e == DW_ATE_signed_char || e == DW_ATE_unsigned_char) && size_of(&t) == 1;
}

static bool add_base(const struct values *v, const struct thing *t, struct str *s)
{
    struct thing x = *t;
    uint64_t bits, n = size_of(&x.type);
    int64_t number;
    double d;
    float f;
    switch (encoding_of(&x.type)) {
    case DW_ATE_boolean:
        if (!bits_of(v, &x, n, &bits))
            return false;
        str_addf(s, bits ? "true" : "false");
        return true;
    case DW_ATE_float:
        if ((n != 4 && n != 8) || !bits_of(v, &x, n, &bits))
            return false;
        memcpy(&f, &bits, sizeof f);
        memcpy(&d, &bits, sizeof d);
        str_addf(s, n == 4 ? "%.9g" : "%.17g", n == 4 ? (double)f : d);
        return true;
    case DW_ATE_signed_char:
    case DW_ATE_unsigned_char:
        if (!number_of(v, &x, &number))
            return false;
        str_addf(s, number > 31 && number < 127 ? "%" PRId64 " ('%c')" : "%" PRId64,
                 number, (int)number);
        return true;
    case DW_ATE_unsigned:
        if (!number_of(v, &x, &number))
            return false;
        str_addf(s, "%" PRIu64, (uint64_t)number);
        return true;
    default:
        if (!number_of(v, &x, &number))
            return false;
        str_addf(s, "%" PRId64, number);
        return true;
    }
}

static bool add_enumeration(const struct values *v, const struct thing *t, struct str *s)
{
    struct thing x = *t;
    Dwarf_Die child;
    int64_t number;
    if (!number_of(v, &x, &number))
        return false;
    if (!dwarf_child(&x.type, &child))
        do {
            Dwarf_Attribute a;
            Dwarf_Sword is;
            const char *name = dwarf_diename(&child);
            if (name && dwarf_attr(&child, DW_AT_const_value, &a) &&
                !dwarf_formsdata(&a, &is) && is == number) {
                str_addf(s, "%s", name);
                return true;
            }
        } while (!dwarf_siblingof(&child, &child));
    str_addf(s, "%" PRId64, number);
    return true;
}

static bool add_value(const struct values *v, const struct thing *t, struct str *s)
{
    struct thing x = *t;
    Dwarf_Die inner;
    uint64_t bits;
    unsigned all;
    if (!x.known || !x.type.addr)
        return false;
    switch (tag_of(&x.type)) {
    case DW_TAG_base_type:
        return add_base(v, &x, s);
    case DW_TAG_enumeration_type:
        return add_enumeration(v, &x, s);
    case DW_TAG_pointer_type:
        if (!bits_of(v, &x, sizeof bits, &bits))
            return false;
        if (!bits)
            str_addf(s, "NULL");
        return !bits || (die_type(&x.type, &inner) && is_character(&inner) &&
                         add_string(v, bits, UINT64_MAX, s));
    case DW_TAG_array_type:
        return x.placed && !x.index && die_type(&x.type, &inner) &&
               is_character(&inner) &&
               add_string(v, x.address, dimension(&x.type, 0, &all), s);
    default:
        if (is_structure(&x.type)) { /* std::string */
            struct thing p = member_named(v, member_named(v, x, "_M_dataplus"), "_M_p");
            return p.known && add_value(v, &p, s);
        }
        return false;
    }
}

/* ---- the text of the assertion ---- */

struct cursor {
    const struct values *v;
    const char *at;
    int depth;
};

static void skip_blanks(struct cursor *c)
{
    while (isspace((unsigned char)*c->at))
        c->at++;
}

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static size_t name_length(const char *at)
{
    size_t n = 0;
    while (begins_name(at[n]) || isdigit((unsigned char)at[n]))
        n++;
    return n;
}

static bool read_sum(struct cursor *, int64_t *);

/* A path, and what it leads to; nothing if it is a call, or not known. The cursor is
 * behind it, or at the parenthesis of the call. */
static struct thing read_path(struct cursor *c)
{
    size_t n = name_length(c->at);
    struct thing t = look_up(c->v, c->at, n);
    int64_t index;
    c->at += n;
    for (;;) {
        const char *before = c->at;
        skip_blanks(c);
        if (*c->at == '(' || !strncmp(c->at, "::", 2))
            return nothing;
        if (*c->at == '[') {
            c->at++;
            bool good = read_sum(c, &index);
            skip_blanks(c);
            if (!good || *c->at != ']')
                return nothing;
            c->at++;
            t = element(c->v, t, index);
            continue;
        }
        bool arrow = c->at[0] == '-' && c->at[1] == '>';
        if (!arrow && (*c->at != '.' || isdigit((unsigned char)c->at[1]))) {
            c->at = before;
            return settle(c->v, t);
        }
        c->at += 1 + arrow;
        skip_blanks(c);
        n = name_length(c->at);
        if (!n)
            return nothing;
        if (arrow)
            t = t.known && tag_of(&t.type) == DW_TAG_pointer_type ? behind(c->v, t)
                                                                  : nothing;
        t = member(c->v, t, c->at, n, 0);
        c->at += n;
    }
}

static bool read_factor(struct cursor *c, int64_t *to)
{
    skip_blanks(c);
    if (isdigit((unsigned char)*c->at)) {
        char *end;
        *to = (int64_t)strtoull(c->at, &end, 0);
        c->at = end + strspn(end, "uUlL");
        return true;
    }
    if (*c->at == '-') {
        c->at++;
        if (!read_factor(c, to))
            return false;
        *to = -*to;
        return true;
    }
    if (*c->at == '(' && c->depth < DEEPEST) {
        c->at++;
        c->depth++;
        bool good = read_sum(c, to);
        c->depth--;
        skip_blanks(c);
        return good && *c->at++ == ')';
    }
    if (!begins_name(*c->at))
        return false;
    struct thing t = read_path(c);
    return number_of(c->v, &t, to);
}

static bool read_product(struct cursor *c, int64_t *to)
{
    if (!read_factor(c, to))
        return false;
    for (;;) {
        int64_t x;
        skip_blanks(c);
        char op = *c->at;
        if (op != '*' && op != '/' && op != '%')
            return true;
        c->at++;
        if (!read_factor(c, &x) || (op != '*' && (!x || x == -1)))
            return false;
        *to = op == '*'   ? (int64_t)((uint64_t)*to * (uint64_t)x)
              : op == '/' ? *to / x
                          : *to % x;
    }
}

static bool read_sum(struct cursor *c, int64_t *to)
{
    if (!read_product(c, to))
        return false;
    for (;;) {
        int64_t x;
        skip_blanks(c);
        char op = *c->at;
        if ((op != '+' && op != '-') || c->at[1] == '>')
            return true;
        c->at++;
        if (!read_product(c, &x))
            return false;
        *to = (int64_t)(op == '+' ? (uint64_t)*to + (uint64_t)x
                                  : (uint64_t)*to - (uint64_t)x);
    }
}

/* Was it told already? */
static bool is_told(const struct str *s, const char *text, size_t n)
{
    struct str one = {0};
    str_addf(&one, "%.*s is ", (int)n, text);
    const char *at = s->len ? strstr(s->text, str_text(&one)) : NULL;
    bool is = at && (at == s->text || at[-1] == ' ');
    str_free(&one);
    return is;
}

static void tell(struct values *v, const char *text, size_t n, const struct thing *t)
{
    struct str value = {0};
    if (v->told < MOST && !is_told(v->to, text, n) && add_value(v, t, &value)) {
        str_addf(v->to, "%s%.*s is %s", v->told ? ", " : "", (int)n, text,
                 str_text(&value));
        v->told++;
    }
    str_free(&value);
}

/* Is the star here a dereference, and no product? */
static bool is_unary(const char *text, const char *star)
{
    while (star > text && isspace((unsigned char)star[-1]))
        star--;
    return star == text || strchr("(=!<>&|+-*/%,?:[", star[-1]);
}

static void read_text(struct values *v, const char *text)
{
    for (const char *at = text; *at;) {
        if (*at == '"' || *at == '\'') { /* a text or character of the program */
            char quote = *at++;
            while (*at && *at != quote)
                at += at[0] == '\\' && at[1] ? 2 : 1;
            at += *at != 0;
            continue;
        }
        if (isdigit((unsigned char)*at)) {
            at += strspn(at, "0123456789abcdefABCDEFxXuUlL.");
            continue;
        }
        bool star = *at == '*' && is_unary(text, at);
        const char *name = at + star;
        while (star && isspace((unsigned char)*name))
            name++;
        if (!begins_name(*name)) {
            at++;
            continue;
        }
        struct cursor c = {.v = v, .at = name};
        struct thing t = read_path(&c);
        if (star && t.known)
            t = tag_of(&t.type) == DW_TAG_pointer_type ? settle(v, behind(v, t))
                                                       : nothing;
        tell(v, at, (size_t)(c.at - at), &t);
        at = name + name_length(name); /* what is in brackets is told, too */
        while (at < c.at && *at != '[')
            at++;
    }
}

void values_tell(struct source *s, pid_t pid, const struct link_question *q,
                 struct str *to)
{
    struct values v = {.dwfl = source_dwfl(s), .pid = pid, .q = q, .to = to};
    char text[sizeof q->text];
    uint64_t call = q->site - 1; /* it may be the last instruction of its function */
    if (!v.dwfl || !unit_at(v.dwfl, call, &v.unit, &v.bias))
        return;
    v.pc = call - v.bias;
    if (!die_function(&v.unit, v.pc, false, &v.function))
        return;
    memcpy(text, q->text, sizeof text);
    text[sizeof text - 1] = 0;
    read_text(&v, text);
}
