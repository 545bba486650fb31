/* SPDX-License-Identifier: Apache-2.0
 *
 * guard.c - see guard.h. */
#include "real/guard.h"

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
/* Later kernels have calls behind this one, of which nobody knows here what they do. */
#define NEWEST 462
#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

/* What changes files, other processes or the machine, or outlives the process. */
static const uint16_t changes[] = {
    /* files */
    SYS_creat,
    SYS_unlink,
    SYS_unlinkat,
    SYS_rmdir,
    SYS_rename,
    SYS_renameat,
    SYS_renameat2,
    SYS_mkdir,
    SYS_mkdirat,
    SYS_mknod,
    SYS_mknodat,
    SYS_link,
    SYS_linkat,
    SYS_symlink,
    SYS_symlinkat,
    SYS_truncate,
    SYS_chmod,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_chown,
    SYS_lchown,
    SYS_fchown,
    SYS_fchownat,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_openat2,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    452 /* fchmodat2 */,
    /* what others see, or hear */
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_semget,
    SYS_semop,
    SYS_semctl,
    SYS_semtimedop,
    SYS_mq_open,
    SYS_mq_unlink,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_ptrace,
    SYS_fork,
    SYS_vfork,
    SYS_setns,
    SYS_setpriority,
    SYS_ioprio_set,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_kcmp,
    424 /* pidfd_send_signal */,
    434 /* pidfd_open */,
    438 /* pidfd_getfd */,
    440 /* process_madvise */,
    448 /* process_mrelease */,
    SYS_fanotify_init,
    SYS_vmsplice,
    SYS_splice,
    SYS_tee,
    SYS_io_setup,
    SYS_io_submit,
    425 /* io_uring_setup */,
    426 /* io_uring_enter */,
    427 /* io_uring_register */,
    /* the machine */
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_reboot,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_bpf,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_iopl,
    SYS_ioperm,
    SYS_syslog,
    SYS_vhangup,
    SYS_sysfs,
    SYS_uselib,
    428 /* open_tree */,
    429 /* move_mount */,
    430 /* fsopen */,
    431 /* fsconfig */,
    432 /* fsmount */,
    433 /* fspick */,
    442 /* mount_setattr */,
    443 /* quotactl_fd */,
    /* who one is */
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setgroups,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setfsuid,
    SYS_setfsgid,
    SYS_capset,
    SYS_setsid,
};
/* The first argument of these is a process, which must not be the supervisor, nor all
 * that there are. */
static const uint16_t reaches[] = {
    SYS_kill,
    SYS_tkill,
    SYS_tgkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
};
enum { REACHES = sizeof reaches / sizeof *reaches };
enum { CHANGES = sizeof changes / sizeof *changes };

bool guard_files(void)
{
    struct sock_filter code[2 * CHANGES + 7 * REACHES + 40];
    const uint32_t supervisor = (uint32_t)getppid();
    size_t n = 0;
    code[n++] = (struct sock_filter)LOAD(arch);
    code[n++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    code[n++] = (struct sock_filter)TRAP;
    code[n++] = (struct sock_filter)LOAD(nr);
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, NEWEST, 0, 1);
    code[n++] = (struct sock_filter)TRAP;
    for (size_t i = 0; i < CHANGES; i++) {
        code[n++] = (struct sock_filter)SKIP_UNLESS(changes[i]);
        code[n++] = (struct sock_filter)TRAP;
    }
    for (size_t i = 0; i < REACHES; i++) {
        struct sock_filter reach[] = {
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, reaches[i], 0, 6),
            LOAD(args[0]),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, supervisor, 2, 0),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)-1, 1, 0),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t) - (int)supervisor, 0, 1),
            TRAP,
            LOAD(nr),
        };
        for (size_t k = 0; k < sizeof reach / sizeof *reach; k++)
            code[n++] = reach[k];
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
    return !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
