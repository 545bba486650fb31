/* SPDX-License-Identifier: Apache-2.0
 *
 * count.c - counts what the agent and the MPI library do: their code is compiled so that it
 * calls __sanitizer_cov_trace_pc() in each basic block. When a process of the agent ends,
 * the number is written to its standard error: "work: N".
 *
 * A compiler's count is the same in each run, on any machine, however busy, and needs no
 * privilege, as counters of the processor do. */
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>

void __sanitizer_cov_trace_pc(void);
long __real_raw_call(long nr, long a, long b, long c, long d, long e, long f);
long __wrap_raw_call(long nr, long a, long b, long c, long d, long e, long f);

static uint64_t blocks;

__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc(void)
{
    blocks++;
}

static void tell(void)
{
    char text[40], *at = text + sizeof text;
    *--at = '\n';
    for (uint64_t left = blocks; left; left /= 10)
        *--at = (char)('0' + left % 10);
    at = memcpy(at - 6, "work: ", 6);
    __real_raw_call(SYS_write, 2, (long)at, text + sizeof text - at, 0, 0, 0);
}

long __wrap_raw_call(long nr, long a, long b, long c, long d, long e, long f)
{
    if (nr == SYS_exit_group)
        tell();
    return __real_raw_call(nr, a, b, c, d, e, f);
}
