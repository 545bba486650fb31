/* SPDX-License-Identifier: Apache-2.0
 *
 * input.c - see input.h. */
#include "real/input.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define PART ((size_t)32 << 10)

long input_call(long nr, long a, long b, long c, long d, long e, long f)
{
    long result = syscall(nr, a, b, c, d, e, f);
    return result < 0 ? -errno : result;
}

static uint64_t content(long fd, input_call_fn *call)
{
    char part[PART];
    long n, at = 0;
    XXH3_state_t on_stack, *x = &on_stack;
    XXH3_64bits_reset(x);
    while ((n = call(SYS_pread64, fd, (long)part, PART, at, 0, 0)) > 0) {
        XXH3_64bits_update(x, part, (size_t)n);
        at += n;
    }
    return n < 0 ? 0 : XXH3_64bits_digest(x) | 1;
}

/* A digest of the names in a directory that does not depend on their order. */
static uint64_t names(long fd, input_call_fn *call)
{
    _Alignas(struct dirent64) char part[PART];
    uint64_t sum = 0;
    long n;
    while ((n = call(SYS_getdents64, fd, (long)part, PART, 0, 0, 0)) > 0)
        for (long at = 0; at < n;) {
            const struct dirent64 *d = (const struct dirent64 *)(const void *)(part + at);
            sum += XXH3_64bits(d->d_name, strlen(d->d_name));
            at += d->d_reclen;
        }
    return sum | 1;
}

uint64_t input_digest(const char *path, input_call_fn *call)
{
    struct stat st;
    long fd = call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0,
                   0, 0);
    uint64_t d = 0;
    if (fd < 0)
        return 0;
    if (!call(SYS_fstat, fd, (long)&st, 0, 0, 0, 0))
        d = S_ISDIR(st.st_mode)   ? names(fd, call)
            : S_ISREG(st.st_mode) ? content(fd, call)
                                  : 1;
    call(SYS_close, fd, 0, 0, 0, 0, 0);
    return d;
}

static uint32_t count(const struct link *l)
{
    return l->ninputs < LINK_MAX_INPUTS ? l->ninputs : LINK_MAX_INPUTS;
}

const char *input_changed(const struct link *l)
{
    static const char own[] = "/proc/self/"; /* of this process, these would be others */
    for (uint32_t i = 0; i < count(l); i++)
        if (strncmp(l->inputs[i].path, own, sizeof own - 1) != 0 &&
            strlen(l->inputs[i].path) < sizeof l->inputs[i].path - 1 &&
            input_digest(l->inputs[i].path, input_call) != l->inputs[i].digest)
            return l->inputs[i].path;
    return NULL;
}
