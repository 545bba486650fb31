/* SPDX-License-Identifier: Apache-2.0
 *
 * nullrank.c - see nullrank.h. */
#include "real/nullrank.h"
#include "real/units.h"
#include "base/file.h"
#include "base/str.h"
#include "base/vec.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(char *) paths_vec;

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

/* The headers of MPI itself, which name everything, and those of the system. */
static bool is_foreign(const char *path)
{
    return !strncmp(path, "/usr/", 5) || !strncmp(path, "/lib", 4) ||
           strstr(path, "/gcc/") || strstr(path, "/mpi_abi/") ||
           ends_with(path, "/mpi.h") || ends_with(path, "/mpi_proto.h") ||
           ends_with(path, "/mpio.h") || path[0] == '<';
}

/* Adds the file, once. */
static void want(paths_vec *all, const char *folder, const char *name)
{
    struct str path = {0};
    if (name[0] != '/' && folder)
        str_addf(&path, "%s/", folder);
    str_addf(&path, "%s", name);
    char *whole = realpath(str_text(&path), NULL);
    const char *kept = whole ? whole : str_text(&path);
    bool known = is_foreign(kept) || is_foreign(name);
    for (size_t i = 0; i < all->len && !known; i++)
        known = !strcmp(all->at[i], kept);
    if (!known)
        vec_push(all, mem_strdup(kept));
    free(whole);
    str_free(&path);
}

/* A function of MPI that may give it to the program. */
static bool gives_it(const char *name)
{
    return strcasestr(name, "Cart_shift") || strcasestr(name, "Graph_neighbors") ||
           strcasestr(name, "translate_ranks");
}

/* Such a function, or its name, in C, C++ or Fortran. */
static bool names_it(const char *text)
{
    return gives_it(text) || strcasestr(text, "PROC_NULL") || strstr(text, "Shift(");
}

/* Adds what the text includes and is there: a header with nothing but macros is not in
 * the debugging information. */
static void follow_includes(const char *path, const char *text, paths_vec *all)
{
    const char *slash = strrchr(path, '/');
    char *folder = strndup(path, slash ? (size_t)(slash - path) : 0);
    for (const char *at = text; (at = strcasestr(at, "include"));) {
        at += strlen("include");
        while (*at == ' ' || *at == '\t')
            at++;
        char quote = *at;
        const char *end = quote == '"' || quote == '\'' ? strchr(at + 1, quote) : NULL;
        if (!end || end - at > 200)
            continue;
        char *name = strndup(at + 1, (size_t)(end - at - 1));
        struct str there = {0};
        str_addf(&there, "%s/%s", folder, name);
        char *whole = realpath(str_text(&there), NULL);
        if (whole)
            want(all, NULL, whole);
        free(whole);
        str_free(&there);
        free(name);
    }
    free(folder);
}

/* The sources of all compile units; false if there are none. */
static bool list_sources(Dwfl_Module *m, paths_vec *all)
{
    Dwarf_Die *unit = NULL;
    Dwarf_Addr bias;
    while ((unit = dwfl_module_nextcu(m, unit, &bias))) {
        Dwarf_Files *files;
        Dwarf_Attribute a;
        size_t n;
        const char *folder =
            dwarf_formstring(dwarf_attr(unit, 0x1b /* DW_AT_comp_dir */, &a));
        if (dwarf_getsrcfiles(unit, &files, &n))
            return false;
        for (size_t i = 0; i < n; i++) { /* the first is the unit itself, or none */
            const char *name = dwarf_filesrc(files, i, NULL, NULL);
            if (name && strcmp(name, "???"))
                want(all, folder, name);
        }
    }
    return all->len;
}

static bool has_unit(Dwfl *dwfl, Dwarf_Addr at)
{
    Dwarf_Addr bias;
    Dwarf_Die unit;
    return unit_at(dwfl, at, &unit, &bias) &&
           dwarf_haspc(&unit, at - bias) > 0; /* it may end before the address */
}

/* Is it a function that every program has, of the compiler's and C's own? */
static bool is_start(const char *name)
{
    return (name[0] == '_' && name[1] != 'Z') || !strcmp(name, "frame_dummy") ||
           ends_with(name, "register_tm_clones");
}

/* Has every function of the program debugging information, and is none of those of MPI
 * that it calls one that gives it MPI_PROC_NULL? */
static bool shows_all(Dwfl *dwfl, Dwfl_Module *m)
{
    int n = dwfl_module_getsymtab(m);
    bool all = n > 0, any = false;
    for (int i = 0; i < n && all; i++) {
        GElf_Sym sym;
        GElf_Addr at;
        GElf_Word section;
        const char *name = dwfl_module_getsym_info(m, i, &sym, &at, &section, NULL, NULL);
        if (!name || GELF_ST_TYPE(sym.st_info) != STT_FUNC)
            continue;
        if (section == SHN_UNDEF) {
            all = !gives_it(name);
        } else if (sym.st_size && !is_start(name)) {
            all = has_unit(dwfl, at);
            any = true;
        }
    }
    return all && any;
}

/* Does the program consist of its own file, and of libraries of the system, as far as it
 * is not ours? */
struct others {
    const char *program;
    bool any;
};

static int see_module(Dwfl_Module *m, void **userdata, const char *name, Dwarf_Addr start,
                      void *arg)
{
    struct others *o = arg;
    (void)m, (void)userdata, (void)start;
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name;
    bool ours = !strncmp(file, "libmazurka", 10) || !strncmp(file, "libmpi", 6);
    o->any |= strcmp(name, o->program) && name[0] == '/' && strncmp(name, "/lib", 4) &&
              strncmp(name, "/usr/", 5) && !ours;
    return DWARF_CB_OK;
}

/* A program of more sources, or larger ones, is not looked through: it may name the
 * constant. */
#define MOST_FILES 4096
#define MOST_BYTES ((size_t)256 << 20)

bool nullrank_is_chance(Dwfl *dwfl, const char *program, uint64_t site)
{
    Dwfl_Module *m = dwfl_addrmodule(dwfl, site - 1);
    const char *file =
        m ? dwfl_module_info(m, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
    struct others o = {.program = program};
    paths_vec all = {0};
    size_t bytes = 0;
    if (!file || strcmp(file, program))
        return false;
    dwfl_getmodules(dwfl, see_module, &o, 0);
    bool chance = !o.any && shows_all(dwfl, m) && list_sources(m, &all);
    for (size_t i = 0; i < all.len && chance; i++) {
        struct str text = {0};
        bytes += file_read_source(all.at[i], &text) ? text.len : MOST_BYTES;
        chance = bytes < MOST_BYTES && i < MOST_FILES && !names_it(str_text(&text));
        if (chance)
            follow_includes(all.at[i], str_text(&text), &all);
        str_free(&text);
    }
    for (size_t i = 0; i < all.len; i++)
        free(all.at[i]);
    vec_free(&all);
    return chance;
}
