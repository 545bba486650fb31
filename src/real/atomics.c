/* SPDX-License-Identifier: Apache-2.0
 *
 * atomics.c - see atomics.h. C has _Atomic, C++ classes by the name of atomic. */
#include "real/atomics.h"
#include "base/str.h"
#include "real/dies.h"
#include "real/units.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 }; /* types within types, scopes within scopes */

static bool is_class(Dwarf_Die *type)
{
    const char *name = dwarf_diename(type);
    return name &&
           (!strncmp(name, "atomic<", 7) || !strcmp(name, "atomic_flag") ||
            !strncmp(name, "__atomic_base<", 14) || !strncmp(name, "atomic_ref<", 11) ||
            !strncmp(name, "__atomic_ref<", 13));
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

/* ---- by what is it accessed? ---- */

/* Is the function a member of an atomic class, or in the namespace of their
 * implementation? */
static bool is_function(Dwarf_Die *function)
{
    static const unsigned up[] = {DW_AT_abstract_origin, DW_AT_specification};
    Dwarf_Die declared = *function, *scopes = NULL;
    Dwarf_Attribute a;
    for (size_t i = 0; i < sizeof up / sizeof *up; i++)
        if (dwarf_attr(&declared, up[i], &a) && !dwarf_formref_die(&a, &declared))
            return false;
    int n = dwarf_getscopes_die(&declared, &scopes);
    const char *name = n > 1 ? dwarf_diename(&scopes[1]) : NULL;
    bool is = name && (is_class(&scopes[1]) || !strcmp(name, "__atomic_impl"));
    free(scopes);
    return is;
}

/* Is the code in such a function, or was it made for a call of one? */
static bool in_function(Dwfl *dwfl, uint64_t pc)
{
    Dwarf_Die unit, *scopes = NULL;
    Dwarf_Addr bias;
    bool is = false;
    int n =
        unit_at(dwfl, pc, &unit, &bias) ? dwarf_getscopes(&unit, pc - bias, &scopes) : 0;
    for (int i = 0; i < n; i++) {
        int tag = dwarf_tag(&scopes[i]);
        if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
            continue;
        is = is_function(&scopes[i]);
        break;
    }
    free(scopes);
    return is;
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* What the statement does that begins here, or in its middle. */
static enum atomics_answer in_text(const char *text)
{
    const char *end = text + strcspn(text, ";{}"), *at = text;
    bool calls = false;
    while (at < end) {
        size_t n = 0;
        while (is_word(at[n]))
            n++;
        if (begins(at, "__atomic_") || begins(at, "__sync_") || begins(at, "atomic_"))
            return ATOMICS_ATOMIC;
        if (at == text && n) /* what stands at the column itself */
            calls = at[n + strspn(at + n, " ")] == '(';
        at += n ? n : 1;
    }
    return calls ? ATOMICS_UNKNOWN : ATOMICS_PLAIN;
}

/* The line of the program to which this code belongs, from its column on; "": it cannot
 * be read. */
static void read_line(Dwfl *dwfl, uint64_t pc, char *to, size_t room)
{
    Dwarf_Die unit;
    Dwarf_Addr bias;
    Dwarf_Line *l =
        unit_at(dwfl, pc, &unit, &bias) ? dwarf_getsrc_die(&unit, pc - bias) : NULL;
    const char *folder, *file;
    struct str path = {0};
    int line = 0, column = 0;
    *to = '\0';
    file = unit_line(dwfl, pc, &folder, &line);
    if (!l || !file || dwarf_linecol(l, &column))
        return;
    str_addf(&path, "%s%s%s", *file == '/' || !folder ? "" : folder,
             *file == '/' || !folder ? "" : "/", file);
    FILE *in = fopen(str_text(&path), "r");
    for (int i = 0; in && i < line; i++)
        if (!fgets(to, (int)room, in))
            *to = '\0';
    if (in)
        fclose(in);
    str_free(&path);
    size_t skip = column > 0 ? (size_t)column - 1 : 0;
    skip = skip < strlen(to) ? skip : 0;
    memmove(to, to + skip, strlen(to + skip) + 1);
}

enum atomics_answer atomics_by(Dwfl *dwfl, uint64_t site)
{
    char text[1024];
    if (in_function(dwfl, site - 1))
        return ATOMICS_ATOMIC;
    read_line(dwfl, site - 1, text, sizeof text);
    return in_text(text);
}
