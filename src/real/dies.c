/* SPDX-License-Identifier: Apache-2.0
 *
 * dies.c - see dies.h. */
#include "real/dies.h"

#include <dwarf.h>

bool die_type(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute a;
    return die->addr && dwarf_attr_integrate(die, DW_AT_type, &a) &&
           dwarf_formref_die(&a, type);
}

bool die_address(Dwarf_Die *die, const Dwarf_Op *op, Dwarf_Addr *address)
{
    Dwarf_Attribute a, entry;
    *address = op->number;
    return op->atom == DW_OP_addr ||
           (op->atom == DW_OP_addrx && dwarf_attr_integrate(die, DW_AT_location, &a) &&
            !dwarf_getlocation_attr(&a, op, &entry) && !dwarf_formaddr(&entry, address));
}

bool die_function(Dwarf_Die *in, Dwarf_Addr pc, bool inner, Dwarf_Die *function)
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
            if (inner && die_function(&child, pc, inner, function))
                return true;
            break;
        case DW_TAG_module:
            if (inner && die_function(&child, pc, inner, function))
                return true;
            break;
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
            if (die_function(&child, pc, inner, function))
                return true;
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
    return false;
}
