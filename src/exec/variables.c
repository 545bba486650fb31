/* SPDX-License-Identifier: Apache-2.0
 *
 * variables.c - see variables.h.
 *
 * The extent of a static variable is that of its symbol, since a variable of a Fortran
 * COMMON block, or one that ends in a flexible array, is larger than its type says. What
 * its elements are, and everything about variables on the stack, comes from the compile
 * unit of the call: looking through all of them would take long in large programs. */
#include "exec/variables.h"
#include "exec/arguments.h"
#include "exec/nullrank.h"
#include "exec/source.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <string.h>

/* The compile unit of the call, and the call's address as its module counts. */
struct unit {
    Dwarf_Die die;
    Dwarf_Addr bias, pc;
};

static bool find_unit(Dwfl *dwfl, uint64_t site, struct unit *u)
{
    uint64_t at = site - 1; /* the call may be the last instruction of its function */
    Dwfl_Module *m = dwfl_addrmodule(dwfl, at);
    Dwarf_Die *die = m ? dwfl_module_addrdie(m, at, &u->bias) : NULL;
    if (m && !die) /* clang writes no table of addresses */
        do
            die = dwfl_module_nextcu(m, die, &u->bias);
        while (die && dwarf_haspc(die, at - u->bias) <= 0);
    if (!die)
        return false;
    u->die = *die;
    u->pc = at - u->bias;
    return true;
}

/* In Fortran, storage may reach beyond a variable (EQUIVALENCE), and arguments are passed
 * by rules of their own. */
static bool is_c(Dwarf_Die *unit)
{
    switch (dwarf_srclang(unit)) {
    case DW_LANG_C:
    case DW_LANG_C89:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
    case 0x2b: /* C++17, C++20 and C17, which not every dwarf.h names */
    case 0x2c:
    case 0x2e:
        return true;
    default:
        return false;
    }
}

static bool is_fortran(Dwarf_Die *unit)
{
    switch (dwarf_srclang(unit)) {
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
        return true;
    default:
        return false;
    }
}

/* ---- types ---- */

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute a;
    return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, type);
}

static enum link_element kind_of_base(Dwarf_Die *type)
{
    Dwarf_Attribute a;
    Dwarf_Word encoding;
    if (!dwarf_attr(type, DW_AT_encoding, &a) || dwarf_formudata(&a, &encoding))
        return ELEMENT_UNKNOWN;
    switch (encoding) {
    case DW_ATE_boolean:
    case DW_ATE_signed:
    case DW_ATE_unsigned:
        return ELEMENT_INTEGER;
    case DW_ATE_float:
        return ELEMENT_FLOATING;
    case DW_ATE_complex_float:
        return ELEMENT_COMPLEX;
    default: /* characters, which stand for bytes of any kind, and others */
        return ELEMENT_UNKNOWN;
    }
}

/* Notes what the variable's elements are, if it is a number or an array of numbers, or,
 * with `pointers`, a pointer to such. */
static void note_type(Dwarf_Die *die, bool pointers, struct link_variable *v)
{
    Dwarf_Die type, inner;
    Dwarf_Word size;
    if (!type_of(die, &type))
        return;
    for (;;) {
        bool pointer = dwarf_tag(&type) == DW_TAG_pointer_type;
        if (pointers && pointer) {
            if (!type_of(&type, &inner))
                return;
            type = inner;
            pointers = false;
            continue;
        }
        if (pointers && dwarf_tag(&type) == DW_TAG_array_type)
            return;
        switch (dwarf_tag(&type)) {
        case DW_TAG_typedef:
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
        case DW_TAG_restrict_type:
        case DW_TAG_atomic_type:
        case DW_TAG_array_type:
            if (!type_of(&type, &inner))
                return;
            type = inner;
            continue;
        case DW_TAG_base_type:
            v->kind = (uint8_t)kind_of_base(&type);
            break;
        case DW_TAG_enumeration_type:
            v->kind = ELEMENT_INTEGER;
            break;
        case DW_TAG_structure_type:
            v->structure = pointers ? 0 : dwarf_dieoffset(&type);
            break;
        default:
            return;
        }
        break;
    }
    if (pointers)
        v->kind = ELEMENT_UNKNOWN;
    if (dwarf_aggregate_size(&type, &size) || size > UINT16_MAX)
        v->kind = ELEMENT_UNKNOWN, v->structure = 0;
    else
        v->element = (uint16_t)size;
}

static void note_elements(Dwarf_Die *die, struct link_variable *v)
{
    note_type(die, false, v);
}

/* ---- on the stack ---- */

static enum link_base base_of_register(unsigned number)
{
    return number == 6   ? BASE_FRAME_POINTER
           : number == 7 ? BASE_STACK_POINTER
                         : BASE_ADDRESS;
}

/* The only operation of the expression that says where something is at this address; NULL
 * if there are several, or several expressions. */
static Dwarf_Op *one_op(Dwarf_Die *die, unsigned attribute, Dwarf_Addr pc)
{
    Dwarf_Attribute a;
    Dwarf_Op *ops[2];
    size_t lengths[2];
    if (!dwarf_attr_integrate(die, attribute, &a) ||
        dwarf_getlocation_addr(&a, pc, ops, lengths, 2) != 1 || lengths[0] != 1)
        return NULL;
    return ops[0];
}

static enum link_base frame_base(Dwarf_Die *function, Dwarf_Addr pc)
{
    const Dwarf_Op *op = one_op(function, DW_AT_frame_base, pc);
    if (!op)
        return BASE_ADDRESS;
    if (op->atom == DW_OP_call_frame_cfa)
        return BASE_CFA;
    return op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31
               ? base_of_register(op->atom - DW_OP_reg0)
               : BASE_ADDRESS;
}

static void add_local(Dwarf_Die *die, enum link_base base, Dwarf_Addr pc,
                      struct link_question *q)
{
    Dwarf_Die type;
    Dwarf_Word size;
    struct link_variable v = {0};
    const Dwarf_Op *op = one_op(die, DW_AT_location, pc);
    if (!op || q->n == LINK_VARIABLES)
        return;
    if (op->atom == DW_OP_fbreg)
        v.base = (uint8_t)base;
    else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        v.base = (uint8_t)base_of_register(op->atom - DW_OP_breg0);
    if (v.base == BASE_ADDRESS || !type_of(die, &type) ||
        dwarf_aggregate_size(&type, &size))
        return;
    v.low = (int64_t)op->number;
    v.size = size;
    const char *name = dwarf_diename(die);
    snprintf(v.name, sizeof v.name, "%s", name ? name : "");
    note_elements(die, &v);
    q->variable[q->n++] = v;
}

/* Adds the variables of the scopes that contain the address: a block that is over may
 * have had the same place on the stack. */
static void add_scope(Dwarf_Die *scope, enum link_base base, Dwarf_Addr pc,
                      struct link_question *q)
{
    Dwarf_Die child;
    if (dwarf_child(scope, &child))
        return;
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
            add_local(&child, base, pc, q);
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (dwarf_haspc(&child, pc) > 0)
                add_scope(&child, base, pc, q);
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
}

/* Finds the function that contains the address, also in namespaces and classes; `inner`:
 * in modules and other functions, too. */
static bool find_function(Dwarf_Die *in, Dwarf_Addr pc, bool inner, Dwarf_Die *function)
{
    Dwarf_Die child;
    if (dwarf_child(in, &child))
        return false;
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram:
            if (dwarf_haspc(&child, pc) > 0) {
                *function = child;
                return true;
            }
            if (inner && find_function(&child, pc, inner, function))
                return true;
            break;
        case DW_TAG_module:
            if (inner && find_function(&child, pc, inner, function))
                return true;
            break;
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
            if (find_function(&child, pc, inner, function))
                return true;
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
    return false;
}

static void answer_frame(Dwfl *dwfl, struct link_question *q)
{
    struct unit u;
    Dwarf_Die function;
    if (!find_unit(dwfl, q->site, &u) || !is_c(&u.die) ||
        !find_function(&u.die, u.pc, false, &function))
        return;
    add_scope(&function, frame_base(&function, u.pc), u.pc, q);
}

/* ---- what the compiler has made ---- */

/* Is it known whether the variable is in the frame? A dummy argument is the caller's, and
 * one without a place, or in a register, is nowhere in memory. */
static bool is_placed(Dwarf_Die *die, Dwarf_Addr pc)
{
    Dwarf_Attribute a;
    if (dwarf_tag(die) == DW_TAG_formal_parameter ||
        !dwarf_attr_integrate(die, DW_AT_location, &a))
        return true;
    const Dwarf_Op *op = one_op(die, DW_AT_location, pc);
    return op && (op->atom == DW_OP_fbreg || op->atom == DW_OP_addr ||
                  (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31));
}

/* Is it known where the variable is, if it is in memory at all? Other expressions than
 * one operation are of what is elsewhere, by a pointer, or of several parts in registers.
 */
static bool is_known(Dwarf_Die *die, Dwarf_Addr pc)
{
    Dwarf_Attribute a;
    Dwarf_Op *op;
    size_t n;
    if (!dwarf_attr_integrate(die, DW_AT_location, &a) ||
        dwarf_getlocation_addr(&a, pc, &op, &n, 1) != 1 || n < 2)
        return true;
    return op[0].atom != DW_OP_fbreg || op[1].atom == DW_OP_deref;
}

/* Adds the variables of all scopes: what is over may not be used any more, but it is no
 * temporary. False if it is not known where one of them is. */
static bool add_all(Dwarf_Die *scope, enum link_base base, Dwarf_Addr pc,
                    bool (*is_fine)(Dwarf_Die *, Dwarf_Addr), struct link_question *q)
{
    Dwarf_Die child;
    if (dwarf_child(scope, &child))
        return true;
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
            if (!is_fine(&child, pc))
                return false;
            add_local(&child, base, pc, q);
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (!add_all(&child, base, pc, is_fine, q))
                return false;
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
    return true;
}

static void answer_fortran(Dwfl *dwfl, struct link_question *q)
{
    struct unit u;
    Dwarf_Die function;
    if (!find_unit(dwfl, q->site, &u) || !is_fortran(&u.die) ||
        !find_function(&u.die, u.pc, q->asked == ASKED_RESULTS, &function))
        return;
    q->variable[q->n++] = (struct link_variable){0}; /* says that this is all */
    if (!add_all(&function, frame_base(&function, u.pc), u.pc,
                 q->asked == ASKED_RESULTS ? is_known : is_placed, q) ||
        q->n == LINK_VARIABLES)
        q->n = 0;
}

/* ---- static variables ---- */

/* The largest symbol that contains the address: a name may stand for a part of what
 * another one names. */
static bool find_symbol(Dwfl_Module *m, uint64_t address, struct link_variable *v)
{
    int n = dwfl_module_getsymtab(m);
    for (int i = 0; i < n; i++) {
        GElf_Sym sym;
        GElf_Addr at;
        const char *name = dwfl_module_getsym_info(m, i, &sym, &at, NULL, NULL, NULL);
        int kind = GELF_ST_TYPE(sym.st_info);
        if (!name || (kind != STT_OBJECT && kind != STT_COMMON) ||
            sym.st_shndx == SHN_UNDEF || address < at || address - at >= sym.st_size ||
            sym.st_size <= v->size)
            continue;
        v->low = (int64_t)at;
        v->size = sym.st_size;
        snprintf(v->name, sizeof v->name, "%s", name);
    }
    return v->size;
}

/* Looks for the variable in a scope and in those within that contain the call: one that
 * lies at this address, or that is only declared here and has this name. */
static bool find_static(Dwarf_Die *scope, const struct unit *u, struct link_variable *v)
{
    Dwarf_Die child;
    uint64_t at = (uint64_t)v->low - u->bias;
    if (dwarf_child(scope, &child))
        return false;
    do {
        Dwarf_Op *op;
        Dwarf_Attribute a;
        const char *name;
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
            op = one_op(&child, DW_AT_location, u->pc);
            name = dwarf_diename(&child);
            if (op ? op->atom == DW_OP_addr && op->number == at
                   : name && !strcmp(name, v->name) &&
                         dwarf_attr(&child, DW_AT_declaration, &a)) {
                note_elements(&child, v);
                return true;
            }
            break;
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (dwarf_haspc(&child, u->pc) > 0 && find_static(&child, u, v))
                return true;
            break;
        case DW_TAG_namespace:
            if (find_static(&child, u, v))
                return true;
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
    return false;
}

static void answer_static(Dwfl *dwfl, struct link_question *q)
{
    Dwfl_Module *m = dwfl_addrmodule(dwfl, q->address);
    struct link_variable v = {.base = BASE_ADDRESS};
    struct unit u;
    if (!m || !find_symbol(m, q->address, &v))
        return;
    if (find_unit(dwfl, q->site, &u) && is_c(&u.die))
        find_static(&u.die, &u, &v);
    q->variable[q->n++] = v;
}

/* ---- pointers ---- */

struct pointers {
    const struct unit *unit;
    char text[CALL_TEXT]; /* of the call */
    enum link_base base;  /* of the function's frame */
    struct link_question *to;
};

/* Where is a pointer? Registers are known again in the caller if functions that are
 * called must keep them. */
static bool place_pointer(const struct pointers *p, const Dwarf_Op *op,
                          struct link_variable *v)
{
    unsigned number = op->atom - DW_OP_reg0;
    v->low = (int64_t)op->number;
    if (op->atom == DW_OP_addr) {
        v->base = BASE_ADDRESS;
        v->low += (int64_t)p->unit->bias;
        return true;
    }
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
        v->base = BASE_REGISTER;
        v->low = number;
        return number == 3 || number == 6 || (number >= 12 && number <= 15);
    }
    if (op->atom == DW_OP_fbreg)
        v->base = (uint8_t)p->base;
    else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        v->base = (uint8_t)base_of_register(op->atom - DW_OP_breg0);
    return v->base != BASE_ADDRESS;
}

static void add_pointer(Dwarf_Die *die, const struct pointers *p)
{
    struct link_variable v = {0};
    const char *name = dwarf_diename(die);
    enum named how = name ? arguments_name(p->text, name) : NAMED_NOT;
    const Dwarf_Op *op = how ? one_op(die, DW_AT_location, p->unit->pc) : NULL;
    if (!op || p->to->n == LINK_VARIABLES || !place_pointer(p, op, &v))
        return;
    note_type(die, true, &v);
    if (v.kind == ELEMENT_UNKNOWN && !v.structure)
        return;
    v.size = how == NAMED_ITSELF;
    snprintf(v.name, sizeof v.name, "*%s", name);
    p->to->variable[p->to->n++] = v;
}

static void add_pointers(Dwarf_Die *scope, const struct pointers *p)
{
    Dwarf_Die child;
    if (dwarf_child(scope, &child))
        return;
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
            add_pointer(&child, p);
            break;
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (dwarf_haspc(&child, p->unit->pc) > 0)
                add_pointers(&child, p);
            break;
        case DW_TAG_namespace:
            add_pointers(&child, p);
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
}

static void answer_pointers(Dwfl *dwfl, struct link_question *q)
{
    struct unit u;
    Dwarf_Die function;
    struct pointers p = {.unit = &u, .to = q};
    if (!find_unit(dwfl, q->site, &u) || !is_c(&u.die) ||
        !find_function(&u.die, u.pc, false, &function) ||
        !arguments_read(dwfl, q->site, p.text))
        return;
    p.base = frame_base(&function, u.pc);
    add_pointers(&u.die, &p);
}

/* ---- structures ---- */

/* Adds the members, also those of structures within; what is no number is told as such.
 * False if it is not known where one of them is. */
static bool add_members(Dwarf_Die *structure, uint64_t at, struct link_question *q)
{
    Dwarf_Die child, type;
    if (dwarf_child(structure, &child))
        return true;
    do {
        Dwarf_Attribute a;
        Dwarf_Word offset = 0, size;
        struct link_variable v = {0};
        if (dwarf_tag(&child) == DW_TAG_inheritance)
            return false;
        if (dwarf_tag(&child) != DW_TAG_member ||
            dwarf_attr(&child, DW_AT_external, &a)) /* static members of a class */
            continue;
        if (q->n == LINK_VARIABLES || dwarf_attr(&child, DW_AT_bit_size, &a) ||
            !dwarf_attr(&child, DW_AT_data_member_location, &a) ||
            dwarf_formudata(&a, &offset) || !type_of(&child, &type) ||
            dwarf_aggregate_size(&type, &size))
            return false;
        v.low = (int64_t)(at + offset);
        v.size = size;
        const char *name = dwarf_diename(&child);
        snprintf(v.name, sizeof v.name, "%s", name ? name : "a member");
        note_elements(&child, &v);
        if (v.structure && v.element == size) {
            Dwarf_Die inner;
            if (!dwarf_offdie(dwarf_cu_getdwarf(structure->cu), v.structure, &inner) ||
                !add_members(&inner, at + offset, q))
                return false;
            continue;
        }
        q->variable[q->n++] = v;
    } while (!dwarf_siblingof(&child, &child));
    return true;
}

static void answer_members(Dwfl *dwfl, struct link_question *q)
{
    struct unit u;
    Dwarf_Die structure;
    if (!find_unit(dwfl, q->site, &u) ||
        !dwarf_offdie(dwarf_cu_getdwarf(u.die.cu), q->address, &structure) ||
        !add_members(&structure, 0, q))
        q->n = 0;
}

static void answer_null(struct source *s, struct link_question *q)
{
    q->variable[0] = (struct link_variable){0};
    q->n = nullrank_is_chance(source_dwfl(s), source_program(s), q->site);
}

void variables_answer(struct source *s, struct link_question *q)
{
    Dwfl *dwfl = source_dwfl(s);
    q->n = 0;
    if (!dwfl)
        return;
    if (q->asked == ASKED_FRAME)
        answer_frame(dwfl, q);
    else if (q->asked == ASKED_POINTERS)
        answer_pointers(dwfl, q);
    else if (q->asked == ASKED_MEMBERS)
        answer_members(dwfl, q);
    else if (q->asked == ASKED_FORTRAN || q->asked == ASKED_RESULTS)
        answer_fortran(dwfl, q);
    else if (q->asked == ASKED_NULL)
        answer_null(s, q);
    else
        answer_static(dwfl, q);
}
