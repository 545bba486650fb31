/* SPDX-License-Identifier: Apache-2.0
 *
 * source.c - see source.h.
 *
 * libdw unwinds from registers and a copy of the stack, which the agent put into the
 * link; nothing is read from a live process, so a program that has long been killed
 * can still be explained. */
#include "real/source.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "real/demangle.h"
#include "real/dies.h"
#include "real/library.h"
#include "real/units.h"
#include "real/whose.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The state of one unwinding. */
struct walk {
    const struct finding_evidence *from;
    struct stack_frame *to;
    size_t room, n;
    bool inside; /* the previous frame was in the program */
};

/* A source file. Debugging information names it by a file and a folder, which stay where
 * they are. */
struct source_file {
    const char *name, *folder;
    char *path;
    const char *shown; /* the end of the path, or all of it */
};

/* The name of a function, as debugging information has it and as it is shown. */
struct source_name {
    const char *given;
    char *shown;
};

struct source {
    struct link *link;
    const char *program; /* the file of the program itself */
    VEC(struct source_name) names;
    char *here; /* the working directory */
    VEC(struct source_file) files;
    Dwfl *dwfl;
    Dwfl_Callbacks callbacks;
    bool attached; /* libdwfl allows this only once, so the walk is kept here */
    struct walk walk;
};

static int find_debuginfo(Dwfl_Module *mod, void **userdata, const char *name,
                          Dwarf_Addr base, const char *file, const char *link,
                          GElf_Word crc, char **found)
{
    /* Uses debugging information on this machine only; the network is not searched. */
    return dwfl_standard_find_debuginfo(mod, userdata, name, base, file, link, crc,
                                        found);
}

struct source *source_open(struct link *l, const char *program)
{
    struct source *s = mem_alloc(sizeof *s);
    s->link = l;
    s->program = program;
    s->here = getcwd(NULL, 0);
    s->callbacks = (Dwfl_Callbacks){.find_elf = dwfl_build_id_find_elf,
                                    .find_debuginfo = find_debuginfo};
    unsetenv("DEBUGINFOD_URLS");
    s->dwfl = dwfl_begin(&s->callbacks);
    if (!s->dwfl)
        return s;
    dwfl_report_begin(s->dwfl);
    for (uint32_t i = 0; i < l->nmodules && i < LINK_MAX_MODULES; i++) {
        const char *path = l->modules[i].path[0] ? l->modules[i].path
                           : i                   ? NULL
                                                 : program;
        if (path)
            dwfl_report_elf(s->dwfl, path, path, -1, l->modules[i].base, true);
    }
    dwfl_report_end(s->dwfl, NULL, NULL);
    return s;
}

void source_close(struct source *s)
{
    if (s->dwfl) {
        units_free(s->dwfl);
        dwfl_end(s->dwfl);
    }
    for (size_t i = 0; i < s->files.len; i++)
        free(s->files.at[i].path);
    vec_free(&s->files);
    for (size_t i = 0; i < s->names.len; i++)
        free(s->names.at[i].shown);
    vec_free(&s->names);
    free(s->here);
    free(s);
}

Dwfl *source_dwfl(struct source *s)
{
    return s->dwfl;
}

const char *source_program(const struct source *s)
{
    return s->program;
}

/* A file in or below the working directory is shown relative to it, another one by its
 * last name. */
static const char *shown_name(const struct source *s, const char *path)
{
    size_t n = s->here ? strlen(s->here) : 0;
    const char *slash = strrchr(path, '/');
    if (n && !strncmp(path, s->here, n) && path[n] == '/')
        return path + n + 1;
    return slash ? slash + 1 : path;
}

static const struct source_file *file_named(struct source *s, const char *name,
                                            const char *folder)
{
    for (size_t i = 0; i < s->files.len; i++)
        if (s->files.at[i].name == name && s->files.at[i].folder == folder)
            return &s->files.at[i];
    struct str path = {0};
    if (name[0] != '/' && folder)
        str_addf(&path, "%s/", folder);
    str_addf(&path, "%s", name);
    char *whole = realpath(str_text(&path), NULL); /* without "..", if it exists */
    if (whole)
        str_free(&path);
    else
        whole = path.text;
    struct source_file f = {name, folder, whole, shown_name(s, whole)};
    vec_push(&s->files, f);
    return &vec_last(&s->files);
}

static struct location line_at(struct source *s, uint64_t pc)
{
    int line = 0, users = 0;
    const char *folder, *file = unit_line(s->dwfl, pc, &folder, &line);
    if (!file || line <= 0)
        return (struct location){0};
    const struct source_file *f = file_named(s, file, folder);
    if (whose_is_header(f->path) && (file = whose_line(s->dwfl, pc, &folder, &users))) {
        f = file_named(s, file, folder);
        line = users;
    }
    return (struct location){f->shown, (uint32_t)line, f->path, pc};
}

/* Lines of our own are of no interest to anybody. */
struct location source_of_call(struct source *s, uint64_t pc)
{
    const struct link_line *line = s->link ? link_python(s->link, pc) : NULL;
    if (line) {
        const struct source_file *f = file_named(s, line->file, NULL);
        return (struct location){f->shown, line->line, f->path, pc};
    }
    bool ours = s->link && pc > s->link->library_low && pc <= s->link->library_high;
    return pc && !ours ? line_at(s, pc - 1) : (struct location){0};
}

struct location source_of_end(struct source *s, uint64_t pc)
{
    GElf_Sym symbol;
    GElf_Off offset = 0;
    Dwfl_Module *m = s->dwfl && pc ? dwfl_addrmodule(s->dwfl, pc - 1) : NULL;
    const char *name =
        m ? dwfl_module_addrinfo(m, pc - 1, &offset, &symbol, NULL, NULL, NULL) : NULL;
    struct location end = {0};
    if (name && !offset && symbol.st_size)
        end = line_at(s, pc - 1 + symbol.st_size - 1);
    return end.line ? end : source_of_call(s, pc);
}

bool source_is_header(struct location where)
{
    const char *path = where.path ? where.path : where.file;
    return path && whose_is_header(path);
}

/* The name as it is shown; NULL stays NULL. */
static const char *readable(struct source *s, const char *name)
{
    struct str text = {0};
    for (size_t i = 0; name && i < s->names.len; i++)
        if (s->names.at[i].given == name)
            return s->names.at[i].shown;
    if (!name)
        return NULL;
    demangle(name, &text);
    struct source_name n = {name, text.text ? text.text : mem_strdup("")};
    vec_push(&s->names, n);
    return n.shown;
}

/* gfortran calls a program MAIN__, and makes a main() that calls it. */
static bool is_fortran_program(const char *name)
{
    return name && !strcmp(name, "MAIN__");
}

/* The name of the function at the address; that of a program in Fortran is what its
 * author has called it. */
static const char *function_at(struct source *s, Dwarf_Addr at)
{
    Dwfl_Module *m = s->dwfl ? dwfl_addrmodule(s->dwfl, at) : NULL;
    const char *name = m ? dwfl_module_addrname(m, at) : NULL;
    Dwarf_Die unit, function;
    Dwarf_Addr bias;
    if (is_fortran_program(name) && unit_at(s->dwfl, at, &unit, &bias) &&
        die_function(&unit, at - bias, true, &function) && dwarf_diename(&function))
        name = dwarf_diename(&function);
    return readable(s, name);
}

bool source_is_program(struct source *s, uint64_t pc)
{
    Dwfl_Module *m = s->dwfl ? dwfl_addrmodule(s->dwfl, pc - 1) : NULL;
    return m && is_fortran_program(dwfl_module_addrname(m, pc - 1));
}

bool source_is_fortran(struct source *s, uint64_t pc)
{
    Dwarf_Die unit;
    Dwarf_Addr bias;
    if (!s->dwfl || !pc || !unit_at(s->dwfl, pc - 1, &unit, &bias))
        return false;
    return unit_is_fortran(&unit);
}

/* The file of the library of the system that has this address; NULL: it is in none. */
static const char *library_file(struct source *s, uint64_t address)
{
    Dwfl_Module *m = s->dwfl ? dwfl_addrmodule(s->dwfl, address) : NULL;
    const char *file =
        m ? dwfl_module_info(m, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
    const char *rules = s->link ? s->link->options.libraries : "";
    bool theirs = file && strcmp(file, s->program) && library_is_theirs(file, rules);
    return theirs ? file : NULL;
}

/* Is this address in code of somebody else's within the user's own file? */
static bool is_theirs(struct source *s, uint64_t address)
{
    Dwfl_Module *m = s->dwfl ? dwfl_addrmodule(s->dwfl, address) : NULL;
    const char *rules = s->link ? s->link->options.libraries : "";
    return m && whose_is_theirs(s->dwfl, m, rules, address);
}

bool source_is_theirs(struct source *s, uint64_t pc)
{
    return pc && !source_is_interpreted(s, pc) &&
           (library_file(s, pc - 1) || is_theirs(s, pc - 1));
}

bool source_library(struct source *s, uint64_t pc, struct str *to)
{
    const char *file = pc ? library_file(s, pc - 1) : NULL;
    const char *name;
    size_t n = file ? library_name(file, &name) : 0;
    if (n)
        str_add(to, name, n);
    if (n || !source_is_theirs(s, pc))
        return n;
    struct location where = line_at(s, pc - 1);
    const char *function = source_function(s, pc);
    if (where.file)
        str_addf(to, "%s", where.file);
    else if (function)
        str_addf(to, "%s, which has no debugging information", function);
    else
        str_addf(to, "code without debugging information");
    return true;
}

bool source_is_interpreted(const struct source *s, uint64_t pc)
{
    return s->link && link_python(s->link, pc);
}

const char *source_function(struct source *s, uint64_t pc)
{
    const struct link_line *line = s->link ? link_python(s->link, pc) : NULL;
    if (line)
        return line->function;
    return function_at(s, pc - 1);
}

void source_place(struct source *s, uint64_t pc, struct str *to)
{
    GElf_Off distance = 0;
    GElf_Sym sym;
    Dwarf_Addr start = 0;
    Dwfl_Module *m = s->dwfl ? dwfl_addrmodule(s->dwfl, pc - 1) : NULL;
    const char *name =
        m ? dwfl_module_addrinfo(m, pc - 1, &distance, &sym, NULL, NULL, NULL) : NULL;
    const char *file =
        m ? dwfl_module_info(m, NULL, &start, NULL, NULL, NULL, NULL, NULL) : NULL;
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (name)
        str_addf(to, "%s+0x%llx", readable(s, name), (unsigned long long)distance + 1);
    else if (file)
        str_addf(to, "%s+0x%llx", slash ? slash + 1 : file,
                 (unsigned long long)(pc - start));
    else
        str_addf(to, "0x%llx", (unsigned long long)pc);
}

const char *source_variable(struct source *s, uint64_t address)
{
    Dwfl_Module *m = s->dwfl ? dwfl_addrmodule(s->dwfl, address) : NULL;
    const char *name = m ? dwfl_module_addrname(m, address) : NULL;
    return readable(s, name);
}

/* ---- unwinding ---- */

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
    (void)dwfl;
    if (*thread_arg)
        return 0;
    *thread_arg = arg;
    return 1;
}

static bool read_word(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *result, void *arg)
{
    (void)dwfl;
    const struct source *s = arg;
    const struct finding_evidence *e = s->walk.from;
    uint64_t at = address - e->stack_address;
    if (address < e->stack_address || e->stack_bytes < sizeof *result ||
        at > e->stack_bytes - sizeof *result)
        return false;
    memcpy(result, e->stack + at, sizeof *result);
    return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
    const struct walk *w = &((struct source *)arg)->walk;
    Dwarf_Word r[FINDING_REGISTERS];
    for (int i = 0; i < FINDING_REGISTERS; i++)
        r[i] = w->from->registers[i];
    dwfl_thread_state_register_pc(thread, r[16]);
    return dwfl_thread_state_registers(thread, 0, FINDING_REGISTERS, r);
}

static int on_frame(Dwfl_Frame *state, void *arg)
{
    struct source *s = arg;
    struct walk *w = &s->walk;
    Dwarf_Addr pc;
    bool is_activation;
    if (!dwfl_frame_pc(state, &pc, &is_activation))
        return DWARF_CB_ABORT;
    const struct link *l = s->link;
    bool ours = pc >= l->library_low && pc < l->library_high;
    if (ours && w->inside)
        return DWARF_CB_ABORT; /* this function started the actor, so the stack ends
                                  here */
    if (ours || (pc >= l->mpi_low && pc < l->mpi_high) || link_in_bindings(l, pc))
        return DWARF_CB_OK;
    w->inside = true;
    if (w->n == w->room || (w->n && source_is_program(s, w->to[w->n - 1].pc)))
        return DWARF_CB_ABORT; /* of what calls a program of Fortran, nothing is the
                                  author's */
    struct stack_frame *f = &w->to[w->n++];
    uint64_t at = is_activation || !pc ? pc : pc - 1;
    *f = (struct stack_frame){.pc = pc, .where = line_at(s, at)};
    const char *name = function_at(s, at);
    f->function = name ? name : "?";
    f->system = library_file(s, at);
    return DWARF_CB_OK;
}

size_t source_unwind(struct source *s, const struct finding_evidence *e,
                     struct stack_frame *to, size_t room)
{
    static const Dwfl_Thread_Callbacks callbacks = {.next_thread = next_thread,
                                                    .memory_read = read_word,
                                                    .set_initial_registers =
                                                        set_registers};
    s->walk = (struct walk){.from = e, .to = to, .room = room};
    if (!s->dwfl || !e->registers[16])
        return 0;
    if (!s->attached && !dwfl_attach_state(s->dwfl, NULL, 1, &callbacks, s))
        return 0;
    s->attached = true;
    dwfl_getthread_frames(s->dwfl, 1, on_frame, s);
    return s->walk.n;
}
