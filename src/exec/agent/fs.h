/* SPDX-License-Identifier: Apache-2.0
 *
 * fs.h - the file system as ranks see it: what its modules share.
 *
 *   nodes.c    which file a path names; real files are looked at, never changed
 *   ledger.c   what ranks did with files, and who knows of what: vector clocks
 *   view.c     what one rank sees: names and contents that were changed
 *   files.c    descriptors, reading, writing      names.c   calls about names
 *   filerace.c two ranks that used one file without an order
 *
 * A *node* is a file, directory or device, whatever names it has: a real one is known by
 * device and inode, one that the program made by where it made it. Nodes are numbered
 * from 1 for the whole process and never change. What changes is a rank's own: the
 * *view*, in the rank's memory, says which names and contents differ from the real ones.
 * It goes back with the rank. */
#ifndef MZ_EXEC_FS_H
#define MZ_EXEC_FS_H
#include "exec/agent/ledger.h"
#include "exec/agent/syscall.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

#define PATH_MOST 4096
/* As much as the kernel reads or writes with one call. */
#define IO_MOST ((size_t)0x7ffff000)

/* The program cannot be verified. The result is an error, so that nobody goes on. */
#define REFUSE(c, ...) (call_fail((c), FINDING_UNSUPPORTED, __VA_ARGS__), (long)-EIO)

/* ---- nodes.c ---- */

#define NODES_FROM 1000 /* descriptors below are left to what setup opens */

struct listed { /* a name in a real directory */
    uint32_t name;
    uint8_t type;
    uint64_t inode;
};

struct node {
    bool host;      /* it is there in the real file system */
    struct stat st; /* as it was at the first look; of others, as it was made */
    node_id dir;    /* where it was found or made, and by which name */
    uint32_t name, generation;
    char *path; /* of the real one, without links; of others, where it would be */
    char *link; /* a symbolic link: where it leads */
    /* Of a real one, read when first needed. Large files stay on the disk. */
    bool noted; /* the verdict rests on it */
    bool loaded;
    char *data;
    size_t size;
    int fd; /* -1: the content is in data */
    bool listed;
    VEC(struct listed) names;
};

/* What a path leads to. */
struct place {
    node_id
        dir; /* where the last name of the path is looked for; 0: it has none (., /) */
    uint32_t name;
    node_id node; /* 0: not there */
    bool slash;   /* the path ends in one, so it must be a directory */
    uint8_t dots; /* dir is 0: 0 for the root, 1 for ., 2 for .. */
};

enum walk_how { WALK_FOLLOW, WALK_STAY }; /* the last name, if it is a symbolic link */

void nodes_init(void);
struct node *node_at(node_id);
node_id node_start(void); /* the directory in which the program was started */
/* Of the view of whoever calls. Looks on the way that others could influence are in the
 * ledger; the last one is left to the caller. */
long node_walk(struct call *, node_id from, const char *path, enum walk_how,
               struct place *);
node_id node_of_fd(int fd); /* a descriptor of the process */
/* One that the program makes: the same for everybody who makes it there. */
node_id node_made(node_id dir, uint32_t name, uint32_t generation, mode_t mode);
/* At most n bytes of a real file. */
long node_read(node_id, void *to, size_t n, int64_t offset);
void node_list(node_id);                        /* fills `names` */
uint32_t node_name(const char *text, size_t n); /* a number for it */
const char *node_text(uint32_t name);
void node_input(node_id);                      /* the verdict rests on what is in it */
void node_missing(node_id dir, uint32_t name); /* likewise, on that there is none */
/* As the user would call it. Points to a buffer that the next call overwrites. */
const char *node_shown(node_id);

/* It is what the ranks execute, which nobody may write (ETXTBSY). */
bool node_runs(node_id);

static inline bool node_is_dir(node_id n)
{
    return S_ISDIR(node_at(n)->st.st_mode);
}

/* ---- view.c ---- */

struct entry { /* a name that does not lead where it does in the real file system */
    node_id dir;
    uint32_t name;
    node_id node;        /* 0: not there */
    uint32_t generation; /* how often what it named has gone */
};

struct content { /* of a file that somebody has written, or maps */
    struct content *next;
    node_id node;
    uint32_t applied; /* the clock up to which others' changes are in it */
    bool filled;
    bool mapped; /* as shared memory, which would show every change */
    bool copied; /* mapped privately: what we copied would show some changes, too */
    char *data;
    size_t size, room;
    uint64_t changed; /* virtual time */
};

struct view {
    uint32_t known; /* the clock up to which names are right */
    uint32_t nentries, room;
    struct entry *entries;
    struct content *contents;
    node_id directory; /* where relative paths begin; 0: where the program was started */
};

struct view *view_of(struct call *); /* up to date; NULL: no memory */
const struct entry *view_entry(struct call *, node_id dir, uint32_t name);
/* Changes it, and puts that into the ledger. `flags`: see struct access. */
long view_name(struct call *, node_id dir, uint32_t name, node_id, unsigned flags);
/* The rank has mapped it privately: it must not write it any more. */
void view_copy(struct call *, node_id);
bool view_map(struct call *, node_id); /* false: no, somebody has written it */
/* NULL: nobody has written it. */
struct content *view_content(struct call *, node_id);
size_t view_size(struct call *, node_id);
uint32_t view_links(struct call *, node_id); /* how many names a file has */
/* These put into the ledger what they do. */
long view_write(struct call *, node_id, const void *bytes, size_t n, int64_t at,
                bool append);
long view_truncate(struct call *, node_id, uint64_t length);

/* ---- files.c ---- */

node_id file_directory(struct call *, int fd); /* of a *at call; 0: fd is no good */
node_id file_node(struct call *, int fd);      /* 0: it is no file or directory */
long file_stat_of(struct call *, uint64_t fd, struct stat *);

#endif
