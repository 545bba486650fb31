/* SPDX-License-Identifier: Apache-2.0
 *
 * target.c - see target.h. */
#include "real/flow/target.h"
#include "real/flow/named.h"

#include <dwarf.h>
#include <string.h>

/* How a program says that something is wrong. A call that ends the program for any other
 * reason (exit) is none. */
static bool is_failure(const char *name)
{
    static const char *const names[] = {"__assert_fail",
                                        "__assert",
                                        "abort",
                                        "__assert_perror_fail",
                                        "MPI_Abort",
                                        "PMPI_Abort",
                                        "mpi_abort_",
                                        "mz_assert_at",
                                        "_gfortran_error_stop_string",
                                        "_gfortran_error_stop_numeric",
                                        NULL};
    for (const char *const *n = names; *n; n++)
        if (!strcmp(name, *n))
            return true;
    return false;
}

static void add(const struct code *c, struct addresses *to, uint64_t address)
{
    if (code_at(c, address) != NOWHERE)
        vec_push(to, address);
}

static enum mz_err failures(const struct code *c, struct addresses *to, struct str *why)
{
    for (size_t i = 0; i < c->insns.len; i++)
        if (c->insns.at[i].name && is_failure(c->insns.at[i].name))
            vec_push(to, c->insns.at[i].at);
    if (to->len)
        return MZ_OK;
    str_addf(why, "the program has no assertion that could be a target; name a line or a "
                  "function: --target FILE:LINE");
    return MZ_USAGE;
}

/* Does the path, of which the debugging information has `name`, relative to the folder in
 * which the compiler ran, end with this file? */
static bool is_file(Dwarf_Die *unit, const char *name, const char *file)
{
    Dwarf_Attribute folder;
    struct str path = {0};
    if (*name != '/' && dwarf_attr(unit, DW_AT_comp_dir, &folder))
        str_addf(&path, "%s/", dwarf_formstring(&folder));
    str_addf(&path, "%s", strncmp(name, "./", 2) ? name : name + 2);
    while (!strncmp(file, "./", 2))
        file += 2;
    size_t tail = strlen(file);
    bool is = path.len >= tail && !strcmp(path.text + path.len - tail, file) &&
              (path.len == tail || path.text[path.len - tail - 1] == '/');
    str_free(&path);
    return is;
}

static void no_code(const char *target, int before, int after, struct str *why)
{
    str_addf(why, "--target %s: there is no code on this line", target);
    if (before && after)
        str_addf(why, "; the nearest lines that have some are %d and %d", before, after);
    else if (before || after)
        str_addf(why, "; the nearest line that has some is %d", before ? before : after);
}

/* The first instructions of a line, in every place where the compiler has put it. */
static enum mz_err line(const struct code *c, const char *file, int number,
                        const char *target, struct addresses *to, struct str *why)
{
    Dwarf *d = dwarf_begin_elf(c->elf, DWARF_C_READ, NULL);
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    bool has_file = false;
    int before = 0, after = 0; /* the nearest lines that have code */
    while (d && dwarf_get_units(d, unit, &unit, NULL, NULL, &die, NULL) == 0) {
        Dwarf_Lines *lines;
        const char *last = NULL;
        bool same = false;
        size_t n;
        if (dwarf_getsrclines(&die, &lines, &n))
            continue;
        for (size_t i = 0; i < n; i++) {
            Dwarf_Line *l = dwarf_onesrcline(lines, i);
            const char *name = dwarf_linesrc(l, NULL, NULL);
            if (name != last)
                same = name && is_file(&die, name, file);
            last = name;
            if (!same)
                continue;
            has_file = true;
            int its = 0;
            bool begins = false,
                 ends = false; /* behind the last one there is other code */
            Dwarf_Addr at;
            if (dwarf_lineno(l, &its) || dwarf_linebeginstatement(l, &begins) ||
                !begins || dwarf_lineendsequence(l, &ends) || ends)
                continue;
            if (its == number && !dwarf_lineaddr(l, &at))
                add(c, to, at);
            else if (its < number)
                before = its > before ? its : before;
            else
                after = !after || its < after ? its : after;
        }
    }
    dwarf_end(d);
    if (to->len)
        return MZ_OK;
    if (!d)
        str_addf(
            why,
            "--target %s: the program has no debugging information; build it with -g",
            target);
    else if (!has_file)
        str_addf(why,
                 "--target %s: the program was not built from a file of this name (or "
                 "without -g)",
                 target);
    else
        no_code(target, before, after, why);
    return MZ_USAGE;
}

enum mz_err target_find(const struct code *c, const char *target, bool every,
                        struct addresses *to, struct str *why)
{
    if (!target)
        return failures(c, to, why);
    const char *colon = strrchr(target, ':');
    if (!colon || colon == target ||
        strspn(colon + 1, "0123456789") != strlen(colon + 1) || !colon[1])
        return named_find(c, target, every, to, why);
    struct str name = {0};
    str_add(&name, target, (size_t)(colon - target));
    enum mz_err err =
        line(c, str_text(&name), (int)strtol(colon + 1, NULL, 10), target, to, why);
    str_free(&name);
    return err;
}
