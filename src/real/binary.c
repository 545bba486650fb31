/* SPDX-License-Identifier: Apache-2.0
 *
 * binary.c - see binary.h.
 *
 * libelf reads the file. Nothing in it is believed: what libelf cannot find inside of the
 * file is taken as not there. */
#include "real/binary.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIX                                                                              \
    "\n  fix:  make clean && make CC=\"mazurka cc\"        or, with CMake, "             \
    "-DMPI_C_COMPILER=mazurka-cc"

struct binary {
    int fd;
    Elf *elf; /* NULL if the file is not open */
    GElf_Ehdr head;
};

static void binary_open(struct binary *b, const char *file)
{
    elf_version(EV_CURRENT);
    *b = (struct binary){.fd = open(file, O_RDONLY | O_CLOEXEC)};
    if (b->fd < 0)
        return;
    b->elf = elf_begin(b->fd, ELF_C_READ, NULL);
    if (b->elf && (elf_kind(b->elf) != ELF_K_ELF || !gelf_getehdr(b->elf, &b->head))) {
        elf_end(b->elf);
        b->elf = NULL;
    }
}

static void binary_close(struct binary *b)
{
    elf_end(b->elf);
    if (b->fd >= 0)
        close(b->fd);
}

static bool segment(const struct binary *b, uint32_t type, GElf_Phdr *segment)
{
    size_t n = 0;
    if (elf_getphdrnum(b->elf, &n))
        return false;
    for (size_t i = 0; i < n && i <= INT32_MAX; i++)
        if (gelf_getphdr(b->elf, (int)i, segment) && segment->p_type == type)
            return true;
    return false;
}

typedef bool visit_fn(void *context, const char *name, bool defined);

/* The string at this offset in the string table that the section names. */
static const char *text_in(const struct binary *b, const GElf_Shdr *h, size_t at)
{
    const char *text = elf_strptr(b->elf, h->sh_link, at);
    return text ? text : "";
}

/* Calls the visitor with the name of every symbol that is not local, until it returns
 * true. Returns whether it did. */
static bool each_symbol(const struct binary *b, visit_fn *visit, void *context)
{
    GElf_Shdr h;
    GElf_Sym sym;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(b->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || (h.sh_type != SHT_SYMTAB && h.sh_type != SHT_DYNSYM))
            continue;
        Elf_Data *all = elf_getdata(s, NULL);
        for (int k = 0; gelf_getsym(all, k, &sym); k++)
            if (GELF_ST_BIND(sym.st_info) != STB_LOCAL &&
                visit(context, text_in(b, &h, sym.st_name), sym.st_shndx != SHN_UNDEF))
                return true;
    }
    return false;
}

/* The dynamic section, which says which libraries the file needs; NULL if there is
 * none. */
static Elf_Data *dynamic(const struct binary *b, GElf_Shdr *h)
{
    for (Elf_Scn *s = NULL; (s = elf_nextscn(b->elf, s)) != NULL;)
        if (gelf_getshdr(s, h) && h->sh_type == SHT_DYNAMIC)
            return elf_getdata(s, NULL);
    return NULL;
}

/* Calls the visitor with the name of every library that the file needs, until it
 * returns true. Returns whether it did. */
static bool each_needed(const struct binary *b, visit_fn *visit, void *context)
{
    GElf_Shdr h;
    GElf_Dyn entry;
    Elf_Data *all = dynamic(b, &h);
    for (int k = 0; gelf_getdyn(all, k, &entry); k++)
        if (entry.d_tag == DT_NEEDED &&
            visit(context, text_in(b, &h, entry.d_un.d_val), false))
            return true;
    return false;
}

/* ---- which MPI? ---- */

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

struct mpi_use {
    char foreign[64];  /* a library of an MPI for which we have none */
    enum mpi_abi abi;  /* of the first library of MPI that it needs */
    enum mpi_abi also; /* of another one that it needs, if that is not the same */
    bool contains;     /* an MPI library is linked into it statically */
};

static bool see_library(void *context, const char *name, bool defined)
{
    struct mpi_use *u = context;
    enum mpi_abi abi = mpi_abi_of(name);
    (void)defined;
    if (mpi_abi_refuses(name))
        strncpy(u->foreign, name, sizeof u->foreign - 1);
    if (!u->abi)
        u->abi = abi;
    else if (abi && abi != u->abi)
        u->also = abi;
    return u->foreign[0];
}

static bool see_symbol(void *context, const char *name, bool defined)
{
    struct mpi_use *u = context;
    if (defined && !strcmp(name, "PMPI_Init"))
        u->contains = true;
    if (!defined && u->abi == MPI_ABI_MPICH && begins(name, "ompi_mpi_"))
        strcpy(u->foreign, "libmpi.so.1"); /* Open MPI 1.10, which has the other name */
    return u->contains || u->foreign[0];
}

static bool is_ours(void *unused, const char *name, bool defined)
{
    (void)unused, (void)defined;
    return begins(name, "libmazurka.so");
}

static enum mz_err examine_mpi(const struct binary *b, const char *file,
                               enum mpi_abi *mpi, struct str *why)
{
    struct mpi_use u = {0};
    each_needed(b, see_library, &u);
    each_symbol(b, see_symbol, &u);
    *mpi = u.abi;
    if (u.foreign[0])
        str_addf(why, "%s needs %s, %s" FIX, file, u.foreign, mpi_abi_refuses(u.foreign));
    else if (u.also)
        str_addf(why, "%s needs two MPI libraries, %s's and %s's" FIX, file,
                 mpi_abi_name(u.abi), mpi_abi_name(u.also));
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

/* ---- checked by something else already? ---- */

/* A library of the compiler's that lays out memory in its own way, and is called from the
 * program's first instruction on. */
struct sanitizer {
    const char *symbol, *option;
};

static bool begins_sanitizer(void *context, const char *name, bool defined)
{
    static const struct sanitizer known[] = {
        {"__asan_init", "address"},
        {"__msan_init", "memory"},
        {"__lsan_init", "leak"},
        {"__hwasan_init", "hwaddress"},
    };
    const struct sanitizer **found = context;
    (void)defined;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].symbol))
            *found = &known[i];
    return *found;
}

/* clang puts the library for threads into the program. */
static bool contains_tsan(void *unused, const char *name, bool defined)
{
    (void)unused;
    return defined && !strcmp(name, "__tsan_init");
}

static bool is_tsan(void *unused, const char *name, bool defined)
{
    (void)unused, (void)defined;
    return begins(name, "libtsan.so");
}

static enum mz_err examine_sanitizer(const struct binary *b, const char *file,
                                     struct str *why)
{
    const struct sanitizer *s = NULL;
    if (each_symbol(b, contains_tsan, NULL)) {
        str_addf(
            why,
            "%s has ThreadSanitizer's library in it, as clang links it\n  fix:  link "
            "it with mazurka cc --threads, or build it with gcc -fsanitize=thread",
            file);
        return MZ_UNSUPPORTED;
    }
    if (!each_symbol(b, begins_sanitizer, &s))
        return MZ_OK;
    str_addf(
        why,
        "%s is built with -fsanitize=%s, whose library wants memory for itself where "
        "ranks have theirs\n  fix:  build it without that option for the check "
        "(-fsanitize=undefined may stay)",
        file, s->option);
    return MZ_UNSUPPORTED;
}

/* ---- or threads? ---- */

static bool uses_threads(void *unused, const char *name, bool defined)
{
    static const char *const of_threads[] = {"pthread_create",
                                             "pthread_mutex_",
                                             "pthread_cond_",
                                             "pthread_rwlock_",
                                             "pthread_spin_",
                                             "pthread_barrier_",
                                             "pthread_once",
                                             "sem_",
                                             "thrd_",
                                             "mtx_",
                                             "cnd_",
                                             "_ZNSt6thread",
                                             "_ZNSt18condition_va",
                                             "_ZNSt3_V218condition_",
                                             "__tsan_"};
    (void)unused;
    for (size_t i = 0; !defined && i < sizeof of_threads / sizeof *of_threads; i++)
        if (begins(name, of_threads[i]))
            return true;
    return false;
}

/* The OpenMP libraries of which there are some of ours. */
static bool needs_openmp(void *context, const char *name, bool defined)
{
    static const char *const known[] = {"libgomp.so.1", "libomp.so.5"};
    const char **found = context;
    (void)defined;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i]))
            *found = known[i];
    return *found;
}

/* ---- may it be run at all? ---- */

static bool has_executable_stack(const struct binary *b)
{
    GElf_Phdr stack;
    return segment(b, PT_GNU_STACK, &stack) && stack.p_flags & PF_X;
}

static bool is_script(int fd)
{
    char mark[2];
    return pread(fd, mark, sizeof mark, 0) == sizeof mark && !memcmp(mark, "#!", 2);
}

static enum mz_err examine_kind(const struct binary *b, const struct stat *st,
                                const char *file, struct str *why)
{
    const GElf_Ehdr *h = &b->head;
    GElf_Phdr interpreter;
    GElf_Shdr section;
    if (b->fd < 0)
        str_addf(why, "%s cannot be read: %s", file, strerror(errno));
    else if (!b->elf)
        str_addf(why, "%s is not a compiled program%s", file,
                 is_script(b->fd) ? " but a script; run what it starts" : "");
    else if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_machine != EM_X86_64)
        str_addf(why, "%s is not for x86-64, the only processor supported", file);
    else if (h->e_type != ET_EXEC && h->e_type != ET_DYN)
        str_addf(why, "%s is not a program; is it still to be linked?", file);
    else if (!segment(b, PT_INTERP, &interpreter))
        str_addf(why,
                 "%s is linked statically, so libmazurka.so cannot be put into it; link "
                 "it without -static",
                 file);
    else if (!dynamic(b, &section))
        str_addf(why,
                 "%s has no section that says which libraries it needs: it is damaged, "
                 "or its section headers were removed; link it again",
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
    if (!err)
        err = examine_sanitizer(&b, file, why);
    if (!err) {
        err = examine_mpi(&b, file, &use->mpi, why);
        use->actors = each_symbol(&b, starts_actors, NULL);
        use->ours = each_needed(&b, is_ours, NULL);
        each_needed(&b, needs_openmp, &use->openmp);
        use->threads = !use->mpi && !use->actors && !use->ours &&
                       (use->openmp || each_symbol(&b, uses_threads, NULL));
    }
    binary_close(&b);
    return err;
}

bool binary_says_accesses(const char *file)
{
    struct binary b;
    binary_open(&b, file);
    bool does = b.elf && each_needed(&b, is_tsan, NULL);
    binary_close(&b);
    return does;
}

/* ---- does the library have it all? ---- */

struct names {
    const char **at; /* sorted names */
    size_t len, room;
    const char *missing;
};

static bool is_mpi(const char *name)
{
    return begins(name, "MPI_") || begins(name, "PMPI_") || begins(name, "MPIX_") ||
           begins(name, "OMPI_C_");
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
        (!n->len || !bsearch(&name, n->at, n->len, sizeof *n->at, compare)))
        n->missing = name;
    return n->missing;
}

enum mz_err binary_check_mpi(const char *file, const char *library, struct str *why)
{
    struct names n = {0};
    struct binary program, ours;
    binary_open(&program, file);
    binary_open(&ours, library);
    if (ours.elf && program.elf) {
        each_symbol(&ours, collect, &n);
        if (n.len)
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
