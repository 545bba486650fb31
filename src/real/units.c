/* SPDX-License-Identifier: Apache-2.0
 *
 * units.c - see units.h.
 *
 * The list of a module is kept in what libdwfl has for users of it. */
#include "real/units.h"
#include "base/mem.h"
#include "base/vec.h"

#include <dwarf.h>
#include <stdlib.h>

struct range {
    Dwarf_Addr low, high; /* as the module counts, from its beginning */
    Dwarf_Off unit;       /* the place of the unit's entry */
};

struct units {
    VEC(struct range) ranges; /* by their beginning */
};

static int by_beginning(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    return x->low < y->low ? -1 : x->low > y->low;
}

static struct units *list(Dwfl_Module *m)
{
    struct units *all = mem_alloc(sizeof *all);
    Dwarf_Die *unit = NULL;
    Dwarf_Addr bias;
    while ((unit = dwfl_module_nextcu(m, unit, &bias))) {
        Dwarf_Addr base, low, high;
        ptrdiff_t next = 0;
        while ((next = dwarf_ranges(unit, next, &base, &low, &high)) > 0)
            if (low < high)
                vec_push(&all->ranges,
                         ((struct range){low, high, dwarf_dieoffset(unit)}));
    }
    if (all->ranges.len)
        qsort(all->ranges.at, all->ranges.len, sizeof *all->ranges.at, by_beginning);
    return all;
}

static struct units **kept(Dwfl_Module *m)
{
    void **place = NULL;
    dwfl_module_info(m, &place, NULL, NULL, NULL, NULL, NULL, NULL);
    return (struct units **)place;
}

/* The range that begins last before the address, if it contains it. */
static const struct range *range_at(const struct units *all, Dwarf_Addr at)
{
    size_t from = 0, to = all->ranges.len;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (all->ranges.at[middle].low <= at)
            from = middle + 1;
        else
            to = middle;
    }
    return from && at < all->ranges.at[from - 1].high ? &all->ranges.at[from - 1] : NULL;
}

bool unit_at(Dwfl *dwfl, Dwarf_Addr at, Dwarf_Die *unit, Dwarf_Addr *bias)
{
    Dwfl_Module *m = dwfl ? dwfl_addrmodule(dwfl, at) : NULL;
    Dwarf_Die *die = m ? dwfl_module_addrdie(m, at, bias) : NULL;
    if (die) {
        *unit = *die;
        return true;
    }
    Dwarf *d = m ? dwfl_module_getdwarf(m, bias) : NULL;
    struct units **all = d ? kept(m) : NULL;
    if (!all)
        return false;
    if (!*all)
        *all = list(m);
    const struct range *r = range_at(*all, at - *bias);
    return r && dwarf_offdie(d, r->unit, unit);
}

const char *unit_line(Dwfl *dwfl, Dwarf_Addr at, const char **folder, int *line)
{
    Dwarf_Die unit;
    Dwarf_Addr bias;
    Dwarf_Attribute a;
    Dwarf_Line *l =
        unit_at(dwfl, at, &unit, &bias) ? dwarf_getsrc_die(&unit, at - bias) : NULL;
    const char *file = l && !dwarf_lineno(l, line) ? dwarf_linesrc(l, NULL, NULL) : NULL;
    *folder = file ? dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &a)) : NULL;
    return file;
}

static int forget(Dwfl_Module *m, void **place, const char *name, Dwarf_Addr start,
                  void *context)
{
    (void)m, (void)name, (void)start, (void)context;
    struct units *all = *place;
    if (all)
        vec_free(&all->ranges);
    free(all);
    *place = NULL;
    return DWARF_CB_OK;
}

bool unit_is_fortran(Dwarf_Die *unit)
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

void units_free(Dwfl *dwfl)
{
    dwfl_getmodules(dwfl, forget, NULL, 0);
}
