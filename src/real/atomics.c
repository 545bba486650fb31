/* SPDX-License-Identifier: Apache-2.0
 *
 * atomics.c - see atomics.h. C has _Atomic, C++ classes by the name of atomic. */
#include "real/atomics.h"
#include "real/dies.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <string.h>

enum { DEEPEST = 64 }; /* types within types, scopes within scopes */

static bool is_class(Dwarf_Die *type)
{
    const char *name = dwarf_diename(type);
    return name &&
           (!strncmp(name, "atomic<", 7) || !strcmp(name, "atomic_flag") ||
            !strncmp(name, "__atomic_base<", 14) || !strncmp(name, "atomic_ref<", 11));
}

/* ---- what a variable is, at an offset ---- */

static enum atomics_answer kind_at(Dwarf_Die *type, uint64_t offset, int depth);

/* The member, also of a base class, that lies there. */
static enum atomics_answer member_at(Dwarf_Die *type, uint64_t offset, int depth)
{
    Dwarf_Die child, inner;
    if (dwarf_child(type, &child))
        return ATOMICS_UNKNOWN;
    do {
        Dwarf_Attribute a;
        Dwarf_Word at = 0, size;
        int tag = dwarf_tag(&child);
        if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
            dwarf_attr(&child, DW_AT_external, &a) || !die_type(&child, &inner))
            continue;
        if (dwarf_attr(&child, DW_AT_data_member_location, &a) &&
            dwarf_formudata(&a, &at))
            return ATOMICS_UNKNOWN;
        if (!dwarf_aggregate_size(&inner, &size) && offset >= at && offset - at < size &&
            dwarf_tag(type) != DW_TAG_union_type)
            return kind_at(&inner, offset - at, depth + 1);
    } while (!dwarf_siblingof(&child, &child));
    return ATOMICS_UNKNOWN;
}

static enum atomics_answer kind_at(Dwarf_Die *type, uint64_t offset, int depth)
{
    Dwarf_Die inner;
    Dwarf_Word size;
    if (depth > DEEPEST)
        return ATOMICS_UNKNOWN;
    switch (dwarf_tag(type)) {
    case DW_TAG_atomic_type:
        return ATOMICS_ATOMIC;
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
        return die_type(type, &inner) ? kind_at(&inner, offset, depth + 1)
                                      : ATOMICS_UNKNOWN;
    case DW_TAG_array_type:
        if (!die_type(type, &inner) || dwarf_aggregate_size(&inner, &size) || !size)
            return ATOMICS_UNKNOWN;
        return kind_at(&inner, offset % size, depth + 1);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        return is_class(type) ? ATOMICS_ATOMIC : member_at(type, offset, depth);
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_pointer_type:
        return ATOMICS_PLAIN;
    default:
        return ATOMICS_UNKNOWN;
    }
}

/* ---- which variable? ---- */

static bool lies_at(Dwarf_Die *die, Dwarf_Addr *at)
{
    Dwarf_Attribute a;
    Dwarf_Op *op;
    size_t n;
    return dwarf_attr_integrate(die, DW_AT_location, &a) &&
           !dwarf_getlocation(&a, &op, &n) && n == 1 && die_address(die, op, at);
}

struct looked {
    Dwarf_Addr address; /* as the debugging information counts */
    enum atomics_answer answer;
    bool found;
    bool some; /* the program has a type that is atomic */
};

static void look(Dwarf_Die *scope, struct looked *l, int depth)
{
    Dwarf_Die child, type;
    if (depth > DEEPEST || dwarf_child(scope, &child))
        return;
    do {
        Dwarf_Addr at;
        Dwarf_Word size;
        int tag = dwarf_tag(&child);
        l->some |= tag == DW_TAG_atomic_type || is_class(&child);
        if (tag == DW_TAG_variable && !l->found && lies_at(&child, &at) &&
            die_type(&child, &type) && !dwarf_aggregate_size(&type, &size) &&
            l->address >= at && l->address - at < size) {
            l->found = true;
            l->answer = kind_at(&type, l->address - at, 0);
        }
        if (tag == DW_TAG_namespace || tag == DW_TAG_subprogram ||
            tag == DW_TAG_lexical_block || tag == DW_TAG_structure_type ||
            tag == DW_TAG_class_type || tag == DW_TAG_inlined_subroutine)
            look(&child, l, depth + 1);
    } while (!dwarf_siblingof(&child, &child));
}

/* Looks through the debugging information of a module; false: it has none. */
static bool look_through(Dwfl_Module *m, uint64_t address, struct looked *l)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    bool any = false;
    while ((unit = dwfl_module_nextcu(m, unit, &bias))) {
        any = true;
        l->address = address - bias;
        look(unit, l, 0);
    }
    return any;
}

struct modules {
    uint64_t address;
    struct looked looked;
    bool any;
};

/* System libraries, and those of ours, are not asked. */
static int each(Dwfl_Module *m, void **unused, const char *name, Dwarf_Addr start,
                void *to)
{
    struct modules *all = to;
    (void)unused, (void)start;
    if (name && (!strncmp(name, "/lib", 4) || !strncmp(name, "/usr/lib", 8) ||
                 strstr(name, "/libmazurka.so")))
        return DWARF_CB_OK;
    all->any |= look_through(m, all->address, &all->looked);
    return DWARF_CB_OK;
}

enum atomics_answer atomics_at(Dwfl *dwfl, uint64_t address)
{
    struct modules all = {.address = address};
    dwfl_getmodules(dwfl, each, &all, 0);
    if (!all.any)
        return ATOMICS_UNKNOWN;
    if (all.looked.found && all.looked.answer != ATOMICS_UNKNOWN)
        return all.looked.answer;
    return all.looked.some ? ATOMICS_UNKNOWN : ATOMICS_PLAIN;
}
