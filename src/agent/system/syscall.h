/* SPDX-License-Identifier: Apache-2.0
 *
 * syscall.h - system calls of the program, answered by us.
 *
 * A service gets the six arguments and returns what the kernel would: a result,
 * or a negative error number. It may also end the rank. */
#ifndef MZ_AGENT_SYSTEM_SYSCALL_H
#define MZ_AGENT_SYSTEM_SYSCALL_H
#include "agent/core/agent.h"
#include <sys/syscall.h>

struct call {
    long nr;
    uint64_t arg[6];
    void *context;   /* the interrupted registers; used by crash_leave() */
    int who;         /* the rank, or AT_SETUP */
    uint32_t handle; /* the MPI_File that the descriptor belongs to: see opened.h */
    bool atomic;     /* that is in atomic mode */
    bool over;       /* the rank was ended by this call, so the result does not matter */
    bool gives_way;  /* another thread of the rank is to go on: see thread.h */
};

typedef long service_fn(struct call *);

/* Installs the filter for system calls and its handler. */
void syscall_filter(void);

/* Ends the calling rank with a finding. */
long call_refuse(struct call *, enum reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
long call_fail(struct call *, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void call_go_on(
    struct call *); /* lets the rank go on after a call that has not ended it */
long call_pass(struct call *); /* passes the call to the kernel unchanged */

/* These access memory of the program and return false if it is not accessible. */
bool user_read(void *to, uint64_t from, size_t n);
bool user_write(uint64_t to, const void *from, size_t n);
bool user_text(char *to, size_t room, uint64_t from);

static inline struct rank_head *call_head(const struct call *c)
{
    return agent.rank[c->who].head;
}

/* files.c */
service_fn file_open, file_openat, file_creat, file_close, file_close_range, file_dup,
    file_dup2, file_read, file_pread, file_readv, file_write, file_pwrite, file_writev,
    file_lseek, file_fcntl, file_flock, file_sync, file_advise, file_getdents, file_ioctl,
    file_ftruncate, file_allocate, file_socket, file_connect, file_events, file_pipe,
    file_socketpair, file_eventfd;
void files_init(void);
void files_inherit(void); /* takes over the files that setup has opened */
/* The path of a file that is open for reading; NULL if there is none. */
const char *file_path(struct call *, int fd);
/* Copies from a file to memory that is being mapped. */
long file_map(struct call *, char *to, size_t bytes, int fd, int64_t offset);

/* names.c */
service_fn name_stat, name_fstat, name_fstatat, name_statx, name_statfs, name_access,
    name_readlink, name_unlink, name_mkdir, name_rename, name_truncate, name_chdir,
    name_getcwd;
/* rights.c */
service_fn name_chmod, name_chown, name_xattr;

/* setup.c: answers those calls of setup about files that the kernel must not answer. It
 * may refuse the program. */
bool setup_answers(struct call *, long *result);
struct stat;
bool setup_mapped(const struct stat *); /* has setup mapped this file? */

/* memory.c */
/* Is this an address in memory that the rank has mapped? */
bool memory_is_mapping(const struct rank_head *, const void *);
service_fn memory_mmap, memory_munmap, memory_mremap, memory_mprotect, memory_madvise,
    memory_brk, memory_msync, memory_lock;

/* machine.c */
service_fn machine_getpid, machine_getppid, machine_getpgid, machine_uname,
    machine_sysinfo, machine_getaffinity, machine_setaffinity, machine_scheduler,
    machine_getcpu, machine_policy, machine_no_numa, machine_getrusage, machine_getrlimit,
    machine_prlimit, machine_ids, machine_prctl, machine_umask;
int machine_pid(int who);
/* What a file below /proc says to the caller, such as self/status; NULL if it is not
 * known here. Points to a buffer of so many bytes that the next call overwrites. */
const char *machine_proc(const struct call *, const char *name, size_t *bytes);
/* Is this a file of the kernel's that must look as if it were not there? */
bool machine_hides(const char *path);

/* virtual.c */
service_fn virtual_clock_gettime, virtual_clock_getres, virtual_gettimeofday,
    virtual_time, virtual_nanosleep, virtual_clock_nanosleep, virtual_times,
    virtual_getrandom, virtual_poll, virtual_select, virtual_alarm, virtual_itimer,
    virtual_pause;
/* The running rank's time on this clock; every look lets some time pass. False if there
 * is no such clock. */
bool virtual_clock(clockid_t, struct timespec *);
void virtual_matters(void);             /* the time of a rank is about to be used */
uint64_t virtual_now(void);             /* the running rank's real-time clock, in
                                           nanoseconds since 1970 */
void virtual_not_before(uint64_t time); /* advances the clock to at least this time, at
                                           which a received message was sent */
void virtual_come_to(const struct timespec *, clockid_t); /* the same, to a time limit */
uint64_t virtual_computed(int who); /* nanoseconds that the rank was not asleep */
/* Sleeps; if the alarm wakes the rank, what is left is stored in `rest` (0: nowhere).
 * Returns 0 or a negative error. */
long virtual_sleep(struct call *, uint64_t timespec, uint64_t rest);
/* The virtual time until which a call with this timeout waits; returns 0 or a negative
 * error. */
long virtual_until(struct call *, uint64_t timespec, bool absolute, bool monotonic,
                   uint64_t *until);
void virtual_pass_until(int who, uint64_t time);
void virtual_random(void *to, size_t n);

#endif
