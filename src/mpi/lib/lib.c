/* SPDX-License-Identifier: Apache-2.0
 *
 * lib.c - the state of a rank, and how every function of the standard begins and ends. */
#include "mpi/lib/lib.h"
#include "mpi/lib/tool.h"
#include "base/vec.h"
#include "mpi/lib/counts.h"
#include "mpi/comm/attr.h"
#include "mpi/comm/comm.h"
#include "mpi/type/datatype.h"
#include "mpi/lib/error.h"
#include "mpi/comm/group.h"
#include "mpi/lib/info.h"
#include "mpi/coll/reduce.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *lib_alloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p)
        port_refuse(lib()->from, REASON_SIZE, "no memory left for %zu bytes", n);
    return memset(p, 0, n);
}

static struct lib *before_ranks; /* the state while there are no ranks yet */

/* Makes those of the predefined objects that all ranks share. */
__attribute__((constructor)) static void make_shared(void)
{
    static struct lib none;
    before_ranks = &none;
    handle_setup();
    datatype_make();
    reduce_make();
    before_ranks = NULL;
}

/* Makes every other object that a program can name without having made it. */
static void make_predefined(void)
{
    datatype_setup();
    reduce_setup();
    error_setup();
    info_setup();
    group_setup();
    comm_setup();
    attr_setup();
}

/* Ends a program that was started by hand. */
static _Noreturn void refuse_to_run_alone(void)
{
    static const char text[] =
        "error: this program is linked to mazurka's MPI library, which checks programs\n"
        "  fix:  mazurka run -n 4 PROGRAM [ARGUMENTS]\n";
    if (write(2, text, sizeof text - 1) < 0)
        _exit(2); /* there is no supervisor that could be told anything else */
    _exit(2);
}

static struct lib *make_state(void)
{
    if (!port_present())
        refuse_to_run_alone();
    struct lib *l = malloc(sizeof *l);
    if (!l)
        port_refuse((struct port_from){0}, REASON_SIZE, "no memory left");
    memset(l, 0, sizeof *l);
    port_set_state(l);
    port_own(l, offsetof(struct lib, phase));
    make_predefined();
    return l;
}

struct lib *lib(void)
{
    struct lib *l = port_state();
    if (l)
        return l;
    return before_ranks ? before_ranks : make_state();
}

const char *lib_call_name(enum mpi_call call)
{
    static const char *const name[MPI_CALLS] = {
#define CALL(name, status) "MPI_" #name,
#include "mpi/calls.def"
#undef CALL
    };
    return call < MPI_CALLS ? name[call] : "a function of no name";
}

__attribute__((noinline)) void lib_wipe(void)
{
    char below[2048];
    memset(below, 0, sizeof below);
    __asm__ volatile(""
                     :
                     : "r"(below)
                     : "memory"); /* keeps the compiler from removing
                                     the stores */
}

/* The program's stack pointer where it has called the function with this frame. */
static const void *above(const void *frame)
{
    return frame ? (const char *)frame + 16 : NULL;
}

/* Fails if this thread must not make the call: which threads may is what the program has
 * agreed on in MPI_Init_thread. */
static void check_thread(const struct lib *l)
{
    const char *name = lib_call_name(l->from.call);
    bool main = port_thread() == l->main_thread;
    if (l->phase != LIB_RUNNING || l->had_session)
        return;
    if (!main && l->from.call == CALL_Finalize)
        port_fail(l->from, FINDING_INVALID_ARGUMENT,
                  "MPI_Finalize is called by another thread than that which initialized "
                  "MPI");
    if (!main && l->thread_level < MPI_THREAD_SERIALIZED)
        port_fail(l->from, FINDING_INVALID_ARGUMENT,
                  "%s is called by another thread than that which initialized MPI, and "
                  "the level of thread support is MPI_THREAD_%s",
                  name, l->thread_level ? "FUNNELED" : "SINGLE");
    if (!main)
        port_thread_calls(l->thread_level < MPI_THREAD_MULTIPLE);
    if (l->inside && l->thread_level < MPI_THREAD_MULTIPLE)
        port_fail(
            l->from, FINDING_INVALID_ARGUMENT,
            "%s is called while another thread is in a call of MPI, and the level of "
            "thread support is MPI_THREAD_SERIALIZED",
            name);
}

/* May several threads be in MPI at the same time, or the wrong one? These may always be
 * called. */
static bool is_for_all_threads(enum mpi_call call)
{
    switch (call) {
    case CALL_Initialized:
    case CALL_Finalized:
    case CALL_Query_thread:
    case CALL_Is_thread_main:
    case CALL_Get_version:
    case CALL_Get_library_version:
    case CALL_Wtime:
    case CALL_Wtick:
        return true;
    default:
        return false;
    }
}

/* Notes the function that the program has called; if that does not return, frame is
 * NULL. */
static void note(struct lib *l, enum mpi_call call, void *site, void *frame)
{
    l->from = (struct port_from){.call = (uint16_t)call, .site = port_caller(site)};
    l->bound = l->from.site != site;
    l->frame = frame;
    if (port_watching())
        port_enter(l->from, above(frame));
}

void lib_enter_for_good(enum mpi_call call, void *site)
{
    struct lib *l = lib();
    if (!l->depth++)
        note(l, call, site, NULL);
}

void lib_enter(enum mpi_call call, void *frame, bool anytime)
{
    struct lib *l = lib();
    if (l->depth++)
        return;
    note(l, call, ((void **)frame)[1], frame);
    if (!l->callbacks && port_threads() && !is_for_all_threads(call))
        check_thread(l);
    l->inside += !l->callbacks;
    tool_count(TOOL_CALLS);
    if (anytime || lib_runs(l))
        return;
    if (l->phase == LIB_FRESH && !l->had_session)
        port_fail(l->from, FINDING_BEFORE_INIT, "%s is called before MPI_Init",
                  lib_call_name(call));
    port_fail(l->from, FINDING_AFTER_FINALIZE, "%s is called after %s",
              lib_call_name(call), lib_call_name(l->finalize.call));
}

_Noreturn void count_refuse(MPI_Count n)
{
    port_refuse(lib()->from, REASON_SIZE,
                "%s: %ld elements at once are more than the %d that are supported",
                lib_call_name(lib()->from.call), n, INT_MAX);
}

/* The mixing of both kinds is fine: where ranks compare their calls, MPI_Bcast_c is
 * MPI_Bcast. */
enum mpi_call lib_plain_call(enum mpi_call call)
{
    const char *name = lib_call_name(call);
    size_t n = strlen(name) - 2;
    if (strcmp(name + n, "_c") != 0)
        return call;
    for (enum mpi_call c = 0; c < MPI_CALLS; c++)
        if (!strncmp(lib_call_name(c), name, n) && !lib_call_name(c)[n])
            return c;
    return call;
}

int lib_leave(int code)
{
    struct lib *l = lib();
    if (!--l->depth) {
        l->inside -= !l->callbacks;
        port_leave(above(l->frame));
    }
    return code;
}

void lib_accessed(const volatile void *at, size_t bytes, bool write)
{
    struct port_bytes all = {(uintptr_t)at, (uintptr_t)at + bytes};
    if (bytes && port_watching())
        port_access(lib()->from, &all, 1, write ? PORT_WRITES : PORT_READS);
}

/* base/mem.h: for this library, which has the program's memory, the program ends as by a
 * failed assertion. */
_Noreturn void mem_gone(size_t bytes)
{
    fprintf(stderr, "MPI: out of memory (%zu bytes wanted)\n", bytes);
    abort();
}
