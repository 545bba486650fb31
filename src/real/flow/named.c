/* SPDX-License-Identifier: Apache-2.0
 *
 * named.c - see named.h.
 *
 * The symbol table knows one place of a function, while compilers make copies: into the
 * callers (inlined), for certain arguments (NAME.constprop.0), of a part (NAME.part.0). A
 * function is reached if any of them is; who looks at one of them only would say "is not
 * reached" of a function that every rank runs through. Debugging information tells of all
 * copies. */
#include "real/flow/named.h"

#include <dwarf.h>
#include <string.h>

struct names {
    const struct code *code;
    const char *wanted;
    VEC(char *) linkage; /* what the linker calls the functions of that name */
    struct addresses *to;
    bool emptied; /* a copy was inlined of which no code is left */
};

/* What identifies a function: the name of the linker, or else that of the source. */
static const char *identity(Dwarf_Die *die)
{
    Dwarf_Attribute a;
    const char *name =
        dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &a));
    return name ? name : dwarf_diename(die);
}

static bool is_wanted(const struct names *n, const char *name)
{
    for (size_t i = 0; i < n->linkage.len; i++)
        if (!strcmp(n->linkage.at[i], name))
            return true;
    return false;
}

/* ---- which functions have that name ---- */

static void note_function(struct names *n, Dwarf_Die *die, const char *scope)
{
    const char *name = dwarf_diename(die), *id = identity(die);
    struct str whole = {0};
    if (!name || !id)
        return;
    /* arguments of a template need not be given */
    size_t length = strchr(n->wanted, '<') || !strncmp(name, "operator", 8)
                        ? strlen(name)
                        : strcspn(name, "<");
    str_addf(&whole, "%s%.*s", scope, (int)length, name);
    const char *bare = str_text(&whole) + strlen(scope);
    bool fits = !strcmp(n->wanted, bare) || !strcmp(n->wanted, id) ||
                !strcmp(n->wanted, str_text(&whole));
    str_free(&whole);
    if (fits && !is_wanted(n, id))
        vec_push(&n->linkage, mem_strdup(id));
}

static void note_scope(struct names *n, Dwarf_Die *die, const char *scope)
{
    Dwarf_Die child;
    for (int more = dwarf_child(die, &child); !more;
         more = dwarf_siblingof(&child, &child)) {
        const char *name = dwarf_diename(&child);
        struct str inner = {0};
        switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram:
            note_function(n, &child, scope);
            break;
        case DW_TAG_namespace:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
            str_addf(&inner, "%s%s::", scope, name ? name : "(anonymous)");
            note_scope(n, &child, str_text(&inner));
            str_free(&inner);
            break;
        default:
            break;
        }
    }
}

/* ---- where their code is ---- */

static void add(struct names *n, uint64_t at)
{
    for (size_t i = 0; i < n->to->len; i++)
        if (n->to->at[i] == at)
            return;
    if (code_at(n->code, at) != NOWHERE)
        vec_push(n->to, at);
}

/* A copy in another function: where it is entered, and where each of its parts begins. */
static void add_inlined(struct names *n, Dwarf_Die *die)
{
    Dwarf_Addr base, low, high, entry;
    bool some = false;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &low, &high)) > 0;) {
        if (low < high)
            add(n, low);
        some |= low < high;
    }
    if (!dwarf_entrypc(die, &entry) && some)
        add(n, entry);
    n->emptied |= !some;
}

static void add_code(struct names *n, Dwarf_Die *die)
{
    Dwarf_Die child;
    Dwarf_Addr low;
    for (int more = dwarf_child(die, &child); !more;
         more = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        bool function = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
        const char *id = function ? identity(&child) : NULL;
        if (id && is_wanted(n, id)) {
            if (tag == DW_TAG_inlined_subroutine)
                add_inlined(n, &child);
            else if (!dwarf_entrypc(&child, &low))
                add(n, low);
        }
        add_code(n, &child);
    }
}

/* Is this the name of a thunk of the function? It adjusts `this`, and may then contain
 * the function itself. */
static bool is_thunk(const char *symbol, const char *name)
{
    size_t n = strlen(symbol), m = strlen(name);
    return !strncmp(name, "_Z", 2) && !strncmp(symbol, "_ZT", 3) && n > m &&
           !strcmp(symbol + n - (m - 2), name + 2);
}

/* Clones, which debugging information names as the function itself, and the symbol table
 * with a suffix. */
static void add_clones(struct names *n, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < n->code->functions.len; i++) {
        const struct function *f = &n->code->functions.at[i];
        bool itself = !strcmp(f->name, name);
        bool clone = !strncmp(f->name, name, length) && f->name[length] == '.' &&
                     f->whole == i; /* NAME.cold belongs to NAME */
        if (itself || clone || is_thunk(f->name, name))
            add(n, f->low);
    }
}

static void each_unit(struct names *n, Dwarf *d, bool code)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    while (dwarf_get_units(d, unit, &unit, NULL, NULL, &die, NULL) == 0)
        if (code)
            add_code(n, &die);
        else
            note_scope(n, &die, "");
}

/* Does the program call a function of this name that a library has? */
static bool is_imported(const struct code *c, const char *name)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(c->elf, section))) {
        GElf_Shdr head;
        Elf_Data *data = elf_getdata(section, NULL);
        if (!gelf_getshdr(section, &head) || head.sh_type != SHT_DYNSYM || !data)
            continue;
        GElf_Sym symbol;
        for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
            const char *its = elf_strptr(c->elf, head.sh_link, symbol.st_name);
            if (symbol.st_shndx == SHN_UNDEF && its && !strcmp(its, name))
                return true;
        }
    }
    return false;
}

enum mz_err named_find(const struct code *c, const char *name, bool every,
                       struct addresses *to, struct str *why)
{
    struct names n = {.code = c, .wanted = name, .to = to};
    Dwarf *d = dwarf_begin_elf(c->elf, DWARF_C_READ, NULL);
    if (d) {
        each_unit(&n, d, false);
        each_unit(&n, d, true);
    }
    for (size_t i = 0; i < n.linkage.len; i++)
        add_clones(&n, n.linkage.at[i]);
    if (!every)
        add_clones(&n, name);
    if (!every && to->len)
        ; /* one place is enough */
    else if (!d)
        str_addf(why,
                 "--target %s: the program has no debugging information, without which "
                 "copies of a function that the compiler has inlined are not seen; "
                 "build it with -g",
                 name);
    else if (!n.linkage.len)
        str_addf(why,
                 "--target %s: the program's own source, as far as it was built with -g, "
                 "has no function of this name (libraries are not looked at)",
                 name);
    else if (n.emptied)
        str_addf(why,
                 "--target %s: the compiler has inlined it, and left no code of its own "
                 "in some places; build with -O0, or name a line",
                 name);
    else if (!to->len && is_imported(c, n.linkage.at[0]))
        str_addf(why,
                 "--target %s: this is a function of a library, and libraries are not "
                 "looked at; name a line that calls it",
                 name);
    else if (!to->len)
        str_addf(why,
                 "--target %s: the compiler has left no code of it; build with -O0, or "
                 "name a line",
                 name);
    for (size_t i = 0; i < n.linkage.len; i++)
        free(n.linkage.at[i]);
    vec_free(&n.linkage);
    dwarf_end(d);
    return why->len ? MZ_USAGE : MZ_OK;
}
