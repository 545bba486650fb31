/* SPDX-License-Identifier: Apache-2.0
 *
 * guard.c - see guard.h. */
#include "exec/guard.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field)                                                                      \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(nr) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1)
#define TRAP            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP)
#define ALLOW           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define WRITES          (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

static const uint16_t changes[] = {
    SYS_creat,     SYS_unlink,      SYS_unlinkat,     SYS_rmdir,        SYS_rename,
    SYS_renameat,  SYS_renameat2,   SYS_mkdir,        SYS_mkdirat,      SYS_mknod,
    SYS_mknodat,   SYS_link,        SYS_linkat,       SYS_symlink,      SYS_symlinkat,
    SYS_truncate,  SYS_chmod,       SYS_fchmod,       SYS_fchmodat,     SYS_chown,
    SYS_lchown,    SYS_fchown,      SYS_fchownat,     SYS_utime,        SYS_utimes,
    SYS_futimesat, SYS_utimensat,   SYS_setxattr,     SYS_lsetxattr,    SYS_fsetxattr,
    SYS_openat2,   SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
};
enum { CHANGES = sizeof changes / sizeof *changes };

void guard_files(void)
{
    struct sock_filter code[2 * CHANGES + 20];
    size_t n = 0;
    code[n++] = (struct sock_filter)LOAD(arch);
    code[n++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    code[n++] = (struct sock_filter)TRAP;
    code[n++] = (struct sock_filter)LOAD(nr);
    for (size_t i = 0; i < CHANGES; i++) {
        code[n++] = (struct sock_filter)SKIP_UNLESS(changes[i]);
        code[n++] = (struct sock_filter)TRAP;
    }
    struct sock_filter open[] = {
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 3, 0),
        ALLOW,
        LOAD(args[2]),
        BPF_STMT(BPF_JMP | BPF_JA, 1),
        LOAD(args[1]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, WRITES, 0, 2),
        LOAD(args[5]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, GUARD_DEVICE, 0, 1),
        ALLOW,
        TRAP,
    };
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        code[n++] = open[i];
    struct sock_fprog program = {(unsigned short)n, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
