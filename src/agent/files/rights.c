/* SPDX-License-Identifier: Apache-2.0
 *
 * rights.c - chmod and chown, of files that have these rights and owners already; and
 * extended attributes, of which there are none.
 *
 * Libraries set the mode of a file to what it is anyway, and give it to the user who has
 * it. That changes nothing but a time. Rights that really change would have to be known
 * to some ranks and not to others, and are refused. */
#include "agent/files/names.h"

#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

#define NOBODY UINT32_MAX /* an owner or group that is to stay */

static long of_descriptor(struct call *c, int fd, node_id *node)
{
    struct stat st;
    long err = file_stat_of(c, (uint64_t)fd, &st);
    *node = err ? 0 : file_node(c, fd);
    if (!err && !*node)
        return REFUSE(c, REASON_FEATURE,
                      "asks for the rights of a descriptor that is no file");
    return err;
}

/* Finds the file that the call is about: a descriptor, or a directory and a path. */
static long of_call(struct call *c, node_id *node)
{
    struct place p;
    long err;
    *node = 0;
    switch (c->nr) {
    case SYS_fchmod:
    case SYS_fchown:
    case SYS_fgetxattr:
    case SYS_flistxattr:
        return of_descriptor(c, (int)c->arg[0], node);
    case SYS_fchmodat:
        err = names_see(c, (int)c->arg[0], c->arg[1], WALK_FOLLOW, &p);
        break;
    case SYS_fchownat:
        if (c->arg[4] & ~(uint64_t)AT_SYMLINK_NOFOLLOW)
            return REFUSE(c, REASON_FEATURE, "calls fchownat with flags %#x",
                          (unsigned)c->arg[4]);
        err = names_see(c, (int)c->arg[0], c->arg[1], c->arg[4] ? WALK_STAY : WALK_FOLLOW,
                        &p);
        break;
    default:
        err = names_see(c, AT_FDCWD, c->arg[0],
                        c->nr == SYS_lchown || c->nr == SYS_lgetxattr ||
                                c->nr == SYS_llistxattr
                            ? WALK_STAY
                            : WALK_FOLLOW,
                        &p);
    }
    *node = err ? 0 : p.node;
    return err;
}

static long on_disk(const struct node *n)
{
    struct statfs fs;
    bool fixed =
        n->host && !agent_syscall(SYS_statfs, n->path, &fs) && fs.f_flags & ST_RDONLY;
    return fixed ? -EROFS : 0;
}

static bool owns(const struct node *n)
{
    long me = agent_syscall(SYS_geteuid);
    return !me || (uid_t)me == n->st.st_uid;
}

static void rest_on_times(void)
{
    link_rests_on(agent.shared, "no times of files after chmod or chown");
}

long name_chmod(struct call *c)
{
    node_id node;
    mode_t mode = (mode_t)c->arg[c->nr == SYS_fchmodat ? 2 : 1] & 07777;
    long err = of_call(c, &node);
    if (!err)
        err = on_disk(node_at(node));
    if (err)
        return err;
    const struct node *n = node_at(node);
    if (!owns(n))
        return -EPERM;
    if ((n->st.st_mode & 07777) != mode || mode & S_ISGID)
        return REFUSE(c, REASON_FEATURE,
                      "changes who may use a file (chmod %o, and %s has %o)",
                      (unsigned)mode, node_shown(node), (unsigned)n->st.st_mode & 07777);
    rest_on_times();
    return 0;
}

long name_chown(struct call *c)
{
    node_id node;
    int at = c->nr == SYS_fchownat ? 2 : 1;
    uint32_t user = (uint32_t)c->arg[at], group = (uint32_t)c->arg[at + 1];
    long err = of_call(c, &node);
    if (!err)
        err = on_disk(node_at(node));
    if (err)
        return err;
    const struct node *n = node_at(node);
    if ((user != NOBODY || group != NOBODY) && !owns(n))
        return -EPERM;
    if ((user != NOBODY && user != n->st.st_uid) ||
        (group != NOBODY && group != n->st.st_gid) || n->st.st_mode & (S_ISUID | S_ISGID))
        return REFUSE(c, REASON_FEATURE, "gives a file to another user or group (chown)");
    rest_on_times();
    return 0;
}

/* getxattr, listxattr and their like */
long name_xattr(struct call *c)
{
    bool lists = c->nr == SYS_listxattr || c->nr == SYS_llistxattr ||
                 c->nr == SYS_flistxattr;
    node_id node;
    long err = of_call(c, &node);
    if (err)
        return err;
    link_rests_on(agent.shared, "files without extended attributes");
    return lists ? 0 : -ENODATA;
}
