/* SPDX-License-Identifier: Apache-2.0
 *
 * binary.c - see binary.h.
 *
 * A small reader of ELF files. Nothing in a file is believed: every table is looked for
 * inside of it, and what is not there is taken as empty. */
#include "exec/binary.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIX                                                                              \
    "\n  fix:  make clean && make CC=\"mazurka cc\"        or, with CMake, "             \
    "-DMPI_C_COMPILER=mazurka-cc"

struct binary {
    const char *at;
    size_t size;
    const Elf64_Ehdr *head;
};

/* NULL if it is not inside of the file. */
static const void *inside(const struct binary *b, uint64_t at, uint64_t bytes)
{
    return at <= b->size && bytes <= b->size - at ? b->at + at : NULL;
}

static bool binary_open(struct binary *b, const char *file)
{
    struct stat st;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    *b = (struct binary){0};
    if (fd < 0)
        return false;
    void *at = fstat(fd, &st) || st.st_size <= 0
                   ? MAP_FAILED
                   : mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (at == MAP_FAILED)
        return false;
    b->at = at;
    b->size = (size_t)st.st_size;
    b->head = inside(b, 0, sizeof *b->head);
    return true;
}

static void binary_close(struct binary *b)
{
    if (b->at)
        munmap((void *)(uintptr_t)b->at, b->size);
}

static const Elf64_Phdr *segment(const struct binary *b, uint32_t type)
{
    for (uint64_t i = 0; i < b->head->e_phnum; i++) {
        const Elf64_Phdr *p =
            inside(b, b->head->e_phoff + i * b->head->e_phentsize, sizeof *p);
        if (p && p->p_type == type)
            return p;
    }
    return NULL;
}

static const Elf64_Shdr *section(const struct binary *b, uint64_t i)
{
    return i < b->head->e_shnum ? inside(b, b->head->e_shoff + i * b->head->e_shentsize,
                                         sizeof(Elf64_Shdr))
                                : NULL;
}

/* The text at that place of a table of strings; "" if it is not inside. */
static const char *text_in(const struct binary *b, const Elf64_Shdr *strings, uint64_t at)
{
    const char *table = strings ? inside(b, strings->sh_offset, strings->sh_size) : NULL;
    return table && at < strings->sh_size && memchr(table + at, 0, strings->sh_size - at)
               ? table + at
               : "";
}

typedef bool visit_fn(void *context, const char *name, bool defined);

/* Every name of a symbol, until the visitor has seen enough. True if it has. */
static bool each_symbol(const struct binary *b, visit_fn *visit, void *context)
{
    for (uint64_t i = 0; i < b->head->e_shnum; i++) {
        const Elf64_Shdr *h = section(b, i);
        if (!h || (h->sh_type != SHT_SYMTAB && h->sh_type != SHT_DYNSYM))
            continue;
        const Elf64_Sym *all = inside(b, h->sh_offset, h->sh_size);
        const Elf64_Shdr *strings = section(b, h->sh_link);
        for (uint64_t k = 0; all && k < h->sh_size / sizeof *all; k++)
            if (ELF64_ST_BIND(all[k].st_info) != STB_LOCAL &&
                visit(context, text_in(b, strings, all[k].st_name),
                      all[k].st_shndx != SHN_UNDEF))
                return true;
    }
    return false;
}

/* Every library that it needs, likewise. */
static bool each_needed(const struct binary *b, visit_fn *visit, void *context)
{
    for (uint64_t i = 0; i < b->head->e_shnum; i++) {
        const Elf64_Shdr *h = section(b, i);
        if (!h || h->sh_type != SHT_DYNAMIC)
            continue;
        const Elf64_Dyn *all = inside(b, h->sh_offset, h->sh_size);
        for (uint64_t k = 0; all && k < h->sh_size / sizeof *all; k++)
            if (all[k].d_tag == DT_NEEDED &&
                visit(context, text_in(b, section(b, h->sh_link), all[k].d_un.d_val),
                      false))
                return true;
    }
    return false;
}

/* ---- which MPI? ---- */

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

struct mpi_use {
    char open[64];        /* the library by which Open MPI is recognised */
    bool mpich, contains; /* needs one of MPICH's family; has one inside */
};

static bool see_library(void *context, const char *name, bool defined)
{
    struct mpi_use *u = context;
    (void)defined;
    if (!strcmp(name, "libmpich.so.12") || !strcmp(name, "libmpi.so.12"))
        u->mpich = true;
    else if (begins(name, "libmpi.so.") || begins(name, "libmpi_cxx.so") ||
             begins(name, "libopen-rte.so") || begins(name, "libopen-pal.so"))
        strncpy(u->open, name, sizeof u->open - 1);
    return u->open[0];
}

static bool see_symbol(void *context, const char *name, bool defined)
{
    struct mpi_use *u = context;
    if (defined && !strcmp(name, "PMPI_Init"))
        u->contains = true;
    if (!defined && u->mpich && begins(name, "ompi_mpi_"))
        strcpy(u->open, "libmpi.so.12"); /* of its versions before 2.0 */
    return u->contains || u->open[0];
}

static bool is_ours(void *unused, const char *name, bool defined)
{
    (void)unused, (void)defined;
    return begins(name, "libmazurka.so");
}

static enum mz_err examine_mpi(const struct binary *b, const char *file, bool *mpi,
                               struct str *why)
{
    struct mpi_use u = {0};
    each_needed(b, see_library, &u);
    each_symbol(b, see_symbol, &u);
    *mpi = u.mpich;
    if (u.open[0])
        str_addf(why, "%s calls Open MPI (%s), which mazurka cannot stand in for" FIX,
                 file, u.open);
    else if (u.contains)
        str_addf(why,
                 "%s has an MPI library linked into it statically, which mazurka cannot "
                 "stand in for" FIX,
                 file);
    return why->len ? MZ_UNSUPPORTED : MZ_OK;
}

/* ---- or actors? ---- */

static bool starts_actors(void *unused, const char *name, bool defined)
{
    (void)unused;
    return !defined && !strcmp(name, "mz_actor_main");
}

/* ---- may it be run at all? ---- */

static bool has_executable_stack(const struct binary *b)
{
    const Elf64_Phdr *stack = segment(b, PT_GNU_STACK);
    return stack && stack->p_flags & PF_X;
}

static enum mz_err examine_kind(const struct binary *b, const struct stat *st,
                                const char *file, struct str *why)
{
    const Elf64_Ehdr *h = b->head;
    if (!h || memcmp(h->e_ident, ELFMAG, SELFMAG))
        str_addf(why, "%s is not a compiled program%s", file,
                 b->size >= 2 && !memcmp(b->at, "#!", 2)
                     ? " but a script; run what it starts"
                     : "");
    else if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_machine != EM_X86_64)
        str_addf(why, "%s is not for x86-64, the only processor supported", file);
    else if (h->e_type != ET_EXEC && h->e_type != ET_DYN)
        str_addf(why, "%s is not a program; is it still to be linked?", file);
    else if (!segment(b, PT_INTERP))
        str_addf(why,
                 "%s is linked statically, so libmazurka.so cannot be put into it; link "
                 "it without -static",
                 file);
    else if (st->st_mode & (S_ISUID | S_ISGID))
        str_addf(why, "%s is set-user-id; make a copy that is not", file);
    else if (has_executable_stack(b))
        str_addf(
            why,
            "%s wants its stack to be executable (for a nested function whose address "
            "is taken, or because of assembly without .note.GNU-stack), which ranks' "
            "stacks are not; make the function an ordinary one",
            file);
    return why->len ? MZ_UNSUPPORTED : MZ_OK;
}

enum mz_err binary_examine(const char *file, struct binary_use *use, struct str *why)
{
    struct stat st;
    struct binary b;
    *use = (struct binary_use){0};
    if (stat(file, &st))
        str_addf(why, "%s: %s", file, strerror(errno));
    else if (S_ISDIR(st.st_mode))
        str_addf(why, "%s is a directory; name a program in it", file);
    else if (!S_ISREG(st.st_mode))
        str_addf(why, "%s is not a file", file);
    else if (access(file, X_OK))
        str_addf(why, "%s is not executable; is it the program?", file);
    if (why->len)
        return MZ_USAGE;
    binary_open(&b, file);
    enum mz_err err = examine_kind(&b, &st, file, why);
    if (!err) {
        err = examine_mpi(&b, file, &use->mpi, why);
        use->actors = each_symbol(&b, starts_actors, NULL);
        use->ours = each_needed(&b, is_ours, NULL);
    }
    binary_close(&b);
    return err;
}

/* ---- does the library have it all? ---- */

struct names {
    const char **at; /* sorted */
    size_t len, room;
    const char *missing;
};

static bool is_mpi(const char *name)
{
    return begins(name, "MPI_") || begins(name, "PMPI_") || begins(name, "MPIX_");
}

static bool collect(void *context, const char *name, bool defined)
{
    struct names *n = context;
    if (!defined || !is_mpi(name))
        return false;
    if (n->len == n->room) {
        size_t room = n->room ? 2 * n->room : 1024;
        const char **more = realloc(n->at, room * sizeof *more);
        if (!more)
            return true;
        n->at = more;
        n->room = room;
    }
    n->at[n->len++] = name;
    return false;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool look_up(void *context, const char *name, bool defined)
{
    struct names *n = context;
    if (!defined && is_mpi(name) &&
        !bsearch(&name, n->at, n->len, sizeof *n->at, compare))
        n->missing = name;
    return n->missing;
}

enum mz_err binary_check_mpi(const char *file, const char *library, struct str *why)
{
    struct names n = {0};
    struct binary program, ours;
    bool open = binary_open(&program, file);
    open &= binary_open(&ours, library);
    if (open && ours.head && program.head) {
        each_symbol(&ours, collect, &n);
        qsort(n.at, n.len, sizeof *n.at, compare);
        each_symbol(&program, look_up, &n);
    }
    if (n.missing)
        str_addf(why, "%s calls %s, which mazurka's MPI library does not have", file,
                 n.missing);
    free(n.at);
    binary_close(&program);
    binary_close(&ours);
    return n.missing ? MZ_UNSUPPORTED : MZ_OK;
}
