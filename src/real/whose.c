/* SPDX-License-Identifier: Apache-2.0
 *
 * whose.c - see whose.h. */
#include "real/whose.h"
#include "base/str.h"
#include "real/dies.h"
#include "real/library.h"
#include "real/units.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

bool whose_is_header(const char *path)
{
    return !strncmp(path, "/usr/include/", 13) || !strncmp(path, "/usr/lib/", 9) ||
           strstr(path, "/include/c++/");
}

/* The unit that contains the address. It may end before the address. */
static bool unit_of(Dwfl *dwfl, Dwarf_Addr at, Dwarf_Die *unit, Dwarf_Addr *bias)
{
    return unit_at(dwfl, at, unit, bias) && dwarf_haspc(unit, at - *bias) > 0 &&
           dwarf_srclang(unit) != DW_LANG_Mips_Assembler;
}

/* Has the user's own code debugging information: the main function or, in a library, any?
 */
static bool shows_users(Dwfl *dwfl, Dwfl_Module *m)
{
    Dwarf_Addr bias;
    Dwarf_Die unit;
    int n = dwfl_module_getsymtab(m);
    for (int i = 0; i < n; i++) {
        GElf_Sym sym;
        GElf_Addr at;
        const char *name = dwfl_module_getsym_info(m, i, &sym, &at, NULL, NULL, NULL);
        if (name && GELF_ST_TYPE(sym.st_info) == STT_FUNC && sym.st_size &&
            !strcmp(name, "main"))
            return unit_of(dwfl, at, &unit, &bias);
    }
    return dwfl_module_nextcu(m, NULL, &bias);
}

static void add_path(struct str *s, const char *folder, const char *name)
{
    if (name[0] != '/' && folder)
        str_addf(s, "%s/", folder);
    str_addf(s, "%s", name);
}

static const char *folder_of(Dwarf_Die *unit)
{
    Dwarf_Attribute a;
    return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &a));
}

bool whose_is_theirs(Dwfl *dwfl, Dwfl_Module *m, const char *rules, Dwarf_Addr at)
{
    Dwarf_Die unit, function;
    Dwarf_Addr bias;
    if (!unit_of(dwfl, at, &unit, &bias))
        return shows_users(dwfl, m);
    struct str path = {0};
    bool known = die_function(&unit, at - bias, true, &function);
    const char *file = known ? dwarf_decl_file(&function) : NULL;
    file = file ? file : dwarf_diename(&unit);
    bool theirs = false;
    if (file) {
        add_path(&path, folder_of(&unit), file);
        theirs = whose_is_header(str_text(&path));
        library_rules_of_source(str_text(&path), rules, &theirs);
    }
    str_free(&path);
    return theirs;
}

/* The file and line from which the function in this entry was put to where it is. */
static const char *call_of(Dwarf_Die *unit, Dwarf_Die *inlined, int *line)
{
    Dwarf_Files *files;
    Dwarf_Attribute a;
    Dwarf_Word file, at;
    if (dwarf_getsrcfiles(unit, &files, NULL) ||
        dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &a), &file) ||
        dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &a), &at))
        return NULL;
    *line = (int)at;
    return dwarf_filesrc(files, file, NULL, NULL);
}

const char *whose_line(Dwfl *dwfl, Dwarf_Addr at, const char **folder, int *line)
{
    Dwarf_Die unit, *inner = NULL, *scopes = NULL;
    Dwarf_Addr bias;
    const char *found = NULL;
    if (!unit_of(dwfl, at, &unit, &bias))
        return NULL;
    *folder = folder_of(&unit);
    int n = dwarf_getscopes(&unit, at - bias, &inner);
    n = n > 0 ? dwarf_getscopes_die(&inner[0], &scopes) : 0; /* as they contain code */
    for (int i = 0; i < n && !found; i++) {
        struct str path = {0};
        if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
            break;
        if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
            found = call_of(&unit, &scopes[i], line);
        if (found)
            add_path(&path, *folder, found);
        if (found && whose_is_header(str_text(&path)))
            found = NULL;
        str_free(&path);
    }
    free(scopes);
    free(inner);
    return found;
}
