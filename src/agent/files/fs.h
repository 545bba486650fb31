/* SPDX-License-Identifier: Apache-2.0
 *
 * fs.h - the file system as ranks see it: what its modules share.
 *
 *   nodes.c    which file a path names; real files are looked at, never changed
 *   ledger.c   what ranks did with files, and who knows of what: vector clocks
 *   view.c     what one rank sees: names and contents that were changed
 *   files.c    descriptors, reading, writing      names.c   calls about names
 *   rights.c   chmod and chown                      pipe.c    what a rank tells itself
 *   filerace.c two ranks that used one file without an order
 *   mpifile.c  what MPI's files add to that
 *
 * A *node* is a file, directory or device, whatever names it has: a real one is known by
 * device and inode, one that the program made by where it made it. Nodes are numbered
 * from 1 for the whole process and never change. What changes is a rank's own: the
 * *view*, in the rank's memory, says which names and contents differ from the real ones.
 * It goes back with the rank. */
#ifndef MZ_AGENT_FILES_FS_H
#define MZ_AGENT_FILES_FS_H
#include "agent/files/ledger.h"
#include "agent/system/syscall.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

#define PATH_MOST 4096

/* Whose files the call is about: the threads of a program without MPI have those of the
 * first one. Where threads of MPI programs use files, they take turns. */
static inline int files_rank(const struct call *c)
{
    return agent.shares && !agent.hybrid && c->who > 0 ? 0 : c->who;
}

static inline struct rank_head *files_head(const struct call *c)
{
    return agent.rank[files_rank(c)].head;
}

/* The largest number of bytes that the kernel reads or writes with one call. */
#define IO_MOST ((size_t)0x7ffff000)

/* Refuses the program, for this reason. The result is an error number, so that the call
 * ends there. */
#define REFUSE(c, reason, ...) (call_refuse((c), (reason), __VA_ARGS__), (long)-EIO)

/* ---- nodes.c ---- */

struct listed { /* a name in a real directory */
    uint32_t name;
    uint8_t type;
    uint64_t inode;
};

struct node {
    bool host;      /* it exists in the real file system */
    struct stat st; /* its status at the first look; for files that the program made, at
                       their creation */
    node_id dir;    /* the directory and name by which it was found or made */
    uint32_t name, generation;
    char *path; /* the canonical path of a real file; for others, where it would be */
    char *link; /* the target of a symbolic link */
    /* The remaining fields are for real files and are filled in when first needed. The
     * content of large files stays on disk. */
    bool noted; /* it is listed among the inputs that the verdict rests on */
    bool loaded;
    char *data;
    size_t size;
    int fd; /* descriptor of a large file; -1: the content is in data */
    bool listed;
    VEC(struct listed) names;
};

/* What a path leads to. */
struct place {
    node_id dir; /* the directory in which the last name of the path is looked up; 0: the
                    path has no last name (., /) */
    uint32_t name;
    node_id node; /* 0: it does not exist */
    bool slash;   /* the path ends in a slash, so it must be a directory */
    uint8_t dots; /* if dir is 0: 0 for the root, 1 for ".", 2 for ".." */
};

enum walk_how {
    WALK_FOLLOW,
    WALK_STAY
}; /* whether a symbolic link as the last name is
      followed */

void nodes_init(void);
struct node *node_at(node_id);
size_t nodes_number(void);
node_id node_start(void); /* the directory in which the program was started */
/* Finds what a path leads to, in the view of the rank that makes the call. Lookups on
 * the way that other ranks could influence are recorded in the ledger; the last one is
 * left to the caller. */
long node_walk(struct call *, node_id from, const char *path, enum walk_how,
               struct place *);
/* The directory that this directory is in, as the rank knows it. */
node_id node_parent(struct call *, node_id);
node_id node_of_fd(int fd); /* the node of a descriptor of the process */
/* A node that the program makes. All ranks that make it at this place get the same
 * node. */
node_id node_made(node_id dir, uint32_t name, uint32_t generation, mode_t mode);
/* Reads at most n bytes of a real file. */
long node_read(node_id, void *to, size_t n, int64_t offset);
void node_list(node_id);                        /* fills node.names */
uint32_t node_name(const char *text, size_t n); /* a number for the name */
const char *node_text(uint32_t name);
void node_input(node_id);                      /* lists its content among the inputs of
                                                  the verdict */
void node_missing(node_id dir, uint32_t name); /* lists its absence among the inputs of
                                                  the verdict */
/* The path as the user would write it. Points to a buffer that the next call
 * overwrites. */
const char *node_shown(node_id);

/* Is this a file that the ranks execute, so that nobody may write it (ETXTBSY)? */
bool node_runs(node_id);

static inline bool node_is_dir(node_id n)
{
    return S_ISDIR(node_at(n)->st.st_mode);
}

/* ---- view.c ---- */

struct entry { /* a name that leads elsewhere than in the real file system */
    node_id dir;
    uint32_t name;
    node_id node;        /* 0: the name does not exist */
    uint32_t generation; /* how often a file of this name was removed */
    uint64_t changed;    /* virtual time of the last change */
};

struct content { /* a file that some rank has written, or maps */
    struct content *next;
    node_id node;
    uint32_t applied; /* the clock up to which the changes of others are applied */
    bool written;     /* its content differs from the real one */
    bool filled;      /* data is the content, as of `applied` */
    uint16_t mapper;  /* the rank that has mapped it, plus 1; 0: none that this one knows
                         of */
    char *data;
    size_t size, room;
    uint64_t changed; /* virtual time of the last change, or of its creation */
};

struct fs_view {
    uint32_t known; /* the clock up to which the names are up to date */
    uint32_t nentries, room;
    struct entry *entries;
    struct content *contents;
    node_id directory; /* the current directory; 0: the one that the program was started
                          in */
};

struct fs_view *view_of(struct call *); /* the view of the calling rank, up to date; NULL:
                                        no memory */
const struct entry *view_entry(struct call *, node_id dir, uint32_t name);
/* The name of a directory that the program made; NULL if it has been removed. */
const struct entry *view_entry_of(struct call *, node_id);
/* Changes a name, and records that in the ledger. `flags` are those of struct
 * access. */
long view_name(struct call *, node_id dir, uint32_t name, node_id, unsigned flags);
/* Notes that the rank has mapped these bytes of the file, which nobody may write any
 * more; `length`: the end of the file is among them. */
void view_map(struct call *, node_id, int64_t from, size_t bytes, bool length);
/* The changed content of a file; NULL if nobody has written it. */
struct content *view_content(struct call *, node_id);
size_t view_size(struct call *, node_id);
/* How many names a file has; of a directory, as many as the file system counts. */
uint32_t view_links(struct call *, node_id);
/* Virtual times of the last changes of the content, and of the status; 0: it was not
 * changed. */
struct changes {
    uint64_t content, status;
};
struct changes view_changes(struct call *, node_id);
/* These change a file, and record that in the ledger. */
long view_write(struct call *, node_id, const void *bytes, size_t n, int64_t at,
                bool append);
long view_truncate(struct call *, node_id, uint64_t length);

/* ---- files.c ---- */

node_id file_directory(struct call *, int fd); /* the directory of an *at call; 0: fd is
                                                  invalid */
node_id file_node(struct call *, int fd);      /* the file or directory of a descriptor;
                                                  0: it is neither */
long file_stat_of(struct call *, uint64_t fd, struct stat *);

#endif
