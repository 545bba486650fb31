/* SPDX-License-Identifier: Apache-2.0
 *
 * nodes.c - which file a path names.
 *
 * Paths are walked name by name. Whatever the program has changed is in the caller's
 * view; the rest is asked of the real file system, each question once: the answer, a
 * file's content included, stays the same for the whole exploration. */
#include "agent/files/fs.h"
#include "agent/port/payload.h"
#include "agent/system/signals.h"
#include "real/input.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define KEPT ((size_t)1 << 20) /* files up to this size are read as a whole */
/* symbolic links that a path may follow, as in the kernel */
#define LINKS 40

struct looked {
    node_id dir;
    uint32_t name;
    node_id node; /* 0: the name does not exist */
    bool noted;   /* it is listed among the inputs that the verdict rests on */
};

struct nodes {
    VEC(struct node *) at;
    VEC(struct looked) looked;
    uint32_t *slot; /* hash table of indices into looked, plus 1 */
    size_t slots;
    node_id start;
    char shown[PATH_MOST];
};

void nodes_init(void)
{
    agent.nodes = mem_alloc(sizeof *agent.nodes);
}

size_t nodes_number(void)
{
    return agent.nodes->at.len;
}

struct node *node_at(node_id n)
{
    return agent.nodes->at.at[n - 1];
}

/* ---- names ---- */

uint32_t node_name(const char *text, size_t n)
{
    char name[NAME_MAX + 1] = {0};
    memcpy(name, text, n);
    return (uint32_t)payload_keep(name, n + 1) + 1;
}

const char *node_text(uint32_t name)
{
    return payload_bytes(name - 1);
}

static char *path_in(node_id dir, uint32_t name)
{
    const char *before = node_at(dir)->path, *text = node_text(name);
    size_t n = strlen(before), all = n + strlen(text) + 2;
    char *path = malloc(all);
    snprintf(path, all, "%s%s%s", before, before[n - 1] == '/' ? "" : "/", text);
    return path;
}

static uint64_t slot_of(node_id dir, uint32_t name)
{
    uint32_t key[2] = {dir, name};
    return XXH3_64bits(key, sizeof key) & (agent.nodes->slots - 1);
}

static void grow(struct nodes *all)
{
    free(all->slot);
    all->slots = all->slots ? 2 * all->slots : 256;
    all->slot = mem_alloc(all->slots * sizeof *all->slot);
    for (size_t i = 0; i < all->looked.len; i++) {
        uint64_t s = slot_of(all->looked.at[i].dir, all->looked.at[i].name);
        while (all->slot[s])
            s = (s + 1) & (all->slots - 1);
        all->slot[s] = (uint32_t)i + 1;
    }
}

static struct looked *look(node_id dir, uint32_t name, bool *known)
{
    struct nodes *all = agent.nodes;
    if (2 * all->looked.len >= all->slots)
        grow(all);
    uint64_t s = slot_of(dir, name);
    for (; all->slot[s]; s = (s + 1) & (all->slots - 1)) {
        struct looked *l = &all->looked.at[all->slot[s] - 1];
        if (l->dir == dir && l->name == name) {
            *known = true;
            return l;
        }
    }
    *known = false;
    vec_push(&all->looked, (struct looked){.dir = dir, .name = name});
    all->slot[s] = (uint32_t)all->looked.len;
    return &vec_last(&all->looked);
}

static void forget_last_look(void)
{
    struct nodes *all = agent.nodes;
    all->looked.len--;
    all->slots /= 2; /* so that grow(), which doubles it, rebuilds the table at the same
                        size */
    grow(all);
}

/* ---- real files ---- */

static node_id add(struct node n)
{
    struct node *kept = mem_alloc(sizeof *kept);
    *kept = n;
    vec_push(&agent.nodes->at, kept);
    return (node_id)agent.nodes->at.len;
}

static char *read_link(const char *path)
{
    char to[PATH_MOST];
    long n = agent_syscall(SYS_readlinkat, AT_FDCWD, path, to, sizeof to - 1);
    to[n > 0 ? n : 0] = '\0';
    return mem_strdup(to);
}

/* The node of a real file; a file with two names is one node. */
static node_id add_host(const struct stat *st, node_id dir, uint32_t name, char *path)
{
    struct nodes *all = agent.nodes;
    for (size_t i = 0; i < all->at.len; i++) {
        const struct node *n = all->at.at[i];
        if (n->host && n->st.st_dev == st->st_dev && n->st.st_ino == st->st_ino) {
            free(path);
            return (node_id)i + 1;
        }
    }
    char *link = S_ISLNK(st->st_mode) ? read_link(path) : NULL;
    return add((struct node){.host = true,
                             .st = *st,
                             .dir = dir,
                             .name = name,
                             .path = path,
                             .link = link,
                             .fd = -1});
}

static long root(void)
{
    struct stat st;
    if (!agent.nodes->at.len && !agent_syscall(SYS_newfstatat, AT_FDCWD, "/", &st, 0))
        add_host(&st, 0, 0, mem_strdup("/"));
    return 1;
}

static long host_lookup(node_id dir, uint32_t name)
{
    bool known;
    struct stat st;
    struct looked *l = look(dir, name, &known);
    if (known)
        return l->node;
    char *path = path_in(dir, name);
    long err = agent_syscall(SYS_newfstatat, AT_FDCWD, path, &st, AT_SYMLINK_NOFOLLOW);
    if (!err)
        return l->node = add_host(&st, dir, name, path);
    free(path);
    if (err == -ENOENT)
        return 0;
    forget_last_look();
    return err;
}

/* The node of a canonical path; 0 if it does not exist. */
static node_id host_path(const char *path)
{
    long at = root();
    for (const char *from = path + 1; *path == '/' && *from && at > 0;) {
        size_t length = strcspn(from, "/");
        at = host_lookup((node_id)at, node_name(from, length));
        from += length + (from[length] == '/');
    }
    return *path == '/' && at > 0 ? (node_id)at : 0;
}

node_id node_start(void)
{
    struct nodes *all = agent.nodes;
    char path[PATH_MOST] = "";
    if (!all->start) {
        agent_syscall(SYS_getcwd, path, sizeof path);
        all->start = host_path(path);
    }
    if (!all->start)
        agent_refuse(REASON_FEATURE,
                     "the directory in which the program is started cannot be read");
    return all->start;
}

node_id node_of_fd(int fd)
{
    char name[32], path[PATH_MOST];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    long n = agent_syscall(SYS_readlink, name, path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    node_id node = host_path(path);
    if (!node)
        agent_refuse(REASON_SETUP,
                     "descriptor %d, which is open before the actors start, is of %s, "
                     "which is not there any more",
                     fd, path);
    return node;
}

bool node_runs(node_id id)
{
    struct stat st;
    const struct node *n = node_at(id);
    return n->host && !agent_syscall(SYS_stat, "/proc/self/exe", &st) &&
           st.st_dev == n->st.st_dev && st.st_ino == n->st.st_ino;
}

static long open_host(const struct node *n)
{
    long fd = agent_syscall(SYS_openat, AT_FDCWD, n->path, O_RDONLY | O_CLOEXEC, 0);
    if (fd >= 0 && fd < LINK_FILES_FROM) { /* moves the descriptor away from those that
                                         setup may use */
        long high = agent_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, LINK_FILES_FROM);
        if (high >= 0) {
            agent_syscall(SYS_close, fd);
            fd = high;
        }
    }
    return fd;
}

static void load(struct node *n)
{
    n->loaded = true;
    long fd = open_host(n), got = 0;
    if (fd < 0)
        return;
    n->fd = (int)fd;
    n->size = (size_t)n->st.st_size;
    if (n->size > KEPT)
        return;
    n->size = 0;
    n->data = malloc(KEPT + 1);
    while (n->size <= KEPT && (got = agent_syscall(SYS_pread64, fd, n->data + n->size,
                                                   KEPT + 1 - n->size, n->size)) > 0)
        n->size += (size_t)got;
    if (n->size > KEPT) { /* the file has grown since it was looked at */
        free(n->data);
        n->data = NULL;
        return;
    }
    n->data = realloc(n->data, n->size ? n->size : 1);
    agent_syscall(SYS_close, fd);
    n->fd = -1;
}

long node_read(node_id id, void *to, size_t bytes, int64_t offset)
{
    struct node *n = node_at(id);
    if (!n->loaded) {
        load(n);
        node_input(id);
    }
    if (n->fd >= 0)
        return agent_syscall(SYS_pread64, n->fd, to, bytes, offset);
    if (!n->data || (uint64_t)offset >= n->size)
        return 0;
    if (bytes > n->size - (size_t)offset)
        bytes = n->size - (size_t)offset;
    memcpy(to, n->data + offset, bytes);
    return (long)bytes;
}

void node_list(node_id id)
{
    _Alignas(struct dirent64) char part[8192];
    struct node *n = node_at(id);
    if (n->listed)
        return;
    n->listed = true;
    long fd = agent_syscall(SYS_openat, AT_FDCWD, n->path,
                            O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0),
         got = 0;
    while (fd >= 0 && (got = agent_syscall(SYS_getdents64, fd, part, sizeof part)) > 0)
        for (long at = 0; at < got;) {
            const struct dirent64 *d = (const struct dirent64 *)(const void *)(part + at);
            struct listed one = {node_name(d->d_name, strlen(d->d_name)), d->d_type,
                                 d->d_ino};
            vec_push(&n->names, one);
            at += d->d_reclen;
        }
    if (fd >= 0)
        agent_syscall(SYS_close, fd);
    link_input(agent.shared, n->path, input_digest(n->path, raw_call));
}

void node_input(node_id id)
{
    struct node *n = node_at(id);
    if (n->host && S_ISREG(n->st.st_mode) && !n->noted)
        link_input(agent.shared, n->path, input_digest(n->path, raw_call));
    n->noted = true;
}

void node_missing(node_id dir, uint32_t name)
{
    bool known;
    /* the directory is not real, or has a real file of this name */
    if (!node_at(dir)->host || host_lookup(dir, name))
        return;
    struct looked *l = look(dir, name, &known);
    if (l->noted)
        return;
    l->noted = true;
    char *path = path_in(dir, name);
    link_input(agent.shared, path, 0);
    free(path);
}

const char *node_shown(node_id id)
{
    const char *path = node_at(id)->path, *here = node_at(node_start())->path;
    size_t n = strlen(here);
    if (n > 1 && !strncmp(path, here, n) && path[n] == '/')
        path += n + 1;
    snprintf(agent.nodes->shown, sizeof agent.nodes->shown, "%s", path);
    return agent.nodes->shown;
}

/* ---- files that the program makes ---- */

node_id node_made(node_id dir, uint32_t name, uint32_t generation, mode_t mode)
{
    struct nodes *all = agent.nodes;
    for (size_t i = 0; i < all->at.len; i++) {
        const struct node *n = all->at.at[i];
        if (!n->host && n->dir == dir && n->name == name && n->generation == generation &&
            S_ISDIR(n->st.st_mode) == S_ISDIR(mode))
            return (node_id)i + 1;
    }
    char *path = path_in(dir, name);
    struct stat st = {.st_mode = mode,
                      .st_nlink = S_ISDIR(mode) ? 2 : 1,
                      .st_dev = node_at(dir)->st.st_dev,
                      .st_uid = (uid_t)agent_syscall(SYS_geteuid),
                      .st_gid = (gid_t)agent_syscall(SYS_getegid),
                      .st_blksize = 4096};
    /* an inode number that is the same in every process, and that no real file has */
    st.st_ino = XXH3_64bits_withSeed(path, strlen(path), generation) | UINT64_C(1) << 63;
    return add((struct node){.st = st,
                             .dir = dir,
                             .name = name,
                             .generation = generation,
                             .path = path,
                             .fd = -1});
}

/* ---- paths ---- */

/* A file of the kernel's that always says the same, whoever asks; 0 if this is none. */
static node_id constant(struct call *c, node_id dir, const char *name)
{
    struct nodes *all = agent.nodes;
    size_t bytes = 0;
    const char *text = node_at(dir)->host && !strcmp(node_at(dir)->path, "/proc")
                           ? machine_proc(c, name, &bytes)
                           : NULL;
    if (!text)
        return 0;
    uint64_t number = XXH3_64bits(text, bytes) | UINT64_C(1) << 63;
    uint32_t called = node_name(name, strlen(name));
    for (size_t i = 0; i < all->at.len; i++)
        if (all->at.at[i]->st.st_ino == number && all->at.at[i]->name == called)
            return (node_id)i + 1;
    char *data = mem_alloc(bytes + 1);
    memcpy(data, text, bytes);
    char path[PATH_MOST]; /* there is no process of the rank's number to ask about */
    const char *file = strchr(name, '/');
    snprintf(path, sizeof path, "/proc/%s%s", file ? "self" : name, file ? file : "");
    return add((struct node){.host = true,
                             .noted = true,
                             .loaded = true,
                             .st = {.st_mode = S_IFREG | 0444,
                                    .st_nlink = 1,
                                    .st_ino = number,
                                    .st_blksize = 1024},
                             .dir = dir,
                             .name = called,
                             .path = mem_strdup(path),
                             .data = data,
                             .size = bytes,
                             .fd = -1});
}

/* Refuses files of the kernel (/proc, /sys) that show something other than the program,
 * or differ each time. */
static long refuse_kernel(struct call *c, node_id dir, const char *name)
{
    const char *path = node_at(dir)->path;
    bool proc = !strcmp(path, "/proc") && strcmp(name, "sys");
    bool sys = !strcmp(path, "/sys") && strcmp(name, "devices");
    if ((proc || sys) && c->who >= 0 && signals_give_up(c->who, c->context)) {
        c->over = true;
        return -ENOENT;
    }
    if (proc || sys)
        return REFUSE(c, REASON_SAID,
                      "looks into %s/%s, which shows the machine or the checker and not "
                      "the program; leave it out under mazurka",
                      path, name);
    return 0;
}

/* Devices are not there for the program. */
static bool hidden(const struct call *c, node_id dir, const char *name)
{
    char path[PATH_MOST];
    const char *in = node_at(dir)->path;
    if (strncmp(in, "/sys", 4))
        return false;
    snprintf(path, sizeof path, "%s/%s", in, name);
    if (!machine_hides(path))
        return false;
    if (c->who >= 0)
        link_rests_on(agent.shared, "a machine without devices, as /sys shows it");
    return true;
}

static long lookup(struct call *c, node_id dir, uint32_t name)
{
    const struct entry *e = view_entry(c, dir, name);
    if (e)
        return e->node;
    return node_at(dir)->host ? host_lookup(dir, name) : 0;
}

static void note_look(struct call *c, node_id dir, uint32_t name, bool present)
{
    ledger_add(c, (struct access){.kind = ACCESS_LOOK,
                                  .node = dir,
                                  .name = name,
                                  .flags = present ? ACCESS_PRESENT : 0});
}

/* Replaces the rest of the path after a symbolic link by the link's target and that
 * rest. */
static long follow(char *left, const char *target, const char *rest)
{
    char next[PATH_MOST];
    int n = snprintf(next, sizeof next, "%s%s", target, rest);
    if (n < 0 || (size_t)n >= sizeof next)
        return -ENAMETOOLONG;
    memcpy(left, next, (size_t)n + 1);
    return 0;
}

node_id node_parent(struct call *c, node_id at)
{
    const struct entry *e = node_at(at)->host ? NULL : view_entry_of(c, at);
    if (!e)
        return node_at(at)->dir;
    node_id dir = e->dir;
    note_look(c, dir, e->name, true);
    return dir;
}

long node_walk(struct call *c, node_id at, const char *path, enum walk_how how,
               struct place *p)
{
    char left[PATH_MOST];
    unsigned links = 0;
    size_t all = strlen(path);
    long err;
    if (!all)
        return -ENOENT;
    if (all >= sizeof left)
        return -ENAMETOOLONG;
    memcpy(left, path, all + 1);
    if (left[0] == '/')
        at = (node_id)root();
    for (char *from = left;;) {
        from += strspn(from, "/");
        size_t n = strcspn(from, "/");
        char *rest = from + n;
        bool slash = *rest == '/', last = !rest[strspn(rest, "/")];
        if (!node_is_dir(at))
            return -ENOTDIR;
        if (!n || (n == 1 && from[0] == '.') || (n == 2 && !strncmp(from, "..", 2))) {
            if (n == 2 && node_at(at)->dir)
                at = node_parent(c, at);
            if (last) {
                *p = (struct place){.node = at, .slash = true, .dots = (uint8_t)n};
                return 0;
            }
            from = rest;
            continue;
        }
        if (n > NAME_MAX)
            return -ENAMETOOLONG;
        uint32_t name = node_name(from, n);
        node_id known = constant(c, at, from);
        if (known) {
            *p = (struct place){at, node_at(known)->name, known, false, 0};
            return 0;
        }
        bool gone = hidden(c, at, node_text(name));
        if (!gone && (err = refuse_kernel(c, at, node_text(name))))
            return err;
        long found = gone ? 0 : lookup(c, at, name);
        if (found < 0)
            return found;
        const struct node *it = found ? node_at((node_id)found) : NULL;
        if (it && it->link && (!last || slash || how == WALK_FOLLOW)) {
            note_look(c, at, name, true);
            if (++links > LINKS)
                return -ELOOP;
            char *target = it->link;
            if ((err = follow(left, target, rest)))
                return err;
            at = left[0] == '/' ? (node_id)root() : at;
            from = left;
            continue;
        }
        if (last) {
            *p = (struct place){at, name, (node_id)found, slash, 0};
            return it && slash && !S_ISDIR(it->st.st_mode) ? -ENOTDIR : 0;
        }
        if (!it || !it->host)
            note_look(c, at, name, it != NULL);
        if (!it) {
            node_missing(at, name);
            return -ENOENT;
        }
        at = (node_id)found;
        from = rest;
    }
}
