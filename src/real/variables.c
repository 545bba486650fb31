/* SPDX-License-Identifier: Apache-2.0
 *
 * variables.c - see variables.h.
 *
 * The extent of a static variable is that of its symbol, since a variable of a Fortran
 * COMMON block, or one that ends in a flexible array, is larger than its type says. What
 * its elements are, and everything about variables on the stack, comes from the compile
 * unit of the call: looking through all of them would take long in large programs. */
#include "real/atomics.h"
#include "real/dies.h"
#include "real/variables.h"
#include "real/arguments.h"
#include "real/known.h"
#include "real/nullrank.h"
#include "real/source.h"
#include "real/units.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The compile unit of the call, and the call's address as its module counts. */
struct unit {
    Dwarf_Die die;
    Dwarf_Addr bias, pc;
};

static bool find_unit(Dwfl *dwfl, uint64_t site, struct unit *u)
{
    uint64_t at = site - 1; /* the call may be the last instruction of its function */
    if (!unit_at(dwfl, at, &u->die, &u->bias))
        return false;
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

/* ---- types ---- */

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
    if (!die_type(die, &type))
        return;
    for (;;) {
        bool pointer = dwarf_tag(&type) == DW_TAG_pointer_type;
        if (pointers && pointer) {
            if (!die_type(&type, &inner))
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
            if (!die_type(&type, &inner))
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

/* Where the variables of a function are counted from: this, and so many bytes more.
 * BASE_ADDRESS: that is not known. */
struct base {
    enum link_base of;
    int64_t more;
    int64_t end; /* with `pushes`: no variable that is not a parameter ends behind it */
    bool pushes; /* from the stack pointer, such as it is between calls */
};

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

/* How far the frame's end is above the stack pointer at this address of the module's
 * debugging information, if the call frame information counts from the stack pointer
 * there; otherwise 0. */
static int64_t below_cfa(Dwfl *dwfl, const struct unit *u, Dwarf_Addr pc)
{
    Dwfl_Module *m = dwfl_addrmodule(dwfl, u->pc + u->bias);
    Dwarf_Addr bias;
    Dwarf_CFI *cfi = m ? dwfl_module_eh_cfi(m, &bias) : NULL;
    Dwarf_Frame *frame = NULL;
    Dwarf_Op *ops;
    size_t n;
    int64_t bytes = 0;
    if (!cfi || dwarf_cfi_addrframe(cfi, pc + u->bias - bias, &frame))
        return 0;
    if (!dwarf_frame_cfa(frame, &ops, &n) && n == 1 && ops[0].atom == DW_OP_bregx &&
        ops[0].number == 7)
        bytes = (int64_t)ops[0].number2;
    free(frame);
    return bytes;
}

/* Where the function has made its frame: the first address that the compiler says to be
 * behind the prologue; 0: it does not say. */
static Dwarf_Addr prologue_end(const struct unit *u, Dwarf_Die *function)
{
    Dwarf_Die unit = u->die;
    Dwarf_Lines *lines;
    size_t n;
    if (dwarf_getsrclines(&unit, &lines, &n))
        return 0;
    for (size_t i = 0; i < n; i++) {
        Dwarf_Line *l = dwarf_onesrcline(lines, i);
        Dwarf_Addr at;
        bool is = false;
        if (!dwarf_lineprologueend(l, &is) && is && !dwarf_lineaddr(l, &at) &&
            dwarf_haspc(function, at) > 0)
            return at;
    }
    return 0;
}

/* clang counts from the stack pointer where there is no frame pointer, and means the one
 * between calls: arguments that are pushed for a call are not counted. How far that is
 * from the frame's end is what the call frame information says behind the prologue. */
static struct base between_calls(Dwfl *dwfl, const struct unit *u, Dwarf_Die *function)
{
    Dwarf_Addr end = prologue_end(u, function);
    int64_t all = end ? below_cfa(dwfl, u, end) : 0, now = below_cfa(dwfl, u, u->pc);
    return all <= 8 || now < all
               ? (struct base){BASE_ADDRESS, 0, 0, false}
               : (struct base){BASE_CFA, -all, all - (int64_t)sizeof(void *), true};
}

static struct base frame_base(Dwfl *dwfl, const struct unit *u, Dwarf_Die *function)
{
    const Dwarf_Op *op = one_op(function, DW_AT_frame_base, u->pc);
    struct base base = {0};
    if (op && op->atom == DW_OP_call_frame_cfa)
        base.of = BASE_CFA;
    else if (op && op->atom == DW_OP_reg7)
        base = between_calls(dwfl, u, function);
    else if (op && op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
        base.of = base_of_register(op->atom - DW_OP_reg0);
    return base;
}

/* The place that the operation tells of; false if it is in no frame, or not known. */
static bool place(const Dwarf_Op *op, const struct base *base, struct link_variable *v)
{
    int64_t number = (int64_t)op->number;
    if (op->atom == DW_OP_fbreg) {
        v->base = (uint8_t)base->of;
        v->low = number + base->more;
    } else if (op->atom == DW_OP_breg7 && base->pushes) {
        v->base = (uint8_t)base->of;
        v->low = number + base->more;
    } else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
        v->base = (uint8_t)base_of_register(op->atom - DW_OP_breg0);
        v->low = number;
    }
    return v->base != BASE_ADDRESS;
}

static void add_local(Dwarf_Die *die, const struct base *base, Dwarf_Addr pc,
                      struct link_question *q)
{
    Dwarf_Die type;
    Dwarf_Word size;
    struct link_variable v = {0};
    const Dwarf_Op *op = one_op(die, DW_AT_location, pc);
    if (!op || q->n == LINK_VARIABLES || !place(op, base, &v) || !die_type(die, &type) ||
        dwarf_aggregate_size(&type, &size))
        return;
    int64_t ends = v.low - base->more + (int64_t)size;
    if (base->pushes && dwarf_tag(die) == DW_TAG_variable && ends > base->end)
        return;
    v.size = size;
    const char *name = dwarf_diename(die);
    snprintf(v.name, sizeof v.name, "%s", name ? name : "");
    note_elements(die, &v);
    q->variable[q->n++] = v;
}

/* Adds the variables of the scopes that contain the address: a block that is over may
 * have had the same place on the stack. With `other`, says which of them are in a scope
 * that contains that address, too. */
static void add_scope(Dwarf_Die *scope, const struct base *base, Dwarf_Addr pc,
                      Dwarf_Addr other, struct link_question *q)
{
    Dwarf_Die child;
    uint32_t n;
    if (dwarf_child(scope, &child))
        return;
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
            n = q->n;
            add_local(&child, base, pc, q);
            if (other && q->n > n)
                q->variable[n].structure = dwarf_haspc(scope, other) != 0;
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (dwarf_haspc(&child, pc) > 0)
                add_scope(&child, base, pc, other, q);
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
}

static void answer_frame(Dwfl *dwfl, struct link_question *q)
{
    struct unit u;
    Dwarf_Die function;
    if (!find_unit(dwfl, q->site, &u) || !is_c(&u.die) ||
        !die_function(&u.die, u.pc, false, &function))
        return;
    const struct base base = frame_base(dwfl, &u, &function);
    add_scope(&function, &base, u.pc, 0, q);
}

/* A call to which the compiler gives no line may stand for several, in several blocks. */
static bool is_one_call(Dwfl *dwfl, uint64_t site)
{
    const char *folder;
    int line = 0;
    return unit_line(dwfl, site - 1, &folder, &line) && line > 0;
}

static void answer_over(Dwfl *dwfl, struct link_question *q)
{
    struct unit before, now;
    Dwarf_Die function;
    if (!find_unit(dwfl, q->address, &before) || !is_c(&before.die) ||
        !die_function(&before.die, before.pc, false, &function) ||
        !is_one_call(dwfl, q->site))
        return;
    now.pc = q->site - 1 - before.bias;
    if (dwarf_haspc(&function, now.pc) > 0) {
        const struct base base = frame_base(dwfl, &before, &function);
        add_scope(&function, &base, before.pc, now.pc, q);
    } else if (find_unit(dwfl, q->site, &now)) {
        q->variable[q->n++] =
            (struct link_variable){0}; /* its caller has called others */
    }
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
static bool add_all(Dwarf_Die *scope, const struct base *base, Dwarf_Addr pc,
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
    if (!find_unit(dwfl, q->site, &u) || !unit_is_fortran(&u.die) ||
        !die_function(&u.die, u.pc, q->asked == ASKED_RESULTS, &function))
        return;
    q->variable[q->n++] = (struct link_variable){0}; /* says that this is all */
    const struct base base = frame_base(dwfl, &u, &function);
    if (!add_all(&function, &base, u.pc, q->asked == ASKED_RESULTS ? is_known : is_placed,
                 q) ||
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

/* Looks for the variable in a scope and in those within: one that lies at this address,
 * or that is only declared where the call is, and has this name. */
static bool find_static(Dwarf_Die *scope, const struct unit *u, struct link_variable *v)
{
    Dwarf_Die child;
    uint64_t at = (uint64_t)v->low - u->bias;
    bool here = dwarf_tag(scope) == DW_TAG_compile_unit || dwarf_haspc(scope, u->pc) > 0;
    if (dwarf_child(scope, &child))
        return false;
    do {
        Dwarf_Op *op;
        Dwarf_Attribute a;
        Dwarf_Addr its;
        const char *name;
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
            op = one_op(&child, DW_AT_location, u->pc);
            name = dwarf_diename(&child);
            if (op ? die_address(&child, op, &its) && its == at
                   : here && name && !strcmp(name, v->name) &&
                         dwarf_attr(&child, DW_AT_declaration, &a)) {
                note_elements(&child, v);
                if (op && name)
                    snprintf(v->name, sizeof v->name, "%s", name);
                return true;
            }
            break;
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
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
    struct base base;     /* of the function's frame */
    struct link_question *to;
};

/* Where is a pointer? Registers are known again in the caller if functions that are
 * called must keep them. */
static bool place_pointer(const struct pointers *p, Dwarf_Die *die, const Dwarf_Op *op,
                          struct link_variable *v)
{
    unsigned number = op->atom - DW_OP_reg0;
    Dwarf_Addr address;
    if (die_address(die, op, &address)) {
        v->base = BASE_ADDRESS;
        v->low = (int64_t)(address + p->unit->bias);
        return true;
    }
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
        v->base = BASE_REGISTER;
        v->low = number;
        return number == 3 || number == 6 || (number >= 12 && number <= 15);
    }
    return place(op, &p->base, v);
}

static void add_pointer(Dwarf_Die *die, const struct pointers *p)
{
    struct link_variable v = {0};
    const char *name = dwarf_diename(die);
    enum named how = name ? arguments_name(p->text, name) : NAMED_NOT;
    const Dwarf_Op *op = how ? one_op(die, DW_AT_location, p->unit->pc) : NULL;
    if (!op || p->to->n == LINK_VARIABLES || !place_pointer(p, die, op, &v))
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
        !die_function(&u.die, u.pc, false, &function) ||
        !arguments_read(dwfl, q->site, p.text))
        return;
    p.base = frame_base(dwfl, &u, &function);
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
            dwarf_formudata(&a, &offset) || !die_type(&child, &type) ||
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

static void answer_atomic(Dwfl *dwfl, struct link_question *q)
{
    enum atomics_answer is =
        q->site ? atomics_by(dwfl, q->site) : atomics_at(dwfl, q->address);
    q->variable[q->n++] = (struct link_variable){.size = is};
}

static void answer_theirs(struct source *s, struct link_question *q)
{
    q->variable[0] = (struct link_variable){0};
    q->n = source_is_theirs(s, q->site);
}

static void answer_idiom(struct source *s, struct link_question *q)
{
    const char *function = source_function(s, q->site);
    uint32_t of = function ? known_idiom(FINDING_FILE_RACE, function) : 0;
    q->variable[q->n++] = (struct link_variable){.size = 1 + of};
}

bool variables_are_unknown(struct source *s, const struct link_question *q)
{
    Dwarf_Die unit;
    Dwarf_Addr bias;
    bool buffer =
        q->asked == ASKED_STATIC || q->asked == ASKED_FRAME || q->asked == ASKED_POINTERS;
    return buffer && q->site && !source_is_interpreted(s, q->site) &&
           !unit_at(source_dwfl(s), q->site - 1, &unit, &bias);
}

void variables_answer(struct source *s, struct link_question *q)
{
    Dwfl *dwfl = source_dwfl(s);
    q->n = 0;
    if (!dwfl)
        return;
    if (q->asked == ASKED_FRAME)
        answer_frame(dwfl, q);
    else if (q->asked == ASKED_OVER)
        answer_over(dwfl, q);
    else if (q->asked == ASKED_POINTERS)
        answer_pointers(dwfl, q);
    else if (q->asked == ASKED_MEMBERS)
        answer_members(dwfl, q);
    else if (q->asked == ASKED_FORTRAN || q->asked == ASKED_RESULTS)
        answer_fortran(dwfl, q);
    else if (q->asked == ASKED_ATOMIC)
        answer_atomic(dwfl, q);
    else if (q->asked == ASKED_NULL)
        answer_null(s, q);
    else if (q->asked == ASKED_THEIRS)
        answer_theirs(s, q);
    else if (q->asked == ASKED_IDIOM)
        answer_idiom(s, q);
    else
        answer_static(dwfl, q);
}
